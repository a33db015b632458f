/**
 * Activations: a reserve joins the race, or a bird enters the final. Each is ordered and paid like a place; its state
 * follows from its order (4.3, 4.4, 8.18; decision 24).
 */
import { holdsPlaces, type OrderStatus } from '#domain/orders/order.ts';
import { type Health, isOut, type Location, type Progress } from '#domain/pigeons/status.ts';
import { Refusal } from '#domain/refusal.ts';
import { type ProductCategory, productCategoryOf } from '#domain/seasons/product.ts';

export const activationKinds = ['reserve', 'final_flight'] as const;
export type ActivationKind = (typeof activationKinds)[number];

const kinds: Partial<Record<ProductCategory, ActivationKind>> = {
  reserve_activation: 'reserve',
  final_flight_activation: 'final_flight',
};

/** The kind of activation that a product is for; null for any other product. */
export function kindOf(product: { product_category_id: number }): ActivationKind | null {
  return kinds[productCategoryOf(product)] ?? null;
}

/** The state of a bird while its activation waits for payment (4.4). */
export const waitingAs = {
  reserve: 'reserve_activation_pending',
  final_flight: 'final_flight_activation_pending',
} as const satisfies Record<ActivationKind, Progress>;

export const activationStates = ['free', 'pending', 'activated'] as const;
export type ActivationState = (typeof activationStates)[number];

/** The state of an activation by its order; an order that has ended leaves the bird free. */
export function stateByOrder(status: OrderStatus): ActivationState {
  if (!holdsPlaces(status)) return 'free';
  return status === 'paid' ? 'activated' : 'pending';
}

/** What the rules need to know of a bird. */
export interface BirdToActivate {
  health: Health;
  progress: Progress;
  location: Location;
  /** The state of its open order for this kind; null: there is none. */
  ordered: OrderStatus | null;
}

/** The state of a bird's activation: by its order, or as the loft set it by hand. */
export function stateOf(
  kind: ActivationKind,
  { health, progress, ordered }: Pick<BirdToActivate, 'health' | 'progress' | 'ordered'>,
): ActivationState {
  if (ordered !== null) return stateByOrder(ordered);
  if (progress === waitingAs[kind]) return 'pending';
  const isDone = kind === 'reserve' ? health === 'activated_reserve' : progress === 'final_flight_activated';
  return isDone ? 'activated' : 'free';
}

/**
 * Why a bird cannot be activated, or null: `pigeon_already_activated` (8.18), also while it waits for payment;
 * `pigeon_not_at_loft`; `only_reserves_activated`; `only_active_to_final`. The database checks the same (migration
 * 0047).
 */
export function whyNotActivate(kind: ActivationKind, bird: BirdToActivate): Refusal | null {
  if (stateOf(kind, bird) !== 'free') return new Refusal('pigeon_already_activated');
  if (bird.location !== 'at_loft') return new Refusal('pigeon_not_at_loft');
  if (kind === 'reserve') return bird.health === 'reserve' ? null : new Refusal('only_reserves_activated');
  const races = bird.health === 'active' || bird.health === 'activated_reserve';
  return races ? null : new Refusal('only_active_to_final');
}

/** A bird at its place in an order. */
export interface PlacedBird {
  pigeon_id: number;
  place: number;
  health: Health;
}

/**
 * Which bird each of these reserves of one order replaces: the active birds that are out, in the order of their places;
 * null for a reserve that races in addition.
 * @param taken birds that another reserve replaced before
 */
export function replacements(
  reserves: readonly number[],
  order: { pigeons_active: number; birds: readonly PlacedBird[] },
  taken: ReadonlySet<number>,
): Map<number, number | null> {
  const out = order.birds
    .filter(({ pigeon_id, place, health }) => place <= order.pigeons_active && isOut(health) && !taken.has(pigeon_id))
    .sort((one, other) => one.place - other.place);
  return new Map(reserves.map((pigeon_id, i) => [pigeon_id, out[i]?.pigeon_id ?? null]));
}

/** A step of the birds of one kind. */
export interface StepWithOrder {
  kind: ActivationKind;
  from: Health | Progress;
  to: Health | Progress;
}

const whenPaid: readonly StepWithOrder[] = [
  { kind: 'reserve', from: 'reserve', to: 'activated_reserve' },
  { kind: 'reserve', from: 'reserve_activation_pending', to: 'not_activated' },
  { kind: 'final_flight', from: 'final_flight_activation_pending', to: 'final_flight_activated' },
];
const whenEnded: readonly StepWithOrder[] = [
  { kind: 'reserve', from: 'reserve_activation_pending', to: 'not_activated' },
  { kind: 'final_flight', from: 'final_flight_activation_pending', to: 'not_activated' },
];

/**
 * The steps of the birds of an activation order, in this order: activated when it is paid, back to waiting when the
 * payment is revoked, free again when the order ends.
 */
export function stepsWithOrder(from: OrderStatus | 'new', to: OrderStatus): readonly StepWithOrder[] {
  const undone = from === 'paid' ? whenPaid.map((one) => ({ kind: one.kind, from: one.to, to: one.from })) : [];
  return [...(to === 'paid' ? whenPaid : []), ...undone, ...(holdsPlaces(to) ? [] : whenEnded)];
}
