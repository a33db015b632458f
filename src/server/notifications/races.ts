/** What happens in a race, told to those who starred what it happens to. A season in draft is its loft's own business. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { type FactsOf, tell, tellEach } from './tell.ts';

/** Tells those who starred the loft or the flight that it was released, or that its results are there. */
export async function tellOfFlight(
  tx: Tx,
  { loft_id, flight_id }: { loft_id: number; flight_id: number },
  status: 'released' | 'provisional' | 'official',
): Promise<void> {
  const flight = await tx
    .selectFrom('flights as f')
    .innerJoin('lofts as l', 'l.id', 'f.loft_id')
    .innerJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'f.loft_id').onRef('s.id', '=', 'f.season_id'))
    .select(['f.name as flight', 'l.name as loft', 'l.time_zone', 'f.release_time'])
    .where('f.loft_id', '=', loft_id)
    .where('f.id', '=', flight_id)
    .where('s.status', '<>', 'draft')
    .executeTakeFirst();
  if (!flight) return;
  const whom = sql`
    select distinct user_id from favorites
    where loft_id = ${loft_id} and pigeon_id is null and team_id is null
      and (flight_id is null or flight_id = ${flight_id})`;
  const at = { loft: flight.loft, flight: flight.flight, path: pathOf(loft_id, flight_id) };
  const key = `flight:${flight_id} ${status}`;
  if (status === 'released') {
    const { release_time, time_zone } = flight;
    await tell(tx, whom, { event: 'released', key, facts: { ...at, time: release_time!, time_zone } });
  } else await tell(tx, whom, { event: 'results', key, facts: { ...at, official: status === 'official' } });
}

/** Birds of a loft that came home just now. */
export type NewlyHome = readonly { flight_id: number; pigeon_id: number; time_ms: number }[];

/** Whether anybody starred one of these birds or its team; each is looked up by its indexes, whatever plan is kept. */
export function isStarred(loft_id: number, homes: NewlyHome): RawBuilder<boolean> {
  const birds = homes.map(({ pigeon_id }) => pigeon_id);
  return sql<boolean>`exists (
    select from unnest(${birds}::bigint[]) as home (pigeon_id) cross join lateral (
      select from favorites where loft_id = ${loft_id} and pigeon_id = home.pigeon_id
      union all
      select from favorites where loft_id = ${loft_id}
        and team_id = (select team_id from pigeons where loft_id = ${loft_id} and id = home.pigeon_id)
      limit 1) starred)`;
}

/** Tells those who starred a bird or its team that it is home; once, also when another clock tells of it earlier. */
export async function tellHome(tx: Tx, loft_id: number, homes: NewlyHome): Promise<void> {
  if (!homes.length) return;
  const rows = homes.map(({ time_ms, ...home }) => ({ ...home, time: new Date(time_ms).toISOString() }));
  const facts: Record<keyof FactsOf['bird_home'], ReturnType<typeof sql>> = {
    bird: sql`concat_ws(' ', case when 'results.pigeonName' = any(s.hidden) then null else p.name end, p.ring)`,
    loft: sql`l.name`,
    flight: sql`f.name`,
    time: sql`home.time`,
    time_zone: sql`l.time_zone`,
    path: sql`${pathOf(loft_id, '')}::text || f.id`,
  };
  const object = sql.join(Object.entries(facts).flatMap(([name, value]) => [sql`${name}::text`, value]));
  await tellEach(
    tx,
    'bird_home',
    sql`
      select starred.user_id, 'flight:' || f.id || ' pigeon:' || p.id as key, jsonb_build_object(${object}) as facts
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as home (flight_id bigint, pigeon_id bigint, time text)
      join pigeons p on p.loft_id = ${loft_id} and p.id = home.pigeon_id
      cross join lateral (
        select user_id from favorites where loft_id = ${loft_id} and pigeon_id = p.id
        union
        select user_id from favorites where loft_id = ${loft_id} and team_id = p.team_id
          and not exists (select from seasons s where s.loft_id = p.loft_id and s.id = p.season_id
            and 'participants.team' = any(s.hidden))) starred
      join flights f on f.loft_id = ${loft_id} and f.id = home.flight_id
      join seasons s on s.loft_id = ${loft_id} and s.id = f.season_id and s.status <> 'draft'
        -- Of a bird whose ring or time is not shown nothing can be told; of a team whose name is not, only to who starred the bird.
        and not s.hidden && array['fanciers.ringDescriptor', 'results.ringDescriptor', 'baskets.ringDescriptor', 'results.time']
      join lofts l on l.id = ${loft_id}`,
  );
}

/**
 * Withdraw what still waits to be sent about birds of a season that hides more than before: for a mail server, or for the
 * end of somebody's quiet hours.
 */
export async function withdrawHidden(
  tx: Tx,
  { loft_id, season_id, hidesMore }: { loft_id: number; season_id: number; hidesMore: boolean },
): Promise<void> {
  if (!hidesMore) return;
  await sql`
    update notifications n set status = 'given_up' from flights f
    where f.loft_id = ${loft_id} and f.season_id = ${season_id}
      and n.status = 'pending' and n.event = 'bird_home' and n.key like 'flight:' || f.id || ' pigeon:%'`.execute(tx);
}

const pathOf = (loft_id: number, flight_id: number | '') => `/lofts/${loft_id}/flights/${flight_id}`;
