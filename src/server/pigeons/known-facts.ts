/** What is known of birds that are entered again, by whoever enters them: it goes with them into the next season. */
import { sql } from 'kysely';
import { birdFacts, type Facts, facts, inLists } from '#domain/pigeons/facts.ts';
import { birdSwitches, type Switch, shows, showsBirdPages } from '#domain/seasons/shown.ts';
import type { Tx } from '#server/db/database.ts';
import { isOf, withOwners } from './birds.ts';

/** Who enters a bird: somebody knows all of their own birds, a loft of those it had; of others both know what is public. */
export type Enterer = { user_id: number } | { loft_id: number };

/** What is known of a bird. */
export interface Known {
  /** The latest word on each fact but the ring. */
  facts: Partial<Facts>;
  /** The file of its pedigree that its owner sent to the same loft; a loft hands on none of another owner. */
  pedigree_file_id: number | null;
}

/**
 * What whoever enters birds in a loft knows of them from other seasons, by bird.
 * @param season where they are entered
 */
export async function knownOf(
  tx: Tx,
  { loft_id, season_id }: { loft_id: number; season_id: number },
  enterer: Enterer,
  bird_ids: readonly number[],
): Promise<Map<number, Known>> {
  const isOwn = 'user_id' in enterer ? isOf(enterer.user_id) : sql`p.loft_id = ${enterer.loft_id}`;
  type Row = Facts & { bird_id: number; pedigree_file_id: number | null; hidden: Switch[]; is_own: boolean };
  const { rows } = await sql<Row>`
    select ${sql.join(facts.map((fact) => sql.ref(`p.${fact}`)))}, p.bird_id, s.hidden, coalesce(${isOwn}, false) as is_own,
      case when p.loft_id = ${loft_id} then p.pedigree_file_id end as pedigree_file_id
    from pigeons p join seasons s on s.loft_id = p.loft_id and s.id = p.season_id ${withOwners}
    where p.bird_id = any(${bird_ids}::bigint[]) and not (p.loft_id = ${loft_id} and p.season_id = ${season_id})
      and (s.status <> 'draft' or coalesce(${isOwn}, false))
    order by s.year desc, s.id desc, p.id desc`.execute(tx);
  const known = new Map<number, Known>();
  const by = birdSwitches('fanciers');
  for (const { bird_id, hidden, is_own, pedigree_file_id, ...bird } of rows) {
    if (!is_own && !showsBirdPages(hidden)) continue;
    const one = known.get(bird_id) ?? { facts: {}, pedigree_file_id: null };
    known.set(bird_id, one);
    if (is_own && 'user_id' in enterer) one.pedigree_file_id ??= pedigree_file_id;
    for (const fact of facts) {
      if (fact === 'ring' || fact in one.facts || bird[fact] === birdFacts[fact].blank) continue;
      if (is_own || shows(hidden, by[inLists(fact)])) Object.assign(one.facts, { [fact]: bird[fact] });
    }
  }
  return known;
}

/** A bird as it is entered, with what was known of it where nobody said. */
export const withKnown = <Bird extends Partial<Facts>>(bird: Bird, known: Known | undefined): Bird => ({
  ...bird,
  ...Object.fromEntries(
    facts
      .filter((fact) => (bird[fact] ?? birdFacts[fact].blank) === birdFacts[fact].blank)
      .flatMap((fact) => (known && fact in known.facts ? [[fact, known.facts[fact]]] : [])),
  ),
});
