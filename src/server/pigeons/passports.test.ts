/** The passport of a bird: what its page says beside its flights, and whose switches show more. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayAt } from '#domain/day.ts';
import type { Passport } from '#domain/pigeons/passport-contract.ts';
import type { Health } from '#domain/pigeons/status.ts';
import { buy } from '#server/sales/buying.ts';
import { listBirds } from '#server/sales/listings.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { buildPerson } from '#testing/builders.ts';
import { buildCustomer } from '#testing/orders.ts';
import { type BuiltSale, buildSale } from '#testing/sales.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { giveShare } from './granted-rights.ts';
import { enterPigeons } from './pigeons.ts';
import { bringTo, lockPigeons } from './statuses.ts';

type Person = Pick<Awaited<ReturnType<typeof buildPerson>>, 'headers'>;

let scene: TestSite;
let sale: BuiltSale;
beforeAll(async () => {
  scene = await testSite();
  sale = await buildSale(scene.db, 4);
});
afterAll(() => scene?.end());

const pathOf = (pigeon_id: number) => `/api/me/lofts/${sale.season.loft_id}/pigeons/${pigeon_id}/passport`;

async function page(pigeon_id: number): Promise<{ is_for_sale: boolean; passport: Passport }> {
  const answer = await scene.app.inject({ url: `/api/lofts/${sale.season.loft_id}/pigeons/${pigeon_id}` });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
async function turn(who: Person, pigeon_id: number, part: string, is_shown = true): Promise<number> {
  const url = pathOf(pigeon_id);
  return (await scene.app.inject({ method: 'PUT', url, headers: who.headers, payload: { part, is_shown } })).statusCode;
}
async function shownTo(who: Person, pigeon_id: number): Promise<string[] | null> {
  return (await scene.app.inject({ url: pathOf(pigeon_id), headers: who.headers })).json().shown;
}
const bring = (pigeon_id: number, ...states: Health[]) =>
  scene.db.transaction().execute(async (tx) => {
    for (const [i, state] of states.entries())
      await bringTo(tx, sale.season, await lockPigeons(tx, sale.season, [pigeon_id]), state, {
        by: null,
        now_ms: Date.now() + i,
      });
  });
const stepsOf = ({ passport }: { passport: Passport }) => passport.steps.map(({ step }) => step);

describe('the passport of a bird', () => {
  it('says that a bird was lost and came back, and nothing of its health, its rights and its sale', async () => {
    const bird = sale.pigeon_ids[0]!;
    await bring(bird, 'injured', 'reserve', 'lost', 'reserve');
    await scene.db.transaction().execute((tx) =>
      listBirds(
        tx,
        sale.season,
        { pigeon_ids: [bird], price_cents: 75_000 },
        // After the last of these states, which are a millisecond apart.
        { by: null, time_zone: 'Europe/Brussels', now_ms: Date.now() + 10 },
      ),
    );
    const shown = await page(bird);
    expect(stepsOf(shown)).toEqual(['back', 'lost']);
    expect(shown).toMatchObject({ is_for_sale: false, passport: { health: null, rights: null } });
  });

  it('shows each part by its own switch, which its owner alone turns', async () => {
    const bird = sale.pigeon_ids[0]!;
    expect(await shownTo(sale.owner, bird)).toEqual([]);
    expect(await shownTo(sale.merchant, bird)).toBeNull();
    expect(await turn(sale.merchant, bird, 'health')).toBe(404);
    expect(stepsOf(await page(bird))).toEqual(['back', 'lost']);

    expect(await turn(sale.owner, bird, 'sale')).toBe(200);
    let shown = await page(bird);
    expect(stepsOf(shown)).toEqual(['for_sale', 'back', 'lost']);
    expect(shown).toMatchObject({ is_for_sale: true, passport: { health: null, rights: null } });

    expect(await turn(sale.owner, bird, 'health')).toBe(200);
    expect(await turn(sale.owner, bird, 'rights')).toBe(200);
    shown = await page(bird);
    expect(stepsOf(shown)).toEqual(['for_sale', 'back', 'lost', 'racing', 'injured']);
    // The state "for sale" belongs to the sale.
    expect(shown.passport.health).toEqual({ status: null });
    expect(shown.passport.rights).toEqual([{ holder: 'team', share_bp: 10_000 }]);

    expect(await turn(sale.owner, bird, 'sale', false)).toBe(200);
    shown = await page(bird);
    expect(stepsOf(shown)).toEqual(['back', 'lost', 'racing', 'injured']);
    expect(shown.is_for_sale).toBe(false);
  });

  it('goes dark where another person holds the bird, until they turn its switches', async () => {
    const bird = sale.pigeon_ids[1]!;
    const buyer = await buildPerson(scene.db, { email: 'passport@example.org' });
    expect(await turn(sale.owner, bird, 'rights')).toBe(200);
    const { time_zone } = await scene.db
      .selectFrom('lofts')
      .select('time_zone')
      .where('id', '=', sale.season.loft_id)
      .executeTakeFirstOrThrow();
    await scene.db
      .transaction()
      .execute((tx) =>
        giveShare(
          tx,
          { ...sale.season, pigeon_id: bird },
          { email: 'passport@example.org', share_bp: 7500, from_day: dayAt(Date.now(), time_zone), reason: null },
          { by: null, now_ms: Date.now(), time_zone },
        ),
      );
    expect((await page(bird)).passport.rights).toBeNull();
    expect(await turn(sale.owner, bird, 'rights')).toBe(404);
    expect(await turn(buyer, bird, 'rights')).toBe(200);
    // Nobody is named but the team of the season.
    expect((await page(bird)).passport.rights).toEqual([
      { holder: 'other', share_bp: 7500 },
      { holder: 'team', share_bp: 2500 },
    ]);
  });

  it('belongs to the buyer from the sale on, who shows that it was sold', async () => {
    const bird = sale.pigeon_ids[3]!;
    const buyer = await buildCustomer(scene.db);
    const act = { by: null, time_zone: 'Europe/Brussels', now_ms: Date.now() };
    const order_id = await scene.db.transaction().execute(async (tx) => {
      await listBirds(tx, sale.season, { pigeon_ids: [bird], price_cents: 75_000 }, act);
      const { id } = await tx
        .selectFrom('listings')
        .select('id')
        .where('pigeon_id', '=', bird)
        .executeTakeFirstOrThrow();
      return buy(tx, sale.season, { listing_id: id, seen_cents: 75_000 }, { ...act, user_id: buyer.user_id });
    });
    expect(await turn(sale.owner, bird, 'sale')).toBe(200);
    await sale.pay(order_id);
    expect(stepsOf(await page(bird))).toEqual([]);
    expect(await turn(sale.owner, bird, 'sale')).toBe(404);
    expect(await turn(buyer, bird, 'sale')).toBe(200);
    const shown = await page(bird);
    expect(shown.is_for_sale).toBe(false);
    expect(stepsOf(shown)).toEqual(['sold', 'for_sale']);
  });

  it('is turned by the loft for a bird without an owner', async () => {
    const [bird] = await scene.db
      .transaction()
      .execute((tx) => enterPigeons(tx, sale.season, [{ ring: 'BE 27-9100001', team_id: null }]));
    expect(await turn(sale.owner, bird!, 'rights')).toBe(404);
    expect(await turn(sale.merchant, bird!, 'rights')).toBe(200);
    expect((await page(bird!)).passport.rights).toEqual([{ holder: 'loft', share_bp: 10_000 }]);
  });

  it('has no steps where the season does not show which flights a bird flew (3.15)', async () => {
    const bird = sale.pigeon_ids[2]!;
    await bring(bird, 'lost');
    expect(stepsOf(await page(bird))).toEqual(['lost']);
    const hide = (hidden: Parameters<typeof changeHidden>[3]) =>
      scene.db.transaction().execute((tx) => changeHidden(tx, null, sale.season, hidden));
    await hide(['results.ringDescriptor']);
    expect(stepsOf(await page(bird))).toEqual([]);
    await hide([]);
  });
});
