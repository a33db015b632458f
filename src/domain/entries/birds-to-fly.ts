/**
 * The birds of a season, each counted once: why it does not go into a basket, or that it can fly. The overview counts
 * all, the desk and the inventory all but those that are gone, a flight those that can fly.
 */
import { type Health, isGone, type Progress, races } from '#domain/pigeons/status.ts';

/** Birds of a season that are alike in what decides whether they fly. */
export interface AlikeBirds {
  health: Health;
  progress: Progress;
  /** Whether they have a place in the season, and whether that is paid. */
  place: 'paid' | 'unpaid' | 'none';
  count: number;
}

/** All birds of a season in five parts, which add up to `all`. */
export interface BirdsToFly {
  all: number;
  /** Lost or dead. */
  gone: number;
  not_racing: number;
  without_place: number;
  /** They race, and are not activated for the final. */
  not_activated: number;
  activated: number;
}

/** The parts of those that do not fly, in the order in which they are named. */
export const groundedParts = ['gone', 'not_racing', 'without_place', 'not_activated'] as const;

export function birdsToFly(birds: Iterable<AlikeBirds>): BirdsToFly {
  const counts: BirdsToFly = { all: 0, gone: 0, not_racing: 0, without_place: 0, not_activated: 0, activated: 0 };
  for (const { count, ...bird } of birds) {
    counts.all += count;
    counts[partOf(bird)] += count;
  }
  return counts;
}

function partOf({ health, progress, place }: Omit<AlikeBirds, 'count'>): Exclude<keyof BirdsToFly, 'all'> {
  if (isGone(health)) return 'gone';
  if (!races(health)) return 'not_racing';
  if (place !== 'paid') return 'without_place';
  return progress === 'final_flight_activated' ? 'activated' : 'not_activated';
}

/** How many birds can fly in a flight for all that race, or for those activated only. */
export const canFly = ({ activated, not_activated }: BirdsToFly, entry: 'racing' | 'activated'): number =>
  entry === 'activated' ? activated : activated + not_activated;
