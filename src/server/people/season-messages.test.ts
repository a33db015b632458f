/** Messages to the customers of a season: to whom, once, all or nothing, within the limit of the day. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MessageGroup } from '#domain/people/season-message.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect, type Tx } from '#server/db/database.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { keyOfMessage } from '#server/notifications/notify.ts';
import { testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import { sendToCustomers } from './season-messages.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let app: App;
beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  app = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
});
afterAll(async () => {
  await app?.app.close();
  await connection?.close();
  await database?.drop();
});

/** A season with two customers, of whom one waits for the loft and one has to pay, and one who has left it. */
async function scene() {
  const offer = await buildOffer(connection.db);
  const people = await Promise.all(Array.from({ length: 3 }, () => buildCustomer(connection.db)));
  await plantOrder(connection.db, offer, people[0]!.user_id);
  await plantOrder(connection.db, offer, people[1]!.user_id, ['confirm']);
  await plantOrder(connection.db, offer, people[2]!.user_id, ['cancel']);
  const url = `/api/admin/seasons/${offer.season.season_id}/messages`;
  const ask = async (method: 'GET' | 'POST', payload?: object) => {
    const answer = await app.app.inject({ method, url, headers: offer.merchant.headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const form = (more: object = {}) => ({
    request_key: randomUUID(),
    people: 'all' as MessageGroup,
    subject: 'Basketing',
    text: 'On Friday at six.',
    is_essential: false,
    ...more,
  });
  return { ...offer, customers: people.slice(0, 2), ask, form };
}

const noticesOf = async (message_id: number) => {
  const rows = await connection.db
    .selectFrom('notifications')
    .select(['user_id', 'channel'])
    .where('event', '=', 'loft_message')
    .where('key', '=', keyOfMessage(message_id))
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
};

const stop = (user_id: number) =>
  connection.db
    .insertInto('notification_choices')
    .values({ user_id, event: 'loft_message', channel: 'mail', wanted: false })
    .execute();

describe('a message to the customers of a season', () => {
  it('goes to all of them or to a group, and its history says by whom, to how many and how far it is', async () => {
    const { ask, form, customers } = await scene();
    const { groups, messages_left } = (await ask('GET')).body;
    expect(messages_left).toBe(10);
    const reached = { stopped: 0, without_address: 0, left_out: [] };
    expect(groups).toEqual([
      { people: 'all', count: 2, ...reached },
      { people: 'to_pay', count: 1, ...reached },
      { people: 'in_transit', count: 0, ...reached },
      { people: 'without_pigeons', count: 1, ...reached },
    ]);
    const all = (await ask('POST', form())).body;
    expect([all.recipients, await noticesOf(all.id)]).toEqual([
      2,
      customers.map(({ user_id }) => user_id).toSorted((a, b) => a - b),
    ]);
    const unpaid = (await ask('POST', form({ people: 'to_pay' }))).body;
    expect(await noticesOf(unpaid.id)).toEqual([customers[1]!.user_id]);
    expect((await ask('GET')).body).toMatchObject({
      messages_left: 8,
      messages: [
        { people: 'to_pay', recipients: 1, waiting: 1, sent: 0, failed: 0 },
        { people: 'all', recipients: 2, waiting: 2, subject: 'Basketing' },
      ],
    });
    expect((await ask('POST', form({ people: 'in_transit' }))).body.code).toBe('nobody_reached');
    expect((await ask('POST', form({ subject: ' ' }))).body.codes).toEqual({ subject: ['error_required'] });
  });

  it('is not sent to those who stopped the messages of lofts, unless it is about their own order or birds', async () => {
    const { ask, form, customers } = await scene();
    const [stopped, ...others] = customers.map(({ user_id }) => user_id).toSorted((a, b) => a - b);
    await stop(stopped!);
    const message = (await ask('POST', form())).body;
    expect([message.recipients, await noticesOf(message.id)]).toEqual([1, others]);
    expect(await noticesOf((await ask('POST', form({ is_essential: true }))).body.id)).toEqual([stopped, ...others]);
  });

  it('says before it is sent whom it does not reach, and why', async () => {
    const { ask, form, customers } = await scene();
    const [silent, mute] = customers.map(({ user_id }) => user_id);
    await stop(silent!);
    await connection.db.updateTable('users').set({ email: null }).where('id', '=', mute!).execute();
    const [all, to_pay] = (await ask('GET')).body.groups;
    expect(all).toMatchObject({ count: 1, stopped: 1, without_address: 1 });
    const whys = all.left_out.map((one: { user_id: number; has_address: boolean }) => [one.user_id, one.has_address]);
    // Customers of one name stand in no order of their own.
    expect(new Map(whys)).toEqual(
      new Map([
        [silent, true],
        [mute, false],
      ]),
    );
    expect(to_pay).toMatchObject({ count: 0, stopped: 0, without_address: 1, left_out: [{ user_id: mute }] });
    // Nobody is left to write to but about their own order.
    expect((await ask('POST', form())).body.code).toBe('nobody_reached');
    expect((await ask('POST', form({ is_essential: true }))).body.recipients).toBe(1);
  });

  it('is one message however often its form is sent; control: with a key each it is many', async () => {
    const { ask, form, customers } = await scene();
    const once = form();
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('POST', once)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await noticesOf(answers[0]!.body.id)).toHaveLength(customers.length);
    const apart = await Promise.all(Array.from({ length: 3 }, () => ask('POST', form())));
    expect(new Set(apart.map(({ body }) => body.id)).size).toBe(3);
  });

  it('is stored with its notifications or not at all; control: stored apart, a crash leaves one that nobody gets', async () => {
    const { season, form, customers, ask } = await scene();
    const act = { by: null, now_ms: Date.now() };
    const crash = (work: (tx: Tx) => Promise<unknown>) =>
      connection.db
        .transaction()
        .execute(async (tx) => {
          await work(tx);
          throw new Error('crash');
        })
        .catch(() => {});
    const sent = form();
    await crash((tx) => sendToCustomers(tx, season, act, sent));
    expect((await ask('GET')).body.messages).toEqual([]);
    const { body } = await ask('POST', sent);
    expect(await noticesOf(body.id)).toHaveLength(customers.length);

    const apart = form();
    const { id } = await connection.db
      .insertInto('season_messages')
      .values({ ...season, ...apart, recipients: 2, written_by: null, written_at: new Date().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await ask('POST', apart)).body.id).toBe(id);
    expect(await noticesOf(id)).toEqual([]);
  });

  it('is refused after ten in a day, by the rule and by the database', async () => {
    const { ask, form, season } = await scene();
    const answers = [];
    for (let n = 0; n < 11; n++) answers.push(await ask('POST', form({ people: 'to_pay' })));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 409]);
    expect(answers.at(-1)!.body).toMatchObject({ code: 'messages_spent', params: { max: 10 } });
    const wall = connection.db
      .insertInto('season_messages')
      .values({ ...season, ...form(), recipients: 1, written_by: null, written_at: new Date().toISOString() })
      .execute();
    expect(await wall.then(() => null, refusalOfDatabase)).toMatchObject({ code: 'messages_spent' });
  });
});
