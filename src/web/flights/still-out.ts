/** The state of a basketed bird in words. */

import type { ListedBird } from '#domain/basketing/contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';

/** Of a bird that is out. Before the release: basketed; after the race: not clocked. */
export function stillOut({ status }: Flight) {
  if (isBeforeRelease(status)) return 'basketing.basketed';
  return status === 'released' ? 'basketing.air' : 'basketing.out';
}

/** Of any bird; one without a place is not out. */
export function stateWord(flight: Flight, { home, without_place }: Pick<ListedBird, 'home' | 'without_place'>) {
  if (home) return 'basketing.home';
  if (without_place === null) return stillOut(flight);
  return without_place === 'late' ? 'late.title' : 'pigeon_status.disqualified';
}
