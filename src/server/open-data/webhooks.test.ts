/** Webhooks with a real receiver: signed, once for each event also under concurrency and after a crash, tried again. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mostWebhooks } from '#domain/open-data/webhooks-contract.ts';
import { closeFlight, moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { type BuiltRace, buildPerson, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { mostTries, sendWebhooks } from './webhook-sender.ts';
import { collectArrivals } from './webhooks.ts';

interface Got {
  headers: IncomingHttpHeaders;
  body: string;
}

let site: TestSite;
let receiver: Server;
let address: string;
let got: Got[] = [];
/** What the receiver answers, in turn; 204 when there is none. */
let answers: number[] = [];
let person: Awaited<ReturnType<typeof buildPerson>>;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      got.push({ headers: request.headers, body });
      response.statusCode = answers.shift() ?? 204;
      response.setHeader('location', 'http://127.0.0.1:1/');
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  site = await testSite({ push_anywhere: true });
});
afterAll(async () => {
  receiver?.close();
  await site?.end();
});
beforeEach(async () => {
  got = [];
  answers = [];
  await site.db.deleteFrom('webhooks').execute();
  person = await buildPerson(site.db);
});

const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const answer = await site.app.inject({ method, url, headers: person.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
};
const add = async (events: string[], loft_id: number | null = null): Promise<number> =>
  (await call('POST', '/api/webhooks', { url: address, events, loft_id })).body.id;
const options = () => ({
  db: site.db,
  auth_secret: testConfig.auth_secret!,
  anywhere: true,
  site: () => 'https://lofts.example',
});
const send = (later_ms = 0) => sendWebhooks(options(), Date.now() + later_ms);
const deliveries = async (webhook_id: number) =>
  (await call('GET', `/api/webhooks/${webhook_id}`)).body.deliveries as {
    id: number;
    status: string;
    attempts: number;
    last_status: number | null;
    last_failure: string | null;
    next_at: string | null;
  }[];

async function clock(race: BuiltRace, birds: number[]) {
  const { statusCode } = await site.app.inject({
    method: 'POST',
    url: '/api/devices/readings',
    headers: { authorization: `Bearer ${race.key}` },
    payload: { readings: birds.map((bird) => readingOf(race, bird, 300 + bird, { sequence: bird + 1 })) },
  });
  expect(statusCode).toBe(200);
}

async function publish({ loft, flight_id }: BuiltRace) {
  const key = { loft_id: loft.id, flight_id };
  await site.db.transaction().execute(async (tx) => {
    await closeFlight(tx, await lockFlight(tx, key), new Date().toISOString());
    await moveFlight(tx, await lockFlight(tx, key), 'publish');
  });
}

describe('a delivery', () => {
  it('is signed with the secret of its webhook, so that its receiver knows whence and when it came', async () => {
    const id = await add(['result.official']);
    await call('POST', `/api/webhooks/${id}/test`);
    expect(await send()).toBe(1);
    const { headers, body } = got[0]!;
    const { secret } = (await call('GET', `/api/webhooks/${id}`)).body;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
    const expected = Buffer.from(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    expect(timingSafeEqual(Buffer.from(String(headers['webhook-signature'])), expected)).toBe(true);
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
    expect(JSON.parse(body)).toMatchObject({ type: 'webhook.test', data: {} });
    expect(await deliveries(id)).toMatchObject([{ status: 'delivered', attempts: 1, last_status: 204 }]);
  });

  it('is made for who asked for the event, in the transaction of the step', async () => {
    const race = await buildRace(site.db, { birds: 3 });
    const own = await add(['result.published'], race.loft.id);
    await add(['result.official']);
    const other = await buildRace(site.db);
    await add(['result.published'], other.loft.id);
    await publish(race);
    expect(await send()).toBe(1);
    expect(JSON.parse(got[0]!.body)).toMatchObject({
      type: 'result.published',
      data: { loft_id: race.loft.id, flight_id: race.flight_id, status: 'provisional', is_public: true },
    });
    expect(await deliveries(own)).toHaveLength(1);
  });

  it('tells of a release, and of a result that becomes official and is corrected', async () => {
    const id = await add(['flight.released', 'result.official', 'result.amended']);
    const race = await buildRace(site.db, { birds: 2 });
    await clock(race, [0, 1]);
    await publish(race);
    const key = { loft_id: race.loft.id, flight_id: race.flight_id };
    for (const step of ['make_official', 'correct'] as const)
      await site.db.transaction().execute(async (tx) => moveFlight(tx, await lockFlight(tx, key), step));
    await send();
    const told = got.map(({ body }) => JSON.parse(body).type);
    expect(told.toSorted((a: string, b: string) => (a < b ? -1 : 1))).toEqual([
      'flight.released',
      'result.amended',
      'result.official',
    ]);
    expect(await deliveries(id)).toHaveLength(3);
  });

  it('is sent once by several processes at the same time', async () => {
    const id = await add(['result.official']);
    for (let i = 0; i < 20; i += 1) await call('POST', `/api/webhooks/${id}/test`);
    await Promise.all([send(), send(), send(), send()]);
    expect(got).toHaveLength(20);
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(20);
  });

  it('control: is sent more than once where a process does not claim it', async () => {
    const id = await add(['result.official']);
    for (let i = 0; i < 20; i += 1) await call('POST', `/api/webhooks/${id}/test`);
    const claim: NonNullable<Parameters<typeof sendWebhooks>[0]['claim']> = async (db, queue, now_ms) =>
      (await db
        .selectFrom('job_items')
        .select(['queue', 'item', 'attempts', 'first_at', 'stuck_at'])
        .where('queue', '=', queue)
        .where('next_try_at', '<=', new Date(now_ms).toISOString())
        .executeTakeFirst()) ?? null;
    const unclaimed = () => sendWebhooks({ ...options(), claim }, Date.now());
    await Promise.all([unclaimed(), unclaimed(), unclaimed(), unclaimed()]);
    expect(got.length).toBeGreaterThan(20);
  });

  it('is tried again later and later, given up at last, and sent again when its person asks for it', async () => {
    const id = await add(['result.official']);
    await call('POST', `/api/webhooks/${id}/test`);
    // A redirection leads nowhere.
    answers = [500, 302, ...Array.from({ length: mostTries - 2 }, () => 503)];
    await send();
    const [waiting] = await deliveries(id);
    expect(waiting).toMatchObject({ status: 'pending', attempts: 1, last_status: 500, last_failure: null });
    expect(Date.parse(waiting!.next_at!) - Date.now()).toBeGreaterThan(50_000);
    expect(await send()).toBe(0);
    for (let n = 1; n < mostTries; n += 1) await send(n * 24 * 3_600_000);
    expect(got).toHaveLength(mostTries);
    const [failed] = await deliveries(id);
    expect(failed).toMatchObject({ status: 'failed', attempts: mostTries, last_status: 503, next_at: null });
    expect(await send(100 * 24 * 3_600_000)).toBe(0);
    expect((await call('POST', `/api/webhooks/${id}/deliveries/${failed!.id}`)).status).toBe(200);
    await send();
    expect(await deliveries(id)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('is sent again with the same id after a process died between the reply and its record', async () => {
    const id = await add(['result.official']);
    await call('POST', `/api/webhooks/${id}/test`);
    const dies = async () => {
      await sendWebhooks({ ...options(), renew_ms: 1_000_000 }, Date.now());
      // What the process had not written before it died.
      const { id: delivery_id } = (await deliveries(id))[0]!;
      await site.db
        .updateTable('webhook_deliveries')
        .set({ status: 'pending' })
        .where('id', '=', delivery_id)
        .execute();
      const now = new Date().toISOString();
      await site.db
        .insertInto('job_items')
        .values({
          queue: 'webhooks',
          item: String(delivery_id),
          attempts: 1,
          first_at: now,
          last_at: now,
          next_try_at: now,
        })
        .execute();
    };
    await dies();
    await send(1000);
    expect(got).toHaveLength(2);
    expect(got[0]!.headers['webhook-id']).toBe(got[1]!.headers['webhook-id']);
  });
});

describe('arrivals', () => {
  it('come in batches, each line once, also when several processes look at once', async () => {
    const race = await buildRace(site.db, { birds: 6 });
    const id = await add(['arrivals.added'], race.loft.id);
    await clock(race, [0, 1, 2]);
    await Promise.all([collectArrivals(site.db), collectArrivals(site.db), collectArrivals(site.db)]);
    await clock(race, [3, 4]);
    await Promise.all([collectArrivals(site.db), collectArrivals(site.db)]);
    expect(await collectArrivals(site.db)).toBe(0);
    await send();
    const bodies = got.map(({ body }) => JSON.parse(body).data);
    const lines = bodies.flatMap(({ arrivals }) => arrivals.map(({ number }: { number: number }) => number));
    expect(lines.toSorted((a: number, b: number) => a - b)).toEqual([1, 2, 3, 4, 5]);
    expect(bodies.filter(({ restarted }) => restarted)).toHaveLength(1);
    expect(await deliveries(id)).toHaveLength(2);
  });

  it('from before a webhook was added are not told, also those of a flight that nobody followed', async () => {
    const race = await buildRace(site.db, { birds: 6 });
    await clock(race, [0, 1, 2]);
    await add(['arrivals.added']);
    expect(await collectArrivals(site.db)).toBe(0);
    await clock(race, [3]);
    expect(await collectArrivals(site.db)).toBe(1);
    await send();
    const [{ arrivals, restarted }] = got.map(({ body }) => JSON.parse(body).data);
    expect(arrivals.map(({ number }: { number: number }) => number)).toEqual([4]);
    expect(restarted).toBe(false);
  });

  it('of a season that hides a part of them are not in a delivery, also when it was made before (3.15)', async () => {
    const race = await buildRace(site.db, { birds: 3 });
    await add(['arrivals.added'], race.loft.id);
    await clock(race, [0, 1]);
    await collectArrivals(site.db);
    const key = { loft_id: race.loft.id, season_id: race.season_id };
    await site.db.transaction().execute((tx) => changeHidden(tx, null, key, ['results.ringDescriptor']));
    await send();
    expect(JSON.parse(got[0]!.body).data).toMatchObject({ is_streamed: false, arrivals: [] });
  });
});

const refused = [
  'http://receiver.example.org/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://localhost/',
  'https://intranet/',
  'https://db.internal/',
  'https://receiver.example.org:8443/',
  'https://me:secret@receiver.example.org/',
  'ftp://receiver.example.org/',
  'x',
];

describe('a webhook', () => {
  it('is told at least one event', async () => {
    const { status, body } = await call('POST', '/api/webhooks', { url: address, events: [], loft_id: null });
    expect([status, body.codes]).toEqual([422, { events: ['error_no_event'] }]);
  });

  it('is not added at an address that cannot be on the public internet', async () => {
    const strict = await testSite();
    const { headers } = await buildPerson(strict.db);
    const statuses = [];
    for (const url of refused) {
      const payload = { url, events: ['result.official'], loft_id: null };
      const answer = await strict.app.inject({ method: 'POST', url: '/api/webhooks', headers, payload });
      statuses.push([url, answer.statusCode, answer.json().codes]);
    }
    await strict.end();
    expect(statuses).toEqual(refused.map((url) => [url, 409, { url: ['error_webhook_url'] }]));
  });

  it('that leads into a private network by its name gets nothing', async () => {
    const id = await add(['result.official']);
    await call('POST', `/api/webhooks/${id}/test`);
    await sendWebhooks({ ...options(), anywhere: false }, Date.now());
    expect(got).toEqual([]);
    expect(await deliveries(id)).toMatchObject([
      { status: 'pending', attempts: 1, last_status: null, last_failure: 'no_connection' },
    ]);
  });

  it(`is one of ${mostWebhooks} at most, and nobody else’s`, async () => {
    const ids = await Promise.all(Array.from({ length: mostWebhooks + 3 }, () => add(['result.official'])));
    expect(ids.filter((id) => id !== undefined)).toHaveLength(mostWebhooks);
    const owner = person;
    person = await buildPerson(site.db);
    const [id] = ids.filter((one) => one !== undefined);
    expect((await call('GET', `/api/webhooks/${id}`)).status).toBe(404);
    expect((await call('DELETE', `/api/webhooks/${id}`, {})).status).toBe(404);
    person = owner;
    expect((await call('DELETE', `/api/webhooks/${id}`, {})).status).toBe(200);
  });
});
