import { describe, expect, it } from 'vitest';
import { flightStatuses } from './flight.ts';
import {
  type Deck,
  firstDeck,
  isSlide,
  landing_ms,
  type Move,
  moved,
  named_ms,
  type Slide,
  slide_ms,
  slidesOf,
  timeLeft,
  turned_ms,
} from './presentation.ts';

const presented = { status: 'released', home: 12, shows_ranks: true, mine: 2, rankings: [], has_next: true } as const;
const all = slidesOf(presented);

describe('the slides of a flight (2.24)', () => {
  it('are all seven in the air, with own birds and another release ahead', () => {
    expect(all).toEqual(['cover', 'info', 'podium', 'places', 'progress', 'mine', 'next']);
  });

  it.each([
    ['before the release', { status: 'planned' }, ['cover', 'info', 'next']],
    ['while the list is sealed', { status: 'sealed' }, ['cover', 'info', 'next']],
    ['of an annulled flight', { status: 'annulled' }, ['cover', 'info', 'next']],
    ['with nobody home', { home: 0 }, ['cover', 'info', 'progress', 'mine', 'next']],
    ['where ranks are hidden (3.15)', { shows_ranks: false }, ['cover', 'info', 'progress', 'mine', 'next']],
    ['with no list of places after the podium', { home: 4 }, ['cover', 'info', 'podium', 'progress', 'mine', 'next']],
    ['without own birds', { mine: 0 }, ['cover', 'info', 'podium', 'places', 'progress', 'next']],
    ['of the last flight of a season', { has_next: false }, ['cover', 'info', 'podium', 'places', 'progress', 'mine']],
  ] as const)('%s', (_when, other, expected) => {
    expect(slidesOf({ ...presented, ...other })).toEqual(expected);
  });

  it('have one for each ranking, once birds fly', () => {
    const rankings = [4, 12];
    expect(slidesOf({ ...presented, rankings }).slice(4)).toEqual(['progress', 'aces-4', 'aces-12', 'mine', 'next']);
    expect(slidesOf({ ...presented, rankings, status: 'planned' })).toEqual(['cover', 'info', 'next']);
  });

  it('are at least two in every state', () => {
    for (const status of flightStatuses)
      expect(slidesOf({ ...presented, status, has_next: false }).length).toBeGreaterThan(1);
  });
});

/** Plays moves, each with its moment. */
function play(moves: readonly [at_ms: number, move: Move['do'] | Move][], has: readonly Slide[] = all): Deck {
  return moves.reduce(
    (deck, [at_ms, move]) => moved(deck, typeof move === 'string' ? ({ do: move } as Move) : move, has, at_ms),
    firstDeck(0),
  );
}
const land = (pigeon_id: number, count = 1): Move => ({ do: 'land', pigeon_id, count });

describe('a deck', () => {
  it('turns through the rankings in their order, and shows the page that somebody chooses if there is one', () => {
    const has = slidesOf({ ...presented, rankings: [4, 12] });
    expect(
      play(
        [
          [0, { do: 'show', slide: 'aces-4' }],
          [1, 'next'],
        ],
        has,
      ).slide,
    ).toBe('aces-12');
    expect(
      play(
        [
          [0, { do: 'show', slide: 'aces-12' }],
          [1, 'next'],
        ],
        has,
      ).slide,
    ).toBe('mine');
    expect(
      play(
        [
          [0, { do: 'show', slide: 'mine' }],
          [1, 'previous'],
        ],
        has,
      ).slide,
    ).toBe('aces-12');
    expect(play([[0, { do: 'show', slide: 'aces-5' }]], has).slide).toBe('cover');
    // A ranking that is gone gives way to the one after it.
    expect(
      play(
        [
          [0, { do: 'start', slide: 'aces-5' }],
          [1, 'time'],
        ],
        has,
      ).slide,
    ).toBe('aces-12');
    expect(['cover', 'aces-7'].every(isSlide)).toBe(true);
    expect(['aces', 'aces-0', 'aces-x', ''].some(isSlide)).toBe(false);
  });

  it('shows each slide for 20 seconds, and begins again after the last one', () => {
    expect(play([[slide_ms - 1, 'time']]).slide).toBe('cover');
    expect(play([[slide_ms, 'time']]).slide).toBe('info');
    const round = all.map((_, index) => [slide_ms * (index + 1), 'time'] as const);
    expect(play(round.map(([at, move]) => [at, move])).slide).toBe('cover');
  });

  it('goes on and back, and gives the slide its whole time', () => {
    const next = play([[15_000, 'next']]);
    expect([next.slide, timeLeft(next, 15_000)]).toEqual(['info', slide_ms]);
    expect(play([[1, 'previous']]).slide).toBe('next');
    expect(
      play([
        [1, 'next'],
        [2, 'previous'],
      ]).slide,
    ).toBe('cover');
  });

  it('keeps a held slide for as long as it is held', () => {
    const held = play([
      [1000, 'hold'],
      [10 * slide_ms, 'time'],
    ]);
    expect([held.slide, timeLeft(held, 10 * slide_ms)]).toEqual(['cover', null]);
    const free = moved(held, { do: 'hold' }, all, 10 * slide_ms);
    expect([free.slide, timeLeft(free, 10 * slide_ms)]).toEqual(['cover', slide_ms]);
    expect(
      play([
        [1000, 'hold'],
        [2000, 'next'],
      ]),
    ).toMatchObject({ slide: 'info', is_held: true });
  });

  it('begins again where it was, held or not, when the page was loaded in another language', () => {
    expect(play([[5000, { do: 'start', slide: 'podium', is_held: true }]])).toMatchObject({
      slide: 'podium',
      is_held: true,
      since_ms: 5000,
    });
    expect(play([[5000, 'start']])).toMatchObject({ slide: 'cover', is_held: false, since_ms: 5000 });
  });

  it('leaves a slide that the flight no longer has', () => {
    const deck = play([
      [1, 'next'],
      [2, 'next'],
    ]);
    expect(deck.slide).toBe('podium');
    expect(moved(deck, { do: 'time' }, slidesOf({ ...presented, home: 0 }), 3).slide).toBe('progress');
  });
});

