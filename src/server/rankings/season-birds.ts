/** The birds of a season as rankings ask for them: whose they are, since when they are active, what was paid for them. */
import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import type { RawBird } from '#domain/pigeons/contract.ts';
import { type Health, races } from '#domain/pigeons/status.ts';
import { plainText } from '#domain/plain-text.ts';
import type { RankingBird } from '#domain/rankings/ranking-season.ts';
import type { Tx } from '#server/db/database.ts';
import { birdColumns } from '#server/pigeons/bird-columns.ts';

/** The birds of a season for rankings, and as lists show them, by id. */
export interface SeasonBirds {
  version: string;
  ranked: readonly RankingBird[];
  raw: ReadonlyMap<number, RawBird>;
  /** The names of agents, by the group of their birds. */
  agents: ReadonlyMap<number, string>;
}

type Row = RawBird & {
  health: Health;
  user_id: number | null;
  region: string | null;
  home_country: string | null;
  postcode: string | null;
  agent_id: number | null;
  agent: string | null;
  active_since: string | null;
  add_ons: number[];
};

/** A version of the birds of a season that changes with any row that they are read from, by {@link basketingVersion}'s reasoning. */
async function versionOf(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws('-',
      (select count(*) || '.' || coalesce(sum(xmin::text::bigint), 0) from pigeons where loft_id = ${loft_id} and season_id = ${season_id}),
      (select count(*) || '.' || coalesce(sum(xmin::text::bigint), 0) from teams where loft_id = ${loft_id} and season_id = ${season_id}),
      (select count(*) || '.' || coalesce(sum(xmin::text::bigint), 0) from orders where loft_id = ${loft_id} and season_id = ${season_id}),
      (select count(*) || '.' || coalesce(sum(xmin::text::bigint), 0) from entries where loft_id = ${loft_id} and season_id = ${season_id}),
      (select count(*) || '.' || coalesce(sum(xmin::text::bigint), 0) from transports where loft_id = ${loft_id} and season_id = ${season_id}),
      -- Of accounts the address alone: a row changes with each signing in.
      (select md5(string_agg(concat_ws(' ', u.id, u.city, u.country, u.zipcode), ',' order by u.id)) from users u
        where u.id in (select user_id from teams where loft_id = ${loft_id} and season_id = ${season_id}))
    ) as version`.execute(tx);
  return rows[0]!.version;
}

/** Reads the birds of seasons; those of a season are read again when one of them has changed. */
export function createSeasonBirds(): (tx: Tx, season: SeasonKey) => Promise<SeasonBirds> {
  const cache = new Map<number, SeasonBirds>();
  return async (tx, season) => {
    const version = await versionOf(tx, season);
    const known = cache.get(season.season_id);
    if (known?.version === version) return known;
    const read = { version, ...(await readBirds(tx, season)) };
    cache.delete(season.season_id);
    cache.set(season.season_id, read);
    if (cache.size > mostCached) cache.delete(cache.keys().next().value!);
    return read;
  };
}

/** Seasons whose birds are kept; the least recently read one is dropped first. */
const mostCached = 16;

async function readBirds(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<Omit<SeasonBirds, 'version'>> {
  const { rows } = await sql<Row>`
    select ${birdColumns}, p.health, t.user_id, u.city as region, u.country as home_country, u.zipcode as postcode, brought.agent_id, brought.agent,
      (select to_char(min(h.at) at time zone l.time_zone, 'YYYY-MM-DD') from pigeon_history h
        where h.loft_id = p.loft_id and h.pigeon_id = p.id and h.machine = 'pigeon_health'
          and h.to_status in ('active', 'activated_reserve')) as active_since,
      coalesce((select json_agg(distinct o_p.product_id)
        from orders o join order_positions o_p on o_p.loft_id = o.loft_id and o_p.order_id = o.id
        where o.loft_id = p.loft_id and o.status = 'paid' and (o.id = e.order_id or exists (
          select from activations a where a.loft_id = o.loft_id and a.order_id = o.id and a.pigeon_id = p.id))), '[]') as add_ons
    from pigeons p
    join lofts l on l.id = p.loft_id
    left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    left join users u on u.id = t.user_id
    left join entries e on e.loft_id = p.loft_id and e.pigeon_id = p.id
    left join lateral (
      select c.agent_id, coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), c.place) as agent
      from transports w join collections c on c.loft_id = w.loft_id and c.id = w.collection_id
      join users a on a.id = c.agent_id
      where w.loft_id = p.loft_id and w.order_id = e.order_id and w.status = 'confirmed'
      order by w.id desc limit 1) brought on true
    where p.loft_id = ${loft_id} and p.season_id = ${season_id}`.execute(tx);
  const agents = new Map<number, string>();
  const ranked = rows.map((row): RankingBird => {
    if (row.agent_id !== null) agents.set(row.agent_id, row.agent!);
    return {
      pigeon_id: row.pigeon_id,
      groups: {
        team: row.team_id,
        // A person may have teams of several spellings; who has no account is known by the name alone.
        fancier: row.user_id ?? (row.fancier === null ? null : plainText(row.fancier)),
        country: row.country,
        region: row.region,
        agent: row.agent_id,
        sex: row.sex === 'unknown' ? null : row.sex,
        colour: row.color === null ? null : plainText(row.color),
      },
      home: row.user_id === null ? null : { country: row.home_country, postcode: row.postcode },
      add_ons: row.add_ons,
      active_since: row.active_since,
      flies: races(row.health),
    };
  });
  return { ranked, agents, raw: new Map(rows.map((row) => [row.pigeon_id, row as RawBird])) };
}
