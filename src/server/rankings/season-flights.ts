/** The flights of a season as rankings ask for them. */
import { isBeforeRelease, raceTime } from '#domain/flights/flight.ts';
import { netTime } from '#domain/flights/night.ts';
import type { SeasonKey } from '#domain/keys.ts';
import type { RankingFlight } from '#domain/rankings/ranking-season.ts';
import { lastPrize } from '#domain/seasons/prizes.ts';
import type { Rulebook } from '#domain/seasons/rulebook.ts';
import { prizedFlights } from '#domain/seasons/rulebook-parts.ts';
import { birdsNotHome } from '#server/arrivals/prizes.ts';
import type { Standings } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import { type FlownFlight, flownFlights } from '#server/flights/flights.ts';
import { rulebooksOf } from '#server/seasons/rulebook.ts';

/** A flight for rankings, with what it was read from. */
export interface SeasonFlight {
  flight: FlownFlight;
  /** Changes with everything but the time, which passes for the birds in the air. */
  version: string;
  /** The flight as it stands at a moment, epoch ms. */
  at: (now_ms: number) => RankingFlight;
}

/**
 * The flights of a season that are neither drafts, replays nor annulled, in the order in which they are flown: those
 * without a time last.
 */
export async function seasonFlights(tx: Tx, key: SeasonKey, standings: Standings): Promise<SeasonFlight[]> {
  const rulebook = (await rulebooksOf(tx, key))[0]?.rulebook;
  const all = (await flownFlights(tx, key)).filter(
    ({ replay_factor, status }) => replay_factor === null && status !== 'annulled',
  );
  const found: SeasonFlight[] = [];
  // A flight to come is taken for one of as many birds as the last one.
  let expected = 0;
  for (const flight of inOrderOfFlying(all)) {
    found.push(await readFlight(tx, flight, { rulebook, standings, expected }));
    expected = flight.basketed_count || expected;
  }
  return found;
}

const inOrderOfFlying = (flights: readonly FlownFlight[]): FlownFlight[] =>
  flights.toSorted((a, b) => timeOf(a) - timeOf(b) || a.id - b.id);

const timeOf = ({ release_time }: FlownFlight) => (release_time === null ? Infinity : Date.parse(release_time));

async function readFlight(
  tx: Tx,
  flight: FlownFlight,
  { rulebook, standings, expected }: { rulebook: Rulebook | undefined; standings: Standings; expected: number },
): Promise<SeasonFlight> {
  const { id, loft_id, kind, status, distance_m, basketed_count } = flight;
  const prized = prizedFlights.find((one) => one === kind);
  const template = prized && rulebook?.prizes[prized];
  const flown = !isBeforeRelease(status);
  const ranked = flown ? (await standings(tx, flight, flight)).ranked : [];
  const in_air = status === 'released' ? await birdsNotHome(tx, { loft_id, flight_id: id }, ranked) : [];
  const facts = {
    flight_id: id,
    kind,
    distance_m: distance_m ?? 0,
    basketed: flown ? basketed_count : basketed_count || expected,
    prize_places: template ? lastPrize({ template }).place : 0,
    flown,
    results: ranked,
  };
  return {
    flight,
    version: JSON.stringify([
      flight.epoch,
      flight.seq,
      status,
      facts.prize_places,
      distance_m,
      basketed_count,
      in_air.length,
    ]),
    at: (now_ms) => ({
      ...facts,
      air:
        in_air.length > 0
          ? { pigeon_ids: in_air, rank: ranked.length + 1, net_ms: timeInTheAir(flight, now_ms) }
          : null,
    }),
  };
}

/** The net time of a bird that landed now, ms; of groups that were released later the shortest: it can only sink. */
function timeInTheAir({ release_time, release_groups, closed_intervals }: FlownFlight, now_ms: number): number {
  const releases = [release_time!, ...release_groups.map((group) => group.release_time)].map((at) => Date.parse(at));
  const released_ms = Math.max(...releases);
  return Math.max(1, netTime(released_ms, Math.max(released_ms, raceTime(released_ms, now_ms)), closed_intervals));
}