describe('birds that land', () => {
  it('stand before the slide, which then has the time that it had left', () => {
    const landing = play([[5000, land(7)]]);
    expect(landing).toMatchObject({ slide: 'cover', landing: { pigeon_id: 7, count: 1 } });
    expect(timeLeft(landing, 5000)).toBe(landing_ms);
    const after = moved(landing, { do: 'time' }, all, 5000 + landing_ms);
    expect(after).toMatchObject({ slide: 'cover', landing: null });
    expect(timeLeft(after, 5000 + landing_ms)).toBe(slide_ms - 5000);
  });

  it('are counted together while they stand there, each that is named for long enough to be read', () => {
    const early = play([
      [5000, land(7)],
      [5000 + named_ms - 1, land(9, 3)],
    ]);
    expect(early.landing).toEqual({ pigeon_id: 7, count: 4, since_ms: 5000, named_ms: 5000 });
    const at_ms = 5000 + named_ms;
    expect(moved(early, land(10), all, at_ms).landing).toEqual({
      pigeon_id: 10,
      count: 5,
      since_ms: 5000,
      named_ms: at_ms,
    });
  });

  it('wait a moment for a page that somebody has just turned', () => {
    const turned = play([[1000, 'next']]);
    const waiting = moved(moved(turned, land(6), all, 1500), land(7), all, 1000 + turned_ms - 1);
    expect(waiting.landing).toBeNull();
    expect(timeLeft(waiting, 1000 + turned_ms - 1)).toBe(1);
    const shown = moved(waiting, { do: 'time' }, all, 1000 + turned_ms);
    expect(shown).toMatchObject({ slide: 'info', landing: { pigeon_id: 7, count: 2 }, waiting: null });
    // Whoever turns once more, or holds the page, does not want them.
    expect(moved(waiting, { do: 'next' }, all, 2000).waiting).toBeNull();
    expect(moved(waiting, { do: 'hold' }, all, 2000).waiting).toBeNull();
    expect(moved(turned, land(7), all, 1000 + turned_ms).landing).toMatchObject({ pigeon_id: 7 });
    // Nor do they come again sooner for it.
    const storm = play([
      [0, land(7)],
      [landing_ms, 'time'],
      [landing_ms + 1, 'next'],
    ]);
    expect(moved(storm, land(8), all, landing_ms + slide_ms - 1).landing).toBeNull();
  });

  it('leave the rotation the time of a slide before they come again', () => {
    const after = play([
      [0, land(7)],
      [landing_ms, 'time'],
    ]);
    expect(moved(after, land(8), all, landing_ms + slide_ms - 1).landing).toBeNull();
    expect(moved(after, land(8), all, landing_ms + slide_ms).landing).toMatchObject({ pigeon_id: 8 });
  });

  it('let every slide be seen through a day of drops every five seconds', () => {
    let deck = firstDeck(0);
    const seen = new Map<Slide, number>();
    for (let at_ms = 0; at_ms < 24 * 3_600_000; at_ms += 1000) {
      if (at_ms % 5000 === 0) deck = moved(deck, land(at_ms), all, at_ms);
      deck = moved(deck, { do: 'time' }, all, at_ms);
      if (!deck.landing) seen.set(deck.slide, (seen.get(deck.slide) ?? 0) + 1);
    }
    for (const slide of all) expect(seen.get(slide)).toBeGreaterThan(3600 * 2);
  });

  it('do not interrupt a slide that somebody holds', () => {
    expect(
      play([
        [1000, 'hold'],
        [2000, land(7)],
      ]).landing,
    ).toBeNull();
  });

  it('are gone when somebody turns the page', () => {
    expect(
      play([
        [1000, land(7)],
        [2000, 'next'],
      ]),
    ).toMatchObject({ slide: 'info', landing: null });
  });
});
