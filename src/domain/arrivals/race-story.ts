// The race as it is told: events in the order in which they happened, each with the figures of its sentence. What the
// birds at home say follows from the ranking of this moment; what late readings and corrections changed follows from the
// stream of arrivals, row by row.

import { drop_gap_ms } from '#domain/drop-gap.ts';
import { dropLines } from './drops.ts';
import { type Home, placeOf, type Ranked, type RankFrame } from './rank.ts';

/** A silence of at least this long is told, when as many birds as `least_drop` end it. */
const silence_ms = 60_000;
const least_drop = 3;
/** Of a long drop the sentence counts the birds of its first minute. */
const burst_ms = 60_000;
/** The busiest minute is told when it brought at least this many birds. */
const least_busiest = 10;
/** A bird that stands before others is late when its reading comes so much after its time; among the first ones sooner. */
const late_ms = 60_000;
const late_podium_ms = drop_gap_ms;
const podium = 3;

/** The shares of the field, in percent, at which the story says how many are home. */
export const storyShares = [10, 25, 50, 75] as const;

/** An event of a race. `at_ms`: when it happened by the clock of the race, epoch ms; distances in metres. */
export type StoryEvent = { at_ms: number } & (
  | { kind: 'released'; birds: number }
  | { kind: 'first'; pigeon_id: number; net_ms: number; speed: number | null }
  /** The leader's margin, and how far out the second bird was when the first one landed. */
  | { kind: 'second'; pigeon_id: number; gap_ms: number; behind_m: number }
  /** A bird that landed later has flown for a shorter time: its group was released later. */
  | { kind: 'lead'; pigeon_id: number; gap_ms: number }
  | { kind: 'country'; pigeon_id: number; rank: number }
  | { kind: 'drop'; birds: number; within_ms: number; silence_ms: number }
  | { kind: 'busiest'; birds: number }
  | { kind: 'share'; percent: number; home: number; birds: number; since_first_ms: number }
  | { kind: 'all'; birds: number; since_first_ms: number }
  | { kind: 'last'; pigeon_id: number; rank: number; gap_ms: number }
  | { kind: 'closed'; home: number; birds: number }
  | StoryChange
  | StoryRuling
);

/**
 * Readings that came late, with the best place that one of them took and the birds that stand one place lower for it;
 * or birds that have another time than before, or none.
 */
export type StoryChange = LateReadings | { at_ms: number; kind: 'correction'; birds: number };

interface LateReadings {
  at_ms: number;
  kind: 'late';
  pigeon_id: number;
  rank: number;
  readings: number;
  moved: number;
}

/** A ruling that was made, with the birds that stand higher and lower, come in and go out. */
export interface StoryRuling {
  at_ms: number;
  kind: 'ruling';
  n: number;
  up: number;
  down: number;
  come_in: number;
  go_out: number;
}

/** A row of the stream of arrivals: the time of a bird from now on, epoch ms; null: it has none any more. */
export interface StoryRow {
  pigeon_id: number;
  time_ms: number | null;
  /** Written by a ruling, which is told by itself. */
  by_ruling: boolean;
}

/** What late readings and corrections changed, kept while rows are added. */
export interface StoryChanges {
  /** Adds the next rows of the stream. However they are cut into parts, the outcome is the same. */
  take(rows: readonly StoryRow[]): void;
  /** In the order in which they happened. */
  all(): StoryChange[];
  /** The place of a bird when its first reading came in, without ties; undefined: it has not come. */
  firstPlace(pigeon_id: number): number | undefined;
}

