/** Facts of a bird that contradict each other. */
import type { FieldErrors } from '#domain/refusal.ts';
import type { Facts } from './facts.ts';
import { ringKey } from './ring.ts';

/**
 * The impossible facts of a bird of a season, by field: it hatched by the year of the season, is not its own parent,
 * and has two different parents.
 */
export function impossibleFacts(
  { ring, hatch_year = null, sire = null, dam = null }: Pick<Facts, 'ring'> & Partial<Facts>,
  season_year: number,
): FieldErrors {
  const isOwn = (parent: string | null) => parent !== null && ringKey(parent) === ringKey(ring);
  return {
    ...(hatch_year !== null &&
      hatch_year > season_year && { hatch_year: [{ code: 'error_max_value', params: { max: String(season_year) } }] }),
    ...(isOwn(sire) && { sire: [{ code: 'parent_is_itself' }] }),
    ...(isOwn(dam)
      ? { dam: [{ code: 'parent_is_itself' }] }
      : sire !== null && dam !== null && ringKey(sire) === ringKey(dam) && { dam: [{ code: 'same_parents' }] }),
  };
}
