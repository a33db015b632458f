import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arrivalCurve,
  behind,
  catchUp,
  createStoryChanges,
  homesOfMine,
  mostToCatchUp,
  raceStory,
  type StoryEvent,
  type StoryFacts,
  type StoryRow,
} from '#domain/arrivals/race-story.ts';
import { type RankFrame, rank } from '#domain/arrivals/rank.ts';
import { publishedFields } from '#testing/published-fields.ts';

const release_ms = Date.parse('2026-06-06T06:00:00Z');
const minute = 60_000;
const frame: RankFrame = {
  release_ms,
  distance_m: 300_000,
  closed: [],
  rules: { speed: { unit: 'm/min', decimals: 4, rounding: 'half-up' }, precision_ms: 1, ties: 'shared' },
};

/** Birds by their landings, seconds after the first one, which flies for four hours. */
const at = (seconds: number) => release_ms + 240 * minute + seconds * 1000;
const homes = (...seconds: number[]) => seconds.map((after, index) => ({ pigeon_id: index + 1, time_ms: at(after) }));

function storyOf(seconds: readonly number[], facts: Partial<StoryFacts> = {}): StoryEvent[] {
  return raceStory({
    release_ms,
    distance_m: frame.distance_m,
    basketed: 1000,
    ranked: rank(homes(...seconds), frame),
    countryOf: () => null,
    changes: [],
    rulings: [],
    closed_ms: null,
    ...facts,
  });
}
const only = <Kind extends StoryEvent['kind']>(story: readonly StoryEvent[], kind: Kind) =>
  story.filter((event): event is Extract<StoryEvent, { kind: Kind }> => event.kind === kind);

const rows = (...landed: [pigeon_id: number, seconds: number | null][]): StoryRow[] =>
  landed.map(([pigeon_id, seconds]) => ({
    pigeon_id,
    time_ms: seconds === null ? null : at(seconds),
    by_ruling: false,
  }));
const changesOf = (stream: readonly StoryRow[], of = frame) => {
  const changes = createStoryChanges(of);
  changes.take(stream);
  return changes;
};

