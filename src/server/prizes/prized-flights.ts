/** The flights of a season that have prizes. */
import type { SeasonKey } from '#domain/keys.ts';
import { type FlightPlan, prizesOfFlight, specialsOf, type WonSpecial } from '#server/arrivals/prizes.ts';
import { readStandings } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import { type FlownFlight, flownFlights } from '#server/flights/flights.ts';

export interface PrizedFlight {
  flight: FlownFlight;
  plan: FlightPlan;
}

/** The flights of a season that have prizes by their rulebook, the first release first. */
export async function prizedFlights(tx: Tx, key: SeasonKey): Promise<PrizedFlight[]> {
  const prized = [];
  for (const flight of await flownFlights(tx, key)) {
    const plan = flight.replay_factor === null ? await prizesOfFlight(tx, flight) : null;
    if (plan) prized.unshift({ flight, plan });
  }
  return prized;
}

/** The special prizes of an official result by its stored standings. */
export async function wonSpecials(tx: Tx, { flight, plan }: PrizedFlight): Promise<WonSpecial[]> {
  if (plan.special.length === 0) return [];
  return specialsOf(tx, flight, plan, (await readStandings(tx, [flight])).get(flight.id)!);
}
