/**
 * The ranking of a season by its rule, for pigeons and for groups of them: a whole number for each, which anybody can
 * recompute. It follows its flights one arrival at a time, and is then the same as ranked anew.
 */
import { tenthMillimetres } from '#domain/units.ts';
import { asDecimals, divided } from './exact.ts';
import {
  countsBy,
  decimalsOf,
  type FlightRule,
  flightRule,
  highestWins,
  isByTime,
  type Landing,
  type NoValue,
  speedOf,
} from './flight-value.ts';
import type { RankingRule, TieBreak } from './ranking-rule.ts';
import {
  byKey,
  differOnlyInResults,
  keyOf,
  type RankingFlight,
  type RankingLine,
  type RankingSeason,
  type SubjectKey,
  takesPart,
} from './ranking-season.ts';

export interface RankingRow {
  key: SubjectKey;
  /** Equal ones share a place and the next is skipped. */
  place: number;
  /** In units of the last decimal. */
  value: number;
  /** The number of values that count: of a pigeon its flights. */
  count: number;
  /** A bird in the air counts at what it would have if it landed now: the value can only become worse. */
  at_most: boolean;
  /** What decided between it and the line above, where their values are equal; null: nothing had to. */
  decided_by: TieBreak | null;
}

/** The value of one flight for a subject, with the birds that make it. */
export interface FlightPart {
  flight_id: number;
  /** As plain decimals; null: it has none. */
  value: string | null;
  weight_percent: number;
  /** Part of the value of each bird. */
  bonus: string;
  birds: readonly (RankingLine & { value: string | null; in_the_air: boolean })[];
}

/** Why a flight does not count for a subject. */
export type Dropped = NoValue | 'not_among_best' | 'not_home' | 'too_few_birds';

/** A line, explained: everything that it was made from. */
export interface Explanation {
  /** Null: it is not ranked. */
  row: RankingRow | null;
  /** The value as plain decimals; null: it is not ranked. */
  value: string | null;
  counted: FlightPart[];
  dropped: (FlightPart & { why: Dropped })[];
  /** Why it is not ranked. */
  why_not: 'too_few_flights' | 'flight_missed' | null;
}

/** A tie-break that was asked between two lines, with what each of them has; null: it has none. */
export interface Tried {
  tie_break: TieBreak;
  /** A place, ms, flights, or a value in units of the last decimal. */
  own: number | null;
  other: number | null;
  /** Of the results that are compared one after the other, the first that differ: 1 is the best; null: another, or all are equal. */
  nth: number | null;
}

/** What decides between two lines: how many values count, the value, or a tie-break, with all that were asked before. */
export interface Between {
  decided_by: 'count' | 'value' | TieBreak | null;
  tries: Tried[];
}

/** A flight as the ranking holds it; arrays by bird and by subject, without a value where there is none. */
interface Held extends FlightRule {
  facts: RankingFlight;
  counts: boolean;
  at: number;
  tenths: number;
  rank: Float64Array;
  net: Float64Array;
  air: Uint8Array;
  bird_value: Float64Array;
  /** Of each subject: the time of its scoring birds together, their number, and whether one is in the air. */
  time: Float64Array;
  birds: Uint16Array;
  in_air: Uint8Array;
}

/** The value and the time of one bird in a flight to come. */
interface Bound {
  value: number;
  time: number;
}

/** The values of a subject, flight by flight: the first so many of lists that are refilled for each subject. */
interface Cells {
  count: number;
  flights: Held[];
  value: number[];
  /** What stands for a flight to come; null: it is as flown. */
  bound: ((Bound & { birds: number }) | null)[];
}

/** What a subject has by its flights. */
interface Standing {
  is_ranked: boolean;
  total: number;
  count: number;
  flights: number;
  at_most: boolean;
}

const none = Number.NaN;

