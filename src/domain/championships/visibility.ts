/** Which seasons a championship may show (3.15): what a season hides of its own rankings does not appear over lofts. */
import { type Switch, shows, showsRankedPlaces } from '#domain/seasons/visibility.ts';
import type { ChampionOf } from './rule.ts';

const named = { pigeon: 'aces.ringDescriptor', fancier: 'aces.fancier', country: 'aces.country' } as const;

/**
 * Whether the results of a season count: places, values and who has them are public. Those of another one do not, because
 * a sum tells what its parts are.
 */
export const takesPart = (hidden: readonly Switch[], of: ChampionOf): boolean =>
  showsRankedPlaces(hidden) && shows(hidden, 'aces.rank', 'aces.speed', named[of]);
