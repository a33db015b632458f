/** The database refuses a step without one of its consequences (decision 44). Each consequence is left out once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultRulebook } from '#domain/seasons/rulebook.ts';
import { buildActivations } from '#testing/activations.ts';
import { testDatabase } from '#testing/database.ts';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import { buildSale } from '#testing/sales.ts';
import { buildAgent, plantCollection, plantTransport } from '#testing/transports.ts';
import { activate } from './activations/activate.ts';
import { updateActivatedBirds } from './activations/order-steps.ts';
import type { Consequences } from './consequence-registry.ts';
import { type Connection, connect, type Tx } from './db/database.ts';
import { unassignBirds } from './entries/ended-orders.ts';
import { enterFor } from './entries/entries.ts';
import { raceOutsideOrder, removeExtraPlace } from './entries/extra-places.ts';
import { planFlight } from './flights/planning.ts';
import { applyRulebook } from './flights/season-changes.ts';
import { orderSteps } from './orders/consequences.ts';
import { countSteps } from './orders/order-counts.ts';
import { lockOrder, moveOrder } from './orders/orders.ts';
import { countPlaces } from './orders/places.ts';
import { findRegistration } from './orders/registrations.ts';
import { copyTeamNames } from './orders/team-removal.ts';
import { markPaid } from './payments/by-hand.ts';
import { postOrderSteps } from './payments/order-journal.ts';
import { createTeam, removePigeon, removeTeams } from './pigeons/admin-teams.ts';
import { pigeonRemovals, pigeonSteps, teamRemovals } from './pigeons/consequences.ts';
import { bringTo, lockPigeons } from './pigeons/statuses.ts';
import { buy } from './sales/buying.ts';
import { listBirds } from './sales/listings.ts';
import { delistBirds, updateSales } from './sales/order-steps.ts';
import { rulebookChanges } from './seasons/consequences.ts';
import { publishRulebook } from './seasons/rulebook.ts';
import { endTransports } from './transports/cancel-ended.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
});

const inTx = <T>(work: (tx: Tx) => Promise<T>) => connection.db.transaction().execute(work);
const now = { time_zone: 'Europe/Brussels', now_ms: Date.now() };
const act = { by: null, reason: 'Tried', ...now };
const move = (order_id: number, event: Parameters<typeof moveOrder>[2]) =>
  inTx(async (tx) => moveOrder(tx, await lockOrder(tx, order_id), event, act));
const pay = (order_id: number, by: number) =>
  inTx((tx) => markPaid(tx, order_id, { ...act, by, is_merchant: true, file_id: null }));

/**
 * The error of the database for work that omits one consequence; null: none. The work is then done with all of them.
 */
async function without<Step>(
  { steps, omitted }: { steps: Consequences<Step>; omitted: { name: string } },
  work: () => Promise<unknown>,
): Promise<string | null> {
  const all = steps.registered();
  expect(all.map(({ name }) => name)).toContain(omitted.name);
  steps.register(all.filter(({ name }) => name !== omitted.name));
  const no = await work().then(
    () => null,
    (error: Error) => error.message,
  );
  steps.register(all);
  await work();
  return no;
}

