/** What follows from a step of a flight: it belongs to nouns that a flight knows nothing of. */
import type { FlightStatus } from '#domain/flights/flight.ts';
import type { Act } from '#server/act.ts';
import { consequencesOf } from '#server/follow.ts';
import type { LockedFlight } from './lifecycle.ts';

/** A locked flight that has come to a status. Of one that is official now, the ledger is locked too. */
export interface FlightStep {
  flight: LockedFlight;
  status: FlightStatus;
  act: Act;
}

export const flightSteps = consequencesOf<FlightStep>('a flight');
