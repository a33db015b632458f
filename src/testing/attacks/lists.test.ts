/**
 * Attacks on list files: strangers request long ones, close the connection and repeat, while other readers wait for
 * theirs.
 */

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { locales } from '#domain/locales.ts';
import { readConfig } from '#server/config.ts';
import { files_at_once, floods } from '#server/limits.ts';
import { type BuiltRace, buildPerson, buildRace } from '../builders.ts';
import { hasPages } from '../built-pages.ts';
import { buildOffer } from '../orders.ts';
import { buildAgent, plantCollection } from '../transports.ts';
import type { Target } from './target.ts';

/** The processes that make pictures and files; while `held`, a new one is suspended from its start. */
const programs: ChildProcess[] = [];
let held = false;
vi.mock('node:child_process', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:child_process')>();
  const fork = (...args: Parameters<typeof original.fork>) => {
    const program = original.fork(...args);
    programs.push(program);
    if (held) program.kill('SIGSTOP');
    return program;
  };
  return { ...original, fork };
});

let site: Target;
let address: string;
let race: BuiltRace;
const asked: { stop(): void }[] = [];

beforeAll(async () => {
  if (!hasPages) return;
  // The modules may have been loaded before, by another test file of this process, and then with the real fork.
  vi.resetModules();
  const { target } = await import('./target.ts');
  site = await target({ keep_ms: 1000, trust_proxy: readConfig({ TRUST_PROXY: '127.0.0.1' }).trust_proxy });
  address = await site.app.listen({ port: 0, host: '127.0.0.1' });
  race = await buildRace(site.connection.db, { birds: 300 });
});
afterAll(() => site?.close());

let before: Figures;
beforeEach(async () => {
  before = await figures();
});
afterEach(async () => {
  letGo();
  for (const one of asked.splice(0)) one.stop();
  await vi.waitFor(async () => expect((await figures()).waiting).toBe(0), 30_000);
});

/** Files are begun and none is finished, until they are released. */
async function hold(): Promise<void> {
  held = true;
  const [_pictures, ...files] = programs.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  for (const program of files) {
    program.kill('SIGKILL');
    await once(program, 'exit');
  }
}
function letGo(): void {
  held = false;
  for (const program of programs) program.kill('SIGCONT');
}

let networks = 0;
/** A new network. */
const elsewhere = () => `198.18.${Math.floor(++networks / 250)}.${networks % 250}`;
const list = (lang: string, ending = 'pdf') => `/lofts/${race.loft.id}/pigeons.${ending}?lang=${lang}`;
const cookieOf = ({ token }: { token: string }) => `${site.app.sessions.cookie}=${token}`;
const picture = () => `/lofts/${race.loft.id}/share.png`;

interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}
/** A request whose connection can be closed. */
function ask(path: string, { from = elsewhere(), cookie = '' } = {}) {
  const headers = { 'x-forwarded-for': from, ...(cookie && { cookie }) };
  const sent = request(address + path, { headers, agent: false });
  const answered = new Promise<Answered>((resolve, reject) => {
    sent.once('error', reject).once('response', (answer) => {
      buffer(answer).then((body) => resolve({ status: answer.statusCode!, headers: answer.headers, body }), reject);
    });
  });
  answered.catch(() => {});
  sent.end();
  const one = { answered, stop: () => void sent.destroy() };
  asked.push(one);
  return one;
}
const get = (path: string, by?: Parameters<typeof ask>[1]) => ask(path, by).answered;

interface Figures {
  waiting: number;
  begun: number;
  made: number;
  dropped: number;
}
/** The metrics of file making. */
async function figures(): Promise<Figures> {
  const text = await site.metrics();
  const of = (line: RegExp) => Number(line.exec(text)?.[1] ?? 0);
  return {
    waiting: of(/^loftline_making_waiting\{kind="file"\} (\d+)/m),
    begun: of(/^loftline_making_wait_seconds_count\{kind="file"\} (\d+)/m),
    made: of(/^loftline_making_total\{kind="file",outcome="made"\} (\d+)/m),
    dropped: of(/^loftline_making_total\{kind="file",outcome="dropped"\} (\d+)/m),
  };
}
async function since(): Promise<Figures> {
  const now = await figures();
  return {
    waiting: now.waiting,
    begun: now.begun - before.begun,
    made: now.made - before.made,
    dropped: now.dropped - before.dropped,
  };
}
const until = (seen: Partial<Figures>) =>
  vi.waitFor(async () => expect(await since()).toMatchObject(seen), { timeout: 30_000, interval: 10 });