describe('a step of an order is refused without', () => {
  it('the change of its places', async () => {
    const offer = await buildOffer(connection.db);
    const { user_id } = await buildCustomer(connection.db);
    const order = () => plantOrder(connection.db, offer, user_id);
    expect(await without({ steps: orderSteps, omitted: countPlaces }, order)).toMatch(
      /places are taken that are not counted/,
    );
  });

  it('the change of its counts', async () => {
    const offer = await buildOffer(connection.db);
    const { user_id } = await buildCustomer(connection.db);
    const { id } = await plantOrder(connection.db, offer, user_id);
    const confirm = () => move(id, 'confirm');
    expect(await without({ steps: orderSteps, omitted: countSteps }, confirm)).toMatch(/orders pending/);
  });

  it('the change of its debt', async () => {
    const offer = await buildOffer(connection.db);
    const { id } = await plantOrder(connection.db, offer, (await buildCustomer(connection.db)).user_id);
    const confirm = () => move(id, 'confirm');
    expect(await without({ steps: orderSteps, omitted: postOrderSteps }, confirm)).toMatch(/: journal$/);
  });

  it('the release of its birds, and the end of their collection', async () => {
    const offer = await buildOffer(connection.db);
    const customer = await buildCustomer(connection.db);
    const { id } = await plantOrder(connection.db, offer, customer.user_id, ['confirm']);
    const bird = { ring: 'BE 27-1234567', name: null, color: 'blue', sex: 'hen' as const };
    await inTx(async (tx) => {
      const team_id = await createTeam(tx, null, offer.season, { team: 'Own', fancier: 'Own', country: 'BE' });
      await tx.updateTable('teams').set({ user_id: customer.user_id }).where('id', '=', team_id).execute();
      await enterFor(tx, await findRegistration(tx, id), { team_id, ...bird }, { by: null, now_ms: now.now_ms });
    });
    const agent = await buildAgent(connection.db, offer.loft.id);
    const where = { loft_id: offer.loft.id, agent_id: agent.user_id };
    const collection_id = await plantCollection(connection.db, where);
    await plantTransport(connection.db, { order_id: id, collection_id });
    const end = () => move(id, 'cancel');
    expect(await without({ steps: orderSteps, omitted: unassignBirds }, end)).toMatch(/: places left$/);
    const again = await plantOrder(connection.db, offer, customer.user_id, ['confirm']);
    await plantTransport(connection.db, { order_id: again.id, collection_id });
    const cancel = () => move(again.id, 'cancel');
    expect(await without({ steps: orderSteps, omitted: endTransports }, cancel)).toMatch(/: transport$/);
  });

  it('the activation of its birds', async () => {
    const built = await buildActivations(connection.db);
    const wanted = { product_id: built.products.reserve, pigeon_ids: [built.birds.r1] };
    const [order] = await inTx((tx) => activate(tx, built.season, wanted, { by: built.merchant.user_id, ...now }));
    const paid = () => pay(order!.id, built.merchant.user_id);
    expect(await without({ steps: orderSteps, omitted: updateActivatedBirds }, paid)).toMatch(/: activation$/);
    expect(await built.stands(built.birds.r1)).toBe('activated_reserve not_activated');
  });

  it('the sale of its bird', async () => {
    const sale = await buildSale(connection.db);
    const { user_id } = await buildCustomer(connection.db);
    const wanted = { pigeon_ids: [sale.pigeon_ids[0]!], price_cents: 75_000 };
    await inTx((tx) => listBirds(tx, sale.season, wanted, act));
    const { id: listing_id } = await connection.db
      .selectFrom('listings')
      .select('id')
      .where('pigeon_id', '=', sale.pigeon_ids[0]!)
      .executeTakeFirstOrThrow();
    const order_id = await inTx((tx) => buy(tx, sale.season, { listing_id, seen_cents: 75_000 }, { user_id, ...now }));
    const paid = () => sale.pay(order_id);
    expect(await without({ steps: orderSteps, omitted: updateSales }, paid)).toMatch(/: sale$/);
  });
});

describe('the database also refuses', () => {
  it('a bird that is no longer for sale and is still listed', async () => {
    const sale = await buildSale(connection.db);
    const pigeon_ids = [sale.pigeon_ids[0]!];
    await inTx((tx) => listBirds(tx, sale.season, { pigeon_ids, price_cents: 75_000 }, act));
    const lost = () =>
      inTx(async (tx) => bringTo(tx, sale.season, await lockPigeons(tx, sale.season, pigeon_ids), 'lost', act));
    expect(await without({ steps: pigeonSteps, omitted: delistBirds }, lost)).toMatch(/is listed and not for sale/);
  });

  it('a counted place of a bird that is gone', async () => {
    const { season, pigeon_ids, merchant } = await buildSale(connection.db);
    const pigeon_id = pigeon_ids[0]!;
    await inTx((tx) => raceOutsideOrder(tx, season, { pigeon_id, reason: 'A gift' }, { by: merchant.user_id, ...now }));
    const remove = () => inTx((tx) => removePigeon(tx, null, { ...season, pigeon_id }));
    const no = await without({ steps: pigeonRemovals, omitted: removeExtraPlace }, remove);
    expect(no).toMatch(/places are taken that are not counted/);
  });

  it('the removal of a team without its name on its orders', async () => {
    const offer = await buildOffer(connection.db);
    const { user_id } = await buildCustomer(connection.db);
    const team_id = await inTx((tx) =>
      createTeam(tx, null, offer.season, { team: 'Gone', fancier: 'G', country: 'BE' }),
    );
    const { id } = await plantOrder(connection.db, offer, user_id);
    const owner = connect(database.ownerUrl, () => {});
    await owner.db.updateTable('orders').set({ team_id }).where('id', '=', id).execute();
    await owner.close();
    await move(id, 'cancel');
    const remove = () => inTx((tx) => removeTeams(tx, null, offer.season, [team_id]));
    expect(await without({ steps: teamRemovals, omitted: copyTeamNames }, remove)).toMatch(
      /do not say what it was called/,
    );
  });

  it('a flight that does not follow the latest rulebook', async () => {
    const { loft, season } = await buildOffer(connection.db);
    const flight = { season_id: season.season_id, name: 'Next', kind: 'final' as const, distance_m: 400_000 };
    await inTx((tx) => planFlight(tx, loft, flight));
    const first = defaultRulebook('km');
    const rulebook = { ...first, rules: { ...first.rules, precision_ms: 1000 as const } };
    const publish = () => inTx((tx) => publishRulebook(tx, season, { user_id: null, after_version: 1, rulebook }));
    expect(await without({ steps: rulebookChanges, omitted: applyRulebook }, publish)).toMatch(
      /does not follow version 2/,
    );
  });
});
