/**
 * The inventory of a flight: every bird of the season that is neither lost nor dead is basketed, held back, present or
 * unaccounted, so the four always add up.
 */
import type { FlightStatus } from '#domain/flights/flight.ts';
import { isGone, races } from '#domain/pigeons/status.ts';
import { Refusal } from '#domain/refusal.ts';
import type { DeskBird, Standing } from './desk-bird.ts';

export const inventoryLists = ['basketed', 'held_back', 'present', 'unaccounted'] as const;
export type InventoryList = (typeof inventoryLists)[number];

/** The list of a bird; null: it is lost or dead, and is not counted. */
export function listOf(
  { health, was_read }: Pick<DeskBird, 'health' | 'was_read'>,
  standing: Standing | undefined,
): InventoryList | null {
  if (isGone(health)) return null;
  if (standing?.list === 'basketed' || standing?.list === 'held_back') return standing.list;
  // A bird that does not race is held back by its state.
  if (!races(health)) return 'held_back';
  return standing || was_read ? 'present' : 'unaccounted';
}

export interface Inventory<Bird> {
  /** Number of birds that are neither lost nor dead. */
  total: number;
  /** Number of birds of the season: with the lost and dead ones. */
  all: number;
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
  let all = 0;
  for (const bird of birds) {
    all++;
    const standing = standings.get(bird.pigeon_id);
    const list = listOf(bird, standing);
    if (list === null) {
      if (standing?.list === 'basketed') gone.push(bird);
    } else {
      total++;
      lists[list].push(bird);
    }
  }
  return { total, all, lists, gone };
}

/** A clock of the loft: when its data were last compared with the server's; null: never. */
export interface ExportClock {
  name: string;
  synchronised_ms: number | null;
}

/** A flight whose inventory is asked for. */
export interface ExportFlight {
  status: FlightStatus;
  /** Its basketing began: a bird is, or was, on one of its lists. */
  has_lists: boolean;
  /** When a bird last came on or off its list; null: not known, as of flights that were imported. */
  list_changed_ms: number | null;
}

/**
 * Why the inventory of a flight cannot be exported, or null: it has none before its basketing, nor where it was annulled
 * before (8.27); or a clock of the flight still has an older list (8.26). A clock that was never synchronised takes no
 * list from here.
 */
export function whyNotExport(flight: ExportFlight, clocks: readonly ExportClock[]): Refusal | null {
  const { status, has_lists, list_changed_ms: changed_ms } = flight;
  if (status === 'planned' || (status === 'annulled' && !has_lists)) return new Refusal('no_inventory_flight');
  const old = clocks.filter(
    ({ synchronised_ms }) => synchronised_ms !== null && changed_ms !== null && synchronised_ms < changed_ms,
  );
  return old.length ? new Refusal('clock_data_out_of_date', { clocks: old.map(({ name }) => name).join(', ') }) : null;
}
