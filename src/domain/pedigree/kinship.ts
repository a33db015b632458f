/**
 * Inbreeding and relationship after Wright (1922), over any depth. Founders, which have no known parent, count as not
 * inbred and as not related: figures can only be higher than what is known, never lower. Coefficients are from 0 to 1.
 *
 * They are computed by the decomposition of the relationship matrix of Henderson (1976) and Quaas (1976): the relationship
 * of a bird with itself is the sum over its ancestors of the square of their share in it, times the part of their blood
 * that none of their parents explains. Its inbreeding is what is above 1. This needs no path and no matrix.
 */
import { parentsAt, type Stock } from './stock.ts';

/** The part of the blood of a bird that its parents do not explain, by their inbreeding; null: a parent is not known. */
function ownPart(sire: number | null, dam: number | null): number {
  const explained = (f: number | null) => (f === null ? 0 : (1 + f) / 4);
  return 1 - explained(sire) - explained(dam);
}

export interface Kinship {
  /** The inbreeding coefficient of a bird of the stock: 0.25 of the offspring of two full siblings. */
  inbreeding(id: number): number;
  /** The kinship of two birds: the inbreeding that their offspring would have, also of a bird with itself. */
  kinship(a_id: number, b_id: number): number;
  /** Wright's coefficient of relationship: 0.5 of parent and offspring or of two full siblings, where none is inbred. */
  relationship(a_id: number, b_id: number): number;
}

/**
 * The coefficients of a stock: each is computed when it is asked for, with those of the ancestors, and kept.
 * @throws RangeError from its functions, for a bird that is not in the stock
 */
export function kinshipIn(stock: Stock): Kinship {
  const { order, places, sires, dams } = stock;
  /** The inbreeding of the bird at each place; NaN: not computed yet. */
  const coefficients = new Float64Array(order.length).fill(Number.NaN);
  /** Full siblings are equally inbred: the coefficient of each pair of parents. */
  const ofPairs = new Map<number, number>();
  /** The share of each ancestor in the bird that is being computed; zero in between. */
  const shares = new Float64Array(order.length);

  function placeOf(id: number): number {
    const place = places.get(id);
    if (place === undefined) throw new RangeError(`no bird ${id} in the stock`);
    return place;
  }

  /** Computes a bird and those of its ancestors that are not computed yet, the oldest first. */
  function computeUpTo(place: number): void {
    if (!Number.isNaN(coefficients[place]!)) return;
    const open = new Set([place]);
    for (const one of open)
      for (const parent of parentsAt(stock, one)) if (Number.isNaN(coefficients[parent]!)) open.add(parent);
    // A bird stands behind its parents.
    for (const one of [...open].sort((a, b) => a - b)) {
      const [sire, dam] = [sires[one]!, dams[one]!];
      coefficients[one] = sire < 0 || dam < 0 ? 0 : ofParents(sire, dam);
    }
  }

  /** The inbreeding of offspring of the birds at two places, whose own is computed. */
  function ofParents(sire: number, dam: number): number {
    const pair = Math.min(sire, dam) * order.length + Math.max(sire, dam);
    const known = ofPairs.get(pair);
    if (known !== undefined) return known;
    const inbreedingAt = (place: number) => (place < 0 ? null : coefficients[place]!);
    let related = ownPart(coefficients[sire]!, coefficients[dam]!);
    shares[sire]! += 0.5;
    shares[dam]! += 0.5;
    for (let place = Math.max(sire, dam); place >= 0; place -= 1) {
      const share = shares[place]!;
      if (share === 0) continue;
      shares[place] = 0;
      const [up, across] = [sires[place]!, dams[place]!];
      if (up >= 0) shares[up]! += share / 2;
      if (across >= 0) shares[across]! += share / 2;
      related += share * share * ownPart(inbreedingAt(up), inbreedingAt(across));
    }
    // Powers of a half are summed without error up to fifty generations; beyond, nothing falls below none.
    const coefficient = Math.max(0, related - 1);
    ofPairs.set(pair, coefficient);
    return coefficient;
  }

  function inbreeding(id: number): number {
    const place = placeOf(id);
    computeUpTo(place);
    return coefficients[place]!;
  }

  function kinship(a_id: number, b_id: number): number {
    const [a, b] = [placeOf(a_id), placeOf(b_id)];
    computeUpTo(a);
    computeUpTo(b);
    return ofParents(a, b);
  }

  function relationship(a_id: number, b_id: number): number {
    if (a_id === b_id) return 1;
    return (2 * kinship(a_id, b_id)) / Math.sqrt((1 + inbreeding(a_id)) * (1 + inbreeding(b_id)));
  }

  return { inbreeding, kinship, relationship };
}