/** Follows the stream of a flight from its first row. 10,000 rows take about 5 ms. */
export function createStoryChanges(frame: RankFrame): StoryChanges {
  const homes = new Map<number, number>();
  const line: Home[] = [];
  const firstPlaces = new Map<number, number>();
  const changes: StoryChange[] = [];
  /** The birds of the last correction: one of several rows counts once. */
  let corrected = new Set<number>();
  /** The latest landing so far: when a row came in, by the clock of the race. */
  let clock_ms = Number.NEGATIVE_INFINITY;

  return {
    take(rows) {
      for (const row of rows) takeRow(row);
    },
    all: () => changes.map((change) => ({ ...change })),
    firstPlace: (pigeon_id) => firstPlaces.get(pigeon_id),
  };

  function takeRow({ pigeon_id, time_ms, by_ruling }: StoryRow): void {
    const before_ms = homes.get(pigeon_id);
    if (before_ms !== undefined) line.splice(placeOf(line, { pigeon_id, time_ms: before_ms }, frame), 1);
    if (time_ms === null) homes.delete(pigeon_id);
    else {
      const place = placeOf(line, { pigeon_id, time_ms }, frame);
      const moved = line.length - place;
      line.splice(place, 0, { pigeon_id, time_ms });
      homes.set(pigeon_id, time_ms);
      if (!firstPlaces.has(pigeon_id)) firstPlaces.set(pigeon_id, place + 1);
      const late_by_ms = clock_ms - time_ms;
      const isLate = late_by_ms > (place < podium ? late_podium_ms : late_ms);
      if (before_ms === undefined && moved > 0 && isLate && !by_ruling) addLate({ pigeon_id, rank: place + 1, moved });
    }
    if (before_ms !== undefined && before_ms !== time_ms && !by_ruling) addCorrected(pigeon_id);
    if (time_ms !== null) clock_ms = Math.max(clock_ms, time_ms);
  }

  /** Late readings within a minute of each other are one event. */
  function addLate(late: { pigeon_id: number; rank: number; moved: number }): void {
    const last = changes.at(-1);
    if (last?.kind !== 'late' || clock_ms - last.at_ms > late_ms) {
      changes.push({ at_ms: clock_ms, kind: 'late', ...late, readings: 1 });
      return;
    }
    last.readings += 1;
    if (late.rank < last.rank) Object.assign(last, late);
  }

  /** Corrections without a landing between them are one event. */
  function addCorrected(pigeon_id: number): void {
    const last = changes.at(-1);
    if (last?.kind !== 'correction' || last.at_ms !== clock_ms) {
      corrected = new Set([pigeon_id]);
      changes.push({ at_ms: clock_ms, kind: 'correction', birds: 1 });
      return;
    }
    corrected.add(pigeon_id);
    last.birds = corrected.size;
  }
}

/** What the story of a race is made from. */
export interface StoryFacts {
  /** Null before the release. */
  release_ms: number | null;
  distance_m: number;
  basketed: number;
  /** The ranking of the birds at home. */
  ranked: readonly Ranked[];
  /** The countries of birds, where they are shown. */
  countryOf: (pigeon_id: number) => string | null;
  changes: readonly StoryChange[];
  rulings: readonly StoryRuling[];
  /** When the race was closed, epoch ms; null: it is in the air. */
  closed_ms: number | null;
}

/** The story of a race so far, in the order in which it happened. 10,000 birds take about 5 ms. */
export function raceStory(facts: StoryFacts): StoryEvent[] {
  const { release_ms, basketed, changes, rulings, closed_ms, ranked } = facts;
  if (release_ms === null) return [];
  const events: StoryEvent[] = [{ at_ms: release_ms, kind: 'released', birds: basketed }];
  const landed = ranked.toSorted((a, b) => a.time_ms - b.time_ms || a.rank - b.rank);
  events.push(...landings(landed, facts), ...dropEvents(landed), ...busiestMinute(landed, closed_ms !== null));
  const last = landed.at(-1);
  if (closed_ms !== null) {
    if (last && landed.length > 1)
      events.push({ at_ms: last.time_ms, kind: 'last', ...pick(last), gap_ms: last.gap_ms });
    events.push({
      at_ms: Math.max(closed_ms, last?.time_ms ?? 0),
      kind: 'closed',
      home: ranked.length,
      birds: basketed,
    });
  }
  events.push(...toldChanges(changes), ...rulings);
  // Events of the same moment stay in this order.
  return events.sort((a, b) => a.at_ms - b.at_ms);
}

