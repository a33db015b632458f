/** The state of a basketed bird without a line in the result. */

import type { FlightStatus } from '#domain/flights/flight.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';

export function stateOf({ status }: { status: FlightStatus }): 'basketed' | 'air' | 'away' {
  if (isBeforeRelease(status)) return 'basketed';
  return status === 'released' ? 'air' : 'away';
}
