/**
 * A stock: birds with their known parents. Figures are asked of a stock that was put in order once, so that each bird
 * stands behind its parents; a typed stock may contain a loop, which no figure may follow.
 */

/** A bird with its parents, by number; null: not known. A parent that is not in the stock is not known either. */
export interface BirdWithParents {
  id: number;
  sire_id: number | null;
  dam_id: number | null;
}

export interface Stock {
  /** The birds, each behind its parents. */
  order: readonly number[];
  /** The place of each bird in the order. */
  places: ReadonlyMap<number, number>;
  /** The places of the parents of the bird at a place; -1: not known. */
  sires: Int32Array;
  dams: Int32Array;
  /**
   * Parents that were left out, because the bird is an ancestor of them: each as a way from the bird down to the parent,
   * by number. Empty in a sound stock.
   */
  loops: readonly (readonly number[])[];
}

/**
 * Put birds in order, in time in proportion to their number. A parent that closes a loop is left out and listed, so that
 * every other figure of the stock stands.
 */
export function stockOf(birds: readonly BirdWithParents[]): Stock {
  const parents = new Map<number, (number | null)[]>();
  const known = new Set(birds.map(({ id }) => id));
  const inStock = (id: number | null) => (id !== null && known.has(id) ? id : null);
  for (const { id, sire_id, dam_id } of birds) parents.set(id, [inStock(sire_id), inStock(dam_id)]);
  const loops: number[][] = [];
  const places = new Map<number, number>();
  // Without recursion: a stock may have thousands of generations by mistake. `way` leads from a bird to an ancestor.
  const onWay = new Set<number>();
  for (const { id } of birds) {
    const way: { id: number; next: number }[] = places.has(id) ? [] : [{ id, next: 0 }];
    onWay.add(id);
    while (way.length > 0) {
      const last = way.at(-1)!;
      const own = parents.get(last.id)!;
      if (last.next === own.length) {
        places.set(last.id, places.size);
        onWay.delete(last.id);
        way.pop();
        continue;
      }
      const parent = own[last.next] ?? null;
      if (parent !== null && onWay.has(parent)) {
        const loop = way.slice(way.findIndex((one) => one.id === parent));
        loops.push(loop.map((one) => one.id).reverse());
        own[last.next] = null;
      } else if (parent !== null && !places.has(parent)) {
        way.push({ id: parent, next: 0 });
        onWay.add(parent);
      }
      last.next += 1;
    }
    onWay.delete(id);
  }
  const order = [...places.keys()];
  const placeOf = (id: number | null | undefined) => (id == null ? -1 : places.get(id)!);
  return {
    order,
    places,
    sires: Int32Array.from(order, (id) => placeOf(parents.get(id)![0])),
    dams: Int32Array.from(order, (id) => placeOf(parents.get(id)![1])),
    loops,
  };
}

/** The bird at a place, with its parents. */
export function birdAt({ order, sires, dams }: Stock, place: number): BirdWithParents {
  const idAt = (parent: number) => (parent < 0 ? null : order[parent]!);
  return { id: order[place]!, sire_id: idAt(sires[place]!), dam_id: idAt(dams[place]!) };
}

/** The birds of a stock with their parents, in its order; those of loops are left out. */
export const birdsOf = (stock: Stock): BirdWithParents[] => stock.order.map((_, place) => birdAt(stock, place));

/** The parents of the bird at a place that are known. */
export const parentsAt = ({ sires, dams }: Stock, place: number): number[] =>
  [sires[place]!, dams[place]!].filter((parent) => parent >= 0);

/**
 * The way from a bird down to one of its descendants, both included, the shortest one: what makes it impossible that the
 * descendant is a parent of the bird. Null: there is none.
 */
export function descentOf(stock: Stock, from_id: number, to_id: number): number[] | null {
  const [from, to] = [stock.places.get(from_id), stock.places.get(to_id)];
  if (from === undefined || to === undefined) return null;
  const child = new Map<number, number | null>([[to, null]]);
  for (const place of child.keys()) {
    if (place === from) break;
    for (const parent of parentsAt(stock, place)) if (!child.has(parent)) child.set(parent, place);
  }
  if (!child.has(from)) return null;
  const way: number[] = [];
  for (let place: number | null = from; place !== null; place = child.get(place)!) way.push(stock.order[place]!);
  return way;
}
