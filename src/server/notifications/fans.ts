/**
 * Notifies the fans of a race event, that is all people who starred its subject, and those who have a share in its bird:
 * after the commit, one part of them at a time.
 */

import { type RawBuilder, sql } from 'kysely';
import type { FlightKey } from '#domain/keys.ts';
import type { AnnouncedOfFlight } from '#domain/notifications/notification.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { type ItemsOptions, type Job, workOff } from '#server/jobs/items.ts';
import { type FactsOf, isNotifiedOf, type Notice, notify } from './notify.ts';

/** The number of people in one transaction. */
const most = 1000;

export interface FansOptions extends Omit<ItemsOptions, 'now_ms'> {
  /** People in one transaction; smaller in a test. */
  part?: number;
  /** Whether the process is stopping: it leaves the rest to another. */
  stopped?: () => boolean;
}

/**
 * Notifies the fans of all waiting events, each event on its own (decision 37). A process that dies leaves the event
 * where its last part ended.
 * @returns how many events were handled
 */
export async function notifyFans(
  db: Database,
  now_ms: number,
  { part = most, stopped = () => false, ...options }: FansOptions = {},
): Promise<number> {
  await dropUnwanted(db);
  const events = await db.selectFrom('race_events').select(['id', 'loft_id', 'flight_id']).orderBy('id').execute();
  const job: Job<(typeof events)[number]> = {
    queue: 'race_events',
    nameOf: ({ id, ...about }) => ({ key: id, ...about }),
    work: async ({ id }) => {
      for (let more = true; more && !stopped(); ) more = await transact(db, (tx) => notifyPart(tx, id, part));
      return true;
    },
  };
  const { done } = await workOff(db, job, events, { now_ms, ...options });
  return done.length;
}

/** Events that are looked through by one statement. */
const lookedThrough = 1000;

/**
 * Removes the home events of birds that nobody starred, nor their team, and in which nobody who wants to be notified has
 * a share: most of a race, in one statement.
 */
async function dropUnwanted(db: Database): Promise<void> {
  for (let last = 0, more = true; more; ) {
    const { rows } = await sql<{ id: number }>`
      with next as (
        select id, loft_id, pigeon_id from race_events where pigeon_id is not null and id > ${last}
        order by id limit ${lookedThrough} for update skip locked),
      dropped as (
        delete from race_events using next where race_events.id = next.id and not exists (
          select from favorites f where f.loft_id = next.loft_id and f.pigeon_id = next.pigeon_id
          union all
          select from pigeons p join favorites f on f.loft_id = p.loft_id and f.team_id = p.team_id
          where p.loft_id = next.loft_id and p.id = next.pigeon_id
          union all
          select from holders_of_bird(next.loft_id, next.pigeon_id, now()) holder
          join users u on u.id = holder
          where ${isNotifiedOf('bird_home')}))
      select id from next order by id`.execute(db);
    last = rows.at(-1)?.id ?? last;
    more = rows.length === lookedThrough;
  }
}

/**
 * Notifies the next fans of an event, in the order of their ids, and moves the event on or removes it in the same
 * transaction: nobody is forgotten, and the key of a notification prevents a second one.
 * @returns whether there are more; false also while another process has the event
 */
export async function notifyPart(tx: Tx, event_id: number, part: number): Promise<boolean> {
  const { rows } = await sql<RaceEvent>`
    select loft_id, flight_id, pigeon_id, status from race_events where id = ${event_id} for update skip locked`.execute(
    tx,
  );
  const [event] = rows;
  if (!event) return false;
  const notice = event.pigeon_id === null ? await noticeOfFlight(tx, event) : await noticeOfHome(tx, event);
  const fans = notice ? await fansOf(tx, event_id, notice, part) : [];
  if (notice && fans.length) await notify(tx, sql`select unnest(${fans}::bigint[]) as user_id`, notice);
  if (fans.length < part) {
    await tx.deleteFrom('race_events').where('id', '=', event_id).execute();
    return false;
  }
  await tx
    .updateTable('race_events')
    .set({ after_user: fans.at(-1)! })
    .where('id', '=', event_id)
    .execute();
  return true;
}

/** A bird in a flight. */
type Arrival = FactsOf['bird_home']['arrival'];

type RaceEvent = FlightKey & ({ pigeon_id: number; status: null } | { pigeon_id: null; status: AnnouncedOfFlight });

/**
 * A notice with its recipients: those with one of these stars, given as conditions on `favorites`, and the people of the
 * query `own`, whose column is `user_id`.
 */
type StarredNotice<E extends 'bird_home' | 'flight_plans' | 'released' | 'results'> = Notice<E> & {
  stars: RawBuilder<unknown>[];
  own?: RawBuilder<unknown>;
};

