/** The state of a basketed bird that is not home, in words. */
import type { Flight } from '#domain/flights/contract.ts';

/** Before the release: basketed; after the race: not arrived. */
export function stillOut({ status }: Flight) {
  if (status === 'planned' || status === 'basketing') return 'basketing.basketed';
  return status === 'released' ? 'basketing.air' : 'basketing.out';
}