/** Late readings among the first three are told each; of the others one event says how many there are, and the best. */
function toldChanges(changes: readonly StoryChange[]): StoryChange[] {
  const others = changes.filter((one) => one.kind === 'late' && one.rank > podium) as LateReadings[];
  if (others.length === 0) return [...changes];
  const best = others.reduce((first, one) => (one.rank < first.rank ? one : first));
  const readings = others.reduce((sum, one) => sum + one.readings, 0);
  const { at_ms } = others.at(-1)!;
  return [...changes.filter((one) => !others.includes(one as LateReadings)), { ...best, at_ms, readings }];
}

const pick = ({ pigeon_id, rank }: Ranked) => ({ pigeon_id, rank });

/** The first birds, the first of each country, and the shares of the field. */
function landings(landed: readonly Ranked[], { basketed, countryOf, distance_m }: StoryFacts): StoryEvent[] {
  const events: StoryEvent[] = [];
  const countries = new Set<string>();
  const shares = storyShares.map((percent) => ({ percent, at: Math.ceil((basketed * percent) / 100) }));
  let best: Ranked | undefined;
  landed.forEach((bird, index) => {
    const { pigeon_id, time_ms: at_ms, net_ms } = bird;
    const country = countryOf(pigeon_id);
    const isFirstOfCountry = country !== null && !countries.has(country);
    if (country !== null) countries.add(country);
    if (!best) events.push({ at_ms, kind: 'first', pigeon_id, net_ms, speed: bird.speed });
    else if (net_ms < best.net_ms) events.push({ at_ms, kind: 'lead', pigeon_id, gap_ms: best.net_ms - net_ms });
    else if (index === 1)
      events.push({
        at_ms,
        kind: 'second',
        pigeon_id,
        gap_ms: net_ms - best.net_ms,
        behind_m: behind(bird, best, distance_m),
      });
    else if (isFirstOfCountry) events.push({ at_ms, kind: 'country', ...pick(bird) });
    if (!best || net_ms < best.net_ms) best = bird;
    const home = index + 1;
    const since_first_ms = at_ms - landed[0]!.time_ms;
    const share = shares.findLast(({ at }) => at === home);
    if (home === basketed && home > 1) events.push({ at_ms, kind: 'all', birds: basketed, since_first_ms });
    else if (share && home > 1)
      events.push({ at_ms, kind: 'share', percent: share.percent, home, birds: basketed, since_first_ms });
  });
  return events;
}

/**
 * How far a bird still had to fly when a faster one landed, metres: by its own mean speed, because nothing else is known
 * of its way.
 */
export const behind = (
  { net_ms }: Pick<Ranked, 'net_ms'>,
  faster: Pick<Ranked, 'net_ms'>,
  distance_m: number,
): number => (net_ms > 0 ? Math.round(distance_m * (1 - faster.net_ms / net_ms)) : 0);

/** The drops that ended a silence which was long for the pace of the race. */
function dropEvents(landed: readonly Ranked[]): StoryEvent[] {
  const times = landed.map(({ time_ms }) => time_ms);
  const lines = dropLines(times);
  const events: StoryEvent[] = [];
  for (let from = lines.indexOf(1); from >= 0; from = lines.indexOf(1, from + 1)) {
    const first_ms = times[from]!;
    const silent_ms = first_ms - times[from - 1]!;
    if (silent_ms < silence_ms) continue;
    let to = from;
    while (times[to + 1]! - times[to]! <= drop_gap_ms && times[to + 1]! - first_ms <= burst_ms) to += 1;
    const birds = to - from + 1;
    if (birds < least_drop) continue;
    events.push({ at_ms: first_ms, kind: 'drop', birds, within_ms: times[to]! - first_ms, silence_ms: silent_ms });
  }
  return events;
}