/** A ranking that follows its flights; the same as one made anew. */
export interface SeasonRanking {
  readonly rule: RankingRule;
  /** The lines of the ranking, the first place first. */
  rows(): RankingRow[];
  /** The flights of the season as they stand. */
  flights(): RankingFlight[];
  /**
   * A flight has other results: an arrival, a correction, or time has passed for the birds in the air. Costs what the
   * changed birds cost; where a flight is released, or its distance or birds are others, all is ranked anew.
   */
  follow(flight: RankingFlight): void;
  /** Everything that a line was made from; null for who takes no part. */
  explain(key: SubjectKey): Explanation | null;
  /** What decides between two lines; null where one is not ranked. */
  between(key: SubjectKey, other: SubjectKey): Between | null;
  /** The subject of a bird; null where it takes no part. */
  subjectOf(pigeon_id: number): SubjectKey | null;
  /**
   * Where the subject of a bird would stand if the bird landed so, and everybody else as they stand here. Null where it
   * would not be ranked.
   */
  ifLanded(pigeon_id: number, flight_id: number, landing: Landing): { place: number; value: number } | null;
  /**
   * How many can still pass the leader: whose value would be better than the leader's if they flew every flight to come
   * at the ceiling of the rule, and the leader at its floor. Null where the rule names no ceiling that it needs.
   */
  canStillPass(): number | null;
}

