/** What follows from a step of a flight in other nouns, injected because flights do not depend on them. */
import type { FlightStatus } from '#domain/flights/flight.ts';
import type { Act } from '#server/act.ts';
import { createConsequences } from '#server/consequence-registry.ts';
import type { LockedFlight } from './locked-flight.ts';

/** A locked flight that has just changed its status. When it became official, the ledger is locked too. */
export interface FlightStep {
  flight: LockedFlight;
  status: FlightStatus;
  act: Act;
}

export const flightSteps = createConsequences<FlightStep>('a flight');
