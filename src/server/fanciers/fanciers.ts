/** A loft's own list of its fanciers, with their contact data and their teams over the seasons. */

import { sql } from 'kysely';
import type { FancierFields } from '#domain/fanciers/contract.ts';
import type { FancierKey } from '#domain/keys.ts';
import { whyNotFanciers } from '#domain/lofts/package.ts';
import { Refusal } from '#domain/refusal.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { latestType, loadLoft } from '#server/lofts/lofts.ts';
import type { ListOf } from '#server/pagination.ts';

const columns = ['f.id', 'f.name', 'f.email', 'f.phone', 'f.street', 'f.zipcode', 'f.city', 'f.country'] as const;

/**
 * Checks that the package of a loft includes the list of fanciers.
 * @throws Refusal `fanciers_need_package` (4.12, 6.11)
 */
export async function checkPackage(tx: Tx, loft_id: number): Promise<void> {
  const no = whyNotFanciers((await latestType(tx, loft_id)).type);
  if (no) throw no;
}

/** The fanciers of a loft as a list; searched by name, city, country or team. */
export function listOfFanciers(loft_id: number): ListOf<'name'> {
  return {
    from: sql`from fanciers f where f.loft_id = ${loft_id}`,
    id: sql`f.id`,
    columns: { name: sql`lower(f.name)` },
    search: {
      texts: [sql`f.plain_text`],
      within: (pattern) => sql`f.id in (select ft.fancier_id from fancier_teams ft
        join teams t on t.loft_id = ft.loft_id and t.id = ft.team_id
        where ft.loft_id = ${loft_id} and t.plain_name like ${pattern})`,
      country: (codes) => sql`f.country = any(${codes})`,
      countryBy: 'part',
    },
  };
}

/** The fanciers of a loft by name, or these of them, each with the names of their teams. */
export function fanciersOf(tx: Tx, loft_id: number, fancier_ids?: readonly number[]) {
  return tx
    .selectFrom('fanciers as f')
    .select(columns)
    .select(
      sql<string[]>`array(select distinct t.name from fancier_teams ft join teams t on t.loft_id = ft.loft_id and
        t.id = ft.team_id where ft.loft_id = f.loft_id and ft.fancier_id = f.id order by 1)`.as('teams'),
    )
    .where('f.loft_id', '=', loft_id)
    .$if(fancier_ids !== undefined, (query) => query.where('f.id', '=', sql<number>`any(${fancier_ids}::bigint[])`))
    .orderBy(sql`lower(f.name)`)
    .orderBy('f.id')
    .execute();
}

