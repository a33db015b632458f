/**
 * The inventory of a flight: every bird of the season that is neither lost nor dead is basketed, held back, present or
 * unaccounted, so the four always add up.
 */
import type { FlightStatus } from '#domain/flights/flight.ts';
import { races } from '#domain/pigeons/status.ts';
import { Refusal } from '#domain/refusal.ts';
import type { DeskBird, Standing } from './desk-bird.ts';

export const inventoryLists = ['basketed', 'held_back', 'present', 'unaccounted'] as const;
export type InventoryList = (typeof inventoryLists)[number];

/** The list of a bird; null: it is lost or dead, and is not counted. */
export function listOf(
  { health, was_read }: Pick<DeskBird, 'health' | 'was_read'>,
  standing: Standing | undefined,
): InventoryList | null {
  if (health === 'lost' || health === 'died') return null;
  if (standing?.list === 'basketed' || standing?.list === 'held_back') return standing.list;
  // A bird that does not race is held back by its state.
  if (!races(health)) return 'held_back';
  return standing || was_read ? 'present' : 'unaccounted';
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

/** A clock of the loft: when its data were last compared with the server's; null: never. */
export interface ExportClock {
  name: string;
  synchronised_ms: number | null;
}

/**
 * Why the inventory of a flight cannot be exported, or null: it has none before its basketing (8.27), or a clock that is
 * in use still has an older list than the last change at a desk (8.26). A clock that was never synchronised takes no
 * list from here.
 * @param changed_ms the last change of the list; null: none at a desk
 */
export function whyNotExport(
  status: FlightStatus,
  clocks: readonly ExportClock[],
  changed_ms: number | null,
): Refusal | null {
  if (status === 'planned') return new Refusal('no_inventory_flight');
  const old = clocks.find(
    ({ synchronised_ms }) => synchronised_ms !== null && changed_ms !== null && synchronised_ms < changed_ms,
  );
  return old ? new Refusal('clock_data_out_of_date', { clock: old.name }) : null;
}