/** The minute of the clock in which most birds landed, once it is over. */
function busiestMinute(landed: readonly Ranked[], isClosed: boolean): StoryEvent[] {
  const minutes = new Map<number, number>();
  for (const { time_ms } of landed) {
    const minute = Math.floor(time_ms / 60_000);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }
  const now = isClosed ? Number.POSITIVE_INFINITY : Math.floor((landed.at(-1)?.time_ms ?? 0) / 60_000);
  let most: { minute: number; birds: number } | undefined;
  for (const [minute, birds] of minutes)
    if (minute < now && birds >= Math.max(least_busiest, (most?.birds ?? 0) + 1)) most = { minute, birds };
  return most ? [{ at_ms: (most.minute + 1) * 60_000, kind: 'busiest', birds: most.birds }] : [];
}

/** An event of the reader's own bird, beside those of the race. */
export interface MyBirdHome {
  at_ms: number;
  kind: 'mine';
  pigeon_id: number;
  rank: number;
  gap_ms: number;
  behind_m: number;
  /** Places that it stands lower than when its reading came in; negative: higher. */
  lost: number;
}

/** The landings of some birds, in their order. */
export function homesOfMine(
  ranked: readonly Ranked[],
  mine: ReadonlySet<number>,
  { distance_m, firstPlace }: { distance_m: number; firstPlace: StoryChanges['firstPlace'] },
): MyBirdHome[] {
  const leader = ranked[0];
  return ranked.flatMap((bird, index): MyBirdHome[] => {
    if (!leader || !mine.has(bird.pigeon_id)) return [];
    const lost = index + 1 - (firstPlace(bird.pigeon_id) ?? index + 1);
    return [
      {
        at_ms: bird.time_ms,
        kind: 'mine',
        ...pick(bird),
        gap_ms: bird.gap_ms,
        behind_m: behind(bird, leader, distance_m),
        lost,
      },
    ];
  });
}

/** What is told to somebody who has five sentences, the most important first. */
const weights: Readonly<Record<StoryEvent['kind'] | 'mine', number>> = {
  mine: 100,
  first: 95,
  lead: 94,
  ruling: 85,
  all: 80,
  closed: 75,
  share: 60,
  busiest: 55,
  second: 50,
  correction: 45,
  late: 40,
  last: 35,
  drop: 30,
  released: 20,
  country: 10,
};

function weightOf(event: StoryEvent | MyBirdHome): number {
  const weight = weights[event.kind];
  if (event.kind === 'late' && event.rank <= podium) return weight + 50;
  if (event.kind === 'drop') return weight + Math.min(24, event.birds);
  return weight;
}

/** The most sentences of {@link catchUp}. */
export const mostToCatchUp = 5;

/**
 * What happened after a moment, in at most five events and in their order: the most important ones, of equal ones the
 * latest. Of the shares of the field that are home only the last one is said.
 * @param since_ms epoch ms by the clock of the race; null: from the beginning
 */
export function catchUp<Event extends StoryEvent | MyBirdHome>(
  events: readonly Event[],
  since_ms: number | null,
): Event[] {
  const last_share = events.findLast(({ kind }) => kind === 'share');
  return events
    .filter(
      (event) => (since_ms === null || event.at_ms > since_ms) && (event.kind !== 'share' || event === last_share),
    )
    .toSorted((a, b) => weightOf(b) - weightOf(a) || b.at_ms - a.at_ms)
    .slice(0, mostToCatchUp)
    .sort((a, b) => a.at_ms - b.at_ms);
}

/** How many birds were home at a moment: the points of a curve, `[epoch ms, birds]`, from the first bird to the last. */
export function arrivalCurve(ranked: readonly Ranked[], most_points: number): [at_ms: number, home: number][] {
  const times = Float64Array.from(ranked, ({ time_ms }) => time_ms).sort();
  const count = times.length;
  if (count === 0) return [];
  const [first_ms, last_ms] = [times[0]!, times[count - 1]!];
  const step_ms = Math.max(1, (last_ms - first_ms) / (most_points - 1));
  const points: [number, number][] = [];
  let next_ms = first_ms;
  for (let index = 0; index < count; index += 1) {
    // The last bird of an instant says how many are home then.
    if (times[index + 1] === times[index] || (times[index]! < next_ms && index < count - 1)) continue;
    points.push([times[index]!, index + 1]);
    next_ms = times[index]! + step_ms;
  }
  return points;
}
