/** Teams and pigeons of a season, and the chips of the pigeons. Many at a time: a loft enters hundreds at once. */

import { type RawBuilder, sql } from 'kysely';
import type { PigeonKey, SeasonKey } from '#domain/keys.ts';
import type { RawBird } from '#domain/pigeons/contract.ts';
import { blankFacts, type Facts, facts, isYear } from '#domain/pigeons/facts.ts';
import { ringKey } from '#domain/pigeons/ring.ts';
import { type FieldError, refusalAt } from '#domain/refusal.ts';
import { birdSwitches, type Switch } from '#domain/seasons/visibility.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { rematch } from '#server/ledger/matching.ts';
import type { ListOf } from '#server/pagination.ts';
import { byAlias, type View } from '#server/seasons/visibility.ts';
import { selectBirds } from './bird-columns.ts';
import { birdsWithRings } from './birds.ts';
import { knownOf, withKnown } from './known-facts.ts';

export interface TeamToEnter {
  name: string;
  fancier: string | null;
  country: string | null;
}

/** A bird with all its facts. */
export interface PigeonToKeep extends Facts {
  team_id: number | null;
}

/** Facts that are left out are unknown. */
export type PigeonToEnter = Pick<PigeonToKeep, 'ring' | 'team_id'> & Partial<PigeonToKeep>;

/** Enter teams by name; an existing team of that name keeps its fancier and country. The ids come by name. */
export async function enterTeams(
  tx: Tx,
  season: SeasonKey,
  teams: readonly TeamToEnter[],
): Promise<Map<string, number>> {
  await sql`
    insert into teams (loft_id, season_id, name, fancier, country)
    select ${season.loft_id}, ${season.season_id}, name, fancier, country
    from jsonb_to_recordset(${JSON.stringify(teams)}::jsonb) as t (name text, fancier text, country text)
    on conflict (loft_id, season_id, lower(name)) do nothing`.execute(tx);
  const { rows } = await sql<{ wanted: string; id: number }>`
    select t.name as wanted, teams.id from jsonb_to_recordset(${JSON.stringify(teams)}::jsonb) as t (name text)
    join teams on teams.loft_id = ${season.loft_id} and teams.season_id = ${season.season_id} and lower(teams.name) = lower(t.name)`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.wanted, row.id]));
}

/**
 * Enter pigeons by ring; a ring already in the season is that pigeon. The ids come in the order given.
 * @param by who enters them; null: the program itself
 * @param owners the owner of each, where a loft enters them; blank facts are then taken from the loft's known facts
 */
