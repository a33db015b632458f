/**
 * Statements of the specification as a client meets them over HTTP, written from its sentences alone. Where a noun's
 * own tests say the same statement, it is not repeated; what is not followed, and why: docs/decisions/0067.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltOffer, buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import english from '../../locales/en.json' with { type: 'json' };

let site: TestSite;
let offer: BuiltOffer;
let customer: Awaited<ReturnType<typeof buildCustomer>>;

beforeAll(async () => {
  site = await testSite({ keep_ms: 0 });
  offer = await buildOffer(site.db, { max_pigeons: 4 });
  customer = await buildCustomer(site.db);
});
afterAll(() => site?.end());

const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The message of a failed call, taken as 8.1 says and in no other way. */
function messageOf(body: { errors?: Record<string, string[]>; error?: string }): string {
  const [first] = body.errors ? Object.values(body.errors) : [];
  return first?.[0] ?? body.error ?? JSON.stringify(body);
}

describe('an error says its sentence in errors, else in error (8.1)', () => {
  const order = (quantity: number) =>
    site.app.inject({
      method: 'POST',
      url: `/api/lofts/${offer.loft.id}/seasons/${offer.season.season_id}/registration`,
      headers: bearer(customer.token),
      payload: {
        request_key: randomUUID(),
        lines: [{ product_id: offer.three, quantity }],
        team_id: null,
        team: 'Duo',
        country: 'BE',
        contract_id: offer.contract_id,
      },
    });

  it('of the free places that an order exceeds (8.14)', async () => {
    await plantOrder(site.db, offer, customer.user_id);
    const answer = await order(1);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(messageOf(answer.json())).toBe('There are only 1 spots left, you ordered 3');
  });

  it('of a field that is wrong (5.11)', async () => {
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/contact',
      payload: { name: 'Eva', email: 'eva', message: 'When is the final?' },
    });
    expect(answer.statusCode).toBe(422);
    expect(messageOf(answer.json())).toBe(english.refusals.error_email);
  });
});

it('the id of a new loft and that of its season never name the same (7.4)', async () => {
  const another = await buildOffer(site.db);
  for (const { loft, season, merchant } of [offer, another]) {
    expect(loft.id).not.toBe(season.season_id);
    const of = async (id: number) =>
      (await get(`/api/custom/v1/merchant/products/${id}`, bearer(merchant.token)))
        .json<{ id: number }[]>()
        .map(({ id }) => id)
        .toSorted((a, b) => a - b);
    expect(await of(loft.id)).toEqual(await of(season.season_id));
  }
});

it('the list of countries has none of the codes that 7.1 leaves out', async () => {
  const countries = (await get('/api/custom/v1/public/countries/de')).json<{ key: string; name: string }[]>();
  expect(countries).toContainEqual({ key: 'DE', name: 'Deutschland' });
  const keys = countries.map(({ key }) => key);
  expect(['XX', 'WA', 'XS', 'II', 'EN', 'EU'].filter((code) => keys.includes(code))).toEqual([]);
});

it('the health has the moment of redis (7.2)', async () => {
  expect((await get('/api/test/health')).json()).toHaveProperty('redis.timestamp');
});
