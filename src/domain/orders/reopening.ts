/** When a loft can take the rejection of a registration back. */
import { Refusal } from '#domain/refusal.ts';
import { type Places, type TakenCapacity, whyNotPlaces } from './cart.ts';
import type { OrderKind } from './order.ts';

/** A rejected order with what it needs to stand again. */
export interface RejectedOrder {
  kind: OrderKind;
  places: Places;
  /** Its products: the ordered quantity, and how many of it are left; null: unlimited. */
  lines: readonly { quantity: number; left: number | null }[];
  /** Whether its money is owed to the customer, or on its way back. */
  isOwed: boolean;
}

/**
 * Why a rejected order cannot wait for the loft again, or null. Only registrations can: an activation or a sale has
 * freed its bird, which may be promised to somebody else (`step_not_possible`). The money of a paid one is given back
 * first (`reopen_money_owed`). Its places and products must still be there, whatever the days of registration:
 * `reopen_no_places`.
 */
export function whyNotReopen({ kind, places, lines, isOwed }: RejectedOrder, season: TakenCapacity): Refusal | null {
  if (kind !== 'registration') return new Refusal('step_not_possible');
  if (isOwed) return new Refusal('reopen_money_owed');
  const isSoldOut = lines.some(({ quantity, left }) => left !== null && quantity > left);
  return isSoldOut || whyNotPlaces(places, season) ? new Refusal('reopen_no_places') : null;
}
