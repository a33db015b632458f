/** Favorites (starred records): changed and read. The policy has been applied before; here `user_id` is their owner. */
import { sql } from 'kysely';
import type { FavoriteChange, MarksOfLoft } from '#domain/favorites/contract.ts';
import { type FavoriteKind, mostFavorites } from '#domain/favorites/favorite.ts';
import { type Actor, can, type SignedIn } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import type { SeasonStatus } from '#domain/seasons/season.ts';
import { type Switch, showsBirdPages, showsTeamPages } from '#domain/seasons/visibility.ts';
import type { Tx } from '#server/db/database.ts';
import { viewFor } from '#server/seasons/visibility.ts';
import { everOwned, ownBirds } from './own-birds.ts';

export type Thing = Pick<FavoriteChange, 'kind' | 'loft_id' | 'id'>;

/**
 * Add and remove favorites. The last change of a record counts, and equal ones have no effect. Records that do not
 * exist, or that the person may not see, are skipped alike. An own bird that loses its mark is not followed until it
 * is marked again. A person's changes are serialized, so that the limit applies.
 *
 * @throws Refusal `favorites_full` when there would be more than {@link mostFavorites}; then nothing is changed.
 */
export async function changeFavorites(tx: Tx, person: SignedIn, changes: readonly FavoriteChange[]): Promise<void> {
  const { user_id } = person;
  await tx.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute();
  const last = new Map(changes.map((one) => [nameOf(one), one]));
  // A favorite loft needs its own id twice; others are skipped.
  const wanted = [...last.values()].filter(({ kind, loft_id, id }) => kind !== 'lofts' || loft_id === id);
  const taken = asRows(wanted.filter(({ starred }) => !starred));
  await sql`
    delete from favorites f using ${taken}
    where f.user_id = ${user_id} and f.loft_id = c.loft_id
      and (f.team_id, f.pigeon_id, f.flight_id) is not distinct from (c.team_id, c.pigeon_id, c.flight_id)`.execute(tx);
  await changeOwn(tx, user_id, wanted);
  const given = await visible(
    tx,
    person,
    wanted.filter(({ starred }) => starred),
  );
  if (!given.length) return;
  await sql`
    insert into favorites (user_id, loft_id, team_id, pigeon_id, flight_id)
    select ${user_id}, c.loft_id, c.team_id, c.pigeon_id, c.flight_id from ${asRows(given)}
    on conflict do nothing`.execute(tx);
  const { count } = await tx
    .selectFrom('favorites')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  if (Number(count) > mostFavorites) throw new Refusal('favorites_full', { max: mostFavorites });
}

/** Which own birds the person does not follow. */
async function changeOwn(tx: Tx, user_id: number, changes: readonly FavoriteChange[]): Promise<void> {
  const birds = changes.filter(({ kind }) => kind === 'pigeons');
  const ids = (starred: boolean) => birds.filter((one) => one.starred === starred).map(({ id }) => id);
  const [marked, unmarked] = [ids(true), ids(false)];
  if (marked.length)
    await tx.deleteFrom('unmarked_birds').where('user_id', '=', user_id).where('pigeon_id', 'in', marked).execute();
  if (unmarked.length)
    await sql`
      insert into unmarked_birds (user_id, loft_id, pigeon_id)
      select ${user_id}, own.loft_id, own.id from (${everOwned(user_id)}) own
      where own.id = any(${unmarked}::bigint[]) on conflict do nothing`.execute(tx);
}

/** Deletes all favorites of a deleted person. */
export async function forgetFavorites(tx: Tx, user_id: number): Promise<void> {
  await tx.deleteFrom('favorites').where('user_id', '=', user_id).execute();
  await tx.deleteFrom('unmarked_birds').where('user_id', '=', user_id).execute();
}