/** Ranks a season, and from then on follows it. */
export function seasonRanking(rule: RankingRule, { birds, flights: as_given }: RankingSeason): SeasonRanking {
  const wins_highest = highestWins(rule.measure);
  const by_total = rule.measure.by === 'total_speed';
  const is_mean = by_total || rule.measure.by === 'mean_speed';
  /** How many birds of a subject score in a flight, and whether all of them have to. */
  const wanted_birds = rule.subject.of === 'pigeon' ? 1 : rule.subject.birds;
  const needs_all = rule.subject.of === 'pigeon' || rule.subject.complete;
  const entered = birds.filter((bird) => takesPart(rule, bird)).sort((a, b) => a.pigeon_id - b.pigeon_id);
  const index_of = new Map(entered.map(({ pigeon_id }, i) => [pigeon_id, i]));
  const by_key = Map.groupBy(entered.keys(), (i) => keyOf(rule, entered[i]!));
  by_key.delete(null);
  const keys = [...(by_key.keys() as MapIterator<SubjectKey>)].sort(byKey);
  const subject_of = new Map(keys.map((key, s) => [key, s]));
  /** The birds of each subject, and the subject of each bird; -1: it takes no part. */
  const members_of = keys.map((key) => by_key.get(key)!);
  const subject_of_bird = new Int32Array(entered.length).fill(-1);
  for (const [s, own] of members_of.entries()) for (const b of own) subject_of_bird[b] = s;
  let held_flights: Held[] = [];
  /** Those that count and were flown, and those that had to be. */
  let counting: Held[] = [];
  let musts: Held[] = [];
  /** The value of each subject in each flight; those of a subject stand beside each other. */
  let cells = new Float64Array();
  let standings: Standing[] = [];
  let order: number[] = [];
  /** The lines, once they were asked for. */
  let lines: RankingRow[] | null = null;
  /** The last final, and the last flight of all, that was flown. */
  let last_final: Held | undefined;
  let last_flown: Held | undefined;
  /** The values of the subject in hand, and the best of them first. */
  const in_hand: Cells = { count: 0, flights: [], value: [], bound: [] };
  const best_first: number[] = [];

  function rows(): RankingRow[] {
    lines ??= linesInOrder();
    return lines;
  }

  function linesInOrder(): RankingRow[] {
    const rows: RankingRow[] = [];
    for (let i = 0; i < order.length; i += 1) {
      const s = order[i]!;
      const { total, count, at_most } = standings[s]!;
      const decided = i === 0 ? 'apart' : decidedBy(order[i - 1]!, s);
      rows.push({
        key: keys[s]!,
        place: decided === 'equal' ? rows[i - 1]!.place : i + 1,
        value: total,
        count,
        at_most,
        decided_by: decided === 'equal' || decided === 'apart' ? null : decided,
      });
    }
    return rows;
  }

  function flights(): RankingFlight[] {
    return held_flights.map(({ facts }) => facts);
  }

  function follow(flight: RankingFlight): void {
    lines = null;
    const at = held_flights.findIndex(({ facts }) => facts.flight_id === flight.flight_id);
    const held = held_flights[at];
    if (!held || !differOnlyInResults(held.facts, flight)) {
      const all = flights();
      if (at >= 0) all[at] = flight;
      else all.push(flight);
      rankAnew(all);
      return;
    }
    held.facts = flight;
    const next = readFlight(flight);
    const changed = new Set<number>();
    let reordered = false;
    for (let b = 0; b < next.rank.length; b += 1) {
      const same =
        Object.is(next.rank[b], held.rank[b]) && Object.is(next.net[b], held.net[b]) && next.air[b] === held.air[b];
      if (same) continue;
      held.rank[b] = next.rank[b]!;
      held.net[b] = next.net[b]!;
      held.air[b] = next.air[b]!;
      setValue(held, b);
      changed.add(subject_of_bird[b]!);
    }
    for (const s of changed) {
      if (s < 0) continue;
      sumUp(held, s);
      const was = standings[s]!.is_ranked;
      standings[s] = standingOf(s);
      reordered ||= was !== standings[s].is_ranked;
    }
    if (reordered) {
      const known = new Set(order);
      order = order.filter((s) => standings[s]!.is_ranked);
      for (const s of changed) if (s >= 0 && !known.has(s) && standings[s]!.is_ranked) order.push(s);
    }
    if (changed.size > 0) order.sort(compare);
  }

  function explain(key: SubjectKey): Explanation | null {
    const s = subject_of.get(key);
    if (s === undefined) return null;
    const standing = standings[s]!;
    const row = standing.is_ranked ? rows().find((one) => one.key === key)! : null;
    gather(s);
    const counted = new Set(choose().map((i) => in_hand.flights[i]!));
    const parts = counting.map((held) => ({ held, ...explainFlight(held, s) }));
    return {
      row,
      value: row && asDecimals(row.value, decimalsOf(rule.measure)),
      counted: parts.filter(({ held }) => counted.has(held)).map(({ part }) => part),
      dropped: parts
        .filter(({ held }) => !counted.has(held))
        .map(({ part, why }) => ({ ...part, why: why ?? 'not_among_best' })),
      why_not: standing.is_ranked ? null : hasMissed(s) ? 'flight_missed' : 'too_few_flights',
    };
  }

  function subjectOf(pigeon_id: number): SubjectKey | null {
    const s = subject_of_bird[index_of.get(pigeon_id) ?? -1] ?? -1;
    return s < 0 ? null : keys[s]!;
  }

  function ifLanded(
    pigeon_id: number,
    flight_id: number,
    { rank, net_ms }: Landing,
  ): { place: number; value: number } | null {
    const b = index_of.get(pigeon_id);
    const held = held_flights.find(({ facts }) => facts.flight_id === flight_id);
    const s = b === undefined ? -1 : subject_of_bird[b]!;
    if (b === undefined || s < 0 || !held?.facts.flown) return null;
    const before = [held.rank[b]!, held.net[b]!, held.air[b]!, standings[s]!] as const;
    [held.rank[b], held.net[b], held.air[b]] = [rank, net_ms, 0];
    setValue(held, b);
    sumUp(held, s);
    const standing = standingOf(s);
    standings[s] = standing;
    let place = 1;
    for (const other of order) if (other !== s && placed(other, s) < 0) place += 1;
    [held.rank[b], held.net[b], held.air[b], standings[s]] = before;
    setValue(held, b);
    sumUp(held, s);
    return standing.is_ranked ? { place, value: standing.total } : null;
  }

  function canStillPass(): number | null {
    const leader = order[0];
    if (leader === undefined) return 0;
    const best = boundsOf('fastest');
    const worst = boundsOf('slowest');
    const { by } = rule.measure;
    if (!best || (!worst && by === 'total_time')) return null;
    const floor = worst
      ? standingOf(leader, { bounds: worst, flies: members_of[leader]!.length, sinks: true })
      : standings[leader]!;
    let passing = 0;
    for (let s = 0; s < keys.length; s += 1) {
      if (s === leader) continue;
      const flies = members_of[s]!.filter((b) => entered[b]!.flies ?? true).length;
      const ceiling = standingOf(s, { bounds: best, flies });
      if (ceiling.is_ranked && (!floor.is_ranked || apart(ceiling, floor) < 0)) passing += 1;
    }
    return passing;
  }

  /** Ranks all anew. */
  function rankAnew(flights: readonly RankingFlight[]): void {
    const subjects = keys.length;
    cells = new Float64Array(subjects * flights.length).fill(none);
    held_flights = flights.map((facts, at) => ({
      ...flightRule(rule, facts),
      facts,
      at,
      counts: countsBy(rule, facts),
      tenths: tenthMillimetres(facts.distance_m),
      ...readFlight(facts),
      bird_value: new Float64Array(entered.length).fill(none),
      time: new Float64Array(subjects),
      birds: new Uint16Array(subjects),
      in_air: new Uint8Array(subjects),
    }));
    for (const held of held_flights) {
      for (let b = 0; b < entered.length; b += 1) setValue(held, b);
      for (let s = 0; s < subjects; s += 1) sumUp(held, s);
    }
    const flown = held_flights.filter(({ facts }) => facts.flown);
    counting = flown.filter(({ counts }) => counts);
    musts = flown.filter(({ facts }) => rule.flights.must.some((kind) => kind === facts.kind));
    last_final = flown.findLast(({ facts }) => facts.kind === 'final');
    last_flown = flown.at(-1);
    standings = keys.map((_, s) => standingOf(s));
    order = [...keys.keys()].filter((s) => standings[s]!.is_ranked).sort(compare);
  }

  /** The places and times of a flight by bird. */
  function readFlight({ results, air }: RankingFlight): Pick<Held, 'rank' | 'net' | 'air'> {
    const rank = new Float64Array(entered.length).fill(none);
    const net = new Float64Array(entered.length).fill(none);
    const flying = new Uint8Array(entered.length);
    const set = (pigeon_id: number, landing: Landing, in_air: number) => {
      const b = index_of.get(pigeon_id);
      if (b === undefined) return;
      rank[b] = landing.rank;
      net[b] = landing.net_ms;
      flying[b] = in_air;
    };
    if (air) for (const pigeon_id of air.pigeon_ids) set(pigeon_id, air, 1);
    for (const line of results) set(line.pigeon_id, line, 0);
    return { rank, net, air: flying };
  }

  function setValue(held: Held, b: number): void {
    const rank = held.rank[b]!;
    const value = Number.isNaN(rank) ? 'not_home' : held.worth({ rank, net_ms: held.net[b]! });
    held.bird_value[b] = typeof value === 'number' ? value : none;
  }

  /** The birds of a subject that score in a flight, the best first; none where it has no value there. */
  function scoringBirds(held: Held, s: number, value: (b: number) => number = (b) => held.bird_value[b]!): number[] {
    const birds = wanted_birds;
    const own = members_of[s]!.filter((b) => !Number.isNaN(value(b)));
    if (own.length === 0 || (needs_all && birds !== null && own.length < birds)) return [];
    if (birds === null || own.length <= birds) return own;
    const sign = wins_highest ? -1 : 1;
    return own.sort((a, b) => sign * (value(a) - value(b)) || held.net[a]! - held.net[b]! || a - b).slice(0, birds);
  }

  /** Sums up a flight for a subject. */
  function sumUp(held: Held, s: number): void {
    const members = members_of[s]!;
    const cell = s * held_flights.length + held.at;
    if (members.length === 1 && wanted_birds === 1) {
      const b = members[0]!;
      cells[cell] = held.bird_value[b]!;
      held.time[s] = held.net[b]!;
      held.birds[s] = 1;
      held.in_air[s] = held.air[b]!;
      return;
    }
    const scoring = scoringBirds(held, s);
    let value = scoring.length === 0 ? none : 0;
    held.time[s] = held.in_air[s] = 0;
    held.birds[s] = scoring.length;
    for (const b of scoring) {
      value += held.bird_value[b]!;
      held.time[s]! += held.net[b]!;
      held.in_air[s]! |= held.air[b]!;
    }
    cells[cell] = value;
  }

  /** The value of a subject in a flight. */
  function cellOf(held: Held, s: number): number {
    return cells[s * held_flights.length + held.at]!;
  }

  /**
   * Collects the values of a subject in the flights that count: as flown, and with a bound also those to come.
   * @returns how many flights there are
   */
  function gather(s: number, to_come?: ToCome): number {
    const own = in_hand;
    own.count = 0;
    const flights = to_come ? held_flights.filter(({ counts }) => counts) : counting;
    for (const held of flights) {
      const bound = to_come ? bounded(held, s, to_come) : null;
      const value = bound ? bound.value : cellOf(held, s);
      if (Number.isNaN(value)) continue;
      own.flights[own.count] = held;
      own.value[own.count] = value;
      own.bound[own.count] = bound;
      own.count += 1;
    }
    return flights.length;
  }

  /** The value of a flight to come by a bound; of one that was flown null, but for birds in the air that sink to it. */
  function bounded(held: Held, s: number, { bounds, flies, sinks }: ToCome): (Bound & { birds: number }) | null {
    const bound = bounds.get(held);
    if (held.facts.flown) {
      if (!sinks || held.in_air[s] === 0) return null;
      const value = (b: number) => (held.air[b] === 1 ? (bound?.value ?? none) : held.bird_value[b]!);
      const scoring = scoringBirds(held, s, value);
      const sum = { value: scoring.length === 0 ? none : 0, time: 0, birds: scoring.length };
      for (const b of scoring) {
        sum.value += value(b);
        sum.time += held.air[b] === 1 ? bound!.time : held.net[b]!;
      }
      return sum;
    }
    const scoring = Math.min(wanted_birds ?? flies, flies);
    if (!bound || scoring === 0 || (needs_all && scoring < (wanted_birds ?? 1)))
      return { value: none, time: 0, birds: 0 };
    return { value: bound.value * scoring, time: bound.time * scoring, birds: scoring };
  }

  /** Which of the values collected count: the best as many as the rule says; of equal ones the earlier flight. */
  function choose(): readonly number[] {
    const { count } = in_hand;
    const wanted = Math.min(rule.flights.best ?? count, count);
    for (let i = 0; i < count; i += 1) {
      let at = i;
      // Nothing is sorted where all count.
      if (wanted < count)
        for (; at > 0 && worthOf(best_first[at - 1]!) > worthOf(i); at -= 1) best_first[at] = best_first[at - 1]!;
      best_first[at] = i;
    }
    best_first.length = wanted;
    return best_first;
  }

  /** By what the best values are chosen, the least first: where values are added up, by what they add. */
  function worthOf(i: number): number {
    const worth = is_mean ? in_hand.value[i]! : in_hand.value[i]! * in_hand.flights[i]!.weight;
    return wins_highest ? -worth : worth;
  }

  /** What a subject has: as flown, or with the flights to come at a bound. */
  function standingOf(s: number, to_come?: ToCome): Standing {
    const { measure, flights } = rule;
    const all = gather(s, to_come);
    const own = in_hand;
    const asked = Math.min(flights.least ?? flights.best ?? all, all);
    const standing: Standing = { is_ranked: false, total: 0, count: 0, flights: own.count, at_most: false };
    if (own.count === 0 || own.count < asked || hasMissed(s)) return standing;
    // Weights are percent.
    let [values, times, birds, tenths] = [0, 0, 0, 0];
    for (const i of choose()) {
      const held = own.flights[i]!;
      const bound = own.bound[i];
      const scoring = bound ? bound.birds : held.birds[s]!;
      values += held.weight * own.value[i]!;
      birds += held.weight * scoring;
      standing.count += scoring;
      if (by_total) {
        times += held.weight * (bound ? bound.time : held.time[s]!);
        tenths += held.weight * scoring * held.tenths;
      }
      standing.at_most ||= !bound && held.facts.air != null && held.in_air[s] === 1;
    }
    standing.is_ranked = true;
    standing.total =
      measure.by === 'total_speed'
        ? speedOf(measure, tenths, times)
        : divided(
            values,
            measure.by === 'mean_speed' ? birds : 100,
            1,
            'rounding' in measure ? measure.rounding : 'half-up',
          );
    return standing;
  }

  /** Whether a flight that must be flown has no value. */
  function hasMissed(s: number): boolean {
    return musts.some((held) => Number.isNaN(cellOf(held, s)));
  }

  /** The value of one bird in each flight that is not over, at the fastest or slowest that the rule names. */
  function boundsOf(which: 'fastest' | 'slowest'): Map<Held, Bound> | null {
    const { measure, to_come } = rule;
    const speed = to_come?.[which] ?? null;
    const by_time = isByTime(measure);
    if (by_time && speed === null) return null;
    const bounds = new Map<Held, Bound>();
    for (const held of held_flights) {
      if (held.facts.flown && !held.facts.air) continue;
      const rank = which === 'fastest' ? 1 : Math.max(1, held.facts.basketed);
      const net_ms = by_time ? divided(held.tenths * 6, speed!, 1, which === 'fastest' ? 'cut' : 'up') : 0;
      const value = held.worth({ rank, net_ms });
      if (typeof value === 'number') bounds.set(held, { value, time: net_ms });
    }
    return bounds;
  }

  /** Below zero where the first is better by what it has; 0: their values are equal. */
  function apart(a: Standing, b: Standing): number {
    const by_count = rule.places_by === 'count' ? b.count - a.count : 0;
    return by_count || (wins_highest ? b.total - a.total : a.total - b.total);
  }

  function breaks(tie_break: TieBreak, a: number, b: number): number {
    switch (tie_break) {
      case 'final_place':
        return compareFirst(last_final, 'rank', a, b);
      case 'final_time':
        return compareFirst(last_final, 'net', a, b);
      case 'first_bird':
        return compareFirst(last_flown, 'net', a, b);
      case 'most_flights':
        return standings[b]!.flights - standings[a]!.flights;
      case 'best_results':
        return countback(a, b);
    }
  }

  /** Compares the first birds of two subjects in a flight; who has none there is behind. */
  function compareFirst(held: Held | undefined, what: 'rank' | 'net', a: number, b: number): number {
    if (!held) return 0;
    const [of_a, of_b] = [firstOf(held, what, a), firstOf(held, what, b)];
    return of_a === of_b ? 0 : of_a - of_b;
  }

  /** The place or time of the first bird of a subject in a flight; infinite: none is home. */
  function firstOf(held: Held, what: 'rank' | 'net', s: number): number {
    let least = Infinity;
    for (const bird of members_of[s]!) if (held[what][bird]! < least) least = held[what][bird]!;
    return least;
  }

  /** The results that count of a subject, the best first, the lower the better. */
  function resultsOf(s: number): number[] {
    gather(s);
    const sign = wins_highest ? -1 : 1;
    return choose()
      .map((i) => sign * in_hand.value[i]!)
      .sort((x, y) => x - y);
  }

  /** Compares the best results that count of two subjects, then the second … */
  function countback(a: number, b: number): number {
    const of_a = resultsOf(a);
    const of_b = resultsOf(b);
    for (let i = 0; i < Math.max(of_a.length, of_b.length); i += 1) {
      const [x, y] = [of_a[i] ?? Infinity, of_b[i] ?? Infinity];
      if (x !== y) return x - y;
    }
    return 0;
  }

  /** What two subjects have by a tie-break. */
  function tried(tie_break: TieBreak, a: number, b: number): Tried {
    const ofFirst = (held: Held | undefined, what: 'rank' | 'net'): Tried => {
      const [own, other] = [a, b].map((s) => {
        const first = held ? firstOf(held, what, s) : Infinity;
        return first === Infinity ? null : first;
      }) as [number | null, number | null];
      return { tie_break, own, other, nth: null };
    };
    switch (tie_break) {
      case 'final_place':
        return ofFirst(last_final, 'rank');
      case 'final_time':
        return ofFirst(last_final, 'net');
      case 'first_bird':
        return ofFirst(last_flown, 'net');
      case 'most_flights':
        return { tie_break, own: standings[a]!.flights, other: standings[b]!.flights, nth: null };
      case 'best_results': {
        const [of_a, of_b] = [resultsOf(a), resultsOf(b)];
        const differs = Array.from({ length: Math.max(of_a.length, of_b.length) }, (_, i) => i).find(
          (i) => of_a[i] !== of_b[i],
        );
        const value = (results: readonly number[]) => {
          const result = results[differs ?? 0];
          return result === undefined ? null : Math.abs(result);
        };
        return { tie_break, own: value(of_a), other: value(of_b), nth: differs === undefined ? null : differs + 1 };
      }
    }
  }

  function between(key: SubjectKey, other: SubjectKey): Between | null {
    const [a, b] = [subject_of.get(key), subject_of.get(other)];
    if (a === undefined || b === undefined || !standings[a]!.is_ranked || !standings[b]!.is_ranked) return null;
    if (apart(standings[a]!, standings[b]!) !== 0) {
      const by_count = rule.places_by === 'count' && standings[a]!.count !== standings[b]!.count;
      return { decided_by: by_count ? 'count' : 'value', tries: [] };
    }
    const decided = rule.tie_breaks.findIndex((tie_break) => breaks(tie_break, a, b) !== 0);
    const asked = decided < 0 ? rule.tie_breaks : rule.tie_breaks.slice(0, decided + 1);
    return {
      decided_by: rule.tie_breaks[decided] ?? null,
      tries: asked.map((tie_break) => tried(tie_break, a, b)),
    };
  }

  /** The order of two subjects, by value and tie-breaks; 0: they share a place. */
  function placed(a: number, b: number): number {
    const by_value = apart(standings[a]!, standings[b]!);
    if (by_value !== 0) return by_value;
    for (const tie_break of rule.tie_breaks) {
      const decided = breaks(tie_break, a, b);
      if (decided !== 0) return decided;
    }
    return 0;
  }

  const compare = (a: number, b: number): number => placed(a, b) || a - b;

  function decidedBy(above: number, s: number): TieBreak | 'apart' | 'equal' {
    if (apart(standings[above]!, standings[s]!) !== 0) return 'apart';
    return rule.tie_breaks.find((tie_break) => breaks(tie_break, above, s) !== 0) ?? 'equal';
  }

  /** One flight of a subject, explained. */
  function explainFlight(held: Held, s: number): { part: FlightPart; why: Dropped | null } {
    const decimals = decimalsOf(rule.measure);
    const text = (value: number) => (Number.isNaN(value) ? null : asDecimals(value, decimals));
    const home = members_of[s]!.filter((b) => !Number.isNaN(held.rank[b]));
    const scoring = scoringBirds(held, s);
    const reasons = home.map((b) => held.worth({ rank: held.rank[b]!, net_ms: held.net[b]! }));
    const part: FlightPart = {
      flight_id: held.facts.flight_id,
      value: text(cellOf(held, s)),
      weight_percent: held.weight,
      bonus: asDecimals(held.bonus, decimals),
      birds: (scoring.length > 0 ? scoring : home).map((b) => ({
        pigeon_id: entered[b]!.pigeon_id,
        rank: held.rank[b]!,
        net_ms: held.net[b]!,
        value: text(held.bird_value[b]!),
        in_the_air: held.air[b] === 1,
      })),
    };
    if (scoring.length > 0) return { part, why: null };
    const has_value = reasons.some((reason) => typeof reason === 'number');
    const why = has_value ? 'too_few_birds' : (reasons.find((reason) => typeof reason !== 'number') ?? 'not_home');
    return { part, why };
  }

  rankAnew(as_given);
  return { rule, rows, flights, follow, explain, between, subjectOf, ifLanded, canStillPass };
}