describe('the story of a race (part 4 of issue 21)', () => {
  test('begins with the release, and says nothing before it', () => {
    expect(storyOf([], { release_ms: null })).toEqual([]);
    expect(storyOf([])).toEqual([{ at_ms: release_ms, kind: 'released', birds: 1000 }]);
  });

  test('the first bird, and by how much it leads when the second lands', () => {
    const story = storyOf([0, 90]);
    expect(only(story, 'first')).toEqual([
      { at_ms: at(0), kind: 'first', pigeon_id: 1, net_ms: 240 * minute, speed: 1250 },
    ]);
    // It flies 300 km in 241.5 minutes: in the last 90 seconds 1,863 m.
    expect(only(story, 'second')).toEqual([
      { at_ms: at(90), kind: 'second', pigeon_id: 2, gap_ms: 90_000, behind_m: 1863 },
    ]);
  });

  test('kilometres behind are those that were left when the faster bird landed', () => {
    expect(behind({ net_ms: 300 * minute }, { net_ms: 240 * minute }, 300_000)).toBe(60_000);
    expect(behind({ net_ms: 240 * minute }, { net_ms: 240 * minute }, 300_000)).toBe(0);
    expect(behind({ net_ms: 0 }, { net_ms: 0 }, 300_000)).toBe(0);
  });

  test('a bird of a later group takes the lead with the shorter flight', () => {
    const later = new Map([[3, 10 * minute]]);
    const ranked = rank(homes(0, 60, 300), { ...frame, later });
    expect(only(storyOf([], { ranked }), 'lead')).toEqual([
      { at_ms: at(300), kind: 'lead', pigeon_id: 3, gap_ms: 300_000 },
    ]);
  });

  test('the first of each country, but for the first two birds', () => {
    const country = ['BE', 'NL', 'BE', 'DE', 'DE'];
    const story = storyOf([0, 5, 9, 12, 13], { countryOf: (id) => country[id - 1]! });
    expect(only(story, 'country')).toEqual([{ at_ms: at(12), kind: 'country', pigeon_id: 4, rank: 4 }]);
    expect(only(storyOf([0, 5, 9]), 'country')).toEqual([]);
  });

  test('after four minutes of nothing, eleven in nine seconds', () => {
    const eleven = Array.from({ length: 11 }, (_, n) => 240 + n * 0.9);
    expect(only(storyOf([0, ...eleven]), 'drop')).toEqual([
      { at_ms: at(240), kind: 'drop', birds: 11, within_ms: 9000, silence_ms: 4 * minute },
    ]);
  });

  test('a long drop is counted in its first minute; two birds, and a short silence, are not told', () => {
    const stream = Array.from({ length: 100 }, (_, n) => 240 + n);
    expect(only(storyOf([0, ...stream]), 'drop')).toMatchObject([{ birds: 61, within_ms: minute }]);
    expect(only(storyOf([0, 240, 241]), 'drop')).toEqual([]);
    expect(only(storyOf([0, 59, 60, 61, 62]), 'drop')).toEqual([]);
  });

  test('the busiest minute, once it is over', () => {
    const twelve = Array.from({ length: 12 }, (_, n) => 60 + n * 5);
    expect(only(storyOf([0, ...twelve]), 'busiest')).toEqual([]);
    const told = [{ at_ms: at(120), kind: 'busiest', birds: 12 }];
    expect(only(storyOf([0, ...twelve, 121]), 'busiest')).toEqual(told);
    expect(only(storyOf([0, ...twelve], { closed_ms: at(900) }), 'busiest')).toEqual(told);
    expect(only(storyOf([0, 60, 61, 62, 121]), 'busiest')).toEqual([]);
  });

  test('10, 25, 50 and 75 percent home, and all', () => {
    const story = storyOf([0, 60, 120, 180, 240, 300, 360, 420], { basketed: 8 });
    expect(only(story, 'share').map(({ percent, home, since_first_ms }) => [percent, home, since_first_ms])).toEqual([
      [25, 2, minute],
      [50, 4, 3 * minute],
      [75, 6, 5 * minute],
    ]);
    expect(only(story, 'all')).toEqual([{ at_ms: at(420), kind: 'all', birds: 8, since_first_ms: 7 * minute }]);
  });

  test('the last bird within control and the closing, when the race is closed', () => {
    expect(only(storyOf([0, 60]), 'last')).toEqual([]);
    const story = storyOf([0, 60], { closed_ms: at(900) });
    expect(story.slice(-2)).toEqual([
      { at_ms: at(60), kind: 'last', pigeon_id: 2, rank: 2, gap_ms: minute },
      { at_ms: at(900), kind: 'closed', home: 2, birds: 1000 },
    ]);
  });

  test('a reading that comes late takes a place, and the birds behind it stand one lower', () => {
    expect(changesOf(rows([1, 0], [2, 100], [3, 200], [4, 130])).all()).toEqual([
      { at_ms: at(200), kind: 'late', pigeon_id: 4, rank: 3, readings: 1, moved: 1 },
    ]);
    // Two clocks that send some seconds one after the other are no news.
    expect(changesOf(rows([1, 0], [2, 100], [3, 95])).all()).toEqual([]);
    // Among the first three 20 seconds are.
    expect(changesOf(rows([1, 20], [2, 0])).all()).toMatchObject([{ pigeon_id: 2, rank: 1, moved: 1 }]);
  });

  test('late readings of one minute are one event, with the best place of them', () => {
    const stream = rows([1, 0], [2, 100], [3, 200], [4, 300], [5, 150], [6, 50], [7, 120]);
    expect(changesOf(stream).all()).toEqual([
      { at_ms: at(300), kind: 'late', pigeon_id: 6, rank: 2, readings: 3, moved: 4 },
    ]);
  });

  test('of late readings beyond the first three places one event says how many, with the best of them', () => {
    const late = (seconds: number, rank: number, readings: number) =>
      ({ at_ms: at(seconds), kind: 'late', pigeon_id: rank, rank, readings, moved: 2 }) as const;
    const changes = [late(100, 2, 1), late(300, 9, 4), late(500, 7, 2), late(700, 8, 3)];
    expect(only(storyOf([0], { changes }), 'late')).toEqual([
      changes[0],
      { ...changes[2], at_ms: at(700), readings: 9 },
    ]);
    expect(only(storyOf([0], { changes: changes.slice(0, 2) }), 'late')).toEqual(changes.slice(0, 2));
  });

  test('a bird that has another time, or none any more, is a correction; of a ruling only the ruling is told', () => {
    const stream = rows([1, 0], [2, 100], [2, 90], [1, null], [2, 80]);
    expect(changesOf(stream).all()).toEqual([{ at_ms: at(100), kind: 'correction', birds: 2 }]);
    expect(changesOf(stream.map((row) => ({ ...row, by_ruling: true }))).all()).toEqual([]);
    const ruling = { at_ms: at(700), kind: 'ruling', n: 2, up: 3, down: 5, come_in: 0, go_out: 1 } as const;
    expect(only(storyOf([0], { rulings: [ruling] }), 'ruling')).toEqual([ruling]);
  });

  test('my birds: how far behind, and the places that late readings took', () => {
    const stream = rows([1, 0], [2, 100], [3, 200], [4, 50]);
    const { firstPlace } = changesOf(stream);
    const ranked = rank(
      stream.map(({ pigeon_id, time_ms }) => ({ pigeon_id, time_ms: time_ms! })),
      frame,
    );
    const mine = homesOfMine(ranked, new Set([3, 4, 9]), { distance_m: 300_000, firstPlace });
    expect(mine.map(({ pigeon_id, rank: place, gap_ms, lost }) => [pigeon_id, place, gap_ms, lost])).toEqual([
      [4, 2, 50_000, 0],
      [3, 4, 200_000, 1],
    ]);
  });
});

