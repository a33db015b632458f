/** The log of a bird for its owners (2.24): on the page of the order, and on the bird's own page. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { daysAfter } from '#domain/calendar.ts';
import { dayAt } from '#domain/day.ts';
import type { Order } from '#server/orders/order.ts';
import { changeStatuses } from '#server/pigeons/statuses.ts';
import { buildPerson } from '#testing/builders.ts';
import { buildEntries } from '#testing/entries.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let site: TestSite;
let built: Awaited<ReturnType<typeof buildEntries>>;
let order: Order;
let pigeon_id: number;

beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site?.end());

let rings = 0;
beforeEach(async () => {
  built = await buildEntries(site.db);
  order = await built.order();
  const payload = { ring: `BE 26-${4_100_000 + ++rings}`, name: '', color: 'Blue bar', sex: 'unknown' };
  const url = `/api/registrations/${order.id}/pigeons`;
  const answer = await site.app.inject({ method: 'POST', url, headers: built.customer.headers, payload });
  ({ pigeon_id } = answer.json());
});

type Person = Awaited<ReturnType<typeof buildPerson>>;
const logFor = async (who: Person) => {
  const url = `/api/me/lofts/${built.season.loft_id}/pigeons/${pigeon_id}/log`;
  const answer = await site.app.inject({ url, headers: who.headers });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const bring = (status: 'at_loft' | 'injured', reason: string | null, by: number | null = null) =>
  site.db
    .transaction()
    .execute((tx) =>
      changeStatuses(tx, built.season, { pigeon_ids: [pigeon_id], status }, { by, reason, now_ms: Date.now() }),
    );

describe('the log of a bird', () => {
  it('says when, from which state to which, and why, the latest first; not who it was', async () => {
    const keeper = await buildPerson(site.db, { first_name: 'Kees', last_name: 'Keeper' });
    await bring('at_loft', null);
    await bring('injured', 'A hawk over the field', keeper.user_id);
    const { time_zone, log } = await logFor(built.customer);
    expect(time_zone).toEqual(expect.any(String));
    expect(log[0]).toEqual({
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      from: expect.any(String),
      to: 'injured',
      reason: 'A hawk over the field',
    });
    expect(log.map(({ to }: { to: string }) => to)).toEqual(expect.arrayContaining(['assigned', 'at_loft', 'injured']));
    expect(JSON.stringify(log)).not.toContain('Keeper');
  });

  it('stands with the birds of the order', async () => {
    await bring('at_loft', null);
    const url = `/api/registrations/${order.id}/pigeons`;
    const { pigeons } = (await site.app.inject({ url, headers: built.customer.headers })).json();
    expect(pigeons[0].log).toEqual((await logFor(built.customer)).log);
    expect(pigeons[0].log.length).toBeGreaterThan(1);
  });

  it('is told nobody else, and not that there is such a bird', async () => {
    const other = await buildPerson(site.db);
    expect(await logFor(other)).toEqual({ time_zone: null, log: [] });
    pigeon_id = 99_999_999;
    expect(await logFor(other)).toEqual({ time_zone: null, log: [] });
  });

  it('is read by who holds a share in it, as long as they hold it', async () => {
    const [holder, former] = [await buildPerson(site.db), await buildPerson(site.db)];
    const today = dayAt(Date.now(), 'Europe/Brussels');
    const share = { loft_id: built.season.loft_id, pigeon_id, share_bp: 1000, reason: 'A share' };
    for (const [n, { user_id }] of [holder, former].entries())
      await site.db
        .insertInto('pigeon_rights')
        .values({
          ...share,
          n: n + 1,
          user_id,
          from_day: daysAfter(today, -9),
          until_day: n === 1 ? daysAfter(today, -2) : null,
          given_by: user_id,
          at: new Date().toISOString(),
        })
        .execute();
    expect((await logFor(holder)).log.length).toBeGreaterThan(0);
    expect((await logFor(former)).log).toEqual([]);
  });
});
