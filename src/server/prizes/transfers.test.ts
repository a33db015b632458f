/** Payouts by the payment provider, in the sandbox that speaks Stripe's protocol (M1, M8; decision 95). */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#domain/contract.ts';
import type { FlightEvent } from '#domain/flights/flight.ts';
import type { listPayouts, readOwnPrizes } from '#domain/prizes/contract.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { closeFlight, moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { createServices } from '#server/outside/services.ts';
import { stripeCards } from '#server/payments/stripe.ts';
import { stripeTransfers } from '#server/payments/stripe-transfers.ts';
import type { Transfers } from '#server/payments/transfers.ts';
import { buildPerson, readingOf, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { buildFinal } from '#testing/finals.ts';
import { type Sandbox, startSandbox } from '../../../dev/fakes/cards.ts';
import { sendTransfers, settleTransfer } from './transfers.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let sandbox: Sandbox;
let transfers: Transfers;
let site: App;
const figuresToken = 'a-token-of-twenty-one';
/** The same without a provider. */
let plain: App;
let address = '';

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  sandbox = await startSandbox({ webhook: () => `${address}/api/payments/webhook`, late_ms: 0 });
  const config = { ...testConfig, port: 0, metrics_token: figuresToken };
  const options = { config, db: connection.db, databaseUrl: database.url, version: 'test' };
  const { cards: service } = createServices();
  transfers = stripeTransfers(sandbox.keys, service);
  site = await buildApp({ ...options, cards: stripeCards(sandbox.keys, service), transfers, sandbox });
  plain = await buildApp(options);
  address = await site.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await sandbox?.stop();
  await site?.app.close();
  await plain?.app.close();
  await connection?.close();
  await database?.drop();
});

type Person = Awaited<ReturnType<typeof buildPerson>>;