describe('incremental and whole', () => {
  const streams = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.option(fc.nat(600))), { maxLength: 60 });

  test('a stream that is cut anywhere says the same as the whole one', () => {
    const cuts = fc.array(fc.nat(60), { maxLength: 6 });
    fc.assert(
      fc.property(streams, cuts, fc.boolean(), (landed, at_rows, isGrouped) => {
        const of = isGrouped ? { ...frame, later: new Map([[2, 120_000]]) } : frame;
        const stream = rows(...landed);
        const inParts = createStoryChanges(of);
        let from = 0;
        for (const to of [...at_rows.toSorted((a, b) => a - b), stream.length]) {
          inParts.take(stream.slice(from, to));
          inParts.all();
          from = Math.max(from, Math.min(to, stream.length));
        }
        const whole = changesOf(stream, of);
        expect(inParts.all()).toEqual(whole.all());
        for (let id = 1; id <= 12; id += 1) expect(inParts.firstPlace(id)).toBe(whole.firstPlace(id));
      }),
    );
  });

  test('what the birds at home say does not depend on the order in which their readings came', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(3000), { minLength: 1, maxLength: 40 }), fc.integer(), (seconds, seed) => {
        const birds = homes(...seconds);
        const shuffled = birds.toSorted((a, b) => ((a.pigeon_id * seed) % 7) - ((b.pigeon_id * seed) % 7));
        const [one, other] = [birds, shuffled].map((list) => storyOf([], { basketed: 40, ranked: rank(list, frame) }));
        expect(one).toEqual(other);
      }),
    );
  });

  test('events stand in the order of time, and no bird or share is told twice', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3000), { maxLength: 60 }), fc.boolean(), (seconds, isClosed) => {
        const story = storyOf(seconds, { basketed: 60, closed_ms: isClosed ? at(4000) : null });
        const times = story.map(({ at_ms }) => at_ms);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        const shares = only(story, 'share').map(({ percent }) => percent);
        expect(new Set(shares).size).toBe(shares.length);
      }),
    );
  });
});

describe('catch me up', () => {
  test('at most five events, the most important ones, in their order', () => {
    const seconds = Array.from({ length: 300 }, (_, n) => n * 3 + (n > 50 ? 400 : 0));
    const story = storyOf(seconds, { basketed: 320, closed_ms: at(2000) });
    const told = catchUp(story, null);
    expect(told).toHaveLength(mostToCatchUp);
    expect(told.map(({ kind }) => kind)).toEqual(['first', 'busiest', 'drop', 'share', 'closed']);
    expect(only(told, 'share').map(({ percent }) => percent)).toEqual([75]);
    expect(told.map(({ at_ms }) => at_ms)).toEqual(told.map(({ at_ms }) => at_ms).toSorted((a, b) => a - b));
  });

  test('since a moment only what came after it; my bird before all', () => {
    const mine = {
      at_ms: at(50),
      kind: 'mine',
      pigeon_id: 9,
      rank: 2,
      gap_ms: 50_000,
      behind_m: 1000,
      lost: 0,
    } as const;
    expect(catchUp([...storyOf([0, 90]), mine], at(40)).map(({ kind }) => kind)).toEqual(['mine', 'second']);
    expect(catchUp(storyOf([0, 90]), at(90))).toEqual([]);
  });
});

test('the curve has every bird at its end, and no more points than asked', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(3000), { minLength: 1, maxLength: 400 }),
      fc.integer({ min: 2, max: 50 }),
      (seconds, most) => {
        const curve = arrivalCurve(rank(homes(...seconds), frame), most);
        expect(curve.length).toBeLessThanOrEqual(most + 1);
        expect(curve.at(-1)![1]).toBe(seconds.length);
        expect(curve.every(([, home], index) => index === 0 || home > curve[index - 1]![1])).toBe(true);
      },
    ),
  );
  expect(arrivalCurve([], 10)).toEqual([]);
});

test('published fields are told in a readable number of sentences', () => {
  for (const { minutes, birds } of publishedFields()) {
    const landed = minutes.map((after, index) => ({ pigeon_id: index + 1, time_ms: release_ms + after * minute }));
    const story = raceStory({
      release_ms,
      distance_m: 300_000,
      basketed: birds,
      ranked: rank(landed, frame),
      countryOf: (id) => `C${id % 20}`,
      changes: [],
      rulings: [],
      closed_ms: release_ms + 24 * 60 * minute,
    });
    expect(story.length).toBeGreaterThan(4);
    expect(story.length).toBeLessThan(80);
  }
});

test('6,800 birds are told within some milliseconds', () => {
  const stream = Array.from({ length: 6800 }, (_, n) => [n + 1, (n * 7919) % 9000] as [number, number]);
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now();
    const changes = changesOf(rows(...stream));
    const ranked = rank(
      stream.map(([pigeon_id, seconds]) => ({ pigeon_id, time_ms: at(seconds) })),
      frame,
    );
    storyOf([], { ranked, basketed: 6800, changes: changes.all() });
    return performance.now() - began;
  });
  // Some 10 ms; a busy machine takes several times as long.
  expect(Math.min(...times)).toBeLessThan(400);
});