/** The records as rows of the table, named c. */
function asRows(things: readonly Thing[]) {
  const rows = things.map(({ kind, loft_id, id }) => ({
    loft_id,
    ...(kind === 'lofts' ? {} : { [columns[kind]]: id }),
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as c (loft_id bigint, team_id bigint, pigeon_id bigint, flight_id bigint)`;
}

const columns = { teams: 'team_id', pigeons: 'pigeon_id', flights: 'flight_id' } as const;

/** The records that exist in seasons that the reader may read, in the given order. */
export async function visible(tx: Tx, reader: Actor, things: readonly Thing[]): Promise<Thing[]> {
  const { rows } = await sql<Seen>`
    select c.kind, c.loft_id, c.id, s.status as season_status, coalesce(s.hidden, '{}') as hidden,
      coalesce(f.is_draft, false) as is_draft
    from jsonb_to_recordset(${JSON.stringify(things)}::jsonb) as c (kind text, loft_id bigint, id bigint)
    join lofts l on l.id = c.loft_id
    left join teams t on c.kind = 'teams' and t.loft_id = c.loft_id and t.id = c.id
    left join pigeons p on c.kind = 'pigeons' and p.loft_id = c.loft_id and p.id = c.id
    left join flights f on c.kind = 'flights' and f.loft_id = c.loft_id and f.id = c.id
    left join seasons s on s.loft_id = c.loft_id and s.id = coalesce(t.season_id, p.season_id, f.season_id)
    where c.kind = 'lofts' or s.id is not null`.execute(tx);
  const open = new Set(rows.filter((row) => sees(reader, row)).map(nameOf));
  return things.filter((thing) => open.has(nameOf(thing)));
}

/** A record with the visibility of its season; only a flight may be in draft by itself. */
type Seen = Thing & { season_status: SeasonStatus | null; hidden: Switch[]; is_draft: boolean };

/** Whether the reader may see a record: the season is readable, and shows a page of it. */
function sees(reader: Actor, { kind, is_draft, ...season }: Seen): boolean {
  if (!can(reader, 'season.read', season)) return false;
  if (is_draft && !can(reader, 'flight.read', { ...season, season_status: season.season_status!, is_draft }))
    return false;
  const { hidden } = viewFor(reader, { ...season, alias_key: '' });
  return kind === 'teams' ? showsTeamPages(hidden) : kind === 'pigeons' ? showsBirdPages(hidden) : true;
}

const nameOf = ({ kind, loft_id, id }: Thing) => `${kind} ${loft_id} ${id}`;

/**
 * The marks of a person in one loft: their own birds, which need none, then what they starred in the order of adding.
 * @param now_ms epoch ms; a share in a bird has a first and a last day
 */
export async function marksOf(tx: Tx, user_id: number, loft_id: number, now_ms: number): Promise<MarksOfLoft> {
  const rows = await tx
    .selectFrom('favorites')
    .select(['team_id', 'pigeon_id', 'flight_id'])
    .where('user_id', '=', user_id)
    .where('loft_id', '=', loft_id)
    .orderBy('id')
    .execute();
  const marks: MarksOfLoft = { lofts: [], teams: [], pigeons: [], flights: [] };
  for (const { team_id, pigeon_id, flight_id } of rows) {
    if (team_id !== null) marks.teams.push(team_id);
    else if (pigeon_id !== null) marks.pigeons.push(pigeon_id);
    else if (flight_id !== null) marks.flights.push(flight_id);
    else marks.lofts.push(loft_id);
  }
  const own = await ownBirds(tx, { user_id, loft_id, now_ms });
  return { ...marks, pigeons: [...new Set([...own.map(({ id }) => id), ...marks.pigeons])] };
}

/** All favorites that a person may still see, the latest first. */
export async function starredBy(tx: Tx, person: SignedIn): Promise<Record<FavoriteKind, Thing[]>> {
  const { rows } = await sql<Seen>`
    select case when f.team_id is not null then 'teams' when f.pigeon_id is not null then 'pigeons'
        when f.flight_id is not null then 'flights' else 'lofts' end as kind,
      f.loft_id, coalesce(f.team_id, f.pigeon_id, f.flight_id, f.loft_id) as id, s.status as season_status,
      coalesce(s.hidden, '{}') as hidden, coalesce(g.is_draft, false) as is_draft
    from favorites f
    left join teams t on t.loft_id = f.loft_id and t.id = f.team_id
    left join pigeons p on p.loft_id = f.loft_id and p.id = f.pigeon_id
    left join flights g on g.loft_id = f.loft_id and g.id = f.flight_id
    left join seasons s on s.loft_id = f.loft_id and s.id = coalesce(t.season_id, p.season_id, g.season_id)
    where f.user_id = ${person.user_id} order by f.id desc`.execute(tx);
  const seen = Map.groupBy(
    rows.filter((row) => sees(person, row)),
    ({ kind }) => kind,
  );
  const of = (kind: FavoriteKind) => seen.get(kind) ?? [];
  return { lofts: of('lofts'), teams: of('teams'), pigeons: of('pigeons'), flights: of('flights') };
}
