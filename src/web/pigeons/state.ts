/** The state of a basketed bird without a line in the result. */
import type { FlightStatus } from '#domain/flights/flight.ts';

export function stateOf({ status }: { status: FlightStatus }): 'basketed' | 'air' | 'away' {
  if (status === 'planned' || status === 'basketing') return 'basketed';
  return status === 'released' ? 'air' : 'away';
}
