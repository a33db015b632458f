/** The word of a release, by what has become of it. */
import { isBeforeRelease, isUnflown } from '#domain/flights/flight.ts';

/** The word before the place and the time of a release: it is ahead, it was planned and never came, or it has been. */
export function releaseWord(flight: Parameters<typeof isUnflown>[0]) {
  if (isBeforeRelease(flight.status)) return 'race.release_from';
  return isUnflown(flight) ? 'race.release_planned' : 'race.released_from';
}
