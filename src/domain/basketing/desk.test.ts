import { describe, expect, it } from 'vitest';
import { healthStatuses } from '#domain/pigeons/status.ts';
import {
  cratesInBlock,
  cratesOf,
  deskName,
  freeNumber,
  mostBlocks,
  mostDesks,
  nextCrate,
  ownsCrate,
  slotKey,
  whyNotPlace,
} from './crates.ts';
import { type DeskBird, type Scanned, type Standing, whyNotIn } from './desk-bird.ts';
import { basketingOf, type DeskEvent, type DeskEventAct, decideEvents, standingAfter, undoOf } from './desk-events.ts';

const bird: DeskBird = {
  pigeon_id: 1,
  ring: 'BE 26-4023187',
  chip: 'AA00000001',
  former_chips: ['AA00000009'],
  health: 'active',
  progress: 'final_flight_activated',
  location: 'at_loft',
  place: 'paid',
  order: null,
  was_read: false,
  away: null,
};
const basketed: Standing = { list: 'basketed', crate: 7, number: 14 };

describe('whyNotIn: a scanned bird does not go in (4.3–4.7, 8.18)', () => {
  const scanned: Scanned = { text: '187', bird, chip: null, standing: undefined };
  /** Each reason, in the order in which they are said. */
  const reasons: [code: string, facts: Partial<Scanned>, of_bird: Partial<DeskBird>][] = [
    ['pigeon_does_not_race', {}, { health: 'quarantine' }],
    ['basket_no_place', {}, { place: 'none' }],
    ['basket_unpaid', {}, { place: 'unpaid', order: '26-0431' }],
    ['basket_not_activated', {}, { progress: 'final_flight_activation_pending' }],
    ['basket_held_back', { standing: { list: 'held_back', reason: 'A wing' } }, {}],
    ['basket_already_in', { standing: basketed }, {}],
    ['basket_on_other_list', { reason: 'It came home unread' }, { away: { is: 'listed', flight: 'Momignies' } }],
    ['basket_still_out', {}, { away: { is: 'out', flight: 'Noyon III' } }],
    ['basket_other_chip', { chip: 'AA00000009' }, {}],
  ];
  const codeOf = (scan: Scanned) => whyNotIn(scan, 'activated')?.code ?? null;

  it('a bird that is paid, activated and wears its chip goes in', () => {
    expect(codeOf(scanned)).toBeNull();
    expect(codeOf({ ...scanned, chip: bird.chip })).toBeNull();
    expect(codeOf({ ...scanned, standing: { list: 'present', later: true } })).toBeNull();
  });

  it.each(reasons)('%s', (code, facts, of_bird) => {
    expect(codeOf({ ...scanned, ...facts, bird: { ...bird, ...of_bird } })).toBe(code);
  });

  it('of several reasons the first of one order is said', () => {
    for (const [i, [code, facts, of_bird]] of reasons.entries())
      for (const [, more, of_same] of reasons.slice(i + 1))
        expect(
          codeOf({ ...scanned, ...more, ...facts, bird: { ...bird, ...of_same, ...of_bird } }),
          `${code} before ${JSON.stringify([more, of_same])}`,
        ).toBe(code);
  });

  it('a bird that is not of the season is unknown, or of another season', () => {
    expect(whyNotIn({ ...scanned, bird: null }, 'racing')).toMatchObject({
      code: 'basket_unknown',
      params: { scanned: '187' },
    });
    const elsewhere = { ring: 'BE 25-1', chip: null, season: '2025' };
    expect(codeOf({ ...scanned, bird: null, elsewhere })).toBe('basket_other_season');
  });

  it('a bird that is out at another flight goes in for a reason, and with its own chip', () => {
    const out: DeskBird = { ...bird, away: { is: 'out', flight: 'Noyon III' } };
    expect(whyNotIn({ ...scanned, bird: out }, 'activated')).toMatchObject({ params: { flight: 'Noyon III' } });
    expect(codeOf({ ...scanned, bird: out, reason: 'It came home unread' })).toBeNull();
    expect(codeOf({ ...scanned, bird: out, reason: 'It came home unread', chip: 'AA00000009' })).toBe(
      'basket_other_chip',
    );
  });

  it('a bird that was listed without a desk is already listed', () => {
    expect(codeOf({ ...scanned, standing: { list: 'basketed', crate: null, number: null } })).toBe(
      'basket_already_listed',
    );
  });

  it('only a final asks for the activation, and only who races goes in', () => {
    const free = { ...bird, progress: 'not_activated' } as const;
    expect(whyNotIn({ ...scanned, bird: free }, 'racing')).toBeNull();
    const goes = healthStatuses.filter((health) => !whyNotIn({ ...scanned, bird: { ...bird, health } }, 'racing'));
    expect(goes).toEqual(['active', 'reserve', 'activated_reserve']);
  });
});

