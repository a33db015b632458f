/** What is said of a basketed bird that is not home. */
import type { Flight } from '#domain/flights/contract.ts';

/** Before the release it is in its basket; when the race is over it has not come. */
export function stillOut({ status }: Flight) {
  if (status === 'planned' || status === 'basketing') return 'basketing.basketed';
  return status === 'released' ? 'basketing.air' : 'basketing.out';
}
