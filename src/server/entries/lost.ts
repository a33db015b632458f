/** The lost birds of a season, and those that came back. */

import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import type { Tx } from '#server/db/database.ts';
import { adminBirds } from '#server/pigeons/admin-birds.ts';

/** Every lost bird, the latest loss first. */
export async function lostBirds(tx: Tx, season: SeasonKey) {
  const { rows } = await sql<{ pigeon_id: number; since: string; reason: string | null }>`
    select distinct on (p.id) p.id as pigeon_id, h.at as since, h.reason
    from pigeons p
    join pigeon_history h on h.loft_id = p.loft_id and h.pigeon_id = p.id and h.machine = 'pigeon_health'
    where p.loft_id = ${season.loft_id} and p.season_id = ${season.season_id} and p.health = 'lost'
    order by p.id, h.n desc`.execute(tx);
  return withBirds(tx, season, rows, ({ since }) => since);
}

/** Every bird that was lost and came back, with its last return, the latest first. */
export async function comebacks(tx: Tx, season: SeasonKey) {
  const { rows } = await sql<{ pigeon_id: number; lost_at: string; back_at: string; reason: string | null }>`
    select distinct on (p.id) p.id as pigeon_id, gone.at as lost_at, h.at as back_at, h.reason
    from pigeons p
    join pigeon_history h on h.loft_id = p.loft_id and h.pigeon_id = p.id and h.machine = 'pigeon_health'
      and h.from_status = 'lost' and h.to_status <> 'died'
    join pigeon_history gone on gone.loft_id = h.loft_id and gone.pigeon_id = h.pigeon_id
      and gone.machine = h.machine and gone.n = h.prev_n
    where p.loft_id = ${season.loft_id} and p.season_id = ${season.season_id} and p.health <> 'lost'
    order by p.id, h.n desc`.execute(tx);
  return withBirds(tx, season, rows, ({ back_at }) => back_at);
}

/**
 * Every bird that is not home from the last closed flight it flew, and that no clock has read since: those that are
 * proposed as lost, the latest flight first.
 */
export async function birdsNotHome(tx: Tx, season: SeasonKey) {
  const { rows } = await sql<{ pigeon_id: number; flight: string; released_at: string }>`
    select p.id as pigeon_id, f.name as flight, f.release_time as released_at
    from pigeons p
    cross join lateral (
      select f.id, f.name, f.release_time from baskets b
      join flights f on f.loft_id = b.loft_id and f.id = b.flight_id
      where b.loft_id = p.loft_id and b.pigeon_id = p.id and f.replay_of is null
        and f.status in ('released', 'closed', 'provisional', 'official')
      order by f.release_time desc limit 1) f
    join flights flown on flown.loft_id = p.loft_id and flown.id = f.id and flown.status <> 'released'
    where p.loft_id = ${season.loft_id} and p.season_id = ${season.season_id} and p.health not in ('lost', 'died')
      and not exists (
        select from arrivals a where a.loft_id = p.loft_id and a.flight_id = f.id and a.pigeon_id = p.id
          and a.time is not null and not exists (select from arrivals later where later.loft_id = a.loft_id
            and later.flight_id = a.flight_id and later.pigeon_id = a.pigeon_id and later.seq > a.seq))
      and not exists (
        select from unranked_readings w join readings r on r.loft_id = w.loft_id and r.number = w.number
        where w.loft_id = p.loft_id and w.pigeon_id = p.id and r.device_time > f.release_time)`.execute(tx);
  return withBirds(tx, season, rows, ({ released_at }) => released_at);
}

async function withBirds<Row extends { pigeon_id: number }>(
  tx: Tx,
  season: SeasonKey,
  rows: readonly Row[],
  at: (row: Row) => string,
) {
  const birds = new Map(
    (
      await adminBirds(
        tx,
        season,
        rows.map(({ pigeon_id }) => pigeon_id),
      )
    ).map((bird) => [bird.pigeon_id, bird]),
  );
  return rows.toSorted((a, b) => (at(a) < at(b) ? 1 : -1)).map((row) => ({ ...birds.get(row.pigeon_id)!, ...row }));
}
