/**
 * The lines of a championship from official results alone (domain 2.13). What a flight is worth is what it is worth in the
 * ranking of a season; here the results of lofts are put together, which have few birds in common: what is held is a
 * result, not a table of all birds by all flights.
 */
import { asDecimals } from '#domain/rankings/exact.ts';
import { countsBy, decimalsOf, type FlightFacts, flightRule } from '#domain/rankings/flight-value.ts';
import { byKey, type RankingLine, type SubjectKey } from '#domain/rankings/ranking-season.ts';
import { type ChampionshipRule, type championTieBreaks, rankingRuleOf } from './rule.ts';

/** Whose a bird is. */
export interface ChampionshipBird {
  pigeon_id: number;
  /** The fancier, by the account; null: its team has none. */
  fancier: number | null;
  country: string | null;
}

/** An official flight. */
export interface ChampionshipFlight extends FlightFacts {
  loft_id: number;
  results: readonly RankingLine[];
}

/** A flight that counts for a line, with the birds that score. */
export interface CountedResult {
  flight_id: number;
  value: string;
  birds: (RankingLine & { value: string })[];
}

export interface ChampionshipLine {
  of: SubjectKey;
  /** Equal ones share a place and the next is skipped. */
  place: number;
  country: string | null;
  /** The place among those of the country; null: it has none. */
  country_place: number | null;
  value: string;
  /** What decided between it and the line above, where their values are equal; null: nothing had to. */
  decided_by: (typeof championTieBreaks)[number] | null;
  /** The best first. */
  flights: CountedResult[];
}

interface Scoring extends RankingLine {
  value: number;
}

interface Result {
  flight_id: number;
  loft_id: number;
  value: number;
  birds: Scoring[];
}

interface Subject {
  of: SubjectKey;
  total: number;
  /** The number of results that may count, and those that do. */
  results: number;
  counted: Result[];
}

/** The lines of a championship, the first place first. */
export function reckon(
  rule: ChampionshipRule,
  { birds, flights }: { birds: readonly ChampionshipBird[]; flights: readonly ChampionshipFlight[] },
): ChampionshipLine[] {
  const by_id = new Map(birds.map((bird) => [bird.pigeon_id, bird]));
  const decimals = decimalsOf(rule.measure);
  const subjects = [...resultsBySubject(rule, by_id, flights)].flatMap(([of, results]): Subject[] => {
    const capped = cappedByLoft(rule, results);
    const counted = capped.slice(0, rule.flights.best ?? capped.length);
    if (counted.length < rule.flights.least) return [];
    const total = counted.reduce((sum, { value }) => sum + value, 0);
    return [{ of, total, results: capped.length, counted }];
  });
  subjects.sort((a, b) => b.total - a.total || decided(rule, a, b).apart || byKey(a.of, b.of));
  const lines: ChampionshipLine[] = [];
  const last_of = new Map<string, { place: number; country_place: number; lines: number }>();
  for (const [i, subject] of subjects.entries()) {
    const above = subjects[i - 1];
    const { by, apart } = above?.total === subject.total ? decided(rule, above, subject) : { by: null, apart: -1 };
    const place = apart === 0 ? lines[i - 1]!.place : i + 1;
    const country = countryOf(rule, by_id, subject);
    lines.push({
      of: subject.of,
      place,
      country,
      country_place: country === null ? null : placeIn(country, place),
      value: asDecimals(subject.total, decimals),
      decided_by: by,
      flights: subject.counted.map(({ flight_id, value, birds: scoring }) => ({
        flight_id,
        value: asDecimals(value, decimals),
        birds: scoring.map((bird) => ({ ...bird, value: asDecimals(bird.value, decimals) })),
      })),
    });
  }
  return lines;

  /** The next place in a country: shared where the place in the world is. */
  function placeIn(country: string, place: number): number {
    const last = last_of.get(country) ?? { place: 0, country_place: 0, lines: 0 };
    const country_place = last.place === place ? last.country_place : last.lines + 1;
    last_of.set(country, { place, country_place, lines: last.lines + 1 });
    return country_place;
  }
}

/** The results with a value of each subject, in the order of the flights. */
function resultsBySubject(
  rule: ChampionshipRule,
  by_id: ReadonlyMap<number, ChampionshipBird>,
  flights: readonly ChampionshipFlight[],
): Map<SubjectKey, Result[]> {
  const ranking = rankingRuleOf(rule);
  const found = new Map<SubjectKey, Result[]>();
  for (const flight of flights) {
    if (!countsBy(ranking, flight) || flight.basketed < rule.flights.least_basketed) continue;
    const { worth } = flightRule(ranking, flight);
    const scoring = new Map<SubjectKey, Scoring[]>();
    for (const { pigeon_id, rank, net_ms } of flight.results) {
      const bird = by_id.get(pigeon_id);
      const key = bird ? keyOf(rule, bird) : null;
      const value = worth({ rank, net_ms });
      if (key === null || typeof value !== 'number' || value === 0) continue;
      const own = scoring.get(key);
      if (own) own.push({ pigeon_id, rank, net_ms, value });
      else scoring.set(key, [{ pigeon_id, rank, net_ms, value }]);
    }
    for (const [key, all] of scoring) {
      all.sort((a, b) => b.value - a.value || a.net_ms - b.net_ms || a.pigeon_id - b.pigeon_id);
      const best = rule.of === 'pigeon' || rule.birds === null ? all : all.slice(0, rule.birds);
      const value = best.reduce((sum, one) => sum + one.value, 0);
      const result = { flight_id: flight.flight_id, loft_id: flight.loft_id, value, birds: best };
      const own = found.get(key);
      if (own) own.push(result);
      else found.set(key, [result]);
    }
  }
  return found;
}

const keyOf = ({ of }: ChampionshipRule, bird: ChampionshipBird): SubjectKey | null =>
  of === 'pigeon' ? bird.pigeon_id : bird[of];

/**
 * The results that may count, the best first: of each loft at most so many. Taken one after the other they are the best
 * choice there is, because what one loft is full of says nothing about another.
 */
function cappedByLoft({ flights: { most_per_loft } }: ChampionshipRule, results: readonly Result[]): Result[] {
  const of_loft = new Map<number, number>();
  // Of equal ones the earlier flight: the sort is stable.
  return results
    .toSorted((a, b) => b.value - a.value)
    .filter(({ loft_id }) => {
      const n = (of_loft.get(loft_id) ?? 0) + 1;
      of_loft.set(loft_id, n);
      return most_per_loft === null || n <= most_per_loft;
    });
}

/** What decides between two of the same value, and for whom: below zero for the first. */
function decided({ tie_breaks }: ChampionshipRule, a: Subject, b: Subject) {
  for (const by of tie_breaks) {
    const apart = by === 'most_flights' ? b.results - a.results : countback(a, b);
    if (apart !== 0) return { by, apart };
  }
  return { by: null, apart: 0 };
}

/** Compares the best results, then the second … */
function countback({ counted: a }: Subject, { counted: b }: Subject): number {
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const apart = (b[i]?.value ?? -1) - (a[i]?.value ?? -1);
    if (apart !== 0) return apart;
  }
  return 0;
}

/** The country of a line: of a bird that of its team, of a fancier that of the best bird of the best result. */
function countryOf({ of }: ChampionshipRule, by_id: ReadonlyMap<number, ChampionshipBird>, subject: Subject) {
  if (of === 'country') return String(subject.of);
  return by_id.get(subject.counted[0]!.birds[0]!.pigeon_id)!.country;
}
