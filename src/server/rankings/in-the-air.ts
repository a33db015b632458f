/** What a bird in the air needs in a ranking, and what-if it were clocked at a moment: against the birds that are home. */
import { exactTime } from '#domain/arrivals/rank.ts';
import { firstIndex } from '#domain/first-index.ts';
import { netTime } from '#domain/flights/night.ts';
import { asDecimals } from '#domain/rankings/exact.ts';
import { decimalsOf, flightRule, type Landing } from '#domain/rankings/flight-value.ts';
import { placeKept } from '#domain/rankings/place-kept.ts';
import { Refusal } from '#domain/refusal.ts';
import type { FlownFlight } from '#server/flights/flights.ts';
import type { CurrentRanking } from './current.ts';

/** The places of a bar at most: the one that it would have now, and the next ones. */
const most_steps = 4;

interface PlaceStep {
  place: number;
  until: string | null;
  rank: number | null;
}

/** The flight in which a bird is in the air. */
function flightInTheAir({ ranking, flights }: CurrentRanking, pigeon_id: number) {
  const air = ranking.flights().find((one) => one.air?.pigeon_ids.includes(pigeon_id));
  const flight = air && flights.find(({ id }) => id === air.flight_id);
  return flight && { flight, landing: { rank: air.air!.rank, net_ms: air.air!.net_ms } };
}

/**
 * Until when, or up to which place of the flight, a bird in the air keeps the place that it would have now, and the next
 * ones; null: it is not in the air in a flight that counts, or would not be ranked.
 */
export function needsInTheAir(
  current: CurrentRanking,
  pigeon_id: number,
): { flight_id: number; steps: PlaceStep[] } | null {
  const found = flightInTheAir(current, pigeon_id);
  if (!found) return null;
  const { flight } = found;
  const step_ms = Math.max(1, flight.rules.precision_ms);
  const latest = latestOf(flight, found.landing);
  const steps: PlaceStep[] = [];
  let landing: Landing | null = found.landing;
  while (landing && steps.length < most_steps) {
    const kept = placeKept(current.home, { pigeon_id, flight_id: flight.id, landing, latest, step_ms });
    if (!kept) break;
    const isLast = kept.always;
    const by_time = kept.by === 'net_ms';
    steps.push({
      place: kept.place,
      until: by_time && !isLast ? exactTime(timeAt(flight, kept.last)) : null,
      rank: by_time || isLast ? null : kept.last,
    });
    landing = isLast
      ? null
      : by_time
        ? { ...landing, net_ms: kept.last + step_ms }
        : { ...landing, rank: kept.last + 1 };
  }
  return { flight_id: flight.id, steps };
}

/**
 * Where a bird in the air would stand if it were clocked at a moment.
 * @throws Refusal `ranking_not_in_the_air`; `ranking_before_release`
 */
export function whatIf(current: CurrentRanking, { pigeon_id, at }: { pigeon_id: number; at: string }) {
  const found = flightInTheAir(current, pigeon_id);
  if (!found) throw new Refusal('ranking_not_in_the_air');
  const { flight } = found;
  const net_ms = netTime(Date.parse(flight.release_time!), Date.parse(at), flight.closed_intervals);
  if (net_ms <= 0) throw new Refusal('ranking_before_release');
  const held = current.home.flights().find(({ flight_id }) => flight_id === flight.id)!;
  // Of the birds that are home by then those that were faster.
  const rank = 1 + firstIndex(held.results.length, (index) => held.results[index]!.net_ms > net_ms);
  const landing = { rank, net_ms };
  const standing = current.home.ifLanded(pigeon_id, flight.id, landing);
  const { rule } = current.home;
  const decimals = decimalsOf(rule.measure);
  const value = flightRule(rule, held).worth(landing);
  return {
    place: standing?.place ?? null,
    value: standing && asDecimals(standing.value, decimals),
    flight_place: rank,
    flight_value: typeof value === 'number' ? asDecimals(value, decimals) : null,
  };
}

/** The last that is possible: the place of the last bird basketed, and the closing, or a day where no clock knows it. */
function latestOf({ closes_at, basketed_count, release_time, closed_intervals }: FlownFlight, now: Landing): Landing {
  const closes_ms =
    closes_at === null ? null : netTime(Date.parse(release_time!), Date.parse(closes_at), closed_intervals);
  return {
    rank: Math.max(now.rank, basketed_count),
    net_ms: Math.max(now.net_ms, closes_ms ?? now.net_ms + 86_400_000),
  };
}

/** The moment at which a net time is reached, epoch ms: closed nights do not count. */
function timeAt({ release_time, closed_intervals }: FlownFlight, net_ms: number): number {
  let at_ms = Date.parse(release_time!) + net_ms;
  for (const { from, to } of closed_intervals) if (at_ms > from) at_ms += to - from;
  return at_ms;
}
