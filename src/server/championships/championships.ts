/** Championships as stored: read, added, changed, published, removed, each with a row in the audit log. */
import { type NotNull, sql } from 'kysely';
import type { ChampionshipFields, ChampionshipSeason } from '#domain/championships/contract.ts';
import {
  whyNotChangeChampionship,
  whyNotPublishChampionship,
  whyNotRemoveChampionship,
} from '#domain/championships/publication.ts';
import { type Withdrawal, type Withdrawn, whyNotWithdraw } from '#domain/rankings/withdrawn.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { Switch } from '#domain/seasons/visibility.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Tx } from '#server/db/database.ts';

const columns = [
  'id',
  'name',
  'names',
  'year',
  'is_world_list',
  'rule',
  'published_at',
  'published_by',
  'version',
] as const;

const championships = (tx: Tx) =>
  tx
    .selectFrom('championships as c')
    .select(columns.map((column) => `c.${column}` as const))
    .select(
      sql<number[]>`coalesce((select json_agg(season_id order by season_id) from championship_seasons
        where championship_id = c.id), '[]')`.as('season_ids'),
    )
    .where('c.withdrawn_at', 'is', null);

/** All championships but those that were withdrawn, the latest year first. */
export const allChampionships = (tx: Tx) =>
  championships(tx).orderBy('c.year', 'desc').orderBy('c.is_world_list', 'desc').orderBy('c.id').execute();

/** The championships that were withdrawn, the latest first. */
export async function withdrawnChampionships(tx: Tx): Promise<(Withdrawn & { year: number })[]> {
  return tx
    .selectFrom('championships')
    .select(['id', 'name', 'names', 'year', 'published_at', 'withdrawn_at', 'withdrawn_reason as reason'])
    .where('withdrawn_at', 'is not', null)
    .orderBy('withdrawn_at', 'desc')
    .$narrowType<{ published_at: NotNull; withdrawn_at: NotNull; reason: NotNull }>()
    .execute();
}

/** A championship as stored. */
export type StoredChampionship = Awaited<ReturnType<typeof allChampionships>>[number];

