/**
 * Proves that fans add no cost to a clock's request, and that everyone who starred the subject of an event is notified
 * once: through crashes, by several processes at once, and of an arrival only as long as it counts. Each has a control.
 */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Tx } from '#server/db/database.ts';
import type { claimItem } from '#server/jobs/queue.ts';
import { wearChips } from '#server/pigeons/pigeons.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { type BuiltRace, buildRace, readingOf } from '#testing/builders.ts';
import { countingSenders, sendAll } from '#testing/notifications.ts';
import { proveSize, reportProof } from '#testing/proof.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { notifyFans, notifyPart } from './fans.ts';
import { gather_ms } from './late-homes.ts';
import { type FactsOf, notify } from './notify.ts';

let scene: TestSite;
let db: Database;
let owner: pg.Client;
beforeAll(async () => {
  scene = await testSite();
  db = scene.db;
  owner = new pg.Client({ connectionString: scene.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await scene?.end();
});
beforeEach(async () => {
  await owner.query(`
    truncate race_events, job_items, favorites;
    update notifications set status = 'given_up' where status = 'pending'`);
});

let builds = 0;

/** A race in which many people starred the team of the first bird and want mail about it. */
async function starred(count: number): Promise<BuiltRace & { fans: number[] }> {
  const race = await buildRace(db, { birds: 2 });
  builds += 1;
  const { rows } = await sql<{ id: number }>`
    insert into users (issuer, subject, email, language)
    select 'https://fans.example.org', ${`${builds}-`} || n, ${`fan${builds}-`} || n || '@example.org', 'en'
    from generate_series(1, ${count}::int) n returning id`.execute(db);
  const fans = rows.map(({ id }) => id);
  await sql`
    insert into notification_choices (user_id, event, channel, wanted)
    select unnest(${fans}::bigint[]), 'bird_home', 'mail', true`.execute(db);
  await sql`
    insert into favorites (user_id, loft_id, team_id)
    select unnest(${fans}::bigint[]), ${race.loft.id}, team_id from pigeons where id = ${race.pigeon_ids[0]!}`.execute(
    db,
  );
  // The release itself notifies nobody here.
  await sql`delete from race_events`.execute(db);
  return { ...race, fans };
}

let sequence = 0;

/** The first bird's clock reports its arrival, at minutes after the release. */
async function comesHome(race: BuiltRace, minutes = 240): Promise<void> {
  sequence += 1;
  const answer = await scene.app.inject({
    method: 'POST',
    url: '/api/devices/readings',
    headers: { authorization: `Bearer ${race.key}` },
    payload: { readings: [readingOf(race, 0, minutes, { sequence })] },
  });
  expect(answer.json().readings).toMatchObject([{ status: 'stored', unranked: null }]);
}

/** Gives the bird another chip from now on: the readings of the old one no longer belong to it. */
async function loses(race: BuiltRace, chip: string, minutes = 200): Promise<void> {
  const chips = [{ pigeon_id: race.pigeon_ids[0]!, chip }];
  const from = new Date(race.release_ms + minutes * 60_000).toISOString();
  await db.transaction().execute((tx) => wearChips(tx, race.loft.id, chips, from));
  race.chips[0] = chip;
}

const events = () => db.selectFrom('race_events').selectAll().orderBy('id').execute();
/** The number of notifications of each of these people. */
async function countsOf(fans: readonly number[]): Promise<Record<number, number>> {
  const { rows } = await sql<{ count: number; people: number }>`
    select count, count(*)::int as people from (
      select count(n.id)::int as count from unnest(${fans}::bigint[]) as fan (id)
      left join notifications n on n.user_id = fan.id and n.event = 'bird_home' and n.channel = 'mail' group by fan.id) each
    group by count`.execute(db);
  return Object.fromEntries(rows.map(({ count, people }) => [count, people]));
}
const statuses = async (fans: readonly number[]) =>
  (await db.selectFrom('notifications').select('status').where('user_id', 'in', fans).orderBy('id').execute()).map(
    ({ status }) => status,
  );

describe('a bird that many starred', () => {
  it('costs its clock one row, and becomes a notification for each fan afterwards', async () => {
    const people = proveSize(2500, 50_000);
    const race = await starred(people);
    await comesHome(race);
    expect(await events()).toMatchObject([{ pigeon_id: race.pigeon_ids[0], after_user: 0 }]);
    expect(await countsOf(race.fans)).toEqual({ 0: people });
    expect(await notifyFans(db, Date.now())).toBe(1);
    expect(await countsOf(race.fans)).toEqual({ 1: people });
    expect(await events()).toEqual([]);
    reportProof('fans of one bird', { people });
  });

  it('without fans is dropped without being handled', async () => {
    const race = await starred(1);
    await sql`delete from favorites`.execute(db);
    await comesHome(race);
    expect(await events()).toHaveLength(1);
    expect(await notifyFans(db, Date.now())).toBe(0);
    expect(await events()).toEqual([]);
  });

  it('is not sent to people who starred it later', async () => {
    const race = await starred(3);
    await sql`delete from favorites where user_id = ${race.fans[2]!}`.execute(db);
    await comesHome(race);
    const [loft_id, pigeon_id] = [race.loft.id, race.pigeon_ids[0]!];
    await sql`insert into favorites (user_id, loft_id, pigeon_id, at)
      values (${race.fans[2]!}, ${loft_id}, ${pigeon_id}, now() + interval '1 second')`.execute(db);
    await notifyFans(db, Date.now());
    expect(await countsOf(race.fans)).toEqual({ 0: 1, 1: 2 });
  });
});

const something: FactsOf['bird_home'] = {
  bird: 'x',
  loft: 'x',
  flight: 'x',
  path: '/',
  time: '2026-06-06T09:00:00Z',
  time_zone: 'UTC',
  arrival: { loft_id: 1, flight_id: 1, pigeon_id: 1 },
};

/** Handles an event in the wrong order: it moves on first, in a transaction of its own, and then notifies. */
async function carelessPart(event_id: number, part: number, crash: boolean): Promise<boolean> {
  const [event] = (await events()).filter(({ id }) => id === event_id);
  const { rows } = await sql<{ user_id: number }>`
    select user_id from favorites where user_id > ${event!.after_user} order by user_id limit ${part}`.execute(db);
  const ids = rows.map(({ user_id }) => user_id);
  if (!ids.length) return false;
  await db
    .updateTable('race_events')
    .set({ after_user: ids.at(-1)! })
    .where('id', '=', event_id)
    .execute();
  if (crash) return true;
  const people = sql`select unnest(${ids}::bigint[]) as user_id`;
  await notify(db, people, { event: 'bird_home', key: 'careless', facts: something });
  return true;
}

describe('a process that dies between two parts, or in one', () => {
  it('leaves the rest to another: nobody is forgotten, nobody is notified twice', async () => {
    const race = await starred(95);
    await comesHome(race);
    const [event] = await events();
    for (let dies = 0; dies < 4; dies += 1) {
      expect(await db.transaction().execute((tx) => notifyPart(tx, event!.id, 10))).toBe(true);
      const dying = db.transaction().execute(async (tx) => {
        await notifyPart(tx, event!.id, 10);
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
      });
      await expect(dying).rejects.toThrow();
    }
    expect(await countsOf(race.fans)).toEqual({ 0: 55, 1: 40 });
    expect(await notifyFans(db, Date.now(), { part: 10 })).toBe(1);
    expect(await countsOf(race.fans)).toEqual({ 1: 95 });
  });

  it('while holding its claim: the next one continues when the claim has run out', async () => {
    const race = await starred(95);
    await comesHome(race);
    let parts = 0;
    await notifyFans(db, Date.now(), { part: 10, stopped: () => ++parts > 3 });
    expect(await countsOf(race.fans)).toEqual({ 0: 65, 1: 30 });
    await sql`insert into job_items (queue, item, attempts, first_at, last_at, next_try_at)
      select 'race_events', id::text, 1, now(), now(), now() + interval '2 minutes' from race_events`.execute(db);
    await notifyFans(db, Date.now());
    expect(await countsOf(race.fans)).toEqual({ 0: 65, 1: 30 });
    await notifyFans(db, Date.now() + 121_000);
    expect(await countsOf(race.fans)).toEqual({ 1: 95 });
  });

  it('control: moving on before notifying forgets people', async () => {
    const race = await starred(95);
    await comesHome(race);
    const [event] = await events();
    for (let part = 0; await carelessPart(event!.id, 10, part === 3); part += 1);
    expect((await countsOf(race.fans))[0]).toBe(10);
  });
});

describe('several processes at once', () => {
  const both = async (race: BuiltRace & { fans: number[] }, unclaimed?: boolean) => {
    const claim: typeof claimItem = async (_db, queue, { key }) => ({
      queue,
      item: String(key),
      attempts: 1,
      first_at: new Date().toISOString(),
      stuck_at: null,
    });
    const look = () => notifyFans(db, Date.now(), { part: 10, ...(unclaimed && { claim }) });
    await Promise.all([look(), look(), look(), look()]);
    await look();
    return countsOf(race.fans);
  };

  it('notify each fan once, also when a claim has run out under its process', async () => {
    for (const unclaimed of [false, true]) {
      const race = await starred(195);
      await comesHome(race);
      expect(await both(race, unclaimed)).toEqual({ 1: 195 });
    }
  });

  it('control: without the lock and the key some are notified twice', async () => {
    const race = await starred(195);
    await comesHome(race);
    await owner.query('drop index notifications_once');
    try {
      const part = async (tx: Tx) => {
        const people = sql`select user_id from favorites order by user_id limit 10`;
        await notify(tx, people, { event: 'bird_home', key: 'careless', facts: something });
      };
      await Promise.all([1, 2].map(() => db.transaction().execute(part)));
      expect(await countsOf(race.fans)).toEqual({ 0: 185, 2: 10 });
    } finally {
      await owner.query(`
        alter table notifications disable trigger user;
        delete from notifications where key = 'careless'; alter table notifications enable trigger user;
        create unique index notifications_once on notifications (user_id, recipient, event, channel, key)
          nulls not distinct where status <> 'withdrawn'`);
    }
  });
});

/** When late notices wait for no others. */
const sent_ms = () => Date.now() + gather_ms + 1000;

describe('an arrival that is withdrawn', () => {
  it('before anyone was notified is sent to nobody; the bird’s next arrival is sent to all', async () => {
    const race = await starred(3);
    await comesHome(race);
    await loses(race, 'C0000FF001');
    await notifyFans(db, Date.now());
    expect(await countsOf(race.fans)).toEqual({ 0: 3 });
    await comesHome(race, 250);
    await notifyFans(db, Date.now());
    expect(await countsOf(race.fans)).toEqual({ 1: 3 });
  });

  it('while the notifications wait is not sent; the next one is, once, with its own time', async () => {
    const race = await starred(2);
    const { sent, senders } = countingSenders();
    await comesHome(race);
    await notifyFans(db, Date.now());
    await loses(race, 'C0000FF002');
    await sendAll({ db, senders }, sent_ms());
    expect([sent, await statuses(race.fans)]).toEqual([[], ['withdrawn', 'withdrawn']]);
    await comesHome(race, 250);
    await notifyFans(db, Date.now());
    await sendAll({ db, senders }, sent_ms());
    expect(sent.map(({ notice }) => notice.text)).toEqual(Array(2).fill(expect.stringContaining('11:10:00')));
    // A sent notification stays sent, whatever happens to the arrival.
    await loses(race, 'C0000FF003', 245);
    await comesHome(race, 260);
    await notifyFans(db, Date.now());
    await sendAll({ db, senders }, sent_ms());
    expect(sent).toHaveLength(2);
  });

  it('control: one that counts is sent', async () => {
    const race = await starred(2);
    const { sent, senders } = countingSenders();
    await comesHome(race);
    await notifyFans(db, Date.now());
    await sendAll({ db, senders }, sent_ms());
    expect(sent).toHaveLength(2);
  });
});

describe('a season that hides more', () => {
  const hides = (race: BuiltRace, hidden: Parameters<typeof changeHidden>[3]) =>
    db
      .transaction()
      .execute((tx) => changeHidden(tx, null, { loft_id: race.loft.id, season_id: race.season_id }, hidden));
  const { sent, senders } = countingSenders();
  const send = async () => {
    sent.length = 0;
    await sendAll({ db, senders }, sent_ms());
    return sent.length;
  };

  it('in the middle of its fans: neither those notified nor the others get it', async () => {
    const race = await starred(4);
    await comesHome(race);
    const [event] = await events();
    // Hiding does not wait for the processing of the event.
    const tx = await db.startTransaction().execute();
    await notifyPart(tx, event!.id, 2);
    await hides(race, ['results.time']);
    await tx.commit().execute();
    await notifyFans(db, Date.now());
    expect([await countsOf(race.fans), await send(), await statuses(race.fans)]).toEqual([
      { 0: 2, 1: 2 },
      0,
      ['withdrawn', 'withdrawn'],
    ]);
  });

  it('for teams: who starred the bird itself gets it, and nobody else', async () => {
    const race = await starred(2);
    await sql`insert into favorites (user_id, loft_id, pigeon_id)
      values (${race.fans[0]!}, ${race.loft.id}, ${race.pigeon_ids[0]!})`.execute(db);
    await comesHome(race);
    await notifyFans(db, Date.now());
    await hides(race, ['participants.team']);
    expect([await send(), await statuses(race.fans)]).toEqual([1, ['sent', 'withdrawn']]);
  });

  it('control: for another field affects none of it, and all get it', async () => {
    const race = await starred(2);
    await comesHome(race);
    await notifyFans(db, Date.now());
    await hides(race, ['fanciers.color']);
    expect([await send(), await statuses(race.fans)]).toEqual([2, ['sent', 'sent']]);
  });
});
