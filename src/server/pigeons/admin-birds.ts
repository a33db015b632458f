/** The admin views of a season's birds: with their states, chips and histories. */

import { type RawBuilder, sql } from 'kysely';
import type { FileShown } from '#domain/files/contract.ts';
import type { PigeonKey, SeasonKey } from '#domain/keys.ts';
import type { OrderedBird } from '#domain/pigeons/admin-bird.ts';
import type { PigeonChange, WornChip } from '#domain/pigeons/admin-contract.ts';
import { chipKey } from '#domain/pigeons/chip.ts';
import type { Raw } from '#domain/pigeons/contract.ts';
import type { Tx } from '#server/db/database.ts';
import { fileColumns, shownFile } from '#server/files/files.ts';
import { alphabetically, type ListOf } from '#server/pagination.ts';
import { labelOf } from '#server/seasons/order-label.ts';
import { birdColumns } from './bird-columns.ts';
import { isGoneBird } from './gone.ts';
import { inTeams } from './pigeons.ts';

/** The actor of a change, joined as `u`; null: the program itself. */
export const whoOf = sql`case when u.id is not null then json_build_object('user_id', u.id, 'email', u.email,
  'first_name', u.first_name, 'last_name', u.last_name) end`;

/** The birds of a season as a list; searched by ring, name, team, order or country, and by a whole chip, as scanned. */
export function listOfBirds(
  season: SeasonKey,
  {
    country,
    health,
    location,
    extra,
    year,
  }: { [Filter in 'country' | 'health' | 'location' | 'extra']?: string | undefined } & { year: number },
): ListOf<'ring' | 'team' | 'order' | 'health' | 'location' | 'chip'> {
  const chip = sql`(select c.chip from pigeon_chips c
    where c.loft_id = p.loft_id and c.pigeon_id = p.id and upper_inf(c.during))`;
  const is = (column: RawBuilder<unknown>, value: string | undefined) =>
    value === undefined ? sql`true` : sql`${column} = ${value}`;
  return {
    from: sql`from pigeons p
      left join teams t on t.loft_id = p.loft_id and t.season_id = p.season_id and t.id = p.team_id
      left join entries e on e.loft_id = p.loft_id and e.season_id = p.season_id and e.pigeon_id = p.id
      left join orders o on o.loft_id = e.loft_id and o.season_id = e.season_id and o.id = e.order_id
      left join extra_places x on x.loft_id = p.loft_id and x.pigeon_id = p.id
      where p.loft_id = ${season.loft_id} and p.season_id = ${season.season_id}
        and ${is(sql`t.country`, country)} and ${is(sql`p.health`, health)} and ${is(sql`p.location`, location)}
        and ${location === undefined ? sql`true` : sql`not ${isGoneBird}`}
        and ${is(sql`x.kind`, extra)}`,
    id: sql`p.id`,
    columns: {
      ring: alphabetically(sql`p.ring`),
      team: alphabetically(sql`t.name`),
      order: sql`o.number`,
      health: alphabetically(sql`p.health`),
      location: alphabetically(sql`p.location`),
      chip: alphabetically(chip),
    },
    ties: [sql`p.ring_key`],
    search: {
      texts: [sql`p.plain_name`, labelOf(sql`${year}::int`, 'o')],
      within: (pattern) => inTeams(season, sql`(t.plain_name like ${pattern} or t.plain_fancier like ${pattern})`),
      country: (codes) => inTeams(season, sql`t.country = any(${codes})`),
      ring: (pattern) => sql`p.ring_key like ${pattern}`,
      whole: (wanted) => sql`exists (select from pigeon_chips c
        where c.chip = ${chipKey(wanted)} and c.loft_id = p.loft_id and c.pigeon_id = p.id and upper_inf(c.during))`,
    },
  };
}

/** The countries that birds of a season come from. */
export async function countriesOfBirds(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<string[]> {
  const { rows } = await sql<{ country: string }>`
    select distinct t.country from teams t
    where t.loft_id = ${loft_id} and t.season_id = ${season_id} and t.country is not null
      and exists (select from pigeons p where p.team_id = t.id and p.loft_id = t.loft_id)
    order by t.country`.execute(tx);
  return rows.map(({ country }) => country);
}

/** The birds of a season by ring, or these of them. */
export async function adminBirds(
  tx: Tx,
  season: SeasonKey,
  pigeon_ids?: readonly number[],
): Promise<Raw<OrderedBird>[]> {
  const some = pigeon_ids === undefined ? sql`true` : sql`p.id = any(${pigeon_ids}::bigint[])`;
  const { rows } = await sql<Raw<OrderedBird>>`
    select ${birdColumns}, p.health, p.progress, p.location, c.chip,
      o.id as order_id, o.number as order_number, x.kind as extra, x.reason as extra_reason
    from pigeons p
    left join teams t on t.loft_id = p.loft_id and t.season_id = p.season_id and t.id = p.team_id
    left join pigeon_chips c on c.loft_id = p.loft_id and c.pigeon_id = p.id and upper_inf(c.during)
    left join entries e on e.loft_id = p.loft_id and e.season_id = p.season_id and e.pigeon_id = p.id
    left join orders o on o.loft_id = e.loft_id and o.season_id = e.season_id and o.id = e.order_id
    left join extra_places x on x.loft_id = p.loft_id and x.pigeon_id = p.id
    where p.loft_id = ${season.loft_id} and p.season_id = ${season.season_id} and ${some}
    order by p.ring_key`.execute(tx);
  return rows;
}

/** The pedigrees of those of these birds that have one. */
export async function pedigreesOf(
  tx: Tx,
  { loft_id }: Pick<SeasonKey, 'loft_id'>,
  pigeon_ids: readonly number[],
): Promise<Map<number, FileShown>> {
  const rows = await tx
    .selectFrom('pigeons as p')
    .innerJoin('files as f', (join) =>
      join.onRef('f.loft_id', '=', 'p.loft_id').onRef('f.id', '=', 'p.pedigree_file_id'),
    )
    .select(fileColumns.map((column) => `f.${column}` as const))
    .select('p.id as pigeon_id')
    .where('p.loft_id', '=', loft_id)
    .where('p.id', 'in', pigeon_ids)
    .execute();
  return new Map(rows.map(({ pigeon_id, ...file }) => [pigeon_id, shownFile(file)]));
}

/** Every step of a bird, the latest first. */
export async function changesOf(tx: Tx, { loft_id, pigeon_id }: PigeonKey): Promise<PigeonChange[]> {
  const { rows } = await sql<PigeonChange>`
    select h.at, h.from_status as "from", h.to_status as "to", h.reason,
      ${whoOf} as by
    from pigeon_history h left join users u on u.id = h.user_id
    where h.loft_id = ${loft_id} and h.pigeon_id = ${pigeon_id}
    order by h.at desc, h.machine, h.n desc`.execute(tx);
  return rows;
}

/** The present and former chips of a bird, the latest first. */
export async function chipsOf(tx: Tx, { loft_id, pigeon_id }: PigeonKey) {
  const { rows } = await sql<WornChip>`
    select c.chip, lower(c.during) as "from", upper(c.during) as until, c.reason, ${whoOf} as by
    from pigeon_chips c left join users u on u.id = c.user_id
    where c.loft_id = ${loft_id} and c.pigeon_id = ${pigeon_id} order by lower(c.during) desc`.execute(tx);
  return rows;
}