/** A championship; `lock` holds it until the transaction ends. @throws Refusal `not_found` */
export async function loadChampionship(
  tx: Tx,
  { championship_id }: { championship_id: number },
  { lock = false } = {},
): Promise<StoredChampionship> {
  const found = await championships(tx)
    .where('c.id', '=', championship_id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  return found;
}

/** A season that belongs to a championship. */
export type MemberSeason = ChampionshipSeason & {
  loft_id: number;
  season_id: number;
  hidden: Switch[];
  alias_key: string;
};

/** The seasons of a championship that are no drafts, by loft. */
export async function seasonsOfChampionship(
  tx: Tx,
  { id, year, is_world_list }: Pick<StoredChampionship, 'id' | 'year' | 'is_world_list'>,
): Promise<MemberSeason[]> {
  const { rows } = await sql<MemberSeason>`
    select ${seasonColumns} from seasons s join lofts l on l.id = s.loft_id
    where s.status <> 'draft' and ${
      is_world_list
        ? sql`s.year = ${year}`
        : sql`exists (select from championship_seasons c
            where c.championship_id = ${id} and c.loft_id = s.loft_id and c.season_id = s.id)`
    }
    order by l.name, s.id`.execute(tx);
  return rows;
}

/** The seasons that may belong to a championship, the latest first. */
export async function seasonsToChoose(tx: Tx): Promise<MemberSeason[]> {
  const { rows } = await sql<MemberSeason>`
    select ${seasonColumns} from seasons s join lofts l on l.id = s.loft_id
    order by s.year desc, l.name, s.id`.execute(tx);
  return rows;
}

const seasonColumns = sql`s.id, s.name, s.year, s.loft_id, s.id as season_id, s.hidden, s.alias_key,
  json_build_object('id', l.id, 'name', l.name, 'country', l.country) as loft`;

/**
 * Add a championship, as a draft.
 * @param by the actor; null: the program itself
 * @throws Refusal `error_unique` at `name` or `is_world_list`, from the database; `not_found` at `season_ids`
 */
export async function addChampionship(
  tx: Tx,
  by: number | null,
  fields: ChampionshipFields,
): Promise<StoredChampionship> {
  const { id } = await tx
    .insertInto('championships')
    .values(asStored(fields))
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeSeasons(tx, id, fields);
  const added = await loadChampionship(tx, { championship_id: id });
  await writeAudit(tx, { loft_id: null, user_id: by, action: 'championship.add', before: null, after: added });
  return added;
}

/**
 * Change a locked championship.
 * @throws Refusal `changed_meanwhile`; by {@link whyNotChangeChampionship}; as {@link addChampionship}
 */
export async function changeChampionship(
  tx: Tx,
  by: number | null,
  before: StoredChampionship,
  { version, ...fields }: ChampionshipFields & { version: number },
): Promise<void> {
  checkSeen(before, version);
  const no = whyNotChangeChampionship(before, { ...fields, season_ids: memberIds(fields) });
  if (no) throw no;
  if (before.published_at === null) {
    await tx.deleteFrom('championship_seasons').where('championship_id', '=', before.id).execute();
    await writeSeasons(tx, before.id, fields);
  }
  await tx
    .updateTable('championships')
    .set({ ...asStored(fields), version: version + 1 })
    .where('id', '=', before.id)
    .execute();
  await writeAfter(tx, by, 'championship.change', before);
}

/**
 * Publish a locked championship: from now on its rule and its seasons are fixed. One that is published stays as it is.
 * @throws Refusal `changed_meanwhile`; by {@link whyNotPublishChampionship}
 */
export async function publishChampionship(
  tx: Tx,
  { by, now_ms }: { by: number | null; now_ms: number },
  before: StoredChampionship,
  version: number,
): Promise<void> {
  checkSeen(before, version);
  if (before.published_at !== null) return;
  const no = whyNotPublishChampionship(before, { is_flown: await isFlown(tx, before, now_ms) });
  if (no) throw no;
  await tx
    .updateTable('championships')
    .set({ published_at: new Date(now_ms).toISOString(), published_by: by, version: version + 1 })
    .where('id', '=', before.id)
    .execute();
  await writeAfter(tx, by, 'championship.publish', before);
}

/** Remove a locked championship. @throws Refusal `changed_meanwhile`; by {@link whyNotRemoveChampionship} */
export async function removeChampionship(
  tx: Tx,
  by: number | null,
  before: StoredChampionship,
  version: number,
): Promise<void> {
  checkSeen(before, version);
  const no = whyNotRemoveChampionship(before);
  if (no) throw no;
  await tx.deleteFrom('championships').where('id', '=', before.id).execute();
  await writeAudit(tx, { loft_id: null, user_id: by, action: 'championship.remove', before, after: null });
}

/**
 * Withdraw a locked championship: nobody sees it any more, and the line with the reason stays.
 * @throws Refusal `changed_meanwhile`; by {@link whyNotWithdraw}
 */
export async function withdrawChampionship(
  tx: Tx,
  { by, now_ms }: { by: number | null; now_ms: number },
  before: StoredChampionship,
  { version, reason }: Withdrawal,
): Promise<void> {
  checkSeen(before, version);
  // No prizes are promised over lofts.
  const no = whyNotWithdraw(before, by, false);
  if (no) throw no;
  const after = await tx
    .updateTable('championships')
    .set({ withdrawn_at: new Date(now_ms).toISOString(), withdrawn_reason: reason, version: version + 1 })
    .where('id', '=', before.id)
    .returning([...columns, 'withdrawn_at', 'withdrawn_reason'])
    .executeTakeFirstOrThrow();
  await writeAudit(tx, { loft_id: null, user_id: by, action: 'championship.withdraw', before, after });
}

/** How many flights of its seasons the rule counts, how many of them were released before its publication, and the first. */
export async function flightsAtPublication(
  tx: Tx,
  { rule, is_world_list, published_at }: StoredChampionship,
  seasons: readonly MemberSeason[],
): Promise<{ flights: number; released: number; first: string | null }> {
  const { kinds, least_distance_m } = rule.flights;
  const { rows } = await sql<{ flights: number; released: number; first: string | null }>`
    select count(*)::int as flights, count(*) filter (where release_time <= ${published_at}::timestamptz)::int as released,
      to_json(min(release_time) filter (where release_time <= ${published_at}::timestamptz)) #>> '{}' as first
    from flights
    where loft_id = any(${seasons.map(({ loft_id }) => loft_id)}::bigint[])
      and season_id = any(${seasons.map(({ season_id }) => season_id)}::bigint[])
      and not is_draft and status <> 'annulled' and replay_of is null and kind = any(${kinds})
      and coalesce(distance_m, 0) >= ${least_distance_m}
      and (${!is_world_list} or release_time is null or release_time > ${published_at}::timestamptz)`.execute(tx);
  const { first, ...counted } = rows[0]!;
  return { ...counted, first: first && new Date(first).toISOString() };
}

/** Whether a flight of the year that the rule counts was released before a moment. */
async function isFlown(tx: Tx, { year, rule }: StoredChampionship, now_ms: number): Promise<boolean> {
  const { rows } = await sql`
    select from flights f join seasons s on s.loft_id = f.loft_id and s.id = f.season_id
    where s.year = ${year} and f.release_time <= ${new Date(now_ms).toISOString()} and f.replay_of is null
      and f.kind = any(${rule.flights.kinds}) limit 1`.execute(tx);
  return rows.length > 0;
}

const checkSeen = (before: StoredChampionship, version: number) => {
  if (before.version !== version) throw new Refusal('changed_meanwhile');
};

/** A world list has the seasons of its year, whichever they will be. */
const memberIds = ({ is_world_list, season_ids }: ChampionshipFields) =>
  is_world_list ? [] : [...new Set(season_ids)];

const asStored = ({ name, names, year, is_world_list, rule }: ChampionshipFields) => ({
  name,
  names: JSON.stringify(names),
  year,
  is_world_list,
  rule: JSON.stringify(rule),
});

async function writeSeasons(tx: Tx, championship_id: number, fields: ChampionshipFields): Promise<void> {
  const wanted = memberIds(fields);
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('championship_seasons')
    .columns(['championship_id', 'loft_id', 'season_id'])
    .expression((eb) =>
      eb
        .selectFrom('seasons')
        .select([sql<number>`${championship_id}::bigint`.as('championship_id'), 'loft_id', 'id as season_id'])
        .where('id', '=', sql<number>`any(${wanted}::bigint[])`),
    )
    .executeTakeFirstOrThrow();
  if (Number(numInsertedOrUpdatedRows) !== wanted.length) throw refusalAt('season_ids', 'not_found');
}

async function writeAfter(
  tx: Tx,
  by: number | null,
  action: 'championship.change' | 'championship.publish',
  before: StoredChampionship,
): Promise<void> {
  const after = await loadChampionship(tx, { championship_id: before.id });
  await writeAudit(tx, { loft_id: null, user_id: by, action, before, after });
}
