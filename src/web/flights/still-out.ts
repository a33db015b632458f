/** The state of a basketed bird that is not home, in words. */

import type { Flight } from '#domain/flights/contract.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';

/** Before the release: basketed; after the race: not arrived. */
export function stillOut({ status }: Flight) {
  if (isBeforeRelease(status)) return 'basketing.basketed';
  return status === 'released' ? 'basketing.air' : 'basketing.out';
}
