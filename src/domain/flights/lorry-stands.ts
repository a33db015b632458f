/** Where the lorry stands on a map, apart from its way: the board of a flight tells only that. */
import type { WayOfLorry } from './lorry.ts';

/**
 * Where the lorry stands: at the loft until somebody notes that it left, and on the road nowhere.
 * @param way null: the birds are released
 */
export function lorryStands(way: WayOfLorry | null): 'loft' | 'release_point' | null {
  if (!way || way.arrived_ms !== null) return 'release_point';
  return way.departed_ms === null ? 'loft' : null;
}