describe('crates', () => {
  it('each belongs to one desk at most, whatever blocks were given', () => {
    const desks = Array.from({ length: mostDesks }, (_, i) => ({
      desk: i + 1,
      blocks: Array.from({ length: mostBlocks }, (__, b) => b + 1).filter((block) => block % mostDesks === i),
    }));
    for (let crate = 1; crate < 4000; crate++)
      expect(desks.filter((desk) => ownsCrate(desk, crate)).length, String(crate)).toBeLessThan(2);
    for (const desk of desks) for (const crate of cratesOf(desk)) expect(ownsCrate(desk, crate)).toBe(true);
    expect(cratesOf({ desk: 2, blocks: [2] }).slice(cratesInBlock - 1, cratesInBlock + 2)).toEqual([30, 2001, 2002]);
  });

  it('are filled from the lowest free number, and followed by the next empty one of the desk', () => {
    const slots = new Map([1, 2, 4].map((number) => [slotKey(1, number), number]));
    expect(freeNumber(slots, 1, 28)).toBe(3);
    expect(freeNumber(new Map([[slotKey(1, 1), 1]]), 1, 1)).toBeNull();
    const desk = { desk: 1, blocks: [1] };
    expect(nextCrate(slots, desk, 28)).toBe(2);
    expect(nextCrate(slots, desk, 28, 2)).toBe(3);
    expect(whyNotPlace(slots, { crate: 16, number: 1 }, desk, 28)).toMatchObject({ code: 'basket_other_desk' });
    expect(whyNotPlace(slots, { crate: 1, number: 29 }, desk, 28)).toMatchObject({ code: 'basket_crate_full' });
    expect(whyNotPlace(slots, { crate: 1, number: 4 }, desk, 28)).toMatchObject({ code: 'basket_place_taken' });
    expect(whyNotPlace(slots, { crate: 1, number: 3 }, desk, 28)).toBeNull();
  });

  it('desks have letters', () => {
    expect([1, 2, 26, 27, 53].map(deskName)).toEqual(['A', 'B', 'Z', 'A2', 'A3']);
  });
});

describe('events of a desk', () => {
  const desk = { desk: 1, blocks: [1] };
  const facts = {
    entry: 'racing',
    crate_size: 28,
    bird: (pigeon_id: number) => (pigeon_id < 9 ? { ...bird, pigeon_id } : null),
  } as const;
  let n = 0;
  const event = (pigeon_id: number, act: DeskEventAct): DeskEvent => ({
    id: `event ${++n}`,
    n,
    pigeon_id,
    at: '2026-08-21T04:00:00.000Z',
    undoes: null,
    ...act,
  });
  const codes = (events: DeskEvent[]) =>
    decideEvents(basketingOf([]), events, desk, facts).refusals.map((no) => no?.code ?? null);
  const goesIn = (number: number): DeskEventAct => ({ kind: 'in', crate: 1, number, chip: null });

  it('each is decided on what those before it have left', () => {
    expect(
      codes([
        event(1, { kind: 'out' }),
        event(1, goesIn(1)),
        event(1, goesIn(2)),
        event(2, goesIn(1)),
        event(2, { kind: 'hold', reason: 'A wing' }),
        event(2, goesIn(2)),
        event(2, { kind: 'present', later: false }),
        event(2, goesIn(2)),
        event(1, { kind: 'move', crate: 1, number: 2 }),
        event(1, { kind: 'move', crate: 2, number: 1 }),
        event(1, { kind: 'hold', reason: 'A wing' }),
        event(2, { kind: 'clear' }),
        event(9, goesIn(3)),
        event(9, { kind: 'present', later: true }),
      ]),
    ).toEqual([
      'basket_not_in',
      null,
      'basket_already_in',
      'basket_place_taken',
      null,
      'basket_held_back',
      null,
      null,
      'basket_place_taken',
      null,
      'basket_already_in',
      'basket_already_in',
      'basket_unknown',
      'basket_unknown',
    ]);
  });

  it('a bird that is still out goes in with its reason alone', () => {
    const out = { ...facts, bird: () => ({ ...bird, away: { is: 'out', flight: 'Noyon III' } as const }) };
    const goes = [event(1, goesIn(1)), event(1, { ...goesIn(1), reason: 'It came home unread' } as DeskEventAct)];
    const { refusals } = decideEvents(basketingOf([]), goes, desk, out);
    expect(refusals.map((no) => no?.code ?? null)).toEqual(['basket_still_out', null]);
  });

  it('each can be taken back, and the bird stands as before', () => {
    const standings: (Standing | undefined)[] = [
      undefined,
      { list: 'basketed', crate: 1, number: 1, reason: 'It came home unread' },
      { list: 'held_back', reason: 'A wing' },
      { list: 'present', later: true },
    ];
    const acts: DeskEventAct[] = [
      goesIn(1),
      { kind: 'out' },
      { kind: 'move', crate: 2, number: 5 },
      { kind: 'hold', reason: 'A cough' },
      { kind: 'present', later: false },
      { kind: 'clear' },
    ];
    let undone = 0;
    for (const before of standings)
      for (const act of acts) {
        const state = basketingOf(before ? [[1, before]] : []);
        const done = event(1, act);
        const { state: after, refusals } = decideEvents(state, [done], desk, facts);
        if (refusals[0]) continue;
        const undo = decideEvents(after, [event(1, undoOf(done, before))], desk, facts);
        expect(undo.refusals).toEqual([null]);
        // A bird that went in by mistake was in the hand, so it is present.
        const seen = act.kind === 'in' ? { list: 'present', later: false } : undefined;
        expect(undo.state.standings.get(1)).toEqual(seen ?? before);
        undone++;
      }
    expect(undone).toBe(13);
    expect(standingAfter({ kind: 'clear' })).toBeUndefined();
  });
});
