/** Birds put up for sale, bought and offered for over HTTP; the effects on the bird, its rights and its owners. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayAt } from '#domain/day.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import type { FactsOf } from '#server/notifications/notify.ts';
import { renderNotice } from '#server/notifications/render.ts';
import { lockOrder, moveOrder } from '#server/orders/orders.ts';
import { holdersOf } from '#server/pigeons/rights.ts';
import { changeStatuses } from '#server/pigeons/statuses.ts';
import { buildPerson, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { buildCustomer } from '#testing/orders.ts';
import { type BuiltSale, buildSale } from '#testing/sales.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let app: App;
let sale: BuiltSale;
let buyer: Awaited<ReturnType<typeof buildCustomer>>;
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
beforeEach(async () => {
  sale = await buildSale(connection.db);
  buyer = await buildCustomer(connection.db);
});

type Person = { headers: Record<string, string>; user_id: number };
async function ask(person: Person | null, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await app.app.inject({
    method,
    url,
    headers: person?.headers ?? {},
    ...(payload && { payload }),
  });
  const body = answer.json();
  // The refusal as a whole, or of the first field.
  const no = body.code ?? Object.values<string[]>(body.codes ?? {})[0]?.[0];
  return { status: answer.statusCode, body, no };
}
const adminPath = (rest = '') => `/api/admin/seasons/${sale.season.season_id}/sale${rest}`;
const open = (rest = '') => `/api/lofts/${sale.loft.id}/seasons/${sale.season.season_id}/sale${rest}`;
const list = (price_cents: number | null, pigeon_ids: readonly number[] = [sale.pigeon_ids[0]!]) =>
  ask(sale.merchant, 'POST', adminPath(), { pigeon_ids, price_cents });
const listings = async () => (await ask(sale.merchant, 'GET', adminPath())).body.listings;
const first = async () => (await listings()).at(-1)!.listing_id as number;
const buy = (by: Person | null, listing_id: number, price_cents = 75_000) =>
  ask(by, 'POST', open(`/${listing_id}/order`), { price_cents });
const bid = (by: Person, listing_id: number, amount_cents: number) =>
  ask(by, 'POST', open(`/${listing_id}/offers`), { amount_cents });
const move = (order_id: number, event: Parameters<typeof moveOrder>[2]) =>
  connection.db.transaction().execute(async (tx) => {
    const step = { by: null, reason: 'Tried', time_zone: sale.loft.time_zone, now_ms: Date.now() };
    await moveOrder(tx, await lockOrder(tx, order_id), event, step);
  });
const stateOf = async (pigeon_id = sale.pigeon_ids[0]!) => {
  const { health } = await connection.db
    .selectFrom('pigeons')
    .select('health')
    .where('id', '=', pigeon_id)
    .executeTakeFirstOrThrow();
  const listing = await connection.db
    .selectFrom('listings')
    .select('status')
    .where('pigeon_id', '=', pigeon_id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return `${health}, ${listing?.status}`;
};
const holders = async (day: string) =>
  (await connection.db.transaction().execute((tx) => holdersOf(tx, sale.season, [sale.pigeon_ids[0]!], day)))
    .get(sale.pigeon_ids[0]!)!
    .map(({ user_id }) => user_id);
const today = () => dayAt(Date.now(), sale.loft.time_zone);
const noticesTo = async ({ user_id }: Person) =>
  (
    await connection.db
      .selectFrom('notifications')
      .select(['event', 'facts'])
      .where('user_id', '=', user_id)
      .where('channel', '=', 'mail')
      .orderBy('id')
      .execute()
  ).map(({ event, facts }) => {
    const { as, status } = facts as { as?: string; status?: string };
    return [event, as ?? status].filter(Boolean).join(' ');
  });

describe('a bird', () => {
  it('is put up by its loft, and its owner is notified; withdrawn, it returns to its earlier state', async () => {
    expect((await list(75_000, sale.pigeon_ids)).body).toEqual({ listed: 3 });
    expect(await stateOf()).toBe('for_sale, listed');
    expect(await noticesTo(sale.owner)).toEqual(['bird_sale listed', 'bird_sale listed', 'bird_sale listed']);
    expect((await list(1)).no).toBe('pigeon_for_sale_already');
    const ids = (await listings()).map(({ listing_id }: { listing_id: number }) => listing_id);
    expect((await ask(sale.merchant, 'POST', adminPath('/withdrawal'), { listing_ids: ids })).body).toEqual({
      withdrawn: 3,
    });
    expect(await stateOf()).toBe('reserve, withdrawn');
    const again = await ask(sale.merchant, 'POST', adminPath('/withdrawal'), { listing_ids: ids });
    expect(again.no).toBe('no_longer_for_sale');
    expect((await list(80_000)).status).toBe(200);
    const bird = `/api/admin/seasons/${sale.season.season_id}/pigeons/${sale.pigeon_ids[0]}`;
    expect((await ask(sale.merchant, 'DELETE', bird)).no).toBe('pigeon_listed');
  });

  it.each([
    [{ price_cents: 'much' }, 'error_number'],
    [{ price_cents: -1 }, 'error_min_value'],
    [{ price_cents: 2_147_483_647 }, 'error_max_value'],
    [{ price_cents: 0.5 }, 'error_whole_number'],
  ])('is not put up for %j (5.13, 9.8)', async (price, code) => {
    const { no } = await ask(sale.merchant, 'POST', adminPath(), { pigeon_ids: sale.pigeon_ids, ...price });
    expect(no).toBe(code);
  });

  it('is not put up outside the due date of the sale, nor without a product for its buyer (3.4)', async () => {
    const change = (ends_at: string) =>
      connection.db
        .updateTable('due_dates')
        .set({ ends_at })
        .where('season_id', '=', sale.season.season_id)
        .where('due_date_category_id', '=', 5)
        .execute();
    await change('2026-02-01');
    expect((await list(1)).no).toBe('product_lifetime_reached');
    await change('2036-12-31');
    await connection.db
      .deleteFrom('products')
      .where('season_id', '=', sale.season.season_id)
      .where('product_category_id', '=', 4)
      .execute();
    expect((await list(1)).no).toBe('sale_product_missing');
  });

  it('gets another price while it is not ordered, and a buyer who saw the old one is refused', async () => {
    await list(75_000);
    const id = await first();
    expect((await ask(sale.merchant, 'PUT', adminPath(`/${id}`), { price_cents: 60_000 })).status).toBe(200);
    expect((await buy(buyer, id)).no).toBe('price_changed');
    expect((await buy(buyer, id, 60_000)).status).toBe(200);
    const late = await ask(sale.merchant, 'PUT', adminPath(`/${id}`), { price_cents: 1 });
    expect(late.no).toBe('no_longer_for_sale');
    const changes = connection.db.selectFrom('audit_log').select('after').where('action', '=', 'listing.price');
    expect(await changes.execute()).toMatchObject([{ after: { listing_id: id, price_cents: 60_000 } }]);
  });

  it('that is lost is off the sale at once, and all holders of its rights are notified', async () => {
    await list(75_000, sale.pigeon_ids);
    const id = await first();
    const { order_id } = (await buy(buyer, id)).body;
    await sale.pay(order_id);
    await connection.db
      .transaction()
      .execute((tx) =>
        changeStatuses(
          tx,
          sale.season,
          { pigeon_ids: sale.pigeon_ids, status: 'lost' },
          { by: null, now_ms: Date.now() },
        ),
      );
    expect([await stateOf(), await stateOf(sale.pigeon_ids[1]!)]).toEqual(['lost, sold', 'lost, withdrawn']);
    expect((await noticesTo(buyer)).at(-1)).toBe('bird_lost lost');
    expect((await noticesTo(sale.owner)).filter((event) => event === 'bird_lost lost')).toHaveLength(3);
  });
});

describe('buying', () => {
  it('is an order that the program confirms; paid, the rights are the buyer’s from that day on', async () => {
    await list(75_000);
    const id = await first();
    const { order_id } = (await buy(buyer, id)).body;
    expect(await stateOf()).toBe('for_sale, reserved');
    const { order } = (await ask(buyer, 'GET', `/api/registrations/${order_id}`)).body;
    expect(order).toMatchObject({ status: 'confirmed', amount_cents: 75_000, pigeons_active: 0 });
    expect(order.to_pay).not.toBeNull();
    expect((await buy(buyer, id)).body).toEqual({ order_id });
    expect((await buy(await buildCustomer(connection.db), id)).no).toBe('no_longer_for_sale');
    await sale.pay(order_id);
    expect(await stateOf()).toBe('activated_reserve, sold');
    expect(await holders('2026-11-01')).toEqual([sale.owner.user_id]);
    expect(await holders(today())).toEqual([buyer.user_id]);
    expect(await noticesTo(buyer)).toEqual(['order confirmed', 'bird_sale bought', 'order paid']);
    expect(await noticesTo(sale.owner)).toEqual(['bird_sale listed', 'bird_sale sold']);
    const rights = (await ask(buyer, 'GET', `/api/registrations/${order_id}/rights`)).body.birds;
    expect(rights).toMatchObject([{ ring: sale.rings[0], shares: [{ is_mine: true, share_bp: 10_000 }] }]);
    const bird = await ask(
      sale.merchant,
      'GET',
      `/api/admin/seasons/${sale.season.season_id}/pigeons/${sale.pigeon_ids[0]}`,
    );
    expect(bird.body.rights).toMatchObject([{ to: { user_id: buyer.user_id }, from_day: today(), until_day: null }]);
    const end = `/api/admin/seasons/${sale.season.season_id}/pigeons/${sale.pigeon_ids[0]}/rights/1/end`;
    expect((await ask(sale.merchant, 'POST', end, { until_day: today() })).no).toBe('right_bought');
  });

  it.each(['cancel', 'reject'] as const)('ends unpaid (%s): the bird is listed again', async (event) => {
    await list(75_000);
    const id = await first();
    await move((await buy(buyer, id)).body.order_id, event);
    expect(await stateOf()).toBe('for_sale, listed');
    expect((await buy(await buildCustomer(connection.db), id)).status).toBe(200);
  });

  it('is paid and revoked: the rights end that day; when it ends after that, the bird is off the sale', async () => {
    await list(75_000);
    const { order_id } = (await buy(buyer, await first())).body;
    await sale.pay(order_id);
    const at = `/api/admin/seasons/${sale.season.season_id}/orders/${order_id}/payments`;
    const revoked = await ask(sale.merchant, 'POST', `${at}/revoke`, { reason: 'Not there' });
    expect(revoked.status).toBe(200);
    expect(await stateOf()).toBe('activated_reserve, reserved');
    expect(await holders(today())).toEqual([sale.owner.user_id]);
    await move(order_id, 'cancel');
    expect(await stateOf()).toBe('activated_reserve, withdrawn');
  });

  it('is refused to the owner, to members of the loft, and without an address (5.9, 8.35)', async () => {
    await list(75_000);
    const id = await first();
    const nobody = await buildPerson(connection.db);
    const codes = [];
    for (const person of [sale.owner, sale.merchant, nobody]) codes.push((await buy(person, id)).no);
    expect(codes).toEqual(['pigeon_is_yours', 'email_not_assignable', 'address_missing']);
    expect((await buy(null, id)).status).toBe(401);
  });
});

describe('offers', () => {
  it('bind; the best one stands, of equal ones the first, and becomes an order when it is accepted', async () => {
    await list(null);
    const id = await first();
    const other = await buildCustomer(connection.db);
    expect((await buy(buyer, id)).no).toBe('listed_for_offers');
    expect((await bid(buyer, id, 50_000)).body).toEqual({ n: 1 });
    expect((await bid(other, id, 50_000)).body).toEqual({ n: 2 });
    expect((await bid(buyer, id, 50_000)).no).toBe('offer_not_higher');
    const notices = await connection.db
      .selectFrom('notifications')
      .select('facts')
      .where('user_id', '=', sale.merchant.user_id)
      .where('event', '=', 'bird_sale')
      .where('channel', '=', 'mail')
      .execute();
    expect(notices).toHaveLength(2);
    const facts = notices[0]!.facts as FactsOf['bird_sale'];
    expect(renderNotice('bird_sale', facts, { locale: 'en', time_zone: 'UTC' })).toMatchObject({
      title: `${sale.rings[0]}: an offer of €500.00`,
      text: expect.stringContaining(`Luc van Aerde offers €500.00 for ${sale.rings[0]}.`),
      path: `/admin/seasons/${sale.season.season_id}/sale`,
    });
    expect((await listings())[0]).toMatchObject({ offers: 2, best: { n: 1, by: { user_id: buyer.user_id } } });
    expect((await ask(other, 'GET', open())).body.birds[0]).toMatchObject({ best_cents: 50_000, own_cents: 50_000 });
    const accept = (n: number) => ask(sale.merchant, 'POST', adminPath(`/${id}/acceptance`), { n });
    expect((await accept(2)).no).toBe('offer_not_best');
    const { order_id } = (await accept(1)).body;
    expect((await ask(buyer, 'GET', `/api/registrations/${order_id}`)).body.order).toMatchObject({
      status: 'confirmed',
      amount_cents: 50_000,
    });
    await move(order_id, 'cancel');
    expect((await listings())[0].best).toMatchObject({ n: 2 });
    expect((await accept(2)).status).toBe(200);
  });

  it('are refused by the database with the same codes', async () => {
    await list(null);
    await list(75_000, [sale.pigeon_ids[1]!]);
    const [priced, offered] = (await listings()).map(({ listing_id }: { listing_id: number }) => listing_id);
    const insert = (listing_id: number, n: number, amount_cents: number) =>
      connection.db
        .insertInto('sale_offers')
        .values({
          loft_id: sale.loft.id,
          listing_id,
          n,
          user_id: buyer.user_id,
          amount_cents,
          at: new Date().toISOString(),
        })
        .execute();
    await insert(offered, 1, 50_000);
    await expect(insert(offered, 2, 50_000)).rejects.toMatchObject({ constraint: 'offer_not_higher.amount_cents' });
    await expect(insert(priced, 1, 50_000)).rejects.toMatchObject({ constraint: 'listed_at_price' });
    await ask(sale.merchant, 'POST', adminPath('/withdrawal'), { listing_ids: [offered] });
    await expect(insert(offered, 2, 60_000)).rejects.toMatchObject({ constraint: 'no_longer_for_sale' });
    for (const text of [
      `update listings set status = 'sold' where id = ${priced}`,
      `update pigeon_rights set user_id = 1`,
      `delete from sale_offers`,
      `delete from listing_history`,
      `update listings set pigeon_id = 1 where id = ${priced}`,
    ])
      await expect(connection.pool.query(text), text).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the public sale page', () => {
  it('exists while a bird is for sale and the season shows its birds; a bird hides what the season hides', async () => {
    expect((await ask(null, 'GET', open())).status).toBe(404);
    await list(75_000);
    const { body } = await ask(null, 'GET', open());
    expect(body.birds).toMatchObject([
      {
        status: 'listed',
        price_cents: 75_000,
        own_order_id: null,
        flown: 0,
        bird: { ring: sale.rings[0], color: 'blue' },
      },
    ]);
    const hide = (...hidden: ('fanciers.color' | 'fanciers.ringDescriptor')[]) =>
      connection.db.updateTable('seasons').set({ hidden }).where('id', '=', sale.season.season_id).execute();
    await hide('fanciers.color');
    expect((await ask(null, 'GET', open())).body.birds[0].bird.color).toBeNull();
    await hide('fanciers.ringDescriptor');
    expect((await ask(null, 'GET', open())).status).toBe(404);
    expect((await ask(sale.merchant, 'GET', open())).status).toBe(200);
  });
});
