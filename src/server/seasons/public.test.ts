/** The public views of seasons: listed by registration state, read, and due dates by the header of the wire call. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daysAfter } from '#domain/calendar.ts';
import { dayAt } from '#domain/day.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { buildFlight, buildLoft, buildPerson, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import { addDueDate } from './due-dates.ts';
import { createSeason } from './seasons.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  built = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

async function ask(url: string, headers: Record<string, string> = {}) {
  const answer = await built.app.inject({ url, headers });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

/** The day this many days from today, in UTC: no case is at the edge of a day. */
const today = (days: number) => daysAfter(dayAt(Date.now(), 'UTC'), days);

/** A loft whose season takes registrations between two days. */
async function open(name: string, from: number, to: number, country = 'BE') {
  const { loft, season_id } = await buildLoft(connection.db, { name, country });
  const range = { starts_at: today(from), ends_at: today(to), max_duration: null };
  const fields = { due_date_category_id: 1 as const, name: 'Registration', description: '', ...range };
  await connection.db.transaction().execute((tx) => addDueDate(tx, null, { loft_id: loft.id, season_id }, fields));
  return { loft_id: loft.id, season_id, ...range };
}

describe('the seasons of all lofts', () => {
  it('list those with open registration first, are searched by loft and country, and leave drafts out (2.23, 4.7)', async () => {
    const closed = await open('Ourthe Closed', -60, -10);
    const late = await open('Ourthe Late', -10, 40, 'PT');
    const soon = await open('Ourthe Soon', -10, 20);
    const ahead = await open('Ourthe Ahead', 10, 40);
    await connection.db
      .transaction()
      .execute((tx) => createSeason(tx, { loft_id: soon.loft_id, name: 'Next', year: 2028 }));
    const list = async (more: string) => (await ask(`/api/seasons?q=ourthe${more}`)).body;
    const { seasons } = await list('');
    expect(seasons.map(({ id }: { id: number }) => id)).toEqual(
      [soon, late, ahead, closed].map(({ season_id }) => season_id),
    );
    expect(seasons[0]).toMatchObject({ registration: 'open', ends_at: soon.ends_at, loft: { name: 'Ourthe Soon' } });
    expect((await list('&show=registration')).total).toBe(2);
    expect((await list('&show=over')).total).toBe(0);
    expect((await list('&country=PT')).seasons).toMatchObject([{ id: late.season_id }]);
    const of = await list(`&loft_id=${closed.loft_id}`);
    expect(of.seasons).toMatchObject([{ id: closed.season_id }]);
    expect(of.lofts).toContainEqual({ id: closed.loft_id, name: 'Ourthe Closed', count: 1 });
    const read = await ask(`/api/lofts/${soon.loft_id}/seasons/${soon.season_id}`);
    expect(read.body).toMatchObject({ registration: 'open', due_dates: [{ ends_at: soon.ends_at }] });
    expect((await ask(`/api/lofts/${late.loft_id}/seasons/${soon.season_id}`)).status).toBe(404);
    const home = (await ask('/api/home')).body.seasons.find(({ id }: { id: number }) => id === soon.season_id);
    expect(home).toMatchObject({ registration: 'open', ends_at: soon.ends_at });
  });
});

describe('a season of the list', () => {
  it('says what it offers while its registration is open, and on which days of its loft it flies (2.23)', async () => {
    const { db } = connection;
    const offer = await buildOffer(db, { max_pigeons: 40 });
    const { loft, season } = offer;
    const listed = async () => (await ask(`/api/seasons?loft_id=${loft.id}`)).body.seasons[0];
    expect(await listed()).toMatchObject({ offer: { places: 40, places_left: 40 }, flight_days: null });
    const customer = await buildCustomer(db);
    await plantOrder(db, offer, customer.user_id);
    // The last minute of a day in UTC is the next day at the loft.
    for (const release_time of ['2026-06-06T05:00:00.000Z', '2026-08-29T23:30:00.000Z']) {
      const race = { loft, season_id: season.season_id, pigeon_ids: [] };
      const id = await db.transaction().execute((tx) => buildFlight(tx, race, { until: 'planned', release_time }));
      await db.updateTable('flights').set({ release_time }).where('id', '=', id).execute();
    }
    expect(await listed()).toMatchObject({
      offer: {
        currency: 'EUR',
        // Two birds for 420 are less each than three for 650.
        entry: { amount_cents: 42_000, pigeons_active: 2, pigeons_reserve: 0 },
        places: 40,
        places_left: 37,
      },
      flight_days: { first: '2026-06-06', last: '2026-08-30' },
    });
    await db
      .updateTable('due_dates')
      .set({ ends_at: '2020-01-01', starts_at: '2019-01-01' })
      .where('loft_id', '=', loft.id)
      .where('due_date_category_id', '=', 1)
      .execute();
    expect(await listed()).toMatchObject({ registration: 'closed', offer: null });
  });

  it('comes with 24 to a page, or with all for a file', async () => {
    const { body } = await ask('/api/seasons?per_page=all');
    expect(body).toMatchObject({ page_count: 1, total: body.seasons.length });
    expect((await ask('/api/seasons?per_page=25')).status).toBe(422);
  });
});

describe('the due dates of the season named by a header (7.3)', () => {
  it('have the fields of 3.4, and a reply is cached for that header only', async () => {
    const { season_id, starts_at, ends_at } = await open('Wire', -5, 5);
    const { status, body, headers } = await ask('/api/res/v1/due-dates', { SeasonId: String(season_id) });
    expect({ status, body }).toEqual({
      status: 200,
      body: [
        {
          id: expect.any(Number),
          name: 'Registration',
          description: null,
          due_date_category_id: 1,
          starts_at,
          ends_at,
          max_duration: null,
        },
      ],
    });
    expect(headers.vary).toMatch(/seasonid/i);
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['missing', {}, 422, { seasonid: ['error_required'] }],
    ['no number', { SeasonId: 'next' }, 422, { seasonid: ['error_type'] }],
    ['nobody’s', { SeasonId: '99999999' }, 404, undefined],
  ])('a header that is %s is refused', async (_name, header, status, errors) => {
    const answer = await ask('/api/res/v1/due-dates', header);
    expect({ status: answer.status, errors: answer.body.codes }).toEqual({ status, errors });
  });

  it('a draft is visible to its loft only', async () => {
    const { loft } = await buildLoft(connection.db);
    const { id } = await connection.db
      .transaction()
      .execute((tx) => createSeason(tx, { loft_id: loft.id, name: 'Draft', year: 2028 }));
    const merchant = await buildPerson(connection.db, {
      entries: [{ loft_id: loft.id, entry: { is_merchant: true } }],
    });
    const header = { SeasonId: String(id) };
    expect((await ask('/api/res/v1/due-dates', header)).status).toBe(404);
    expect(await ask('/api/res/v1/due-dates', { ...header, ...merchant.headers })).toMatchObject({
      status: 200,
      body: [],
    });
  });
});
