/** The ace pigeon: the best bird over the flights that count, by a rule of the season's rulebook (domain 2.12). */
import { speed } from '#domain/flights/speed.ts';
import type { AceRule } from '#domain/seasons/rulebook.ts';
import type { SpeedRule } from '#domain/seasons/rules.ts';

export interface AceFlight {
  flight_id: number;
  kind: string;
  distance_m: number;
  /** Number of birds basketed. */
  basketed: number;
  /** Number of places with a prize. */
  prize_places: number;
}

/** The result of a bird in a flight: a line of the result. */
export interface AceResult {
  flight_id: number;
  pigeon_id: number;
  rank: number;
  net_ms: number;
}

/** The value of one flight for a bird: a speed, milliseconds, a rank, a coefficient or points, by the rule. */
export interface Counted {
  flight_id: number;
  value: number;
}

export interface Ace {
  pigeon_id: number;
  /** Equal birds share a rank and the next is skipped. */
  rank: number;
  value: number;
  /** The flights that counted, in the order of the flights. */
  counted: readonly Counted[];
}

interface Method {
  wins: 'highest' | 'lowest';
  /** Values are compared and added as whole numbers, so many to the unit, never as binary fractions. */
  of_one: number;
  value(result: AceResult, flight: AceFlight, rule: SpeedRule): number;
}

const bySpeed: Method = {
  wins: 'highest',
  of_one: 1_000_000,
  value: ({ net_ms }, { distance_m }, rule) => (speed(distance_m, net_ms, rule) ?? 0) * 1_000_000,
};

const methods: Record<AceRule['method'], Method> = {
  mean_speed: bySpeed,
  total_speed: bySpeed,
  total_time: { wins: 'lowest', of_one: 1, value: ({ net_ms }) => net_ms },
  rank_sum: { wins: 'lowest', of_one: 1, value: ({ rank }) => rank },
  // 3rd of 3,978 is 0.7541.
  coefficient: {
    wins: 'lowest',
    of_one: 10_000,
    value: ({ rank }, { basketed }) => (rank * 10_000_000) / basketed,
  },
  // Of 80 prizes: 100.00, 98.75 …; places behind the last prize have no points.
  points: {
    wins: 'highest',
    of_one: 100,
    value: ({ rank }, { prize_places: prizes }) => (rank > prizes ? 0 : ((prizes - rank + 1) * 10_000) / prizes),
  },
};

/**
 * Ranks the birds that came home in as many of the flights that count as the rule requires, by their best results
 * there. Equal birds stand in the order of their ids.
 */
export function rankAces(
  rule: AceRule,
  {
    flights,
    results,
    speed: stated,
  }: { flights: readonly AceFlight[]; results: readonly AceResult[]; speed: SpeedRule },
): Ace[] {
  const method = methods[rule.method];
  const counting = flights.filter(({ kind }) => rule.kinds.some((own) => own === kind));
  const asked = rule.best ?? counting.length;
  const better = (a: number, b: number) => (method.wins === 'highest' ? b - a : a - b);
  const found = new Map<number, { result: AceResult; flight: AceFlight; whole: number }[]>();
  const flown = Map.groupBy(results, ({ flight_id }) => flight_id);
  for (const flight of counting)
    for (const result of flown.get(flight.flight_id) ?? []) {
      const own = { result, flight, whole: Math.round(method.value(result, flight, stated)) };
      const known = found.get(result.pigeon_id);
      if (known) known.push(own);
      else found.set(result.pigeon_id, [own]);
    }
  const aces = [...found]
    .filter(([, own]) => asked > 0 && own.length >= asked)
    .map(([pigeon_id, own]) => {
      const best = new Set(own.toSorted((a, b) => better(a.whole, b.whole)).slice(0, asked));
      const counted = own.filter((one) => best.has(one));
      const sum = counted.reduce((total, { whole }) => total + whole, 0);
      const value =
        rule.method === 'mean_speed' ? sum / asked : rule.method === 'total_speed' ? overAll(counted, stated) : sum;
      return {
        pigeon_id,
        rank: 0,
        value: value / method.of_one,
        counted: counted.map(({ flight, whole }) => ({ flight_id: flight.flight_id, value: whole / method.of_one })),
      };
    })
    .sort((a, b) => better(a.value, b.value) || a.pigeon_id - b.pigeon_id);
  for (const [i, ace] of aces.entries())
    ace.rank = i > 0 && aces[i - 1]!.value === ace.value ? aces[i - 1]!.rank : i + 1;
  return aces;
}

/** All distances over all times. */
function overAll(counted: readonly { result: AceResult; flight: AceFlight }[], rule: SpeedRule): number {
  const distance_m = counted.reduce((sum, { flight }) => sum + flight.distance_m, 0);
  const net_ms = counted.reduce((sum, { result }) => sum + result.net_ms, 0);
  return (speed(distance_m, net_ms, rule) ?? 0) * bySpeed.of_one;
}
