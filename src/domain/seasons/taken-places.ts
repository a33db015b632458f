/** The places of a season that orders and birds have taken: one count for all who say it. */

/** Number of places of a season that are taken, by orders and outside orders. */
export interface TakenPlaces {
  taken_active_pigeons: number;
  taken_reserve_pigeons: number;
  /** Reserves that race in addition: they take an active place, and keep their own in the loft. */
  activated_reserve_pigeons: number;
  /** Birds that race outside an order. */
  outside_order_pigeons: number;
}

/**
 * The places of a season that are taken, in all and of each kind: whoever says how many are taken or left says it by
 * this.
 */
export function takenPlaces({
  taken_active_pigeons,
  taken_reserve_pigeons,
  activated_reserve_pigeons,
  outside_order_pigeons,
}: TakenPlaces): Record<'all' | 'active' | 'reserve', number> {
  return {
    all: taken_active_pigeons + taken_reserve_pigeons + outside_order_pigeons,
    active: taken_active_pigeons + activated_reserve_pigeons + outside_order_pigeons,
    reserve: taken_reserve_pigeons,
  };
}
