/** The known facts of birds that are entered again: they are copied into the next season. */

import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import { birdFacts, type Fact, type Facts, facts, inLists } from '#domain/pigeons/facts.ts';
import { birdSwitches, type Switch, shows, showsBirdPages } from '#domain/seasons/visibility.ts';
import type { Tx } from '#server/db/database.ts';
import { wasInHand } from './birds.ts';
import { firstOwner } from './rights.ts';

/** A bird to enter and its owner; null: none. */
export interface BirdToEnter {
  bird_id: number;
  owner: number | null;
}

interface Source {
  loft: string;
  year: number;
}

/** The known facts of a bird. */
export interface Known {
  /** The latest value of each fact but the ring. */
  facts: Partial<Facts>;
  /** The loft and the year of the season that each is from. */
  sources: Partial<Record<Fact, Source>>;
  /** The pedigree file that the bird's owner uploaded to the same loft. */
  pedigree_file_id: number | null;
}

/** At most this many pigeons of a bird are read: those entered last. */
const mostPigeons = 100;

/**
 * The facts from other seasons that the person entering birds may know, by bird: first the owner's own facts, which the
 * owner has from every loft and a loft from itself; then the public facts of other owners' pigeons that a loft has
 * received.
 * @param by whether their owner enters them, or the loft for its owners
 */
export async function knownOf(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  by: 'owner' | 'loft',
  birds: readonly BirdToEnter[],
): Promise<Map<number, Known>> {
  const isOwn = sql`${firstOwner} is not distinct from w.owner
    and ${by === 'owner' ? sql`w.owner is not null` : sql`p.loft_id = ${loft_id}`}`;
  type Row = Facts & Source & { bird_id: number; pedigree_file_id: number | null; hidden: Switch[]; is_own: boolean };
  const { rows } = await sql<Row>`
    select p.*, s.hidden, s.year, l.name as loft
    from jsonb_to_recordset(${JSON.stringify(birds)}::jsonb) as w (bird_id bigint, owner bigint)
    cross join lateral (
      select ${sql.join(facts.map((fact) => sql.ref(`p.${fact}`)))}, p.id, p.loft_id, p.season_id, p.bird_id, ${isOwn} as is_own, ${wasInHand} as was_in_hand,
        case when p.loft_id = ${loft_id} then p.pedigree_file_id end as pedigree_file_id
      from pigeons p where p.bird_id = w.bird_id and not (p.loft_id = ${loft_id} and p.season_id = ${season_id})
      order by p.id desc limit ${mostPigeons}) p
    join seasons s on s.loft_id = p.loft_id and s.id = p.season_id
    join lofts l on l.id = p.loft_id
    where s.status <> 'draft' and p.was_in_hand or p.is_own
    order by p.is_own desc, s.year desc, s.id desc, p.id desc`.execute(tx);
  const known = new Map<number, Known>();
  const switchOf = birdSwitches('fanciers');
  for (const { bird_id, hidden, is_own, pedigree_file_id, loft, year, ...bird } of rows) {
    if (!is_own && !showsBirdPages(hidden)) continue;
    const one = known.get(bird_id) ?? { facts: {}, sources: {}, pedigree_file_id: null };
    known.set(bird_id, one);
    if (is_own && by === 'owner') one.pedigree_file_id ??= pedigree_file_id;
    for (const fact of facts) {
      if (fact === 'ring' || fact in one.facts || bird[fact] === birdFacts[fact].blank) continue;
      if (!is_own && !shows(hidden, switchOf[inLists(fact)])) continue;
      Object.assign(one.facts, { [fact]: bird[fact] });
      one.sources[fact] = { loft, year };
    }
  }
  return known;
}

/** The seasons that said of a bird what is now said of it, each with these facts. */
export function knownFrom(bird: Facts, { facts: known, sources }: Known): (Source & { facts: Fact[] })[] {
  const found = new Map<string, Source & { facts: Fact[] }>();
  for (const fact of facts) {
    const source = sources[fact];
    if (!source || known[fact] !== bird[fact]) continue;
    const key = `${source.year} ${source.loft}`;
    const one = found.get(key) ?? { ...source, facts: [] };
    found.set(key, one);
    one.facts.push(fact);
  }
  return [...found.values()];
}

/** A bird to enter, its blank facts filled with the known ones. */
export const withKnown = <Bird extends Partial<Facts>>(bird: Bird, known: Partial<Facts> = {}): Bird => ({
  ...bird,
  ...Object.fromEntries(
    facts
      .filter((fact) => fact in known && (bird[fact] ?? birdFacts[fact].blank) === birdFacts[fact].blank)
      .map((fact) => [fact, known[fact]]),
  ),
});
