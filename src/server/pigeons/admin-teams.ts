/** The teams of a season for its managers: listed with their accounts, changed, assigned to accounts, removed. */

import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import type { AdminBird } from '#domain/pigeons/admin-bird.ts';
import type { Raw } from '#domain/pigeons/contract.ts';
import {
  oneAccount,
  type PigeonUse,
  whyNotChosen,
  whyNotCustomer,
  whyNotRemovePigeon,
  whyNotRemoveTeam,
} from '#domain/pigeons/team.ts';
import type { OwnedTeam, TeamFields } from '#domain/pigeons/team-contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import { peopleByEmail } from '#server/accounts/permissions.ts';
import type { Tx } from '#server/db/database.ts';
import { forgetBird } from '#server/ledger/matching.ts';
import { alphabetically, type ListOf, nameOf } from '#server/pagination.ts';
import { lockSeason } from '#server/seasons/seasons.ts';
import { adminBirds } from './admin-birds.ts';
import { pigeonRemovals, teamRemovals } from './consequences.ts';
import { pigeonsOf } from './pigeons.ts';

/** The teams of a season as a list; searched by name, account, ring or country. */
export function listOfTeams(
  { loft_id, season_id }: SeasonKey,
  { country, account }: { country?: string | undefined; account?: 'with' | 'without' | undefined },
): ListOf<'team' | 'fancier' | 'country' | 'account' | 'pigeon_count'> {
  return {
    from: sql`from teams t left join users u on u.id = t.user_id
      where t.loft_id = ${loft_id} and t.season_id = ${season_id}
        and ${country === undefined ? sql`true` : sql`t.country = ${country}`}
        and ${account === undefined ? sql`true` : account === 'with' ? sql`t.user_id is not null` : sql`t.user_id is null`}`,
    id: sql`t.id`,
    columns: {
      team: alphabetically(sql`t.name`),
      fancier: alphabetically(sql`t.fancier`),
      country: alphabetically(sql`t.country`),
      account: alphabetically(nameOf('u')),
      pigeon_count: sql`(select count(*) from pigeons p where p.loft_id = t.loft_id and p.team_id = t.id)`,
    },
    ties: [sql`t.name`],
    search: {
      texts: [sql`t.plain_name`, sql`t.plain_fancier`, sql`u.plain_name`, sql`u.plain_email`],
      country: (codes) => sql`t.country = any(${codes})`,
      ring: (pattern) => sql`t.id in (select p.team_id from pigeons p
        where p.loft_id = ${loft_id} and p.season_id = ${season_id} and p.ring_key like ${pattern})`,
    },
  };
}

