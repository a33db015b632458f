/**
 * Birds that race without a place that somebody ordered (decision 34): one that flies outside an order, and a reserve
 * that is activated without a fee. Both take places of the season, and a reason stands with them wherever the loft looks.
 */
import type { ExtraPlaceKind } from '#domain/pigeons/admin-bird.ts';
import { type Health, races } from '#domain/pigeons/status.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';

/** What entitles a bird to race. */
export interface PlaceHeld {
  /** Its place in an order that holds its places; null where it has none. */
  place: number | null;
  /** The active places of that order, and how many of them other birds have that race or are still to come. */
  pigeons_active: number;
  active_taken: number;
  extra: ExtraPlaceKind | null;
  /** Its activation as a reserve was ordered and is paid for. */
  is_activated: boolean;
  /** It raced in this season before: it comes back to what it was. */
  has_raced: boolean;
}

/** Why a bird cannot race at all, or null: nobody ordered a place for it, and the loft gave it none. */
export function whyNotRace({ place, extra, has_raced }: PlaceHeld): Refusal | null {
  return place !== null || extra !== null || has_raced ? null : new Refusal('pigeon_without_order');
}

/**
 * What a bird needs to become active, a reserve or an activated reserve by hand: nothing, or a place without a fee.
 * A bird at an active place of its order needs nothing. A reserve takes an active place that no other bird of its order
 * has, and beyond these one without a fee; for both somebody says why.
 * @throws Refusal by {@link whyNotRace}; `reserve_reason_needed` at the reason;
 * `no_active_place` with how many `places` the order paid for, where nobody said “without a fee”.
 */
export function extraPlaceFor(
  to: Health,
  held: PlaceHeld,
  { reason, without_fee }: { reason: string | null; without_fee: boolean },
): 'without_fee' | null {
  if (!races(to)) return null;
  const no = whyNotRace(held);
  if (no) throw no;
  if (held.extra !== null || held.place === null || to === 'reserve') return null;
  if (held.place <= held.pigeons_active || held.is_activated) return null;
  if (reason === null) throw refusalAt('reason', 'reserve_reason_needed');
  if (held.active_taken < held.pigeons_active) return null;
  if (!without_fee) throw new Refusal('no_active_place', { places: held.pigeons_active });
  return 'without_fee';
}
