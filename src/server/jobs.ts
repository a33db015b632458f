/** Background jobs. pg-boss gives the schedule; the jobs find the due work in the database (jobs/items.ts). */

import type { FastifyBaseLogger } from 'fastify';
import { PgBoss } from 'pg-boss';
import type { App } from './app.ts';
import { keepMissingStandings } from './arrivals/standings.ts';
import { reckonChampionships } from './championships/reckoning.ts';
import { advisoryLocks } from './db/advisory-locks.ts';
import { connectionName, jobConnections } from './db/connections.ts';
import { type Connection, type Database, isDatabaseAway } from './db/database.ts';
import { lookForSilence } from './devices/silences.ts';
import { bringBack } from './entries/lost.ts';
import { closeDueFlights } from './flights/lifecycle.ts';
import { collectArrivals } from './open-data/webhooks.ts';
import { cancelUnpaid } from './orders/unpaid.ts';
import { remindOfCash } from './payments/cash-notices.ts';
import { assignHeldPrizes } from './prizes/held.ts';
import { removeOld } from './retention.ts';

const queues = [
  'close-flights',
  'send-notifications',
  'sweep-files',
  'look-for-silence',
  'bring-back',
  'look-at-payments',
  'work-off-events',
  'look-at-given-refunds',
  'send-transfers',
  'cancel-unpaid',
  'remind-of-cash',
  'assign-held-prizes',
  'remove-old',
  'keep-standings',
  'refresh-rates',
  'collect-arrivals',
  'refresh-forecasts',
  'reckon-championships',
] as const;