describe.skipIf(!hasPages)('lists as files', { timeout: 120_000 }, () => {
  it('whose five requesters disconnect are never made, and a share picture does not wait for them (H4)', async () => {
    // The process that paints is running; from now on no other one finishes.
    expect((await get(picture())).status).toBe(200);
    await hold();
    const first = ask(list('de'));
    await until({ begun: 1 });
    const waiting = ['fr', 'es', 'it', 'pl'].map((lang) => ask(list(lang)));
    await until({ begun: 1, waiting: 4 });
    // While they wait, and after they have disconnected.
    expect((await get(`${picture()}?lang=fr`)).status).toBe(200);
    // Waiting ones first: each closed connection is handled by itself, and the next in the queue would be begun.
    for (const one of waiting) one.stop();
    await until({ waiting: 0, dropped: 4 });
    first.stop();
    await until({ dropped: 5 });
    expect((await get(`${picture()}?lang=it`)).status).toBe(200);
    expect(await since()).toMatchObject({ begun: 1, made: 0 });
    // The next one is not affected.
    letGo();
    const next = await get(list('nl'));
    expect([next.status, next.body.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  });

  it('control: lists whose requesters wait are all made', async () => {
    const two = ['pt', 'tr'].map((lang) => ask(list(lang)));
    for (const { answered } of two) expect((await answered).status).toBe(200);
    await until({ begun: 2, made: 2, dropped: 0 });
  });

  it('of ten strangers wait for the documents and lists of staff, and for each other in order', async () => {
    const { db } = site.connection;
    const { loft } = await buildOffer(db);
    const agent = await buildAgent(db, loft.id);
    const collection_id = await plantCollection(db, { loft_id: loft.id, agent_id: agent.user_id });
    const merchant = await buildPerson(db, {
      entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }],
    });
    const order: string[] = [];
    const ended = (name: string, path: string, by?: Parameters<typeof ask>[1]) =>
      get(path, by).then(({ status, body }) => {
        order.push(name);
        expect([name, status, body.subarray(0, 5).toString()]).toEqual([name, 200, '%PDF-']);
      });
    await hold();
    // Lists that no other test has requested.
    const basketing = (lang: string) => `/lofts/${race.loft.id}/flights/${race.flight_id}/basketing.pdf?lang=${lang}`;
    const strangers = locales.slice(0, 10).map((lang) => ended('stranger', basketing(lang)));
    await until({ begun: 1, waiting: 9 });
    const last = ended('last stranger', basketing(locales[10]!));
    await until({ waiting: 10 });
    const at_work = [
      ended('manifest', `/transports/manifest/${collection_id}/pdf`, { cookie: cookieOf(agent) }),
      ended('merchant', `/admin/seasons/${race.season_id}/teams.pdf`, { cookie: cookieOf(merchant) }),
    ];
    await until({ waiting: 12 });
    letGo();
    await Promise.all([...strangers, last, ...at_work]);
    // Behind the one that had begun.
    expect(order.slice(1, 3).toSorted()).toEqual(['manifest', 'merchant']);
    expect(order.at(-1)).toBe('last stranger');
  });

  it('are made once for all simultaneous readers, and again only when the list has changed', async () => {
    const same = list('uk', 'xlsx');
    const three = await Promise.all([get(same), get(same), get(same)]);
    for (const { status, body } of three) expect([status, body.equals(three[0]!.body)]).toEqual([200, true]);
    const again = await get(same);
    expect(again.body.equals(three[0]!.body)).toBe(true);
    expect(await since()).toMatchObject({ begun: 1, made: 1 });
    const known = await ask(same).answered;
    expect(known.headers.etag).toBe(again.headers.etag);
    await site.connection.db
      .updateTable('pigeons')
      .set({ name: 'Armando' })
      .where('id', '=', race.pigeon_ids[0]!)
      .execute();
    await vi.waitFor(async () => expect((await get(same)).headers.etag).not.toBe(again.headers.etag), {
      timeout: 30_000,
      interval: 200,
    });
    expect(await since()).toMatchObject({ begun: 2, made: 2 });
  });

  it('are sent as files also while their list is cached, and never as the data they are made of', async () => {
    for (const ending of ['pdf', 'xlsx', 'pdf', 'xlsx'])
      for (const path of [list('cs', ending), `/lofts/${race.loft.id}/teams.${ending}`]) {
        const { status, headers, body } = await get(path);
        expect([status, headers['x-make-as']]).toEqual([200, undefined]);
        expect(body.subarray(0, 2).toString()).toBe(ending === 'pdf' ? '%P' : 'PK');
        expect(Number(headers['content-length'])).toBe(body.length);
      }
  });

  it('of one network are refused beyond its limits at once and per minute, with the seconds to wait; another network is served', async () => {
    const from = elsewhere();
    const at_once = locales.slice(0, files_at_once.network + 1).map((lang) => get(list(lang, 'xlsx'), { from }));
    const statuses = (await Promise.all(at_once)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array<number>(files_at_once.network).fill(200), 429]);

    const busy = elsewhere();
    for (let i = 0; i < floods.list_file.most; i++)
      expect((await get(`/lofts/${race.loft.id}/teams.csv?search=${i}`, { from: busy })).status).toBe(200);
    for (const ending of ['csv', 'xlsx', 'pdf']) {
      const path = `/lofts/${race.loft.id}/teams.${ending}?search=other`;
      const refused = await get(path, { from: busy });
      const seconds = Number(refused.headers['retry-after']);
      expect(refused.status).toBe(429);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
      // A cached file is public for its second.
      const ready = async () => {
        expect((await get(path, { from: elsewhere() })).status).toBe(200);
        return (await get(path, { from: busy })).status;
      };
      await expect.poll(ready).toBe(200);
    }
  });
});
