/** What a pedigree shows of a bird's ancestors: how many are known, which stand in it twice, and whose blood it has. */
import type { Kinship } from './kinship.ts';
import { birdAt, parentsAt, type Stock, stockOf } from './stock.ts';

/** Generations of ancestors that a pedigree shows at most: 1 are the parents. */
export const mostGenerations = 20;

/** The ancestors of one generation. */
export interface GenerationOfAncestors {
  /** 1: the parents. */
  generation: number;
  /** Places in the pedigree: 2, 4, 8 … */
  possible: number;
  /** Places where a bird is known. */
  known: number;
  /** Birds in these places, each counted once. */
  distinct: number;
}

/**
 * The places of a pedigree by generation, each as it is known. One bird in two places has the ancestors of both.
 * @param generations at least 1, at most {@link mostGenerations}
 */
export function generationsOf(stock: Stock, id: number, generations: number): GenerationOfAncestors[] {
  let birds = new Map([[stock.places.get(id)!, 1]]);
  return Array.from({ length: generations }, (_, i) => {
    const next = new Map<number, number>();
    for (const [place, times] of birds)
      for (const parent of parentsAt(stock, place)) next.set(parent, (next.get(parent) ?? 0) + times);
    birds = next;
    const known = [...next.values()].reduce((sum, times) => sum + times, 0);
    return { generation: i + 1, possible: 2 ** (i + 1), known, distinct: next.size };
  });
}

/** How much of a pedigree is known, and how many birds it has for its places; shares from 0 to 1. */
export interface PedigreeCompleteness {
  /** Known places of possible ones, over all generations. */
  completeness: number;
  /**
   * Distinct ancestors of known places: 1 where none stands in it twice. Germans call it Ahnenverlustkoeffizient; it is
   * of what is known, because a bird that is not known stands nowhere twice.
   */
  distinct_share: number;
  known: number;
  /** Birds in the pedigree, each counted once, whatever its generations. */
  distinct: number;
}

/** The completeness of so many generations, which stands beside every figure that comes from them. */
export function completenessOf(stock: Stock, id: number, generations: number): PedigreeCompleteness {
  const rows = generationsOf(stock, id, generations);
  const sum = (of: (row: GenerationOfAncestors) => number) => rows.reduce((all, row) => all + of(row), 0);
  const [known, possible] = [sum((row) => row.known), sum((row) => row.possible)];
  const distinct = withinGenerations(stock, [id], generations).size - 1;
  return { completeness: known / possible, distinct_share: known === 0 ? 1 : distinct / known, known, distinct };
}

/** The places of birds and of their ancestors within so many generations, each with its nearest generation. */
function withinGenerations(stock: Stock, ids: readonly number[], generations: number): Map<number, number> {
  const nearest = new Map(ids.map((id) => [stock.places.get(id)!, 0]));
  for (const [place, generation] of nearest)
    if (generation < generations)
      for (const parent of parentsAt(stock, place)) if (!nearest.has(parent)) nearest.set(parent, generation + 1);
  return nearest;
}

/**
 * The stock as far as so many generations of birds know it: ancestors that all stand in the last one have no parents.
 * Figures “of five generations” are those of this stock.
 */
export function cutStock(stock: Stock, ids: readonly number[], generations: number): Stock {
  const birds = [...withinGenerations(stock, ids, generations)].map(([place, generation]) => {
    const bird = birdAt(stock, place);
    return generation < generations ? bird : { id: bird.id, sire_id: null, dam_id: null };
  });
  return stockOf(birds);
}

/** An ancestor with its share in a bird. */
export interface BloodOf {
  id: number;
  /** The sum over its places of a half to the power of the generation: ½ of each parent, ¼ of each grandparent. */
  share: number;
  /** The number of its places, and the nearest and the farthest generation in which it stands. */
  times: number;
  nearest: number;
  farthest: number;
}

/** The share of each ancestor in a bird over all generations, the largest first; of equal shares the nearest first. */
export function bloodOf(stock: Stock, id: number): BloodOf[] {
  const own = stock.places.get(id)!;
  const found = new Map<number, Omit<BloodOf, 'id'>>([[own, { share: 1, times: 1, nearest: 0, farthest: 0 }]]);
  for (let place = own; place >= 0; place -= 1) {
    const here = found.get(place);
    if (!here) continue;
    // The same bird as sire and dam gives both halves.
    for (const parent of parentsAt(stock, place)) {
      const before = found.get(parent);
      found.set(parent, {
        share: (before?.share ?? 0) + here.share / 2,
        times: (before?.times ?? 0) + here.times,
        nearest: Math.min(before?.nearest ?? Number.POSITIVE_INFINITY, here.nearest + 1),
        farthest: Math.max(before?.farthest ?? 0, here.farthest + 1),
      });
    }
  }
  found.delete(own);
  return [...found]
    .map(([place, blood]) => ({ id: stock.order[place]!, ...blood }))
    .sort((a, b) => b.share - a.share || a.nearest - b.nearest || a.id - b.id);
}

/** An ancestor of both parents, and what it adds to the inbreeding of their offspring. */
export interface CommonAncestor {
  id: number;
  /** Its part of the coefficient: 0 where it is reached only through other common ancestors. */
  adds: number;
  /** Its nearest generation above the sire and above the dam; 0: the parent itself. */
  above_sire: number;
  above_dam: number;
}

/**
 * The common ancestors of two birds with what each adds to the inbreeding of their offspring, which together is their
 * kinship. Wright's paths are not listed but walked together: of two lines the one at the younger bird goes up, and where
 * both meet for the first time their bird is the common ancestor of all these paths. The largest first.
 */
export function commonAncestors(stock: Stock, kinship: Kinship, sire_id: number, dam_id: number): CommonAncestor[] {
  const above = (id: number) => withinGenerations(stock, [id], Number.POSITIVE_INFINITY);
  const adds = new Map<number, number>();
  // Pairs of lines by the place of the younger bird, with their weight.
  const pairs = new Map<number, Map<number, number>>();
  const meet = (one: number, other: number, weight: number) => {
    const [younger, older] = one > other ? [one, other] : [other, one];
    const row = pairs.get(younger) ?? new Map<number, number>();
    pairs.set(younger, row.set(older, (row.get(older) ?? 0) + weight));
  };
  const [sire, dam] = [stock.places.get(sire_id)!, stock.places.get(dam_id)!];
  meet(sire, dam, 1);
  for (let younger = Math.max(sire, dam); younger >= 0; younger -= 1) {
    for (const [older, weight] of pairs.get(younger) ?? []) {
      if (older === younger) adds.set(younger, weight * 0.5 * (1 + kinship.inbreeding(stock.order[younger]!)));
      else for (const parent of parentsAt(stock, younger)) meet(parent, older, weight / 2);
    }
    pairs.delete(younger);
  }
  const [ofSire, ofDam] = [above(sire_id), above(dam_id)];
  return [...ofSire]
    .filter(([place]) => ofDam.has(place))
    .map(([place, above_sire]) => ({
      id: stock.order[place]!,
      adds: adds.get(place) ?? 0,
      above_sire,
      above_dam: ofDam.get(place)!,
    }))
    .sort((a, b) => b.adds - a.adds || a.above_sire + a.above_dam - b.above_sire - b.above_dam || a.id - b.id);
}
