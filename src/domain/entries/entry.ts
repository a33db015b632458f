/** The birds of an order: when they can be entered, changed and taken out, and which of them are active (5.7, 6.6). */
import { type OrderStatus, takesPigeons } from '#domain/orders/order.ts';
import type { Location } from '#domain/pigeons/status.ts';
import { Refusal } from '#domain/refusal.ts';

/** An order with the number of its places that have a bird. */
export interface OrderToFill {
  status: OrderStatus;
  pigeons_active: number;
  pigeons_reserve: number;
}

/** Number of birds that an order has places for. */
export const placesIn = ({ pigeons_active, pigeons_reserve }: OrderToFill): number => pigeons_active + pigeons_reserve;

/**
 * Why no bird can be entered for an order, or null: it is not confirmed or has ended (4.1, 6.6), or all places are
 * filled.
 */
export function whyNotEnter(order: OrderToFill, entered: number): Refusal | null {
  if (!takesPigeons(order.status)) return new Refusal('order_takes_no_pigeons');
  return entered >= placesIn(order) ? new Refusal('order_full', { places: placesIn(order) }) : null;
}

/** Why a bird cannot be changed or taken out by its owner any more, or null: the loft has it. */
export function whyNotChange({ location }: { location: Location }): Refusal | null {
  return location === 'at_loft' ? new Refusal('pigeon_at_loft') : null;
}

/**
 * Why the owner of a bird cannot hand in its pedigree any more, or null: the loft has the bird and its pedigree. One that
 * is missing is taken later too, because a prize may wait for it.
 */
export function whyNotPedigree(bird: { location: Location; has_pedigree: boolean }): Refusal | null {
  return bird.has_pedigree ? whyNotChange(bird) : null;
}

/** The part of the bird at a place: the first ones are active, the others are reserves in their order. */
export function partAt({ pigeons_active }: OrderToFill, place: number): 'active' | 'reserve' {
  return place <= pigeons_active ? 'active' : 'reserve';
}

/** Why a team cannot be renamed, or null: its name is on the lists of a flight that was released. */
export function whyNotRename({ has_flown }: { has_flown: boolean }): Refusal | null {
  return has_flown ? new Refusal('team_has_flown') : null;
}

/**
 * The birds of an order in another order, every one of them once.
 * @throws Refusal `bad_input` where one is missing, foreign or there twice.
 */
export function reordered(pigeon_ids: readonly number[], wanted: readonly number[]): readonly number[] {
  const asked = new Set(wanted);
  const isSame = wanted.length === pigeon_ids.length && pigeon_ids.every((pigeon_id) => asked.has(pigeon_id));
  if (!isSame) throw new Refusal('bad_input', {}, { pigeon_ids: [{ code: 'error_format' }] });
  return wanted;
}

/** The same with one bird moved one place up or down; at the end of the list it stays. */
export function moved(pigeon_ids: readonly number[], pigeon_id: number, by: 1 | -1): readonly number[] {
  const from = pigeon_ids.indexOf(pigeon_id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= pigeon_ids.length) return pigeon_ids;
  return pigeon_ids.with(from, pigeon_ids[to]!).with(to, pigeon_id);
}