/**
 * The notice of a flight; null for a season in draft, which is private to its loft, for a draft, for a flight without
 * news, and for what is no longer so.
 */
async function noticeOfFlight(
  tx: Tx,
  { loft_id, flight_id, status }: RaceEvent & { status: AnnouncedOfFlight },
): Promise<StarredNotice<'flight_plans' | 'released' | 'results'> | null> {
  const flight = await tx
    .selectFrom('flights as f')
    .innerJoin('lofts as l', 'l.id', 'f.loft_id')
    .innerJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'f.loft_id').onRef('s.id', '=', 'f.season_id'))
    .select(['f.name as flight', 'l.name as loft', 'l.time_zone', 'f.release_time', 'f.status as now'])
    .select(['f.list_fingerprint', 'f.basketed_count'])
    .where('f.loft_id', '=', loft_id)
    .where('f.id', '=', flight_id)
    .where('s.status', '<>', 'draft')
    .where('f.is_draft', '=', false)
    .where('f.notifies_followers', '=', true)
    .executeTakeFirst();
  if (!flight) return null;
  const { loft, time_zone, release_time: time, now } = flight;
  const at = { loft, flight: flight.flight, path: pathOf(loft_id, flight_id) };
  const whole = sql`loft_id = ${loft_id} and pigeon_id is null and team_id is null`;
  const stars = [sql`${whole} and flight_id = ${flight_id}`, sql`${whole} and flight_id is null`];
  const key = `flight:${flight_id} ${status}`;
  const planned = { ...at, time, time_zone };
  switch (status) {
    case 'planned': {
      if (now !== 'planned') return null;
      const n = await plannedTogether(tx, { loft_id, flight_id });
      return { event: 'flight_plans', key, facts: { ...planned, as: status, n }, stars };
    }
    case 'postponed': {
      const last = await lastDecision(tx, { loft_id, flight_id }, status);
      if (!last || !beforeRelease.includes(now)) return null;
      const facts = { ...planned, as: status, reason: last.reason };
      return { event: 'flight_plans', key: `${key} ${last.n}`, facts, stars };
    }
    case 'sealed': {
      const { list_fingerprint: fingerprint, basketed_count: n } = flight;
      if (now !== 'sealed' || fingerprint === null) return null;
      const facts = { ...planned, as: status, n, fingerprint };
      return { event: 'flight_plans', key: `${key} ${fingerprint.slice(0, 16)}`, facts, stars };
    }
    case 'annulled': {
      const reason = await annulledBecause(tx, { loft_id, flight_id });
      return { event: 'flight_plans', key, facts: { ...planned, as: status, reason }, stars };
    }
    case 'released': {
      if (beforeRelease.includes(now)) return null;
      const before = await lastDecision(tx, { loft_id, flight_id }, 'release_taken_back');
      // The birds of a release that was taken back are released again: that is another notice.
      const again = before ? ` ${before.n}` : '';
      return { event: 'released', key: `${key}${again}`, facts: { ...planned, time: time! }, stars };
    }
    case 'release_taken_back': {
      const last = await lastDecision(tx, { loft_id, flight_id }, status);
      if (!last) return null;
      const facts = { ...planned, as: status, reason: last.reason };
      return { event: 'flight_plans', key: `${key} ${last.n}`, facts, stars };
    }
    case 'corrected': {
      const facts = { ...at, official: now === 'official', corrected: true };
      return { event: 'results', key: `${key} ${await lastRuling(tx, { loft_id, flight_id })}`, facts, stars };
    }
    default:
      return { event: 'results', key, facts: { ...at, official: status === 'official' }, stars };
  }
}

