/** The order of the stops of an agent's day. */

/**
 * Stops in the order that the agent gave them; those that it does not name keep their order, and follow.
 * @param order the ids of stops, first to last
 */
export function inRouteOrder<Stop extends { id: number }>(stops: readonly Stop[], order: readonly number[]): Stop[] {
  const placeOf = ({ id }: Stop) => {
    const place = order.indexOf(id);
    return place < 0 ? order.length : place;
  };
  return stops.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The ids of stops with one of them moved a place up (-1) or down (1); at an end it stays. */
export function moved(ids: readonly number[], id: number, by: -1 | 1): number[] {
  const from = ids.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= ids.length) return [...ids];
  return ids.with(from, ids[to]!).with(to, id);
}
