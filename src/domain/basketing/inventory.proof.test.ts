/**
 * Proves that the four lists of a flight always add up (domain 2.6): over random days of several desks, while the
 * states of the birds change, every bird that is neither lost nor dead stands on exactly one list, and no place of a
 * crate has two birds. The control counts by adding and subtracting, as a paper list does.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Health, healthStatuses } from '#domain/pigeons/status.ts';
import { proveSize, reportProof, seed } from '#testing/proof.ts';
import { freeNumber, nextCrate, slotKey } from './crates.ts';
import type { DeskBird } from './desk-bird.ts';
import { basketingOf, type DeskEvent, decideEvents, deskEventKinds } from './desk-events.ts';
import { inventoryLists, inventoryOf } from './inventory.ts';

const days = proveSize(200, 10_000);
const crate_size = 3;
const desks = [
  { desk: 1, blocks: [1] },
  { desk: 2, blocks: [2] },
];

const step = fc.record({
  pigeon: fc.nat(11),
  desk: fc.nat(1),
  kind: fc.constantFrom(...deskEventKinds),
  later: fc.boolean(),
  /** Beside the desks the loft changes the state of a bird. */
  health: fc.option(fc.constantFrom(...healthStatuses), { freq: 6 }),
  was_read: fc.boolean(),
});
const start = fc.record({
  health: fc.constantFrom<Health>('active', 'active', 'active', 'reserve', ...healthStatuses),
  location: fc.constantFrom('at_loft', 'at_loft', 'at_home'),
  was_read: fc.boolean(),
});
const day = fc.record({
  birds: fc.array(start, { minLength: 12, maxLength: 12 }),
  steps: fc.array(step, { maxLength: 60 }),
});
type Day = typeof day extends fc.Arbitrary<infer T> ? T : never;

/** Runs a day; `also` is called after each step with what was accepted. */
function run({ birds: starts, steps }: Day, also: (event: DeskEvent, accepted: boolean) => void = () => {}) {
  const birds: DeskBird[] = starts.map((facts, i) => ({
    pigeon_id: i,
    ring: `BE 26-${i}`,
    chip: null,
    former_chips: [],
    progress: 'not_activated',
    place: 'paid',
    order: null,
    away: null,
    ...facts,
  }));
  let state = basketingOf([]);
  let accepted = 0;
  for (const [n, { pigeon, desk: at, kind, later, health, was_read }] of steps.entries()) {
    const desk = desks[at]!;
    const crate = nextCrate(state.slots, desk, crate_size) - 1 || desk.blocks[0]!;
    const number = freeNumber(state.slots, crate, crate_size) ?? 1;
    const common = { id: String(n), n, pigeon_id: pigeon, at: '', undoes: null };
    const event = { ...common, kind, crate, number, chip: null, reason: 'A wing', later } as DeskEvent;
    const facts = { entry: 'racing', crate_size, bird: (id: number) => birds[id] ?? null } as const;
    const decided = decideEvents(state, [event], desk, facts);
    state = decided.state;
    if (!decided.refusals[0]) accepted++;
    also(event, !decided.refusals[0]);
    birds[pigeon] = { ...birds[pigeon]!, was_read, ...(health && { health }) };
  }
  return { birds, state, accepted };
}

it('basketed, held back, present and unaccounted birds are all that are neither lost nor dead', () => {
  let accepted = 0;
  const check = fc.property(day, (one) => {
    const end = run(one);
    accepted += end.accepted;
    const { total, lists, gone } = inventoryOf(end.birds, end.state.standings);
    const alive = end.birds.filter(({ health }) => health !== 'lost' && health !== 'died').map((b) => b.pigeon_id);
    const listed = inventoryLists.flatMap((list) => lists[list].map((b) => b.pigeon_id));
    expect(listed.toSorted((a, b) => a - b)).toEqual(alive);
    expect(total).toBe(alive.length);
    // Who is in a crate is basketed, or lost or dead and named.
    const inCrates = [...end.state.slots.values()].toSorted((a, b) => a - b);
    expect(inCrates).toEqual([...lists.basketed, ...gone].map((b) => b.pigeon_id).toSorted((a, b) => a - b));
    expect(new Set(inCrates).size).toBe(inCrates.length);
    for (const [slot, pigeon_id] of end.state.slots) {
      const standing = end.state.standings.get(pigeon_id);
      expect(standing?.list === 'basketed' && slotKey(standing.crate!, standing.number!)).toBe(slot);
    }
  });
  fc.assert(check, { numRuns: days, seed });
  expect(accepted).toBeGreaterThan(days * 2);
  reportProof('inventory', { days, accepted });
});

it('control: counters that are only added to and subtracted from do not add up', () => {
  const check = fc.property(day, (one) => {
    const count = { basketed: 0, held_back: 0, present: 0 };
    const { birds, state } = run(one, ({ kind }, ok) => {
      if (!ok) return;
      if (kind === 'in') count.basketed++;
      if (kind === 'out') count.basketed--;
      if (kind === 'hold') count.held_back++;
      if (kind === 'present' || kind === 'out') count.present++;
    });
    const { total, lists } = inventoryOf(birds, state.standings);
    return count.basketed + count.held_back + count.present + lists.unaccounted.length === total;
  });
  expect(() => fc.assert(check, { numRuns: days, seed })).toThrow();
});
