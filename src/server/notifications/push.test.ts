import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPerson, testConfig } from '#testing/builders.ts';
import { notifySomething, waitingFor } from '#testing/notifications.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { pushKeys } from './push.ts';
import { isPublicAddress, lookupOutside, mayBePushService } from './push-address.ts';

/** The library's encryption, used here to decrypt. */
const ece = createRequire(createRequire(import.meta.url).resolve('web-push'))('http_ece') as {
  decrypt(body: Buffer, keys: object): Buffer;
};

let scene: TestSite;
let service: Server;
let address: string;
/** The requests to the push service by path, and its reply. */
const got = new Map<string, { headers: IncomingHttpHeaders; body: Buffer }[]>();
const answers = new Map<string, number>();

beforeAll(async () => {
  scene = await testSite({ push_anywhere: true });
  service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = request.url!;
      got.set(path, [...(got.get(path) ?? []), { headers: request.headers, body: Buffer.concat(parts) }]);
      response.writeHead(answers.get(path) ?? 201).end('of no interest '.repeat(1000));
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(async () => {
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  await scene.end();
});
beforeEach(() => {
  got.clear();
  answers.clear();
});

type Person = Awaited<ReturnType<typeof buildPerson>>;
let browsers = 0;

/** Subscribes a browser for a person. */
async function subscribed(by: Person) {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16).toString('base64url');
  const path = `/browser/${++browsers}`;
  const payload = { endpoint: address + path, p256dh: pair.getPublicKey('base64url'), auth };
  const url = '/api/notifications/browsers';
  const answer = await scene.app.inject({ method: 'POST', url, headers: by.headers, payload });
  expect(answer.statusCode).toBe(200);
  const read = () =>
    (got.get(path) ?? []).map(
      ({ body }) =>
        JSON.parse(
          ece.decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret: auth }).toString(),
        ) as Record<string, string>,
    );
  return { path, payload, read };
}
const statusOf = async ({ user_id }: Person) => (await waitingFor(scene.db, user_id)).map(({ status }) => status);

describe('a push message', () => {
  it('reaches each browser of a person, readable only there, in their language, signed by this site', async () => {
    const ann = await buildPerson(scene.db, { language: 'ar' });
    const both = [await subscribed(ann), await subscribed(ann)];
    await notifySomething(scene.db, ann.user_id);
    await scene.send();
    for (const { read, path } of both) {
      const message = {
        title: '\u2068Highfield\u2069: تغيّرت صلاحياتك',
        path: '/admin/seasons',
        lang: 'ar',
        dir: 'rtl',
      };
      expect(read()).toMatchObject([message]);
      const { headers, body } = got.get(path)![0]!;
      expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
      const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization!)!;
      expect(key).toBe(pushKeys(testConfig.auth_secret!).publicKey);
      expect(JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).aud).toBe(address);
      expect(body.includes('Highfield')).toBe(false);
    }
    expect(await statusOf(ann)).toEqual(['sent']);
  });

  it.each([404, 410])('with the reply %s ends the subscription', async (status) => {
    const ann = await buildPerson(scene.db);
    const [gone, there] = [await subscribed(ann), await subscribed(ann)];
    answers.set(gone.path, status);
    await notifySomething(scene.db, ann.user_id);
    await scene.send();
    await notifySomething(scene.db, ann.user_id);
    await scene.send();
    expect([got.get(gone.path)!.length, there.read().length]).toEqual([1, 2]);
  });

  it('that the service does not take now is tried again, and keeps the subscription', async () => {
    const ann = await buildPerson(scene.db);
    const { path } = await subscribed(ann);
    answers.set(path, 503);
    await notifySomething(scene.db, ann.user_id);
    await scene.send();
    const [row] = await waitingFor(scene.db, ann.user_id);
    expect(row).toMatchObject({ status: 'pending', attempts: 1 });
    const { error } = await scene.db
      .selectFrom('notification_attempts')
      .select('error')
      .where('notification_id', '=', row!.id)
      .executeTakeFirstOrThrow();
    expect(error).toBe('the push service answered 503');
    await notifySomething(scene.db, ann.user_id);
    answers.clear();
    await scene.send();
    expect(got.get(path)).toHaveLength(2);
  });

  it('is shown nowhere after signing out', async () => {
    const ann = await buildPerson(scene.db);
    const { path } = await subscribed(ann);
    await notifySomething(scene.db, ann.user_id);
    const headers = { cookie: `session=${ann.token}`, 'content-type': 'application/x-www-form-urlencoded' };
    await scene.app.inject({ method: 'POST', url: '/logout', headers, payload: 'everywhere=1' });
    await scene.send();
    expect(got.has(path)).toBe(false);
    // And no further one is queued for it.
    await notifySomething(scene.db, ann.user_id);
    expect(await statusOf(ann)).toEqual(['given_up']);
  });

  it('goes to the last person who subscribed the browser', async () => {
    const [ann, ben] = [await buildPerson(scene.db), await buildPerson(scene.db)];
    const { path, payload } = await subscribed(ann);
    const url = '/api/notifications/browsers';
    await scene.app.inject({ method: 'POST', url, headers: ben.headers, payload });
    await notifySomething(scene.db, ann.user_id);
    await notifySomething(scene.db, ben.user_id);
    await scene.send();
    expect(got.get(path)).toHaveLength(1);
    // Only they can unsubscribe it.
    const take = (by: Person) =>
      scene.app.inject({ method: 'DELETE', url, headers: by.headers, payload: { endpoint: payload.endpoint } });
    await take(ann);
    await notifySomething(scene.db, ben.user_id);
    await scene.send();
    expect(got.get(path)).toHaveLength(2);
    expect((await take(ben)).json()).toEqual({ browsers: 0 });
  });
});

