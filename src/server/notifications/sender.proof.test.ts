/**
 * Proves that no notification is sent twice or lost: with several senders at once, senders that die in the middle, and
 * channels that fail. Each has a control.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultChoices, mostAttempts } from '#domain/notifications/notification.ts';
import type { Database } from '#server/db/database.ts';
import { workOffQueue } from '#server/jobs/items.ts';
import { claimNext, instant } from '#server/jobs/queue.ts';
import { buildPerson, testConfig } from '#testing/builders.ts';
import { countingSenders, notifySomething, sendAll, silent, waitingFor } from '#testing/notifications.ts';
import { proveSize, reportProof } from '#testing/proof.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { createSender } from './sender.ts';
import { choose } from './settings.ts';

let scene: TestSite;
let people = 0;
beforeAll(async () => {
  scene = await testSite();
});
afterAll(() => scene?.end());
beforeEach(async () => {
  await scene.db.updateTable('notifications').set({ status: 'given_up' }).where('status', '=', 'pending').execute();
  await scene.db.deleteFrom('job_items').execute();
});

const somebody = () => buildPerson(scene.db, { email: `somebody${++people}@example.org` });
const minute_ms = 60_000;

const processes = 4;
let looked = 0;
const allLooked = Promise.withResolvers<void>();

/** A wrong claim: it reads first and takes afterwards, when the others have read too. */
const carelessClaim: typeof claimNext = async (db, queue, now_ms) => {
  const found = await db
    .selectFrom('job_items')
    .select(['queue', 'item', 'attempts', 'first_at', 'stuck_at'])
    .where('queue', '=', queue)
    .where('next_try_at', '<=', instant(now_ms))
    .orderBy('item')
    .executeTakeFirst();
  if (!found) return null;
  looked += 1;
  if (looked === processes) allLooked.resolve();
  await allLooked.promise;
  const next_try_at = instant(now_ms + 2 * minute_ms);
  const taken = { ...found, attempts: found.attempts + 1 };
  await db
    .updateTable('job_items')
    .set({ attempts: taken.attempts, next_try_at })
    .where('queue', '=', queue)
    .where('item', '=', found.item)
    .execute();
  return taken;
};

async function twice(claim: typeof claimNext): Promise<number> {
  const { user_id } = await somebody();
  const many = proveSize(40, 400);
  for (let i = 0; i < many; i++) await notifySomething(scene.db, user_id);
  const { sent, senders } = countingSenders();
  const now_ms = Date.now() + 1000;
  await Promise.all(Array.from({ length: processes }, () => sendAll({ db: scene.db, senders, claim }, now_ms)));
  const own = sent.filter(({ to }) => to.user_id === user_id);
  expect(new Set(own.map(({ id }) => id)).size).toBe(many);
  return own.length - many;
}

describe('several processes', () => {
  it('send each notification once', async () => {
    expect(await twice(claimNext)).toBe(0);
    reportProof('notifications sent at once', { processes });
  });

  it('control: reading before claiming sends some twice', async () => {
    expect(await twice(carelessClaim)).toBeGreaterThan(0);
  });
});

describe('a process that shuts down while it sends', () => {
  it('records the sent ones, claims nothing more, and so sends nothing twice', async () => {
    const { user_id } = await somebody();
    // More than are claimed at once.
    for (let i = 0; i < 30; i += 1) await notifySomething(scene.db, user_id);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const slow = countingSenders(() => held);
    const options = { db: scene.db, senders: slow.senders, log: silent, secret: testConfig.auth_secret! };
    const sender = createSender(options);
    const looking = sender.look();
    const claimed = async () => (await waitingFor(scene.db, user_id)).filter(({ attempts }) => attempts > 0).length;
    await expect.poll(claimed, { timeout: 20_000 }).toBe(10);
    const first = await claimed();
    const stopping = sender.stop();
    letGo();
    await stopping;
    const after = await waitingFor(scene.db, user_id);
    expect(after.filter(({ status }) => status === 'sent')).toHaveLength(first);
    expect(first).toBeLessThan(after.length);
    await looking;
    const second = countingSenders();
    await sendAll({ db: scene.db, senders: second.senders }, Date.now() + 3 * minute_ms);
    const all = [...slow.sent, ...second.sent].map(({ id }) => id);
    expect(new Set(all).size).toBe(all.length);
    expect(all).toHaveLength(after.length);
  });
});

