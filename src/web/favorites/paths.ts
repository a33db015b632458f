/** Path of a favorite's page. */
import type { FavoriteChange } from '#domain/favorites/contract.ts';
import { flightPath, loftPath, pigeonPath, teamPath } from '#web/lib/paths.ts';

/** A bird's path without its team redirects to the one with the team (2.11). */
export function pathOfThing({ kind, loft_id, id }: Omit<FavoriteChange, 'starred'>): string {
  const paths = {
    lofts: loftPath(loft_id),
    teams: teamPath({ loft_id, team_id: id }),
    pigeons: pigeonPath({ loft_id, team_id: null, pigeon_id: id }),
    flights: flightPath({ loft_id, id }),
  };
  return paths[kind];
}
