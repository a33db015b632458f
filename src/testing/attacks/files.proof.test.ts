/** Attacks on form bodies and uploaded files, each as a stranger would make them. */

import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { locales } from '#domain/locales.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { type BuiltRace, buildPerson, buildRace, testConfig } from '../builders.ts';
import { builtPages, hasPages } from '../built-pages.ts';
import { testDatabase } from '../database.ts';
import { proveSize } from '../proof.ts';

const pages = hasPages ? await builtPages.build() : undefined;

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;
/** Error lines of the program's log. */
const logged: string[] = [];
let admin: string;
let race: BuiltRace;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  built = await buildApp({
    config: { ...testConfig, production: true },
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
    logger: { level: 'error', stream: { write: (line: string) => logged.push(line) } },
    ...(pages && { pages: builtPages }),
  });
  race = await buildRace(connection.db, { birds: 3, until: 'basketing' });
  admin = (await buildPerson(connection.db, { is_admin: true })).token;
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

const ofAdmin = () => ({ cookie: `${built.app.sessions.cookie}=${admin}` });

describe.skipIf(!pages)('a form body', () => {
  /** The addresses of all pages that accept a form, with existing ids. */
  const actions = Object.values(pages?.routes ?? {}).flatMap((route) => {
    if (!route?.module.action) return [];
    const pathOf = ({ path, parentId }: typeof route): string =>
      (parentId ? pathOf(pages!.routes[parentId]!) : '') + (path ? `/${path}` : '');
    return pathOf(route).replace(/:\w+/g, '1') || '/';
  });

  const text = 'application/x-www-form-urlencoded';
  const parts = 'multipart/form-data; boundary=x';
  const none: [string, Record<string, string>, string | Buffer | undefined][] = [
    ['nothing at all', {}, undefined],
    ['JSON', { 'content-type': 'application/json' }, '{"email":"eva@example.org"}'],
    ['plain text', { 'content-type': 'text/plain' }, 'email=eva@example.org'],
    ['a type that is none', { 'content-type': ';;' }, 'x'],
    ['bytes without a type', { 'content-length': '3' }, Buffer.from([0, 255, 128])],
    ['parts without a boundary', { 'content-type': 'multipart/form-data' }, '--x--'],
    ['parts that never end', { 'content-type': parts }, '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb'],
    [
      'parts without end',
      { 'content-type': parts },
      `${'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(5001)}--x--\r\n`,
    ],
    ['text called parts', { 'content-type': parts }, 'a=b'],
  ];

  const post = (url: string, headers: Record<string, string>, payload: string | Buffer | undefined) =>
    built.app.inject({ method: 'POST', url, headers, ...(payload !== undefined && { payload }) });

  async function quietly(ask: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
    logged.length = 0;
    const answer = await ask();
    expect(logged).toEqual([]);
    return answer;
  }

  it('is 415 where it is no form, at every page that accepts one, and is no internal error', async () => {
    expect(actions.length).toBeGreaterThan(50);
    for (const url of actions)
      for (const [name, headers, payload] of none) {
        const answer = await quietly(() => post(url, headers, payload));
        expect([url, name, answer.statusCode]).toEqual([url, name, 415]);
      }
  });

  it('is refused to each reader in their own language', async () => {
    const sentences = new Set<string>();
    for (const locale of locales) {
      const answer = await post('/id/verify-email', { accept: 'text/html', cookie: `locale=${locale}` }, undefined);
      expect(answer.statusCode).toBe(415);
      sentences.add(/<p>(.*?)<\/p>/.exec(answer.body)![1]!);
    }
    expect(sentences.size).toBe(locales.length);
  });

  const form = (fields: string) => `--x\r\n${fields}\r\n--x--\r\n`;
  const odd: [string, string, string | Buffer][] = [
    ['an empty form', text, ''],
    ['unknown fields', text, 'what=__proto__&intent=constructor&a[b]=c&=&&%00=%ff&chosen=%E0%A4%A'],
    ['bytes that are no text', text, Buffer.from([0x61, 0x3d, 0xff, 0xfe, 0x00])],
    ['a field a thousand times', text, 'chosen=-1&'.repeat(1000)],
    [
      'invalid ids',
      text,
      `intent=remove&${'media_id contract_id pigeon_id id refund_id'.replace(/\S+ ?/g, '$&=1e99&')}`,
    ],
    ['an empty form in parts', parts, '--x--\r\n'],
    ['a file where text belongs', parts, form('content-disposition: form-data; name="what"; filename="a"\r\n\r\nb')],
    ['text where a file belongs', parts, form('content-disposition: form-data; name="file"\r\n\r\nb')],
    ['a file that is empty', parts, form('content-disposition: form-data; name="file"; filename=""\r\n\r\n')],
    [
      'a file that is no XLSX',
      parts,
      form('content-disposition: form-data; name="file"; filename="x.xlsx"\r\n\r\nPK\u0003'),
    ],
  ];

  it('with too large a file is refused at its field, keeps the typed values, and is no internal error', async () => {
    const { season_id } = race;
    const url = `/admin/seasons/${season_id}/pigeons/import`;
    const line = '----------------of-a-browser';
    const body = (bytes: number) =>
      Buffer.concat([
        Buffer.from(`--${line}\r\ncontent-disposition: form-data; name="mode"\r\n\r\ngood\r\n`),
        Buffer.from(`--${line}\r\ncontent-disposition: form-data; name="file"; filename="list.xlsx"\r\n\r\n`),
        Buffer.alloc(bytes, 'x'),
        Buffer.from(`\r\n--${line}--\r\n`),
      ]);
    const type = `multipart/form-data; boundary=${line}`;
    const headers = { 'content-type': type, accept: 'text/html', ...ofAdmin() };
    const answer = await quietly(() => post(url, headers, body(5_800_000)));
    expect(answer.statusCode).toBe(413);
    expect(answer.body).toContain('The file is larger than 1 MB. Choose a smaller one.');
    expect(answer.body).toMatch(/<input(?=[^>]*aria-invalid="true")(?=[^>]*name="file")/);
    expect(answer.body).toMatch(/<input(?=[^>]*value="good")(?=[^>]*checked="")/);
    // Nothing is read without a limit.
    const endless = await quietly(() => post(url, headers, body(33 << 20)));
    expect([endless.statusCode, endless.body.includes('The file is larger than 10 MB')]).toEqual([413, true]);
  });

  it('is never an internal error, whatever its fields are, for nobody and for an admin', {
    timeout: 240_000,
  }, async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    // At full size more than a thousand pages are rendered; else each page gets every third form, in rotation.
    const every = proveSize(3, 1);
    for (const [a, url] of actions.entries())
      for (const [name, type, payload] of odd.filter((_, n) => (a + n) % every === 0))
        for (const who of [{}, ofAdmin()]) {
          const answer = await quietly(() => post(url, { 'content-type': type, ...who }, payload));
          expect([url, name, answer.statusCode < 500]).toEqual([url, name, true]);
        }
  });
});