async function call(method: 'GET' | 'POST', url: string, who: Person, payload?: object, at = site) {
  const answer = await at.app.inject({ method, url, headers: who.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

/** An official final whose first bird, with 100,000 cents, is somebody's, with an account at the provider by default. */
async function wonFinal({ hasAccount = true, agent_limit_cents = 100_000 } = {}) {
  const { db } = connection;
  const { race, flight_id, marta, ines } = await buildFinal(db, { birds: 2 });
  const key = { loft_id: race.loft.id, season_id: race.season_id };
  const { loft_id } = key;
  const [pigeon_id] = race.pigeon_ids as [number];
  const winner = await buildPerson(db, { email: `winner-${pigeon_id}@transfers.example` });
  const right = { loft_id, pigeon_id, n: 1, user_id: winner.user_id, from_day: '2026-01-01', share_bp: 10_000 };
  await db
    .insertInto('pigeon_rights')
    .values({ ...right, reason: 'Given', at: new Date().toISOString() })
    .execute();
  await db.insertInto('payment_settings').values({ loft_id, agent_limit_cents }).execute();
  const readings = [300, 301].map((after, bird) => readingOf(race, bird, after, { sequence: bird + 1 }));
  const headers = { authorization: `Bearer ${race.key}` };
  await site.app.inject({ method: 'POST', url: '/api/devices/readings', headers, payload: { readings } });
  const flight = { loft_id, flight_id };
  const closed = new Date(race.release_ms + 900 * 60_000).toISOString();
  await transact(db, async (tx) => closeFlight(tx, await lockFlight(tx, flight), closed));
  for (const event of ['publish', 'make_official'] satisfies FlightEvent[])
    await transact(db, async (tx) => moveFlight(tx, await lockFlight(tx, flight), event));
  const admin = `/api/admin/seasons/${key.season_id}/payouts`;
  const own = async () =>
    (await call('GET', `/api/me/lofts/${loft_id}/seasons/${key.season_id}/prizes`, winner)).body as ReplyOf<
      typeof readOwnPrizes
    >;
  const stored = async () =>
    (
      await db
        .selectFrom('payout_accounts')
        .select('account')
        .where('user_id', '=', winner.user_id)
        .executeTakeFirstOrThrow()
    ).account!;
  if (hasAccount) {
    await call('POST', '/api/me/payout-account', winner, {});
    await sandbox.endAccount(await stored(), 'active');
    const seen = async () => (await call('GET', '/api/me/payout-account', winner)).body.state;
    await expect.poll(seen).toBe('ready');
  }
  return {
    key,
    winner,
    marta,
    ines,
    own,
    account: stored,
    state: async () => (await own()).prizes.map(({ paid_cents, state }) => [paid_cents, state]),
    list: async () => (await call('GET', admin, marta)).body as ReplyOf<typeof listPayouts>,
    pay: (by = marta, part: object = {}, at = site) =>
      call(
        'POST',
        admin,
        by,
        {
          user_id: winner.user_id,
          amount_cents: 100_000,
          method: 'stripe',
          paid_on: '2026-06-06',
          reason: 'Final',
          ...part,
        },
        at,
      ),
    answer: (payout_id: number, by: Person) => call('POST', `${admin}/${payout_id}/answer`, by, { is_approved: true }),
    takeBack: (payout_id: number) =>
      call('POST', `${admin}/${payout_id}/taken-back`, marta, { reason: 'Wrong person' }),
    /** Each entry of the journal is nothing together. */
    entries: async () => {
      const { rows } = await sql<{ sum: number }>`
        select sum(amount_cents)::int as sum from prize_postings where loft_id = ${loft_id} group by entry_id`.execute(
        db,
      );
      return rows.map(({ sum }) => sum);
    },
  };
}

/** A later look of the job: what was sent is asked for again. */
const send = (now_ms = Date.now()) => sendTransfers(connection.db, transfers, now_ms);
const hour_ms = 3_600_000;
const day_ms = 24 * hour_ms;

/** Every event of the provider was looked at. */
const eventsDone = () =>
  expect
    .poll(async () =>
      connection.db.selectFrom('provider_events').select('id').where('done_at', 'is', null).executeTakeFirst(),
    )
    .toBeUndefined();

describe('an account at the provider', () => {
  it('is opened once, also by two at once, and is ready when the provider says so, late and twice', async () => {
    const final = await wonFinal({ hasAccount: false });
    const state = async () => (await call('GET', '/api/me/payout-account', final.winner)).body;
    expect(await state()).toEqual({ is_offered: true, state: 'none' });
    expect((await final.pay()).body.codes).toEqual({ method: ['payout_not_by_stripe'] });
    const begin = () => call('POST', '/api/me/payout-account', final.winner, {});
    const pages = await Promise.all([begin(), begin()]);
    expect(pages.map(({ status }) => status)).toEqual([200, 200]);
    expect(pages[0]!.body.url).toMatch(/\/payout-account\?back=1$/);
    const account = await final.account();
    await begin();
    expect(await final.account()).toBe(account);
    // The event about what its owner said may be lost: pressing the button again reads it.
    expect(await state()).toMatchObject({ state: 'ready' });
    await sandbox.endAccount(account, 'pending');
    await expect.poll(state).toMatchObject({ state: 'begun' });
    for (let i = 0; i < 2; i += 1) await sandbox.endAccount(account, 'active');
    await expect.poll(state).toMatchObject({ state: 'ready' });
    expect((await final.list()).rows).toMatchObject([{ has_account: true }]);
    // What it may not do any more is known too.
    await sandbox.endAccount(account, 'inactive');
    await expect.poll(state).toMatchObject({ state: 'begun' });
    expect((await final.pay()).body.codes).toEqual({ method: ['payout_not_by_stripe'] });
  });

  it('is nowhere where no provider is configured', async () => {
    const final = await wonFinal();
    const at = '/api/me/payout-account';
    expect((await call('GET', at, final.winner, undefined, plain)).body).toMatchObject({ is_offered: false });
    expect((await call('POST', at, final.winner, {}, plain)).status).toBe(404);
    expect((await final.pay(final.marta, {}, plain)).body.codes).toEqual({ method: ['payout_not_by_stripe'] });
  });
});

describe('a payout by the provider', () => {
  it('is one transfer, and is entered once it is paid; until then nothing else is paid to the person', async () => {
    const final = await wonFinal();
    expect((await final.pay()).body).toMatchObject({ state: 'sent' });
    expect(await final.state()).toEqual([[0, 'sent']]);
    expect((await final.pay()).body.code).toBe('payout_under_way');
    expect(await send()).toBe(1);
    expect(await final.state()).toEqual([[100_000, 'paid']]);
    expect(await send()).toBe(0);
    expect(sandbox.transferredTo(await final.account())).toEqual({ transfers: 1, amount: 100_000 });
    expect((await final.own()).payouts).toMatchObject([{ amount_cents: 100_000, taken_back: null }]);
    expect((await final.entries()).every((sum) => sum === 0)).toBe(true);
  });

  it('by two at once, and sent by two jobs at once, is one transfer', async () => {
    const final = await wonFinal();
    const answers = await Promise.all([final.pay(final.marta), final.pay(final.ines)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    await Promise.all([send(), send(), send()]);
    expect(await final.state()).toEqual([[100_000, 'paid']]);
    expect(sandbox.transferredTo(await final.account())).toEqual({ transfers: 1, amount: 100_000 });
  });

  it('whose reply is lost is asked for under its key, and never sent twice; without the key it would be', async () => {
    const final = await wonFinal();
    await final.pay();
    sandbox.loseReplies(2);
    expect(await send()).toBe(0);
    // It is there, but nobody here knows: nothing is entered, nothing is paid again.
    expect(await final.state()).toEqual([[0, 'sent']]);
    const account = await final.account();
    expect(sandbox.transferredTo(account)).toEqual({ transfers: 1, amount: 100_000 });
    expect((await final.pay()).body.code).toBe('payout_under_way');
    expect(await send(Date.now() + hour_ms)).toBe(1);
    expect(await final.state()).toEqual([[100_000, 'paid']]);
    expect(sandbox.transferredTo(account)).toEqual({ transfers: 1, amount: 100_000 });
    // The control: another key is another transfer.
    await transfers.send({ key: crypto.randomUUID(), account, amount_cents: 100_000, currency: 'EUR' });
    expect(sandbox.transferredTo(account)).toEqual({ transfers: 2, amount: 200_000 });
  });

  it('whose reply is lost for longer than the provider remembers its key is looked up', async () => {
    const final = await wonFinal();
    const { body } = await final.pay();
    sandbox.loseReplies(2);
    await send();
    const of = { loft_id: final.key.loft_id, payout_id: body.payout_id };
    expect(await settleTransfer(connection.db, transfers, of, Date.now() + day_ms)).toBe('paid');
    expect(sandbox.transferredTo(await final.account())).toEqual({ transfers: 1, amount: 100_000 });
    expect(await final.state()).toEqual([[100_000, 'paid']]);
  });

  it('is known by the provider’s event too, late and twice', async () => {
    const final = await wonFinal();
    await final.pay();
    sandbox.loseReplies(2);
    await send();
    const account = await final.account();
    for (let i = 0; i < 2; i += 1) await sandbox.reportTransfer(account);
    await expect.poll(final.state).toEqual([[100_000, 'paid']]);
    await sandbox.reportTransfer(account);
    await eventsDone();
    expect((await final.own()).payouts).toHaveLength(1);
    expect((await final.entries()).every((sum) => sum === 0)).toBe(true);
  });

  it('that the provider refuses has failed: its prizes are due, and it can be paid anew', async () => {
    const final = await wonFinal();
    await final.pay();
    sandbox.holds(false);
    await send();
    sandbox.holds(true);
    expect(await final.state()).toEqual([[0, 'due']]);
    expect((await final.list()).payouts).toMatchObject([{ state: 'failed', method: 'stripe' }]);
    // Operators are called.
    const figures = { authorization: `Bearer ${figuresToken}` };
    const { body } = await site.app.inject({ url: '/metrics', headers: figures });
    expect(Number(/^loftline_transfers_failed (\d+)$/m.exec(body)?.[1])).toBeGreaterThan(0);
    await final.pay();
    await send();
    expect(await final.state()).toEqual([[100_000, 'paid']]);
    expect(sandbox.transferredTo(await final.account())).toEqual({ transfers: 1, amount: 100_000 });
  });

  it('above the limit waits for a second person, and is sent only then', async () => {
    const final = await wonFinal({ agent_limit_cents: 50_000 });
    const { body } = await final.pay();
    expect(body.state).toBe('waits');
    expect(await send()).toBe(0);
    expect(sandbox.transferredTo(await final.account())).toEqual({ transfers: 0, amount: 0 });
    expect((await final.answer(body.payout_id, final.marta)).body.code).toBe('second_person');
    expect((await final.answer(body.payout_id, final.ines)).status).toBe(200);
    await send();
    expect(await final.state()).toEqual([[100_000, 'paid']]);
  });

  it('of a part transfers the part', async () => {
    const final = await wonFinal();
    await final.pay(final.marta, { amount_cents: 30_000, due_cents: 100_000 });
    await send();
    expect(await final.state()).toEqual([[30_000, 'due']]);
    expect(sandbox.transferredTo(await final.account())).toEqual({ transfers: 1, amount: 30_000 });
  });
});

describe('taking back', () => {
  it('is a reversal at the provider, entered once it is done, and one that fails leaves it paid', async () => {
    const final = await wonFinal();
    const { payout_id } = (await final.pay()).body;
    await send();
    sandbox.holds(false);
    expect((await final.takeBack(payout_id)).body).toMatchObject({ state: 'sent' });
    expect((await final.takeBack(payout_id)).body.code).toBe('payout_waits');
    await send();
    sandbox.holds(true);
    expect(await final.state()).toEqual([[100_000, 'paid']]);
    await final.takeBack(payout_id);
    await send();
    expect(await final.state()).toEqual([[0, 'due']]);
    expect(sandbox.transferredTo(await final.account())).toEqual({ transfers: 1, amount: 0 });
    expect((await final.own()).payouts).toMatchObject([{ taken_back: { reason: 'Wrong person' } }]);
    expect((await final.entries()).every((sum) => sum === 0)).toBe(true);
  });

  it('at the provider itself makes the prizes owed again by a counter-entry, however often it is reported', async () => {
    const final = await wonFinal();
    const { payout_id } = (await final.pay()).body;
    await send();
    const { provider_id } = await connection.db
      .selectFrom('prize_transfers')
      .select('provider_id')
      .where('payout_id', '=', payout_id)
      .executeTakeFirstOrThrow();
    await sandbox.reverse(provider_id!, 2);
    await Promise.all([site.workOffEvents(), site.workOffEvents()]);
    await sandbox.reverse(provider_id!, 1);
    await eventsDone();
    expect(await final.state()).toEqual([[0, 'due']]);
    expect((await final.own()).payouts).toMatchObject([{ taken_back: { reason: 'Stripe' } }]);
    expect((await final.list()).payouts.map(({ state, amount_cents }) => [state, amount_cents])).toEqual([
      ['paid', -100_000],
      ['taken_back', 100_000],
    ]);
    expect((await final.entries()).every((sum) => sum === 0)).toBe(true);
  });
});

describe('the database', () => {
  it('lets a transfer go to its end once', async () => {
    const final = await wonFinal();
    const { payout_id } = (await final.pay()).body;
    await send();
    const change = (to: object) =>
      connection.db.updateTable('prize_transfers').set(to).where('payout_id', '=', payout_id).execute();
    await expect(change({ status: 'sent' })).rejects.toMatchObject({ constraint: 'transfer_steps' });
    await expect(change({ status: 'failed', reason: 'x' })).rejects.toMatchObject({ constraint: 'transfer_steps' });
  });
});