describe('a push service', () => {
  it.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
    ['https://web.push.apple.com:443/abc', true],
    ['https://[2606:4700::1111]/abc', false],
    ['https://8.8.8.8/abc', false],
    ['https://fcm.googleapis.com:22/abc', false],
    ['https://fcm.googleapis.com:8443/abc', false],
    ['https://fcm.googleapis.com./abc', false],
    ['https://intranet./', false],
    ['https://push.intranet/', false],
    ['https://push.home.arpa/', false],
    ['https://[fec0::1]/', false],
    ['http://fcm.googleapis.com/abc', false],
    ['https://user:word@push.example.org/', false],
    ['https://localhost/', false],
    ['https://printer/', false],
    ['https://nas.local/', false],
    ['https://metadata.google.internal/', false],
    ['https://127.0.0.1/', false],
    ['https://0x7f.1/', false],
    ['https://2130706433/', false],
    ['https://10.1.2.3/', false],
    ['https://172.16.0.1/', false],
    ['https://192.168.1.1/', false],
    ['https://169.254.169.254/latest', false],
    ['https://100.64.0.1/', false],
    ['https://0.0.0.0/', false],
    ['https://[::1]/', false],
    ['https://[::ffff:127.0.0.1]/', false],
    ['https://[fd00::1]/', false],
    ['https://[fe80::1]/', false],
  ])('at %s: %s', async (endpoint, may) => {
    expect(mayBePushService(endpoint)).toBe(may);
    const strict = await subscribeStrictly(endpoint);
    expect(strict).toBe(may ? 200 : 422);
  });

  it.each([
    ['8.8.8.8', true],
    ['127.0.0.1', false],
    ['::ffff:10.0.0.1', false],
    ['fec0::1', false],
    ['2606:4700::1111', true],
    ['nowhere', false],
  ])('with the address %s: %s', (one, open) => {
    expect(isPublicAddress(one)).toBe(open);
  });

  it('whose name resolves to an internal address is not called', async () => {
    const found = await new Promise((resolve) => {
      lookupOutside('localhost', {}, (error) => resolve(error?.code));
    });
    expect(found).toBe('EHOSTUNREACH');
  });

  let strict: TestSite;
  beforeAll(async () => {
    strict = await testSite();
  });
  afterAll(() => strict?.end());

  async function subscribeStrictly(endpoint: string): Promise<number> {
    const { headers } = await buildPerson(strict.db);
    const payload = { endpoint, p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
    const answer = await strict.app.inject({ method: 'POST', url: '/api/notifications/browsers', headers, payload });
    return answer.statusCode;
  }
});