describe('a process that dies while it sends', () => {
  it('leaves its notifications to another, when its claim has run out and not before', async () => {
    const { user_id } = await somebody();
    await notifySomething(scene.db, user_id);
    const now_ms = Date.now() + 1000;
    expect(await claimNext(scene.db, 'mail', now_ms)).toMatchObject({ attempts: 1 });
    // From here on the first one is dead.
    const { sent, senders } = countingSenders();
    await sendAll({ db: scene.db, senders }, now_ms + minute_ms);
    expect(sent).toEqual([]);
    await sendAll({ db: scene.db, senders }, now_ms + 3 * minute_ms);
    expect(sent).toHaveLength(1);
    const [row] = await waitingFor(scene.db, user_id);
    expect(row).toMatchObject({ status: 'sent', attempts: 2 });
    expect(await attemptsOf(row!.id)).toEqual([{ n: 2, outcome: 'sent', error: null }]);
  });

  it('control: removing from the queue at the start loses them', async () => {
    const { user_id } = await somebody();
    await notifySomething(scene.db, user_id);
    const now_ms = Date.now() + 1000;
    const taken = await scene.db.deleteFrom('job_items').where('queue', '=', 'mail').returning('item').execute();
    expect(taken).toHaveLength(1);
    // From here on it is dead.
    const { sent, senders } = countingSenders();
    await sendAll({ db: scene.db, senders }, now_ms + 3 * minute_ms);
    expect([sent, (await waitingFor(scene.db, user_id))[0]!.status]).toEqual([[], 'pending']);
  });

  it('and resumes later changes nothing any more', async () => {
    const { user_id } = await somebody();
    await notifySomething(scene.db, user_id);
    const now_ms = Date.now() + 1000;
    let wake = () => {};
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const slow = countingSenders(() => asleep);
    const first = sendAll({ db: scene.db, senders: slow.senders }, now_ms);
    await expect.poll(async () => (await waitingFor(scene.db, user_id))[0]!.attempts).toBe(1);
    const second = countingSenders(() => Promise.reject(new Error('not now')));
    await sendAll({ db: scene.db, senders: second.senders }, now_ms + 3 * minute_ms);
    wake();
    await first;
    const [row] = await waitingFor(scene.db, user_id);
    expect(row).toMatchObject({ status: 'pending', attempts: 2 });
    expect(await attemptsOf(row!.id)).toMatchObject([{ n: 2, outcome: 'failed' }]);
  });

  it('at each attempt is not retried for ever', async () => {
    const { user_id } = await somebody();
    await notifySomething(scene.db, user_id);
    let now_ms = Date.now() + 1000;
    for (let i = 0; i < mostAttempts; i++, now_ms += 3 * minute_ms) await claimNext(scene.db, 'mail', now_ms);
    const { sent, senders } = countingSenders();
    await sendAll({ db: scene.db, senders }, now_ms);
    expect([sent.length, (await waitingFor(scene.db, user_id))[0]!.status]).toEqual([0, 'given_up']);
  });
});

const attemptsOf = (id: number) =>
  scene.db
    .selectFrom('notification_attempts')
    .select(['n', 'outcome', 'error'])
    .where('notification_id', '=', id)
    .orderBy('n')
    .execute();

describe('a channel that fails', () => {
  it('is tried again after 1 min, 5 min, 30 min, 2 h and 12 h, then given up, with all attempts recorded', async () => {
    const { user_id } = await somebody();
    await notifySomething(scene.db, user_id);
    const { senders } = countingSenders(() => Promise.reject(new Error('mailbox full')));
    let now_ms = Date.now() + 1000;
    for (const minutes of [1, 5, 30, 120, 720]) {
      await sendAll({ db: scene.db, senders }, now_ms);
      const [row] = await waitingFor(scene.db, user_id);
      expect([row!.status, Date.parse(row!.due_at) - now_ms]).toEqual(['pending', minutes * minute_ms]);
      // A moment earlier nothing happens.
      await sendAll({ db: scene.db, senders }, now_ms + minutes * minute_ms - 1);
      now_ms += minutes * minute_ms;
    }
    await sendAll({ db: scene.db, senders }, now_ms);
    const [row] = await waitingFor(scene.db, user_id);
    expect(row).toMatchObject({ status: 'given_up', attempts: mostAttempts });
    const log = await attemptsOf(row!.id);
    expect(log.map(({ outcome }) => outcome)).toEqual([...Array(5).fill('failed'), 'given_up']);
    expect(log[0]!.error).toBe('mailbox full');
  });

  it('does not hold up the other notifications', async () => {
    const [one, two] = [await somebody(), await somebody()];
    await notifySomething(scene.db, one.user_id);
    await notifySomething(scene.db, two.user_id);
    const { senders } = countingSenders(async ({ to }) => {
      if (to.user_id === one.user_id) throw new Error('no');
    });
    await sendAll({ db: scene.db, senders }, Date.now() + 1000);
    expect((await waitingFor(scene.db, two.user_id))[0]!.status).toBe('sent');
  });
});

