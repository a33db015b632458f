/**
 * Birds that race without an ordered place (decision 34): outside an order, or as a reserve activated without a fee.
 * Both take places of the season, and the reason is shown with them wherever the loft looks.
 */
import type { ExtraPlaceKind } from '#domain/pigeons/admin-bird.ts';
import { type Health, races } from '#domain/pigeons/status.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';

/** The facts that entitle a bird to race. */
export interface PlaceHeld {
  /** Its place in an order that holds its places; null where it has none. */
  place: number | null;
  /** The active places of that order, and how many of them are taken by other birds that race or are still to come. */
  pigeons_active: number;
  active_taken: number;
  extra: ExtraPlaceKind | null;
  /** Its activation as a reserve was ordered and is paid. */
  is_activated: boolean;
  /** It raced in this season before: it returns to its former part. */
  has_raced: boolean;
}

/** Why a bird cannot race at all, or null: it has neither an ordered place nor one given by the loft. */
export function whyNotRace({ place, extra, has_raced }: PlaceHeld): Refusal | null {
  return place !== null || extra !== null || has_raced ? null : new Refusal('pigeon_without_order');
}

/**
 * What a bird needs to become active, a reserve or an activated reserve by hand: nothing, or a place without a fee. A
 * bird at an active place of its order needs nothing. A reserve takes an active place that no other bird of its order
 * has, and beyond these one without a fee; both require a reason.
 * @throws Refusal by {@link whyNotRace}; `reserve_reason_needed` at the reason; `no_active_place` with the number of
 * `places` that the order paid for, unless “without a fee” was chosen.
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
