/** Which bird can be a parent of which. */
import { Refusal } from '#domain/refusal.ts';
import { descentOf, type Stock } from './stock.ts';

export interface Kin {
  id: number;
  /** What the refusal calls it: the ring, or the name of a typed bird. */
  name: string;
  sex: 'cock' | 'hen' | 'unknown';
  /** The day, YYYY-MM-DD, or the year, YYYY, in which it hatched. */
  hatched: string | null;
}

/**
 * Why a bird cannot be the sire or the dam of another, or null: it is the bird itself, of the other sex, not older, or
 * one of its descendants, with the whole way. Two birds of one year may be parent and young, as early ones breed in
 * autumn.
 * @param nameOf the name of each bird of the stock
 */
export function whyNotParent(
  stock: Stock,
  { bird, parent, as }: { bird: Kin; parent: Kin; as: 'sire' | 'dam' },
  nameOf: (id: number) => string,
): Refusal | null {
  const names = { parent: parent.name, bird: bird.name };
  if (parent.id === bird.id) return new Refusal('pedigree_own_parent', { bird: bird.name });
  if (parent.sex === (as === 'sire' ? 'hen' : 'cock'))
    return new Refusal(as === 'sire' ? 'pedigree_sire_is_hen' : 'pedigree_dam_is_cock', { parent: parent.name });
  if (isYounger(parent.hatched, bird.hatched)) return new Refusal('pedigree_parent_younger', names);
  const descent = descentOf(stock, bird.id, parent.id);
  if (descent) return new Refusal('pedigree_loop', { ...names, way: descent.map(nameOf).join(' → ') });
  return null;
}

/** Whether a bird hatched later than another, as exactly as both are known; on the same day neither bred the other. */
function isYounger(parent: string | null, bird: string | null): boolean {
  if (parent === null || bird === null) return false;
  if (parent.length === 4 || bird.length === 4) return parent.slice(0, 4) > bird.slice(0, 4);
  return parent >= bird;
}
