/** A mating that is only thought of: the figures of its offspring before the birds meet. */
import {
  type CommonAncestor,
  commonAncestors,
  completenessOf,
  cutStock,
  type PedigreeCompleteness,
} from './ancestors.ts';
import { kinshipIn } from './kinship.ts';
import { birdsOf, type Stock, stockOf } from './stock.ts';

export interface TestMating {
  /** The inbreeding coefficient of the offspring, from what is known: it can be higher, never lower. */
  inbreeding: number;
  /** Wright's coefficient of relationship of the two birds. */
  relationship: number;
  common: CommonAncestor[];
  completeness: PedigreeCompleteness;
}

/** The number of the offspring, which no bird of a stock has. */
const offspring_id = -1;

/**
 * The figures of the offspring of two birds, by so many generations of its pedigree: 1 are the two birds alone.
 * @throws RangeError for a bird that is not in the stock
 */
export function testMating(
  stock: Stock,
  { sire_id, dam_id }: { sire_id: number; dam_id: number },
  generations: number,
): TestMating {
  for (const id of [sire_id, dam_id]) if (!stock.places.has(id)) throw new RangeError(`no bird ${id} in the stock`);
  const ancestors = birdsOf(cutStock(stock, [sire_id, dam_id], generations - 1));
  const known = stockOf([...ancestors, { id: offspring_id, sire_id, dam_id }]);
  const kinship = kinshipIn(known);
  return {
    inbreeding: kinship.inbreeding(offspring_id),
    relationship: kinship.relationship(sire_id, dam_id),
    common: commonAncestors(known, kinship, sire_id, dam_id),
    completeness: completenessOf(known, offspring_id, generations),
  };
}
