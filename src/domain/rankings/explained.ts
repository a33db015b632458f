/**
 * A line of a ranking with pencil and paper (domain 2.12): what each flight is worth before it is rounded, what is added
 * up and divided, and every tie-break that was asked against a neighbour.
 */
import { tenthMillimetres } from '#domain/units.ts';
import { asDecimals, scaled } from './exact.ts';
import { decimalsOf, type FlightFacts, flightRule, highestWins, type Landing } from './flight-value.ts';
import type { Explanation, FlightPart } from './ranking.ts';
import type { Measure, RankingRule, TieBreak } from './ranking-rule.ts';

/** A number in plain decimals, as far as it is shown. */
export interface Digits {
  /** Cut, not rounded. */
  digits: string;
  /** Nothing was cut. */
  is_whole: boolean;
}

/** What a flight is worth for one bird. */
export interface BirdReckoned extends Landing {
  pigeon_id: number;
  /** Before rounding; null where the measure has nothing to round: a time, a place, points from a table. */
  unrounded: Digits | null;
  /** It is worse than the limit of the rule, and counts as the limit. */
  is_limited: boolean;
  /** As it is printed; null: it has none. */
  value: string | null;
  in_the_air: boolean;
}

/** How the value of a line is made from those of its flights. */
export interface TotalReckoned {
  /** All values added up, each times its weight; where all distance is divided by all time, the distance in metres. */
  sum: string;
  /** By what the sum is divided, in minutes where it is a time; null: by nothing. */
  divisor: Digits | null;
  /** Before rounding. */
  unrounded: Digits;
}

/** The decimals of a number before it is rounded. */
const shownDecimals = 9;

/** above / below in plain decimals. @param above not negative @param below positive */
export function digitsOf(above: bigint, below: bigint, decimals = shownDecimals): Digits {
  const large = above * 10n ** BigInt(decimals);
  const text = (large / below).toString().padStart(decimals + 1, '0');
  const is_whole = large % below === 0n;
  const fraction = is_whole ? text.slice(-decimals).replace(/0+$/, '') : text.slice(-decimals);
  return { digits: text.slice(0, -decimals) + (fraction && `.${fraction}`), is_whole };
}

/** Tenths of a millimetre over ms, in the unit of a speed. */
function speedDigits(measure: Extract<Measure, { unit: string }>, tenths: bigint, net_ms: bigint): Digits {
  if (measure.unit === 'm/min') return digitsOf(tenths * 6n, net_ms);
  if (!measure.yards_per_metre) return digitsOf(tenths * 2500n, net_ms * 381n);
  const digits = measure.yards_per_metre.split('.')[1]?.length ?? 0;
  return digitsOf(tenths * 6n * BigInt(scaled(measure.yards_per_metre, digits)), net_ms * 10n ** BigInt(digits));
}

/** What a landing is worth before rounding, limit and bonus; null where there is nothing to round, or no value. */
function unroundedOf(measure: Measure, flight: FlightFacts, prizes: number, { rank, net_ms }: Landing): Digits | null {
  switch (measure.by) {
    case 'mean_speed':
    case 'total_speed':
      return net_ms > 0 ? speedDigits(measure, BigInt(tenthMillimetres(flight.distance_m)), BigInt(net_ms)) : null;
    case 'coefficient': {
      const birds = countedBirds(measure, flight, prizes);
      return birds > 0 ? digitsOf(BigInt(rank) * BigInt(measure.factor), BigInt(birds)) : null;
    }
    case 'points': {
      if (rank > prizes) return null;
      const lowest = scaled(measure.lowest, measure.decimals);
      const span = scaled(measure.highest, measure.decimals) - lowest;
      const above = BigInt(span) * BigInt(prizes - rank + 1) + BigInt(lowest) * BigInt(prizes);
      return digitsOf(above, BigInt(prizes) * 10n ** BigInt(measure.decimals));
    }
    default:
      return null;
  }
}

