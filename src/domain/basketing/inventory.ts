/**
 * The inventory of a flight: every bird of the season that is neither lost nor dead is basketed, held back, present or
 * unaccounted, so the four always add up.
 */
import { races } from '#domain/pigeons/status.ts';
import type { DeskBird, Standing } from './desk-bird.ts';

export const inventoryLists = ['basketed', 'held_back', 'present', 'unaccounted'] as const;
export type InventoryList = (typeof inventoryLists)[number];

/** The list of a bird; null: it is lost or dead, and is not counted. */
export function listOf(
  { health, location, was_read }: Pick<DeskBird, 'health' | 'location' | 'was_read'>,
  standing: Standing | undefined,
): InventoryList | null {
  if (health === 'lost' || health === 'died') return null;
  if (standing?.list === 'basketed' || standing?.list === 'held_back') return standing.list;
  // A bird that does not race is held back by its state, one that never came by where it is.
  if (!races(health)) return 'held_back';
  if (standing || was_read) return 'present';
  return location === 'at_loft' ? 'unaccounted' : 'held_back';
}

export interface Inventory<Bird> {
  /** Number of birds that are neither lost nor dead. */
  total: number;
  lists: Readonly<Record<InventoryList, readonly Bird[]>>;
  /** Basketed birds that are lost or dead by now: they have to come off the list. */
  gone: readonly Bird[];
}

/** The lists of a flight, each in the order of the birds. */
export function inventoryOf<Bird extends DeskBird>(
  birds: Iterable<Bird>,
  standings: ReadonlyMap<number, Standing>,
): Inventory<Bird> {
  const lists: Record<InventoryList, Bird[]> = { basketed: [], held_back: [], present: [], unaccounted: [] };
  const gone: Bird[] = [];
  let total = 0;
  for (const bird of birds) {
    const standing = standings.get(bird.pigeon_id);
    const list = listOf(bird, standing);
    if (list === null) {
      if (standing?.list === 'basketed') gone.push(bird);
    } else {
      total++;
      lists[list].push(bird);
    }
  }
  return { total, lists, gone };
}