describe('a slow reply', () => {
  it('does not hold up the other notifications', async () => {
    const { user_id } = await somebody();
    for (let i = 0; i < 30; i += 1) await notifySomething(scene.db, user_id);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    let asked = 0;
    const slow = countingSenders(() => (asked++ === 0 ? held : Promise.resolve()));
    const sending = sendAll({ db: scene.db, senders: slow.senders }, Date.now() + 1000);
    await expect.poll(() => slow.sent.length, { timeout: 20_000 }).toBe(29);
    letGo();
    await sending;
    expect(slow.sent).toHaveLength(30);
  });

  /** Two items, the first of which is slow. @returns those that are done meanwhile. */
  async function whileSlow(at_once: number): Promise<number> {
    const { user_id } = await somebody();
    for (let i = 0; i < 2; i += 1) await notifySomething(scene.db, user_id);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    let [asked, done] = [0, 0];
    const work = async () => {
      if (asked++ === 0) await held;
      done += 1;
      return async () => {};
    };
    const job = { queue: 'mail' as const, nameOf: (key: string) => ({ key }), work };
    const working = workOffQueue(scene.db, job, { now_ms: Date.now() + 1000, at_once });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const meanwhile = done;
    letGo();
    await working;
    return meanwhile;
  }

  it('control: one at a time it does', async () => {
    expect([await whileSlow(2), await whileSlow(1)]).toEqual([1, 0]);
  });

  /** Whether another process takes a notification whose sending outlasts its claim. */
  async function takenMeanwhile(renew_ms: number): Promise<boolean> {
    const { user_id } = await somebody();
    await notifySomething(scene.db, user_id);
    const now_ms = Date.now() + 1000;
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const slow = countingSenders(() => held);
    const sending = sendAll({ db: scene.db, senders: slow.senders, renew_ms }, now_ms);
    await expect.poll(async () => (await waitingFor(scene.db, user_id))[0]!.attempts).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 600));
    const taken = await claimNext(scene.db, 'mail', now_ms + 2 * minute_ms + 1);
    letGo();
    await sending;
    return taken !== null;
  }

  it('renews its claim for as long as it takes', async () => {
    expect(await takenMeanwhile(50)).toBe(false);
  });

  it('control: without renewal the claim runs out and another process sends it too', async () => {
    expect(await takenMeanwhile(minute_ms)).toBe(true);
  });
});

describe('a notification', () => {
  it('is sent once, however often it is written', async () => {
    const { user_id } = await somebody();
    await Promise.all([1, 2, 3].map(() => notifySomething(scene.db, user_id, { key: 'change:same' })));
    expect(await waitingFor(scene.db, user_id)).toHaveLength(1);
  });

  it('is not sent when its transaction is rolled back', async () => {
    const { user_id } = await somebody();
    await expect(
      scene.db.transaction().execute(async (tx) => {
        await notifySomething(tx as unknown as Database, user_id);
        throw new Error('the event did not happen');
      }),
    ).rejects.toThrow('did not happen');
    expect(await waitingFor(scene.db, user_id)).toEqual([]);
  });

  it.each([
    ['a settled notification', "update notifications set status = 'pending'"],
    ['its history', "update notification_attempts set outcome = 'sent'"],
    ['that there was one', 'delete from notification_attempts'],
  ])('cannot be changed: %s', async (_name, statement) => {
    const { user_id } = await somebody();
    await notifySomething(scene.db, user_id);
    await sendAll({ db: scene.db, senders: countingSenders().senders }, Date.now() + 1000);
    await expect(sql.raw(statement).execute(scene.db)).rejects.toThrow(/settled|append-only|permission denied/);
  });
});

describe('quiet hours', () => {
  it('put off whatever is not urgent, without an attempt, and nothing else', async () => {
    const { user_id } = await somebody();
    const choices = { ...defaultChoices, results: { mail: true, push: false, sms: false } };
    await choose(scene.db, user_id, {
      choices,
      quiet: { from: '22:00', to: '07:00', time_zone: 'Europe/Brussels' },
      language: null,
    });
    await notifySomething(scene.db, user_id);
    const facts = { loft: 'Highfield', flight: 'Final', path: '/lofts', official: true };
    await notifySomething(scene.db, user_id, { event: 'results', key: 'flight:1', facts } as never);
    const { sent, senders } = countingSenders();
    // The next night: a notification written now is due then.
    const night = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await sendAll({ db: scene.db, senders }, Date.parse(`${night}T23:30:00Z`));
    const own = () => sent.filter(({ to }) => to.user_id === user_id).map(({ event }) => event);
    expect(own()).toEqual(['rights']);
    const waiting = (await waitingFor(scene.db, user_id)).find(({ event }) => event === 'results');
    expect(waiting).toMatchObject({ status: 'pending', attempts: 0 });
    await sendAll({ db: scene.db, senders }, Date.parse(waiting!.due_at) - 1);
    expect(own()).toEqual(['rights']);
    await sendAll({ db: scene.db, senders }, Date.parse(waiting!.due_at));
    expect(own()).toEqual(['rights', 'results']);
  });
});
