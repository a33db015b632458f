/** The lost birds of a season, those that came back, and those that are proposed as lost. */

import { sql } from 'kysely';
import { clockOf } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { followersOf, type Health } from '#domain/pigeons/status.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { type ItemsOptions, type Job, workOff } from '#server/jobs/items.ts';
import { adminBirds } from '#server/pigeons/admin-birds.ts';
import { isGoneBird } from '#server/pigeons/gone.ts';
import { changeStatuses } from '#server/pigeons/statuses.ts';
import { isNotHome, lastFlown } from './not-home.ts';

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
export async function birdsNotHome(tx: Tx, season: SeasonKey, now_ms: number) {
  const { rows } = await sql<{ pigeon_id: number; flight: string; released_at: string }>`
    select p.id as pigeon_id, flown.name as flight, flown.release_time as released_at
    from pigeons p
    cross join lateral ${lastFlown()} flown
    where p.loft_id = ${season.loft_id} and p.season_id = ${season.season_id} and not ${isGoneBird}
      and flown.status <> 'released' and ${isNotHome(now_ms)}`.execute(tx);
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

/**
 * A lost bird and the first reading after it was last out, which came in after it was said to be lost. A bird that was
 * exchanged in that flight wears the chip of the other one, until that one flies again.
 */
type ReadAgain = SeasonKey & { pigeon_id: number; was: Health; clock: string; read_at: string; time_zone: string };

async function readAgain(db: Database): Promise<ReadAgain[]> {
  const { rows } = await sql<ReadAgain>`
    select p.loft_id, p.season_id, p.id as pigeon_id, gone.from_status as was, l.time_zone, back.clock, back.read_at
    from pigeons p
    join lofts l on l.id = p.loft_id
    cross join lateral (
      select h.at, h.from_status from pigeon_history h
      where h.loft_id = p.loft_id and h.pigeon_id = p.id and h.machine = 'pigeon_health' and h.to_status = 'lost'
      order by h.n desc limit 1) gone
    left join lateral (
      select f.id, f.release_time, b.exchanged_with
      from baskets b join flights f on f.loft_id = b.loft_id and f.id = b.flight_id
      where b.loft_id = p.loft_id and b.pigeon_id = p.id and f.replay_of is null and f.release_time <= gone.at
        and f.status in ('released', 'closed', 'provisional', 'official')
      order by f.release_time desc limit 1) flown on true
    cross join lateral (
      select d.name as clock, r.device_time as read_at
      from pigeon_chips c
      join readings r on upper(r.chip) = c.chip and r.loft_id = c.loft_id and c.during @> r.device_time
      join devices d on d.loft_id = r.loft_id and d.id = r.device_id and d.replay_id is null
      where c.loft_id = p.loft_id and c.pigeon_id = coalesce(flown.exchanged_with, p.id) and r.received_at > gone.at
        and (flown.exchanged_with is null or not exists (
          select from baskets b join flights f on f.loft_id = b.loft_id and f.id = b.flight_id
          where b.loft_id = c.loft_id and b.pigeon_id = c.pigeon_id and f.replay_of is null
            and f.status in ('released', 'closed', 'provisional', 'official')
            and f.release_time > flown.release_time and f.release_time <= r.device_time))
        and r.device_time > case
          -- It was home from that flight and went missing later.
          when flown.id is null or exists (select from arrivals a
            left join readings own on own.loft_id = a.loft_id and own.number = a.reading_number
            where a.loft_id = p.loft_id and a.flight_id = flown.id and a.pigeon_id = p.id and a.time is not null
              and coalesce(own.received_at, '-infinity') <= gone.at) then gone.at
          else flown.release_time end
      order by r.device_time limit 1) back
    where p.health = 'lost'`.execute(db);
  return rows;
}

/**
 * Brings back each lost bird that a clock reads again, to the state it was lost in, or held back where that is none of
 * those that may follow; each on its own (decision 37). Its owners are notified.
 * @returns the birds that are back
 */
export async function bringBack(
  db: Database,
  now_ms: number,
  options?: Omit<ItemsOptions, 'now_ms'>,
): Promise<number[]> {
  const job: Job<ReadAgain> = {
    queue: 'lost_birds',
    nameOf: ({ loft_id, pigeon_id }) => ({ key: pigeon_id, loft_id }),
    work: ({ loft_id, season_id, pigeon_id, was, clock, read_at, time_zone }) =>
      transact(db, async (tx) => {
        const still = await tx
          .selectFrom('pigeons')
          .select('id')
          .where('loft_id', '=', loft_id)
          .where('id', '=', pigeon_id)
          .where('health', '=', 'lost')
          .forUpdate()
          .executeTakeFirst();
        if (!still) return false;
        const status = followersOf('pigeon_health', 'lost').includes(was) ? was : 'held_back';
        const { date, time } = clockOf(Date.parse(read_at), time_zone);
        const act = { by: null, now_ms, reason: `${clock}, ${date} ${time}` };
        await changeStatuses(tx, { loft_id, season_id }, { pigeon_ids: [pigeon_id], status }, act);
        return true;
      }),
  };
  const { done } = await workOff(db, job, await readAgain(db), { now_ms, ...options });
  return done.map(({ pigeon_id }) => pigeon_id);
}