/** How many teams of a loft name a fancier who is not in its list. */
export async function countNotImported(tx: Tx, loft_id: number): Promise<number> {
  const { count } = await tx
    .selectFrom('teams as t')
    .leftJoin('fancier_teams as ft', (join) =>
      join.onRef('ft.loft_id', '=', 't.loft_id').onRef('ft.team_id', '=', 't.id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('t.loft_id', '=', loft_id)
    .where(sql<boolean>`btrim(t.fancier) <> ''`)
    .where('ft.team_id', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Adds the fanciers of teams to the list of a loft, which is locked. Equal name and country mean the same person.
 * @throws Refusal `fanciers_need_package`
 */
export async function takeFanciers(tx: Tx, loft_id: number): Promise<void> {
  const missing = sql`select t.id, btrim(t.fancier) as name, t.country from teams t where t.loft_id = ${loft_id}
    and btrim(t.fancier) <> '' and not exists (select from fancier_teams ft where ft.loft_id = t.loft_id and ft.team_id = t.id)`;
  await sql`insert into fanciers (loft_id, name, country)
    select distinct on (lower(m.name), m.country) ${loft_id}::bigint, m.name, m.country from (${missing}) m
    where not exists (select from fanciers f where f.loft_id = ${loft_id} and lower(f.name) = lower(m.name)
      and f.country is not distinct from m.country)
    order by lower(m.name), m.country, m.name`.execute(tx);
  await sql`insert into fancier_teams (loft_id, team_id, fancier_id)
    select ${loft_id}::bigint, m.id, (select min(f.id) from fanciers f where f.loft_id = ${loft_id}
      and lower(f.name) = lower(m.name) and f.country is not distinct from m.country)
    from (${missing}) m`.execute(tx);
}

/** Add a fancier. @returns the id */
export async function addFancier(tx: Tx, loft_id: number, fields: FancierFields): Promise<number> {
  const { id } = await tx
    .insertInto('fanciers')
    .values({ loft_id, ...valuesOf(fields) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * A fancier; `lock` holds them until the transaction ends.
 * @throws Refusal `not_found`
 */
export async function loadFancier(tx: Tx, { loft_id, fancier_id }: FancierKey, { lock = false } = {}) {
  await loadLoft(tx, loft_id);
  const fancier = await tx
    .selectFrom('fanciers as f')
    .select(columns)
    .select(['f.note', 'f.version'])
    .where('f.loft_id', '=', loft_id)
    .where('f.id', '=', fancier_id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!fancier) throw new Refusal('not_found');
  return { loft_id, fancier_id, fancier };
}

/** The teams of a fancier over the seasons, the latest first. */
export function teamsOfFancier(tx: Tx, { loft_id, fancier_id }: FancierKey) {
  return tx
    .selectFrom('fancier_teams as ft')
    .innerJoin('teams as t', (join) => join.onRef('t.loft_id', '=', 'ft.loft_id').onRef('t.id', '=', 'ft.team_id'))
    .innerJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 't.loft_id').onRef('s.id', '=', 't.season_id'))
    .select(['t.id as team_id', 't.name', 's.name as season'])
    .where('ft.loft_id', '=', loft_id)
    .where('ft.fancier_id', '=', fancier_id)
    .orderBy('s.year', 'desc')
    .orderBy('s.id', 'desc')
    .orderBy('t.name')
    .execute();
}

/**
 * Change a fancier who is locked.
 * @throws Refusal `changed_meanwhile` for another version
 */
export async function changeFancier(
  tx: Tx,
  { loft_id, fancier_id, fancier }: Awaited<ReturnType<typeof loadFancier>>,
  { version, ...fields }: FancierFields & { version: number },
): Promise<void> {
  if (version !== fancier.version) throw new Refusal('changed_meanwhile');
  await tx
    .updateTable('fanciers')
    .set({ ...valuesOf(fields), version: version + 1 })
    .where('loft_id', '=', loft_id)
    .where('id', '=', fancier_id)
    .execute();
}

/**
 * Merges another fancier of a loft, which is locked, into this one: its teams, and the fields that are empty here.
 * @throws Refusal `no_fancier_selected` for none, or the same (8.34); `not_found`
 */
export async function mergeFanciers(
  tx: Tx,
  key: FancierKey,
  other_id: number | null,
  by: number | null,
): Promise<void> {
  if (other_id === null || other_id === key.fancier_id) throw new Refusal('no_fancier_selected');
  const { loft_id, fancier_id } = key;
  const { fancier } = await loadFancier(tx, key, { lock: true });
  const { fancier: other } = await loadFancier(tx, { loft_id, fancier_id: other_id }, { lock: true });
  await tx
    .updateTable('fancier_teams')
    .set({ fancier_id })
    .where('loft_id', '=', loft_id)
    .where('fancier_id', '=', other_id)
    .execute();
  await tx.deleteFrom('fanciers').where('loft_id', '=', loft_id).where('id', '=', other_id).execute();
  const { id: _id, version, ...own } = fancier;
  const known = Object.fromEntries(Object.entries(own).map(([name, value]) => [name, value ?? other[name as 'note']]));
  const note = [fancier.note, other.note].filter(Boolean).join('\n\n').slice(0, 4000) || null;
  await tx
    .updateTable('fanciers')
    .set({ ...known, note, version: version + 1 })
    .where('loft_id', '=', loft_id)
    .where('id', '=', fancier_id)
    .execute();
  await writeAudit(tx, { loft_id, user_id: by, action: 'fancier.merge', before: other, after: { fancier_id } });
}

function valuesOf({ name, ...fields }: FancierFields) {
  const { email, phone, street, zipcode, city, country, note } = fields;
  return {
    name: name.trim(),
    email: email || null,
    phone: phone || null,
    street: street || null,
    zipcode: zipcode || null,
    city: city || null,
    country: country || null,
    note: note || null,
  };
}