/** Creates the queue's tables as the database's owner and grants the serving role access; it owns nothing. */
export async function prepareJobs(ownerUrl: string, serving: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schedule: false, supervise: false, max: 2 });
  boss.on('error', () => {}); // the failing call reports it
  await boss.start();
  try {
    for (const queue of queues) if (!(await boss.getQueue(queue))) await boss.createQueue(queue);
    // Schedules of an earlier version.
    for (const { name } of await boss.getSchedules())
      if (!(queues as readonly string[]).includes(name)) await boss.unschedule(name);
    const db = boss.getDb();
    const { rows } = await db.executeSql('select quote_ident($1) as role, current_user = $1 as same', [serving]);
    const { role, same } = rows[0] as { role: string; same: boolean };
    if (same) return;
    const grants = [
      'usage on schema pgboss',
      'select, insert, update, delete on all tables in schema pgboss',
      'usage, select on all sequences in schema pgboss',
      'execute on all functions in schema pgboss',
    ].map((granted) => `grant ${granted} to ${role}`);
    // One transaction: of programs that start at once one grants, the others wait for it.
    await db.executeSql([`select pg_advisory_xact_lock(${advisoryLocks.queue_grants})`, ...grants].join(';'));
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Whether the queue's tables exist in the version of this program, for the role of an address. */
export async function areJobsPrepared(url: string): Promise<boolean> {
  const boss = new PgBoss({
    connectionString: url,
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: false,
    max: 1,
  });
  boss.on('error', () => {}); // the failing call reports it
  try {
    await boss.start();
    const found = await boss.getQueues([...queues]);
    return queues.every((queue) => found.some(({ name }) => name === queue));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    return false;
  } finally {
    await boss.stop({ graceful: false }).catch(() => {}); // it never started
  }
}

export interface Jobs {
  /** The queue's connections. */
  pool: Connection['pool'];
  stop(): Promise<void>;
}

/** Works on the queues. Several processes may; each job is done once. */
export async function startJobs(
  url: string,
  db: Database,
  log: FastifyBaseLogger,
  {
    send,
    sweep,
    reconcile,
    lookAtGiven,
    workOffEvents,
    sendTransfers,
    refreshRates,
    refreshForecasts,
  }: Pick<
    App,
    | 'send'
    | 'sweep'
    | 'reconcile'
    | 'lookAtGiven'
    | 'workOffEvents'
    | 'sendTransfers'
    | 'refreshRates'
    | 'refreshForecasts'
  >,
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: connectionName('jobs'),
    migrate: false,
    createSchema: false,
    max: jobConnections,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue stumbled'));
  await boss.start();
  const work = (queue: (typeof queues)[number], act: () => Promise<unknown>) =>
    boss.work(queue, async () => {
      try {
        await act();
      } catch (error) {
        log.error({ err: error, queue }, 'a job failed');
        throw error;
      }
    });
  await boss.schedule('close-flights', '* * * * *');
  await work('close-flights', async () => {
    const closed = await closeDueFlights(db, Date.now(), { log });
    if (closed.length) log.info({ closed }, 'flights closed by their rule');
  });
  // New messages are sent at once; this job sends retries, delayed messages, and those added while nothing listened.
  await boss.schedule('send-notifications', '* * * * *');
  await work('send-notifications', send);
  await boss.schedule('collect-arrivals', '* * * * *');
  await work('collect-arrivals', () => collectArrivals(db));
  await boss.schedule('sweep-files', '17 * * * *');
  await work('sweep-files', sweep);
  // Documents of an earlier version have public names until then.
  await boss.send('sweep-files');
  await work('keep-standings', async () => {
    const flights = await keepMissingStandings(db);
    if (flights) log.info({ flights }, 'official flights have their standings in rows now');
  });
  // Flights that became official before results were stored in rows have none until then.
  await boss.send('keep-standings');
  await boss.schedule('look-for-silence', '* * * * *');
  await work('look-for-silence', async () => {
    const silent = await lookForSilence(db, Date.now(), { log });
    if (silent.length) log.info({ silent }, 'devices have fallen silent');
  });
  await boss.schedule('bring-back', '* * * * *');
  await work('bring-back', async () => {
    const back = await bringBack(db, Date.now(), { log });
    if (back.length) log.info({ back }, 'lost pigeons were read again');
  });
  await boss.schedule('cancel-unpaid', '* * * * *');
  await work('cancel-unpaid', async () => {
    const cancelled = await cancelUnpaid(db, Date.now(), { log });
    if (cancelled.length) log.info({ cancelled }, 'orders cancelled that were not paid in time');
  });
  await boss.schedule('remind-of-cash', '47 * * * *');
  await work('remind-of-cash', async () => {
    await remindOfCash(db, Date.now(), { log });
  });
  await boss.schedule('assign-held-prizes', '* * * * *');
  await work('assign-held-prizes', async () => {
    const funds = await assignHeldPrizes(db, Date.now(), { log });
    if (funds.length) log.info({ funds }, 'held prizes are owed to who has the birds now');
  });
  await boss.schedule('reckon-championships', '* * * * *');
  await work('reckon-championships', async () => {
    const reckoned = await reckonChampionships(db, Date.now(), { log });
    if (reckoned.length) log.info({ reckoned }, 'championships have another version');
  });
  await boss.schedule('remove-old', '17 * * * *');
  await work('remove-old', async () => {
    const removed = await removeOld(db, { log });
    if (Object.keys(removed).length) log.info({ removed }, 'what was old enough was removed');
  });
  await boss.schedule('look-at-payments', '*/5 * * * *');
  await work('look-at-payments', reconcile);
  await boss.schedule('look-at-given-refunds', '29 3 * * *');
  await work('look-at-given-refunds', lookAtGiven);
  await boss.schedule('send-transfers', '* * * * *');
  await work('send-transfers', sendTransfers);
  await boss.schedule('work-off-events', '* * * * *');
  await work('work-off-events', workOffEvents);
  await boss.schedule('refresh-rates', '23 * * * *');
  await work('refresh-rates', refreshRates);
  await boss.send('refresh-rates');
  await boss.schedule('refresh-forecasts', '* * * * *');
  await work('refresh-forecasts', refreshForecasts);
  // Payments that changed during a downtime are checked at once.
  await boss.send('look-at-payments');
  // A property of pg-boss that its types do not show.
  const { pool } = boss.getDb() as unknown as Pick<Jobs, 'pool'>;
  return { pool, stop: () => boss.stop({ graceful: true, timeout: 5000 }) };
}