describe('a request from another site', () => {
  const foreign = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' };
  const said = (answer: LightMyRequestResponse) =>
    /json/.test(String(answer.headers['content-type'])) ? answer.json().code : null;
  const ask = (method: 'GET' | 'POST', url: string, headers: Record<string, string>) =>
    built.app.inject({
      method,
      url,
      headers,
      ...(method === 'POST' && { payload: 'email=thief@example.org&password=x' }),
    });

  it.each([
    ['signs a reader in as the attacker', '/id/sign-in', {}],
    ['signs them in from a neighbour’s site', '/id/sign-in', { 'sec-fetch-site': 'same-site' }],
    ['signs them in by an old browser, which says its origin only', '/id/sign-in', { origin: 'https://evil.example' }],
    ['registers them', '/id/register', {}],
    ['hands them a session', '/login/carried', {}],
    ['writes to the operator', '/api/contact', {}],
  ])('that %s without a cookie or an origin is refused', async (_attempt, url, more: Record<string, string>) => {
    const headers = { ...foreign, ...more };
    if (more.origin) delete (headers as Partial<typeof headers>)['sec-fetch-site'];
    const answer = await ask('POST', url, headers);
    expect([answer.statusCode, said(answer)]).toEqual([403, 'other_site']);
    expect(answer.cookies).toEqual([]);
  });

  it.each([
    ['a link', 'GET', '/lofts', foreign],
    ['the redirect from the identity provider', 'GET', '/login/callback?state=x&code=y', foreign],
    ['a program that shows a key', 'POST', '/api/devices/readings', { ...foreign, authorization: 'Bearer clock_x' }],
    ['a clock', 'POST', '/api/devices/readings', { 'content-type': 'application/json' }],
    ['the card provider', 'POST', '/api/payments/webhook', { 'content-type': 'application/json' }],
    [
      'a mail program that unsubscribes',
      'POST',
      '/notifications/stop?token=x',
      { 'content-type': foreign['content-type'] },
    ],
    ['another site whose people sign in here', 'POST', '/id/oauth2/token', foreign],
    ['the form of the page itself', 'POST', '/id/sign-in', { ...foreign, 'sec-fetch-site': 'same-origin' }],
  ] as const)('that is %s is not blocked', async (_who, method, url, headers) => {
    const answer = await ask(method, url, headers);
    expect([answer.statusCode >= 500, said(answer) === 'other_site']).toEqual([false, false]);
  });
});