export async function enterPigeons(
  tx: Tx,
  season: SeasonKey,
  pigeons: readonly PigeonToEnter[],
  by: number | null = null,
  owners?: readonly (number | null)[],
): Promise<number[]> {
  const keyed = pigeons.map((pigeon, i) => ({
    ...blankFacts,
    ...pigeon,
    ring_key: ringKey(pigeon.ring),
    owner: owners?.[i] ?? null,
  }));
  const birds = await birdsWithRings(tx, season, keyed);
  const ofBirds = keyed.map((pigeon) => ({ ...pigeon, bird_id: birds.get(pigeon.ring_key)! }));
  const known = owners && (await knownOf(tx, season, 'loft', ofBirds));
  const list = JSON.stringify(ofBirds.map((pigeon) => withKnown(pigeon, known?.get(pigeon.bird_id)?.facts)));
  const columns = sql.join(facts.map((fact) => sql.ref(fact)));
  const typed = sql.join(facts.map((fact) => sql`${sql.ref(fact)} ${isYear(fact) ? sql`int` : sql`text`}`));
  await sql`
    insert into pigeons (loft_id, season_id, entered_by, team_id, ring_key, bird_id, ${columns})
    select ${season.loft_id}, ${season.season_id}, ${by}::bigint, team_id, ring_key, bird_id, ${columns}
    from jsonb_to_recordset(${list}::jsonb) as p (team_id bigint, ring_key text, bird_id bigint, ${typed})
    on conflict (loft_id, season_id, ring_key) do nothing`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    select p.id from rows from (jsonb_to_recordset(${list}::jsonb) as (ring_key text)) with ordinality as wanted (ring_key, place)
    join pigeons p on p.loft_id = ${season.loft_id} and p.season_id = ${season.season_id}
      and p.ring_key = wanted.ring_key
    order by place`.execute(tx);
  return rows.map((row) => row.id);
}

/**
 * Put chips on pigeons from an instant on. A bird that wears another chip takes it off at that instant; a bird that
 * already wears this one keeps it, and a later start of the same chip moves to that instant. The readings of these
 * pigeons are rematched.
 * @throws an exclusion violation when the chip is on another bird then (`chip_on_another_bird`), or the bird changes to
 * other chips after that instant (`bird_wears_one_chip`).
 */
export async function wearChips(
  tx: Tx,
  loft_id: number,
  chips: readonly { pigeon_id: number; chip: string }[],
  from: string,
): Promise<void> {
  const list = JSON.stringify(chips);
  await sql`
    update pigeon_chips set during = tstzrange(lower(during), ${from}::timestamptz)
    from jsonb_to_recordset(${list}::jsonb) as c (pigeon_id bigint, chip text)
    where pigeon_chips.loft_id = ${loft_id} and pigeon_chips.pigeon_id = c.pigeon_id and pigeon_chips.chip <> upper(c.chip)
      and during @> ${from}::timestamptz and lower(during) < ${from}::timestamptz`.execute(tx);
  await sql`
    update pigeon_chips worn set during = tstzrange(${from}::timestamptz, upper(worn.during))
    from jsonb_to_recordset(${list}::jsonb) as c (pigeon_id bigint, chip text)
    where worn.loft_id = ${loft_id} and worn.pigeon_id = c.pigeon_id and worn.chip = upper(c.chip)
      and lower(worn.during) = (
        select min(lower(during)) from pigeon_chips every
        where every.loft_id = ${loft_id} and every.pigeon_id = c.pigeon_id and every.chip = upper(c.chip)
          and not during << tstzrange(${from}::timestamptz, null))
      and lower(worn.during) > ${from}::timestamptz`.execute(tx);
  await sql`
    insert into pigeon_chips (loft_id, pigeon_id, chip, during)
    select ${loft_id}, c.pigeon_id, upper(c.chip), tstzrange(${from}::timestamptz, null)
    from jsonb_to_recordset(${list}::jsonb) as c (pigeon_id bigint, chip text)
    where not exists (select from pigeon_chips worn where worn.loft_id = ${loft_id} and worn.pigeon_id = c.pigeon_id
      and worn.chip = upper(c.chip) and worn.during @> ${from}::timestamptz)`.execute(tx);
  await rematch(tx, loft_id, { pigeon_ids: chips.map(({ pigeon_id }) => pigeon_id), from });
}

/**
 * Exchange the chip of a bird, by hand and for a reason: it wears the new one from now on, and the one it wore until
 * now is off. A bird of an earlier season of the loft that wore it has none
 * then.
 * @throws Refusal at the chip: `chip_is_ring`; `chip_on_bird` with the bird of this loft that wears it; the database's
 * `chip_on_another_bird` for one of another loft.
 */
export async function putOnChip(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  { pigeon_id, chip }: { pigeon_id: number; chip: string },
  { by, reason = null, now_ms }: Act,
): Promise<void> {
  const from = new Date(now_ms).toISOString();
  const no = await whyNotWear(tx, { loft_id, season_id }, [chip]);
  if (no.has(chip)) throw refusalAt('chip', no.get(chip)!.code, no.get(chip)!.params);
  await takeOffElsewhere(tx, { loft_id, season_id }, [chip], from);
  await wearChips(tx, loft_id, [{ pigeon_id, chip }], from);
  await tx
    .updateTable('pigeon_chips')
    .set({ reason, user_id: by })
    .where('loft_id', '=', loft_id)
    .where('pigeon_id', '=', pigeon_id)
    .where('chip', '=', chip)
    .where(sql<boolean>`upper_inf(during)`)
    .execute();
}

/** Take these chips off pigeons of the loft's other seasons from an instant on, for birds of this season. */
export async function takeOffElsewhere(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  chips: readonly string[],
  from: string,
): Promise<void> {
  await sql`
    update pigeon_chips worn set during = tstzrange(lower(during), ${from}::timestamptz)
    from pigeons p where p.loft_id = worn.loft_id and p.id = worn.pigeon_id and p.season_id <> ${season_id}
      and worn.loft_id = ${loft_id} and worn.chip = any(${chips}::text[]) and upper_inf(during)
      and lower(during) < ${from}::timestamptz`.execute(tx);
}

/**
 * Why no bird of the season can get some of these chips: the chip is a ring of the season, or is on another bird. That
 * bird is named if it is of this season; of other lofts only its existence is known here.
 */
export async function whyNotWear(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  chips: readonly string[],
): Promise<Map<string, FieldError>> {
  const { rows: rings } = await sql<{ chip: string }>`
    select ring_key as chip from pigeons where loft_id = ${loft_id} and season_id = ${season_id}
      and ring_key = any(${chips}::text[])`.execute(tx);
  const { rows: worn } = await sql<{
    chip: string;
    loft_id: number;
    season_id: number;
    pigeon_id: number;
    ring: string;
    team: string | null;
  }>`
    select c.chip, p.loft_id, p.season_id, p.id as pigeon_id, p.ring, t.name as team
    from pigeon_chips c
    join pigeons p on p.loft_id = c.loft_id and p.id = c.pigeon_id
    left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    where upper_inf(c.during) and c.chip = any(${chips}::text[])
      and (p.loft_id <> ${loft_id} or p.season_id = ${season_id})`.execute(tx);
  const onBird = worn.map(({ chip, loft_id: of, team, ...bird }): [string, FieldError] => [
    chip,
    of === loft_id
      ? { code: 'chip_on_bird', params: { ...bird, team: team ?? '–' } }
      : { code: 'chip_on_another_bird' },
  ]);
  return new Map([...onBird, ...rings.map(({ chip }): [string, FieldError] => [chip, { code: 'chip_is_ring' }])]);
}

/** Which of these rings, by their keys, are chips of birds of the season; a ring must not be one (`ring_is_chip`). */
export async function ringsWornAsChips(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  ring_keys: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ chip: string }>`
    select c.chip from pigeon_chips c join pigeons p on p.loft_id = c.loft_id and p.id = c.pigeon_id
    where c.loft_id = ${loft_id} and p.season_id = ${season_id} and upper_inf(c.during)
      and c.chip = any(${ring_keys}::text[])`.execute(tx);
  return new Set(rows.map(({ chip }) => chip));
}

/** How many pigeons a season has. */
export async function countPigeons(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<number> {
  const { count } = await tx
    .selectFrom('pigeons')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .executeTakeFirstOrThrow();
  return count;
}

/** A condition on the team of a bird `p` of this season. */
export const inTeams = ({ loft_id, season_id }: SeasonKey, like: RawBuilder<unknown>) => sql`p.team_id in (
  select t.id from teams t where t.loft_id = ${loft_id} and t.season_id = ${season_id} and ${like})`;

/** The pigeons of a season as a list for a reader: hidden facts are neither searched nor sorted by. */
export function listOfPigeons(season: SeasonKey, view: View): ListOf<'ring'> {
  const by = birdSwitches('fanciers');
  const shows = (one: Switch) => !view.hidden.includes(one);
  const named = [...(shows(by.team) ? [sql`t.plain_name`] : []), ...(shows(by.fancier) ? [sql`t.plain_fancier`] : [])];
  return {
    from: sql`from pigeons p where p.loft_id = ${season.loft_id} and p.season_id = ${season.season_id}`,
    id: sql`p.id`,
    columns: { ring: shows(by.ring) ? sql`p.ring_key` : byAlias(view, 'fanciers ', sql`p.id`) },
    search: {
      texts: shows(by.pigeon_name) ? [sql`p.plain_name`] : [],
      ...(named.length && {
        within: (pattern) =>
          inTeams(
            season,
            sql`(${sql.join(
              named.map((name) => sql`${name} like ${pattern}`),
              sql` or `,
            )})`,
          ),
      }),
      ...(shows(by.country) && { country: (codes) => inTeams(season, sql`t.country = any(${codes})`) }),
      ...(shows(by.ring) && { ring: (pattern) => sql`p.ring_key like ${pattern}` }),
    },
  };
}

/** The pigeons of a season by ring, or those of one team, or some by their ids. */
export function pigeonsOf(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  { team_id, pigeon_id, pigeon_ids }: { team_id?: number; pigeon_id?: number; pigeon_ids?: readonly number[] } = {},
): Promise<RawBird[]> {
  let query = birdQuery(tx).where('p.loft_id', '=', loft_id).where('p.season_id', '=', season_id);
  if (team_id !== undefined) query = query.where('p.team_id', '=', team_id);
  if (pigeon_id !== undefined) query = query.where('p.id', '=', pigeon_id);
  if (pigeon_ids) query = query.where('p.id', '=', sql<number>`any(${pigeon_ids}::bigint[])`);
  return query.orderBy('p.ring_key').execute();
}

/** Birds of any lofts by their ids, with what their seasons hide. */
export async function birdsById(tx: Tx, wanted: readonly PigeonKey[]): Promise<Map<number, RawBird & View>> {
  if (!wanted.length) return new Map();
  const birds = await birdQuery(tx)
    .innerJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'p.loft_id').onRef('s.id', '=', 'p.season_id'))
    .select(['s.hidden', 's.alias_key'])
    .where((eb) => eb.or(wanted.map(({ loft_id, pigeon_id }) => eb.and({ 'p.loft_id': loft_id, 'p.id': pigeon_id }))))
    .execute();
  return new Map(birds.map((bird) => [bird.pigeon_id, bird]));
}

function birdQuery(tx: Tx) {
  return selectBirds(
    tx
      .selectFrom('pigeons as p')
      .leftJoin('teams as t', (join) => join.onRef('t.loft_id', '=', 'p.loft_id').onRef('t.id', '=', 'p.team_id')),
  );
}

/** The season and the bird of a pigeon, or undefined. */
export function seasonOfPigeon(
  tx: Tx,
  { loft_id, pigeon_id }: PigeonKey,
): Promise<{ season_id: number; bird_id: number } | undefined> {
  return tx
    .selectFrom('pigeons')
    .select(['season_id', 'bird_id'])
    .where('loft_id', '=', loft_id)
    .where('id', '=', pigeon_id)
    .executeTakeFirst();
}