/** The number of the last ruling that was made on a flight: several made at once are one notice. */
async function lastRuling(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<number> {
  const { n } = await tx
    .selectFrom('ruling_decisions')
    .select(({ fn }) => fn.coalesce(fn.max('n'), sql<number>`0`).as('n'))
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('decision', '=', 'made')
    .executeTakeFirstOrThrow();
  return n;
}

/** The states before a release: those of `domain/flights/flight.ts`, a noun that comes after this one. */
const beforeRelease = ['planned', 'basketing', 'sealed'];

/** How many flights were planned at the same moment: those of a series. */
async function plannedTogether(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from flight_history first
    join flight_history other on other.loft_id = first.loft_id and other.n = 1 and other.at = first.at
    where first.loft_id = ${loft_id} and first.flight_id = ${flight_id} and first.n = 1`.execute(tx);
  return rows[0]!.n;
}

async function lastDecision(tx: Tx, { loft_id, flight_id }: FlightKey, kind: 'postponed' | 'release_taken_back') {
  return tx
    .selectFrom('flight_decisions')
    .select(['n', 'reason'])
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('kind', '=', kind)
    .orderBy('n', 'desc')
    .executeTakeFirst();
}

async function annulledBecause(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<string> {
  const row = await tx
    .selectFrom('flight_history')
    .select('reason')
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('to_status', '=', 'annulled')
    .orderBy('n', 'desc')
    .executeTakeFirst();
  return row?.reason ?? '';
}

/**
 * A notice needs the ring and the time of its bird to be visible. The field names are those of
 * `domain/seasons/visibility.ts`, a noun that comes after this one.
 */
const needed = ['fanciers.ringDescriptor', 'results.ringDescriptor', 'baskets.ringDescriptor', 'results.time'];

/**
 * The notice of a bird that came home, with the time that counts now; null when its arrival was withdrawn, its
 * flight has no news, or its season is in draft or hides a needed field.
 */
async function noticeOfHome(
  tx: Tx,
  { loft_id, flight_id, pigeon_id }: Arrival,
): Promise<StarredNotice<'bird_home'> | null> {
  const { rows } = await sql<{
    loft: string;
    time_zone: string;
    flight: string;
    hidden: readonly string[];
    name: string | null;
    ring: string;
    team_id: number | null;
    time: string;
  }>`
    select l.name as loft, l.time_zone, f.name as flight, s.hidden, p.name, p.ring, p.team_id, last.time
    from flights f
    join seasons s on s.loft_id = f.loft_id and s.id = f.season_id and s.status <> 'draft'
    join lofts l on l.id = f.loft_id
    join pigeons p on p.loft_id = f.loft_id and p.id = ${pigeon_id}
    join lateral (
      select time from arrivals where loft_id = f.loft_id and flight_id = f.id and pigeon_id = p.id
      order by seq desc limit 1) last on last.time is not null
    where f.loft_id = ${loft_id} and f.id = ${flight_id} and f.notifies_followers`.execute(tx);
  const [row] = rows;
  if (!row || needed.some((one) => row.hidden.includes(one))) return null;
  const { loft, flight, time_zone, hidden, time, ring, team_id } = row;
  const name = hidden.includes('results.pigeonName') ? null : row.name;
  const stars = [sql`loft_id = ${loft_id} and pigeon_id = ${pigeon_id}`];
  // Where the team's name is hidden, only who starred the bird itself is notified.
  if (team_id !== null && !hidden.includes('participants.team'))
    stars.push(sql`loft_id = ${loft_id} and team_id = ${team_id}`);
  const bird = name === null ? ring : `${name} ${ring}`;
  const arrival = { loft_id, flight_id, pigeon_id };
  return {
    event: 'bird_home',
    key: `flight:${flight_id} pigeon:${pigeon_id}`,
    facts: { loft, flight, path: pathOf(loft_id, flight_id), bird, time, time_zone, arrival },
    stars,
    own: sql`
      select holder as user_id from holders_of_bird(${loft_id}, ${pigeon_id}, now()) holder
      where not exists (select from unmarked_birds u where u.user_id = holder and u.pigeon_id = ${pigeon_id})`,
  };
}

/**
 * The current facts for a person about a bird that came home; null when the arrival no longer counts, or not for this
 * person.
 */
export async function homeNow(tx: Tx, user_id: number, arrival: Arrival): Promise<FactsOf['bird_home'] | null> {
  const notice = await noticeOfHome(tx, arrival);
  if (!notice) return null;
  const { rows } = await sql`
    select from favorites where user_id = ${user_id} and (${sql.join(notice.stars, sql` or `)})
    union all
    select from (${notice.own}) own where user_id = ${user_id} limit 1`.execute(tx);
  return rows.length ? notice.facts : null;
}

/** The next people who starred the subject before the event, each condition by its own index, and those whose own it is. */
async function fansOf(
  tx: Tx,
  event_id: number,
  { stars, own }: Pick<StarredNotice<'bird_home'>, 'stars' | 'own'>,
  part: number,
): Promise<number[]> {
  const event = (column: 'at' | 'after_user') =>
    sql`(select ${sql.ref(column)} from race_events where id = ${event_id})`;
  const each = stars.map(
    (star) => sql`(select user_id from favorites where ${star}
      and user_id > ${event('after_user')} and at <= ${event('at')} order by user_id limit ${part})`,
  );
  if (own)
    each.push(
      sql`(select user_id from (${own}) own where user_id > ${event('after_user')} order by user_id limit ${part})`,
    );
  const { rows } = await sql<{ user_id: number }>`
    select user_id from (${sql.join(each, sql` union `)}) fans order by user_id limit ${part}`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

const pathOf = (loft_id: number, flight_id: number) => `/lofts/${loft_id}/flights/${flight_id}`;