/** The countries that teams of a season come from. */
export async function countriesOfTeams(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<string[]> {
  const { rows } = await sql<{ country: string }>`
    select distinct country from teams
    where loft_id = ${loft_id} and season_id = ${season_id} and country is not null order by country`.execute(tx);
  return rows.map(({ country }) => country);
}

/** The teams of a season by name, or these of them, with account and number of pigeons. */
export async function adminTeams(tx: Tx, season: SeasonKey, team_ids?: readonly number[]): Promise<OwnedTeam[]> {
  const some = team_ids === undefined ? sql`true` : sql`t.id = any(${team_ids}::bigint[])`;
  const { rows } = await sql<OwnedTeam>`
    select t.id as team_id, t.name as team, t.fancier, t.country,
      (select count(*)::int from pigeons p where p.loft_id = t.loft_id and p.team_id = t.id) as pigeon_count,
      case when u.id is not null then json_build_object('user_id', u.id, 'email', u.email,
        'first_name', u.first_name, 'last_name', u.last_name) end as account
    from teams t
    left join users u on u.id = t.user_id
    where t.loft_id = ${season.loft_id} and t.season_id = ${season.season_id} and ${some}
    order by ${alphabetically(sql`t.name`)}, t.id`.execute(tx);
  return rows;
}

/** The pigeons of a team by ring, each with the number of its basketing lists. */
export async function birdsOfTeam(
  tx: Tx,
  { team_id, ...season }: SeasonKey & { team_id: number },
): Promise<Raw<AdminBird & { flight_count: number }>[]> {
  const ids = (await pigeonsOf(tx, season, { team_id })).map(({ pigeon_id }) => pigeon_id);
  const birds = await adminBirds(tx, season, ids);
  const { rows } = await sql<{ pigeon_id: number; count: number }>`
    select pigeon_id, count(*)::int as count from baskets
    where loft_id = ${season.loft_id} and pigeon_id = any(${ids}::bigint[])
    group by pigeon_id`.execute(tx);
  const flights = new Map(rows.map(({ pigeon_id, count }) => [pigeon_id, count]));
  return birds.map((bird) => ({ ...bird, flight_count: flights.get(bird.pigeon_id) ?? 0 }));
}

/** The fields of a team in the audit log. */
interface LockedTeam {
  id: number;
  name: string;
  fancier: string | null;
  country: string | null;
  user_id: number | null;
}

/**
 * These teams of the season, locked until the transaction ends; the season is locked first, as in bulk entry of birds.
 * @throws Refusal `no_fancier_selected` for none (8.34), `not_found` where one is not of the season.
 */
export async function lockTeams(tx: Tx, season: SeasonKey, team_ids: readonly number[]): Promise<LockedTeam[]> {
  const no = whyNotChosen(team_ids);
  if (no) throw no;
  await lockSeason(tx, season);
  const teams = await tx
    .selectFrom('teams')
    .select(['id', 'name', 'fancier', 'country', 'user_id'])
    .where('loft_id', '=', season.loft_id)
    .where('season_id', '=', season.season_id)
    .where('id', 'in', team_ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (teams.length < new Set(team_ids).size) throw new Refusal('not_found');
  return teams;
}

/**
 * A new team of the season.
 * @throws the database's `error_unique` for a name that another team of the season has.
 * @returns its id
 */
export async function createTeam(tx: Tx, by: number | null, season: SeasonKey, fields: TeamFields): Promise<number> {
  const { team: name, ...rest } = fields;
  const { id } = await tx
    .insertInto('teams')
    .values({ ...season, name, ...rest })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeTeam(tx, by, season, 'team.create', null, { id, name, ...rest, user_id: null });
  return id;
}

/**
 * Change these teams of the season, all in the same way. A team that already has the values is left out of the audit
 * log.
 * @throws the database's `error_unique` for a name that another team has.
 * @returns the number of changed teams
 */
export async function changeTeams(
  tx: Tx,
  by: number | null,
  season: SeasonKey,
  teams: readonly LockedTeam[],
  change: Partial<Omit<LockedTeam, 'id'>>,
): Promise<number> {
  const named = Object.keys(change) as (keyof typeof change)[];
  const others = teams.filter((team) => named.some((field) => team[field] !== change[field]));
  if (!others.length) return 0;
  const ids = others.map(({ id }) => id);
  await tx.updateTable('teams').set(change).where('loft_id', '=', season.loft_id).where('id', 'in', ids).execute();
  for (const team of others) await writeTeam(tx, by, season, 'team.change', team, { ...team, ...change });
  return others.length;
}

/**
 * Record that teams have the same fancier: they get this name, and the account that any of them has.
 * @throws Refusal as {@link lockTeams}; `fanciers_differ` where they belong to more than one account.
 */
export async function joinFanciers(
  tx: Tx,
  by: number | null,
  season: SeasonKey,
  { team_ids, fancier }: { team_ids: readonly number[]; fancier: string },
): Promise<number> {
  const teams = await lockTeams(tx, season, team_ids);
  return changeTeams(tx, by, season, teams, { fancier, user_id: oneAccount(teams) });
}

/**
 * Assign teams to the account with this e-mail address, or to none with null. Where accounts of several providers have
 * the address, the newest one is taken.
 * @throws Refusal as {@link lockTeams}; `email_not_assignable` (8.35) for an address without an account, and for a
 * member of the loft.
 */
export async function linkTeams(
  tx: Tx,
  by: number | null,
  season: SeasonKey,
  { team_ids, email }: { team_ids: readonly number[]; email: string | null },
): Promise<number> {
  const teams = await lockTeams(tx, season, team_ids);
  if (email === null) return changeTeams(tx, by, season, teams, { user_id: null });
  const [person] = await peopleByEmail(tx, email);
  return giveTeams(tx, by, season, teams, person?.user_id);
}

/** Assign locked teams to a person. @throws Refusal `email_not_assignable` (8.35). */
export async function giveTeams(
  tx: Tx,
  by: number | null,
  season: SeasonKey,
  teams: readonly LockedTeam[],
  user_id: number | undefined,
): Promise<number> {
  const entry =
    user_id !== undefined &&
    (await tx
      .selectFrom('loft_permissions')
      .select('is_active')
      .where('loft_id', '=', season.loft_id)
      .where('user_id', '=', user_id)
      .executeTakeFirst());
  const no = whyNotCustomer(user_id === undefined ? undefined : { entry: entry || null });
  if (no) throw no;
  return changeTeams(tx, by, season, teams, { user_id: user_id! });
}

/**
 * Remove teams, all or none. They are locked, so that no pigeon enters one meanwhile.
 * @throws Refusal as {@link lockTeams}; `team_holds_pigeons` (5.7, 8.23); `team_has_order`; `team_has_prizes`.
 */
export async function removeTeams(
  tx: Tx,
  by: number | null,
  season: SeasonKey,
  team_ids: readonly number[],
): Promise<number> {
  const teams = await lockTeams(tx, season, team_ids);
  const { pigeon_count } = await tx
    .selectFrom('pigeons')
    .select(({ fn }) => fn.countAll<number>().as('pigeon_count'))
    .where('loft_id', '=', season.loft_id)
    .where('season_id', '=', season.season_id)
    .where('team_id', 'in', team_ids)
    .executeTakeFirstOrThrow();
  const { order_count } = await tx
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('order_count'))
    .where('loft_id', '=', season.loft_id)
    .where('season_id', '=', season.season_id)
    .where('team_id', 'in', team_ids)
    .where('status', 'not in', ['rejected', 'cancelled'])
    .executeTakeFirstOrThrow();
  const won = await tx
    .selectFrom('prize_postings')
    .select('team_id')
    .where('loft_id', '=', season.loft_id)
    .where('team_id', 'in', team_ids)
    .limit(1)
    .execute();
  const no = whyNotRemoveTeam({ pigeon_count, order_count, has_prizes: won.length > 0 });
  if (no) throw no;
  await teamRemovals.run(tx, { ...season, teams });
  await tx.deleteFrom('teams').where('loft_id', '=', season.loft_id).where('id', 'in', team_ids).execute();
  for (const team of teams) await writeTeam(tx, by, season, 'team.remove', team, null);
  return teams.length;
}

/**
 * Remove a pigeon of the season with its chips; it is locked, so that it cannot be basketed meanwhile. The season is
 * locked first, because a place outside an order is counted there.
 * @throws Refusal `not_found`, by {@link whyNotRemovePigeon}.
 */
export async function removePigeon(
  tx: Tx,
  by: number | null,
  season: SeasonKey & { pigeon_id: number },
): Promise<void> {
  const { loft_id, season_id, pigeon_id } = season;
  await lockSeason(tx, season);
  const pigeon = await tx
    .selectFrom('pigeons')
    .select(['id', 'ring', 'name', 'team_id'])
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .where('id', '=', pigeon_id)
    .forUpdate()
    .executeTakeFirst();
  if (!pigeon) throw new Refusal('not_found');
  const { rows } = await sql<PigeonUse>`
    select (select count(*) from baskets where loft_id = ${loft_id} and pigeon_id = ${pigeon_id}) as flight_count,
      exists (select from listings where loft_id = ${loft_id} and pigeon_id = ${pigeon_id}) as is_listed,
      exists (select from pigeon_rights where loft_id = ${loft_id} and pigeon_id = ${pigeon_id}) as has_rights,
      exists (select from activations where loft_id = ${loft_id}
        and ${pigeon_id} in (pigeon_id, replaces_pigeon_id)) as is_activated`.execute(tx);
  const no = whyNotRemovePigeon(rows[0]!);
  if (no) throw no;
  await pigeonRemovals.run(tx, season);
  await forgetBird(tx, { loft_id, pigeon_id });
  await tx.deleteFrom('pigeons').where('loft_id', '=', loft_id).where('id', '=', pigeon_id).execute();
  const before = { season_id, pigeon_id, ring: pigeon.ring, name: pigeon.name, team_id: pigeon.team_id };
  await writeAudit(tx, { loft_id, user_id: by, action: 'pigeon.remove', before, after: null });
}

/** Disconnect an erased account from its teams; the teams stay with the loft. */
export async function forgetTeams(tx: Tx, user_id: number): Promise<void> {
  await tx.updateTable('teams').set({ user_id: null }).where('user_id', '=', user_id).execute();
}

async function writeTeam(
  tx: Tx,
  by: number | null,
  { loft_id, season_id }: SeasonKey,
  action: 'team.create' | 'team.change' | 'team.remove',
  before: LockedTeam | null,
  after: LockedTeam | null,
): Promise<void> {
  const forAudit = (team: LockedTeam | null) => team && { season_id, team_id: team.id, ...team, id: undefined };
  const about_user_id = after?.user_id ?? before?.user_id ?? null;
  await writeAudit(tx, {
    loft_id,
    user_id: by,
    action,
    about_user_id,
    before: forAudit(before),
    after: forAudit(after),
  });
}
