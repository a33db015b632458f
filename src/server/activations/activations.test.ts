/**
 * Activations through their calls: who may be activated, what payment does to a bird, and what the database refuses.
 */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderEvent } from '#domain/orders/order.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { lockOrder, moveOrder } from '#server/orders/orders.ts';
import { markPaid, revokePayment } from '#server/payments/by-hand.ts';
import { enterPigeons } from '#server/pigeons/pigeons.ts';
import { type BuiltActivations, buildActivations } from '#testing/activations.ts';
import { buildPerson } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let scene: TestSite;
let owner: pg.Client;
let built: BuiltActivations;
beforeAll(async () => {
  scene = await testSite();
  owner = new pg.Client({ connectionString: scene.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await scene?.end();
});
beforeEach(async () => {
  built = await buildActivations(scene.db);
});

type Person = Awaited<ReturnType<typeof buildPerson>>;
async function call(method: 'GET' | 'POST', url: string, payload?: object, who: Person = built.customer) {
  const answer = await scene.app.inject({ method, url, headers: who.headers, ...(payload && { payload }) });
  const body = answer.json();
  /** The code of a rule's refusal, with its field if any. */
  const no: string | undefined = body.code ?? Object.values<string[]>(body.codes ?? {})[0]?.[0];
  return { status: answer.statusCode, body, no };
}
const own = () => `/api/registrations/${built.order.id}/activations`;
const adminPath = () => `/api/admin/seasons/${built.season.season_id}/activations`;
const activate = (product: keyof BuiltActivations['products'], ...pigeon_ids: number[]) =>
  call('POST', own(), { product_id: built.products[product], pigeon_ids });
const order_of = async (product: keyof BuiltActivations['products'], ...pigeon_ids: number[]) =>
  (await activate(product, ...pigeon_ids)).body.order_id as number;
const act = () => ({ by: built.merchant.user_id, reason: 'Cash', now_ms: Date.now() });
const money = {
  pay: (id: number) =>
    scene.db.transaction().execute((tx) => markPaid(tx, id, { ...act(), file_id: null, is_merchant: true })),
  revoke: (id: number) => scene.db.transaction().execute((tx) => revokePayment(tx, id, act())),
};
const move = (id: number, event: OrderEvent) =>
  scene.db
    .transaction()
    .execute(async (tx) =>
      moveOrder(tx, await lockOrder(tx, id), event, { ...act(), time_zone: built.loft.time_zone }),
    );
const steps = {
  ...money,
  cancel: (id: number) => move(id, 'cancel'),
  reject: (id: number) => move(id, 'reject'),
};
const addedReserves = async () =>
  (
    await scene.db
      .selectFrom('seasons')
      .select('activated_reserve_pigeons')
      .where('id', '=', built.season.season_id)
      .executeTakeFirstOrThrow()
  ).activated_reserve_pigeons;

describe('an activation', () => {
  it('is an order of its birds, confirmed at once, with their rings in its notice, and done when it is paid (4.4)', async () => {
    const { r1, r2 } = built.birds;
    const before = (await call('GET', own())).body;
    expect(before.kinds[0]).toMatchObject({
      kind: 'reserve',
      pigeons: [
        { pigeon_id: r1, reserve: 1, state: 'free', refused: null, order: null, fee_cents: 0 },
        { pigeon_id: r2, reserve: 2 },
      ],
    });
    const id = await order_of('reserve', r2, r1);
    const { order } = (await call('GET', `/api/registrations/${id}`)).body;
    expect(order).toMatchObject({
      status: 'confirmed',
      amount_cents: 100_000,
      pigeons_active: 0,
      pigeons_reserve: 0,
      positions: [{ quantity: 2, pigeons_active: 0 }],
      activates: [{ pigeon_id: r1 }, { pigeon_id: r2 }],
      history: [{ status: 'pending' }, { status: 'confirmed', by: null }],
    });
    expect(order.to_pay.working_days_left).toBeGreaterThan(0);
    expect(await built.stands(r1)).toBe('reserve pending');
    const notices = await scene.db
      .selectFrom('notifications')
      .select('facts')
      .where('user_id', '=', built.customer.user_id)
      .where('channel', '=', 'mail')
      .where('key', 'like', `order:${id} %`)
      .execute();
    expect(notices.map(({ facts }) => facts)).toMatchObject([
      { status: 'confirmed', pigeons: order.activates.map(({ ring }: { ring: string }) => ring).join(', ') },
    ]);
    expect(
      (await call('POST', `/api/registrations/${id}/pigeons`, { ring: 'BE 27-1', name: '', color: '', sex: 'hen' }))
        .body,
    ).toMatchObject({ code: 'not_found' });
    await money.pay(id);
    expect([await built.stands(r1), await built.stands(r2)]).toEqual(Array(2).fill('activated_reserve not_activated'));
    expect((await call('GET', own())).body.kinds[0].pigeons[0]).toMatchObject({
      state: 'activated',
      fee_cents: 50_000,
    });
  });

  it.each<['reserve' | 'final', (keyof typeof steps)[], string]>([
    ['reserve', [], 'reserve pending'],
    ['reserve', ['cancel'], 'reserve not_activated'],
    ['reserve', ['reject'], 'reserve not_activated'],
    ['reserve', ['pay'], 'activated_reserve not_activated'],
    ['reserve', ['pay', 'revoke'], 'reserve pending'],
    ['reserve', ['pay', 'revoke', 'pay'], 'activated_reserve not_activated'],
    ['reserve', ['pay', 'revoke', 'cancel'], 'reserve not_activated'],
    ['reserve', ['pay', 'reject'], 'reserve not_activated'],
    ['final', [], 'active pending'],
    ['final', ['cancel'], 'active not_activated'],
    ['final', ['pay'], 'active final_flight_activated'],
    ['final', ['pay', 'revoke'], 'active pending'],
    ['final', ['pay', 'revoke', 'pay'], 'active final_flight_activated'],
    ['final', ['pay', 'reject'], 'active not_activated'],
  ])('of a %s after %j: %s; free again when its order has ended', async (product, done, stands) => {
    const bird = product === 'reserve' ? built.birds.r1 : built.birds.one;
    const id = await order_of(product, bird);
    for (const step of done) await steps[step](id);
    expect(await built.stands(bird)).toBe(stands);
    const hasEnded = ['cancel', 'reject'].includes(done.at(-1) ?? '');
    const again = await activate(product, bird);
    expect([again.status, again.no]).toEqual(hasEnded ? [200, undefined] : [409, 'pigeon_already_activated']);
    expect(await addedReserves()).toBe(product === 'reserve' ? 1 : 0);
  });

  it('that costs nothing is done with its confirmation, and notified once', async () => {
    const id = await order_of('gift', built.birds.r1);
    expect(await built.stands(built.birds.r1)).toBe('activated_reserve not_activated');
    const notices = await scene.db
      .selectFrom('notifications')
      .select('facts')
      .where('channel', '=', 'mail')
      .where('key', 'like', `order:${id} %`)
      .execute();
    expect(notices.map(({ facts }) => facts)).toMatchObject([{ status: 'paid' }]);
  });

  it('does not change a bird that was lost meanwhile', async () => {
    const { r1 } = built.birds;
    const id = await order_of('reserve', r1);
    await built.bring('lost', r1);
    await money.pay(id);
    expect(await built.stands(r1)).toBe('lost not_activated');
    await money.revoke(id);
    expect(await built.stands(r1)).toBe('lost pending');
  });

  it('is refused at the bird, all or none; for no bird, another order’s, and a product that activates nothing (8.18)', async () => {
    const { one, r1, r2 } = built.birds;
    await order_of('reserve', r1);
    expect(await activate('reserve', r2, r1)).toMatchObject({
      status: 409,
      body: { codes: { 'pigeon_ids.1': ['pigeon_already_activated'] } },
    });
    expect(await built.stands(r2)).toBe('reserve not_activated');
    expect((await activate('reserve', one)).no).toBe('only_reserves_activated');
    expect((await activate('final', r2)).no).toBe('only_active_to_final');
    expect((await activate('final')).no).toBe('no_pigeon_selected');
    const other = await buildActivations(scene.db);
    expect((await activate('reserve', other.birds.r1)).status).toBe(404);
    const entry = await call('POST', own(), { product_id: built.three, pigeon_ids: [r2] });
    expect(entry).toMatchObject({ status: 404, body: { codes: { product_id: ['not_found'] } } });
    await built.bring('at_home', r2);
    expect((await activate('reserve', r2)).no).toBe('pigeon_not_at_loft');
    await scene.db
      .updateTable('due_dates')
      .set({ ends_at: '2020-02-01' })
      .where('due_date_category_id', '=', 4)
      .where('season_id', '=', built.season.season_id)
      .execute();
    expect((await activate('final', one)).no).toBe('product_lifetime_reached');
  });

  it('takes the place of a bird that is out of the race, else an active place of the season (8.15)', async () => {
    const { one, r1, r2 } = built.birds;
    await built.bring('lost', one);
    await scene.db
      .updateTable('seasons')
      .set({ max_active_pigeons: 2 })
      .where('id', '=', built.season.season_id)
      .execute();
    const first = await order_of('reserve', r1);
    expect((await call('GET', own())).body.kinds[0].pigeons[0]).toMatchObject({ replaces: { health: 'lost' } });
    expect(await addedReserves()).toBe(0);
    expect((await activate('reserve', r2)).no).toBe('most_active_pigeons');
    // The next one takes the place that the first one gives back.
    await move(first, 'cancel');
    expect((await activate('reserve', r2)).status).toBe(200);
  });
});

describe('a loft', () => {
  it('lists, searches and counts waiting birds, and activates for the owners, an order for each (6.8)', async () => {
    const { r1, r2, one, two } = built.birds;
    const ask = async (query: string) => (await call('GET', `${adminPath()}?${query}`, undefined, built.merchant)).body;
    const many = { product_id: built.products.final, pigeon_ids: [one, two] };
    const made = await call('POST', adminPath(), many, built.merchant);
    expect(made.body.orders).toHaveLength(1);
    const { order } = (await call('GET', `/api/registrations/${made.body.orders[0].order_id}`)).body;
    expect(order).toMatchObject({ user_id: built.customer.user_id, team: { id: built.team_id }, status: 'confirmed' });
    await order_of('reserve', r2);
    const list = await ask('kind=reserve');
    expect(list.counts).toEqual({
      reserve: { free: 1, pending: 1, activated: 0 },
      final_flight: { free: 0, pending: 2, activated: 0 },
    });
    expect(list.pigeons).toMatchObject([
      { pigeon_id: r2, state: 'pending', customer: { last_name: 'van Aerde' }, order: { status: 'confirmed' } },
      { pigeon_id: r1, state: 'free', reserve: 1 },
    ]);
    expect((await ask('kind=reserve&state=free')).total).toBe(1);
    expect((await ask(`kind=final_flight&q=${order.activates[0].ring.slice(-4)}`)).total).toBe(1);
    expect((await ask('kind=final_flight&q=nobody')).total).toBe(0);
    const stranger = await buildPerson(scene.db);
    expect((await call('POST', adminPath(), many, stranger)).status).toBe(404);
  });

  it('cannot activate a bird whose team has no account yet', async () => {
    const [id] = await enterPigeons(scene.db, built.season, [{ ring: 'BE 27-1', team_id: null }]);
    await built.bring('at_loft', id!);
    await built.bring('reserve', id!);
    const tried = await call(
      'POST',
      adminPath(),
      { product_id: built.products.reserve, pigeon_ids: [id] },
      built.merchant,
    );
    expect(tried.no).toBe('pigeon_without_owner');
  });
});

it('the database refuses what the rules refuse, and changes of what was ordered (T4, T5)', async () => {
  const { one, r1, r2 } = built.birds;
  const id = await order_of('reserve', r1);
  const { loft_id, season_id } = built.season;
  const write = (order_id: number, pigeon_id: number, kind: string) =>
    owner.query('insert into activations (loft_id, season_id, order_id, pigeon_id, kind) values ($1, $2, $3, $4, $5)', [
      loft_id,
      season_id,
      order_id,
      pigeon_id,
      kind,
    ]);
  const noOf = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return refusalOfDatabase(error)?.code ?? String(error);
  };
  // An activation order gets its birds when it is placed, never later.
  expect(await noOf(write(id, r2, 'reserve'))).toMatch(/placed already/);
  await owner.query('begin');
  const { rows: bare } = await owner.query(
    `insert into orders (loft_id, season_id, number, kind, user_id, currency, amount_cents, created_at)
     select $1, $2, 999, 'activation', $3, currency, 0, now() from seasons where id = $2 returning id`,
    [loft_id, season_id, built.customer.user_id],
  );
  for (const [pigeon_id, kind, code] of [
    [r1, 'reserve', 'pigeon_already_activated'],
    [one, 'reserve', 'only_reserves_activated'],
    [r2, 'final_flight', 'only_active_to_final'],
  ] as const) {
    await owner.query('savepoint before');
    expect(await noOf(write(bare[0].id, pigeon_id, kind))).toBe(code);
    await owner.query('rollback to before');
  }
  // Only the paid birds are activated.
  await write(bare[0].id, r2, 'reserve');
  expect(await noOf(owner.query('set constraints as_ordered immediate'))).toMatch(/another number/);
  await owner.query('rollback');
  const held = owner.query('delete from pigeons where id = $1', [r1]);
  expect(await noOf(held)).toBe('pigeon_has_activation');
  const over = scene.connection.pool.query(`update activations set ended_at = now() where order_id = ${id}`);
  await expect(over).rejects.toMatchObject({ code: '23514' });
  for (const [text, code] of [
    [`delete from activations where order_id = ${id}`, '42501'],
    [`update seasons set activated_reserve_pigeons = 0 where id = ${season_id}`, '23514'],
  ] as const)
    await expect(scene.connection.pool.query(text), text).rejects.toMatchObject({ code });
  const full = owner.query('update seasons set max_active_pigeons = 2 where id = $1', [season_id]);
  expect(await noOf(full)).toBe('most_active_pigeons');
});