/** How flights to come are counted: at which bound, by how many birds, and whether birds in the air sink to it. */
interface ToCome {
  bounds: ReadonlyMap<Held, Bound>;
  flies: number;
  sinks?: boolean;
}

/** The ranking of a season, ranked once. */
export const rankSeason = (rule: RankingRule, season: RankingSeason): RankingRow[] =>
  seasonRanking(rule, season).rows();

/**
 * The place of each line among those of its country: equal ones share it and the next is skipped, as in the whole ranking.
 * @param rows the whole ranking, the first place first
 * @param countryOf null: it belongs to none
 */
export function nationalPlaces(
  rows: readonly RankingRow[],
  countryOf: (key: SubjectKey) => string | null,
): Map<SubjectKey, number> {
  const found = new Map<SubjectKey, number>();
  /** Of each country the lines so far, and the last of them. */
  const last = new Map<string, { count: number; place: number; national: number }>();
  for (const { key, place } of rows) {
    const country = countryOf(key);
    if (country === null) continue;
    const before = last.get(country) ?? { count: 0, place: 0, national: 0 };
    const count = before.count + 1;
    const national = before.place === place ? before.national : count;
    last.set(country, { count, place, national });
    found.set(key, national);
  }
  return found;
}

/** By how many places each line has moved up since an earlier ranking; null: it was not in it. */
export function movement(now: readonly RankingRow[], before: readonly RankingRow[]): Map<SubjectKey, number | null> {
  const places = new Map(before.map(({ key, place }) => [key, place]));
  return new Map(
    now.map(({ key, place }) => {
      const was = places.get(key);
      return [key, was === undefined ? null : was - place];
    }),
  );
}