/** By how many birds a place is divided, by a coefficient. */
const countedBirds = (
  { of, most_birds }: Extract<Measure, { by: 'coefficient' }>,
  { basketed }: FlightFacts,
  prizes: number,
): number => Math.min(of === 'basketed' ? basketed : prizes, most_birds ?? Infinity);

/** The facts of a flight that a line is reckoned with. */
export interface FlightReckoned {
  /** The places with a prize, by the rule or by the flight. */
  prizes: number;
  /** By how many birds a place is divided; null: the rule is no coefficient. */
  divided_by: number | null;
  /** What makes the value of each bird better; null: nothing. */
  bonus: string | null;
  birds: BirdReckoned[];
}

/** One flight of a line, bird by bird. */
export function reckonedFlight(rule: RankingRule, flight: FlightFacts, part: FlightPart): FlightReckoned {
  const { measure, limit } = rule;
  const decimals = decimalsOf(measure);
  const { prizes, bonus } = flightRule(rule, flight);
  const worst = limit?.beyond === 'counts_as_limit' ? scaled(limit.value, decimals) : null;
  // What it would be worth without the limit.
  const { worth } = flightRule({ ...rule, limit: null }, flight);
  const isBeyond = (landing: Landing) => {
    const value = worth(landing);
    if (worst === null || typeof value !== 'number') return false;
    return highestWins(measure) ? value - bonus < worst : value + bonus > worst;
  };
  return {
    prizes,
    divided_by: measure.by === 'coefficient' ? countedBirds(measure, flight, prizes) : null,
    bonus: bonus === 0 ? null : part.bonus,
    birds: part.birds.map((bird) => ({
      pigeon_id: bird.pigeon_id,
      rank: bird.rank,
      net_ms: bird.net_ms,
      unrounded: unroundedOf(measure, flight, prizes, bird),
      is_limited: isBeyond(bird),
      value: bird.value,
      in_the_air: bird.in_the_air,
    })),
  };
}

/**
 * How the value of a line is made from the flights that count: the sum, what it is divided by, and the quotient before
 * rounding.
 * @param distanceOf the distance of a flight, metres
 */
export function reckonedTotal(
  { measure }: RankingRule,
  { counted }: Pick<Explanation, 'counted'>,
  distanceOf: (flight_id: number) => number,
): TotalReckoned {
  const decimals = decimalsOf(measure);
  // Weights are percent, so the sums are of hundredths.
  let [values, birds, tenths, times] = [0n, 0n, 0n, 0n];
  for (const { flight_id, value, weight_percent, birds: scoring } of counted) {
    const weight = BigInt(weight_percent);
    values += weight * BigInt(scaled(value!, decimals));
    birds += weight * BigInt(scoring.length);
    tenths += weight * BigInt(scoring.length) * BigInt(tenthMillimetres(distanceOf(flight_id)));
    for (const { net_ms } of scoring) times += weight * BigInt(net_ms);
  }
  if (measure.by === 'total_speed')
    return {
      sum: digitsOf(tenths, 1_000_000n).digits,
      divisor: digitsOf(times, 6_000_000n),
      unrounded: speedDigits(measure, tenths, times),
    };
  const hundredths = 100n * 10n ** BigInt(decimals);
  return {
    sum: digitsOf(values, hundredths).digits,
    divisor: measure.by === 'mean_speed' ? digitsOf(birds, 100n) : null,
    unrounded: measure.by === 'mean_speed' ? digitsOf(values * 100n, birds * hundredths) : digitsOf(values, hundredths),
  };
}

/**
 * What a line has by a tie-break, as text: a value in plain decimals, else a whole number (a place, flights, ms).
 * @param what null: nothing
 */
export const triedText = ({ measure }: RankingRule, tie_break: TieBreak, what: number | null): string | null =>
  what === null ? null : tie_break === 'best_results' ? asDecimals(what, decimalsOf(measure)) : String(what);
