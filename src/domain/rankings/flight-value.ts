/** What a flight is worth for one bird by the rule of a ranking: a whole number of the last decimal (domain 2.12). */
import { tenthMillimetres } from '#domain/units.ts';
import { divided, dividedBig, scaled } from './exact.ts';
import type { Measure, RankingRule } from './ranking-rule.ts';

/** Whether the highest value is the best. */
export const highestWins = ({ by }: Pick<Measure, 'by'>): boolean =>
  by === 'mean_speed' || by === 'total_speed' || by === 'points' || by === 'table';

/** Whether the value of a flight comes from the flying time, and not from the place. */
export const isByTime = ({ by }: Pick<Measure, 'by'>): boolean =>
  by === 'mean_speed' || by === 'total_speed' || by === 'total_time';

/** The decimals of the values of a measure; times are whole milliseconds. */
export const decimalsOf = (measure: Measure): number => ('decimals' in measure ? measure.decimals : 0);

/** What is known of a flight before its birds are home. */
export interface FlightFacts {
  flight_id: number;
  kind: string;
  distance_m: number;
  /** Number of birds basketed; of a flight to come the number that is expected. */
  basketed: number;
  /** Number of places with a prize in the flight's own table. */
  prize_places: number;
}

/** The place and the time of a bird in a flight: a line of the result. */
export interface Landing {
  rank: number;
  /** Flying time that counts, whole ms. */
  net_ms: number;
}

/** Why a bird that came home has no value in a flight. */
export type NoValue = 'without_prize' | 'beyond_limit' | 'no_time';

/** The facts of a flight by a rule, worked out once for all its birds. */
export interface FlightRule {
  /** In percent. */
  weight: number;
  /** In units of the last decimal, for the whole flight. */
  bonus: number;
  prizes: number;
  worth(landing: Landing): number | NoValue;
}

/** Speed = above × tenths of a millimetre / (below × ms). */
const units = { 'm/min': { above: 6, below: 1 }, 'yd/min': { above: 2_500, below: 381 } };

/** Distance over time, in units of the last decimal. */
export function speedOf(
  { unit, yards_per_metre, decimals, rounding }: Extract<Measure, { unit: string }>,
  tenths: number,
  net_ms: number,
): number {
  if (unit === 'yd/min' && yards_per_metre) {
    const digits = yards_per_metre.split('.')[1]?.length ?? 0;
    const above = BigInt(tenths) * 6n * BigInt(scaled(yards_per_metre, digits)) * 10n ** BigInt(decimals);
    return Number(dividedBig(above, BigInt(net_ms) * 10n ** BigInt(digits), rounding));
  }
  const { above, below } = units[unit];
  return divided(tenths * above, net_ms * below, 10 ** decimals, rounding);
}

/** Whether a flight counts by a rule. */
export const countsBy = (
  { flights }: Pick<RankingRule, 'flights'>,
  { kind, distance_m }: Pick<FlightFacts, 'kind' | 'distance_m'>,
): boolean => flights.kinds.some((one) => one === kind) && distance_m >= flights.least_distance_m;

/** What is said of a flight itself, or else of its kind. */
const saidOf = <Said extends { of: string | number }>(
  all: readonly Said[],
  { flight_id, kind }: Pick<FlightFacts, 'flight_id' | 'kind'>,
) => all.find(({ of }) => of === flight_id) ?? all.find(({ of }) => of === kind);

/** What the value of a flight counts, in percent. */
export const weightOf = ({ flights }: RankingRule, flight: Pick<FlightFacts, 'flight_id' | 'kind'>): number =>
  saidOf(flights.weights, flight)?.percent ?? 100;

/** A rule for one flight. */
export function flightRule(rule: RankingRule, flight: FlightFacts): FlightRule {
  const { measure, limit } = rule;
  const decimals = decimalsOf(measure);
  const most = highestWins(measure);
  const prizes = rule.prizes
    ? divided(flight.basketed * rule.prizes.part, rule.prizes.of, 1, rule.prizes.rounding)
    : flight.prize_places;
  const said = saidOf(rule.flights.bonus, flight);
  const bonus = said
    ? scaled(said.value, decimals) * (said.per === 'km' ? Math.floor(flight.distance_m / 1000) : 1)
    : 0;
  const worst = limit && scaled(limit.value, decimals);
  const plain = plainValue(measure, flight, prizes);
  const worth = (landing: Landing): number | NoValue => {
    if (rule.prizes_only && landing.rank > prizes) return 'without_prize';
    let value = plain(landing);
    if (typeof value !== 'number') return value;
    if (worst !== null && (most ? value < worst : value > worst)) {
      if (limit!.beyond === 'does_not_count') return 'beyond_limit';
      value = worst;
    }
    return most ? value + bonus : Math.max(0, value - bonus);
  };
  // All birds in the air have the same place and time.
  let last: (Landing & { value: number | NoValue }) | null = null;
  return {
    weight: weightOf(rule, flight),
    bonus,
    prizes,
    worth({ rank, net_ms }) {
      if (last?.rank !== rank || last.net_ms !== net_ms) last = { rank, net_ms, value: worth({ rank, net_ms }) };
      return last.value;
    },
  };
}

/** The value before limit and bonus. */
function plainValue(measure: Measure, flight: FlightFacts, prizes: number): (landing: Landing) => number | NoValue {
  switch (measure.by) {
    case 'mean_speed':
    case 'total_speed': {
      const tenths = tenthMillimetres(flight.distance_m);
      return ({ net_ms }) => (net_ms > 0 ? speedOf(measure, tenths, net_ms) : 'no_time');
    }
    case 'total_time':
      return ({ net_ms }) => net_ms;
    case 'rank_sum':
      return ({ rank }) => rank;
    case 'coefficient': {
      const { factor, of, most_birds, decimals, rounding } = measure;
      const birds = Math.min(of === 'basketed' ? flight.basketed : prizes, most_birds ?? Infinity);
      return ({ rank }) => (birds > 0 ? divided(rank * factor, birds, 10 ** decimals, rounding) : 'without_prize');
    }
    case 'points': {
      const { decimals, rounding } = measure;
      const lowest = scaled(measure.lowest, decimals);
      const span = scaled(measure.highest, decimals) - lowest;
      // Rounded as a whole, not step by step: the tenth of 80 has 88.75.
      return ({ rank }) =>
        rank > prizes ? 0 : divided(span * (prizes - rank + 1) + lowest * prizes, prizes, 1, rounding);
    }
    case 'table': {
      const steps = measure.steps.map(({ from, to, points }) => ({
        from,
        to,
        value: scaled(points, measure.decimals),
      }));
      return ({ rank }) => steps.find(({ from, to }) => from <= rank && rank <= to)?.value ?? 0;
    }
  }
}
