/**
 * Proves that shared pages are right for all readers and reveal nothing of another one (P3): twelve identities request
 * every public page in random orders of arrival, so that each is once the first for whom a copy is made. All get what a
 * program without sharing makes for them, except for their personal part; and that part is what the small reply beside
 * the page contains. Controls: kinds that share one copy, members taken for the public, and a loader that inserts the
 * person are found.
 */

import { type ServerBuild, UNSAFE_decodeViaTurboStream } from 'react-router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltRace, buildPerson, buildRace, testConfig } from '#testing/builders.ts';
import { builtPages, hasPages } from '#testing/built-pages.ts';
import { testDatabase } from '#testing/database.ts';
import { proveSize, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { identities } from '#testing/rights/policy.ts';
import { publicPages } from '#web/public-pages.ts';
import { type App, type AppOptions, buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { type Connection, connect } from './db/database.ts';
import { transact } from './db/transaction.ts';
import { loadLoft } from './lofts/lofts.ts';
import { writeNews } from './news/news.ts';
import { forgetPerson } from './privacy.ts';
import { createSeason } from './seasons/seasons.ts';

/** How many addresses are tried, and in how many orders of arrival. */
const sample = proveSize(6, 1000);
const orders = proveSize(2, 12);

type Person = Awaited<ReturnType<typeof buildPerson>>;
interface Asker {
  name: string;
  headers: Record<string, string>;
  person: Person | null;
}

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let alone: string;
let askers: Asker[];
let addresses: string[];
const apps: App[] = [];

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  const { db } = connection;
  const races = [await buildRace(db, { birds: 3 }), await buildRace(db, { birds: 3 })] as [BuiltRace, BuiltRace];
  const [one, two] = races.map(({ loft }) => loft.id) as [number, number];
  const draft = await plantDraft(races[0]);
  const given = [
    [],
    [{ loft_id: one, entry: { is_agent: true } }],
    [{ loft_id: one, entry: { is_agent: true, is_active: false } }],
    [{ loft_id: one, entry: { is_staff: true } }],
    [{ loft_id: one, entry: { is_staff: true, has_seasons: true } }],
    [{ loft_id: one, entry: { is_merchant: true } }],
    [{ loft_id: one, entry: { is_merchant: true, is_active: false } }],
    [{ loft_id: two, entry: { is_merchant: true } }],
  ];
  const people: Person[] = [];
  for (const [i, entries] of [...given, []].entries()) {
    const marks = { first_name: `zname-${i}`, email: `zmail-${i}@example.org`, identity_number: `zipfn-${i}` };
    people.push(await buildPerson(db, { ...marks, entries, is_admin: i === given.length }));
  }
  // Each has a favorite that the others do not have.
  const star = { loft_id: one, team_id: null, pigeon_id: null, flight_id: null };
  for (const [i, { user_id }] of people.entries()) {
    const own = [{ flight_id: races[0].flight_id }, { pigeon_id: races[0].pigeon_ids[i % 3]! }, {}];
    await db
      .insertInto('favorites')
      .values(own.slice(i % 2).map((thing) => ({ ...star, ...thing, user_id })))
      .execute();
  }
  askers = identities.map(([name], i): Asker => {
    if (i === 0) return { name, headers: {}, person: null };
    if (i < 3) return { name, headers: { authorization: `Bearer ${races[i - 1]!.key}` }, person: null };
    return { name, headers: { cookie: `session=${people[i - 3]!.token}` }, person: people[i - 3]! };
  });
  addresses = [...(await addressesOf(races[0])), ...(await addressesOf(draft))];
  if (hasPages) alone = await start({ config: { ...behindProxy, production: true } });
});
afterAll(async () => {
  for (const { app } of apps) await app.close();
  await connection?.close();
  await database?.drop();
});

/** A season in draft; its texts carry its mark. */
async function plantDraft(race: BuiltRace): Promise<BuiltRace> {
  const { db } = connection;
  const key = { loft_id: race.loft.id, name: 'zdraft', year: 2027 };
  const { id: season_id } = await db.transaction().execute((tx) => createSeason(tx, key));
  const draft = await buildRace(db, { birds: 2 }, { ...race, season_id });
  await db.updateTable('flights').set({ name: 'zdraft flight' }).where('id', '=', draft.flight_id).execute();
  await db.updateTable('teams').set({ fancier: 'zdraft fancier' }).where('season_id', '=', season_id).execute();
  return draft;
}

/** Every public page of a season, except for files that are made in another process. */
async function addressesOf({ loft, season_id, flight_id, pigeon_ids }: BuiltRace): Promise<string[]> {
  const [pigeon_id] = pigeon_ids as [number];
  const { db } = connection;
  const bird = await db.selectFrom('pigeons').select('team_id').where('id', '=', pigeon_id).executeTakeFirstOrThrow();
  const news_id = await db.transaction().execute(async (tx) => {
    const texts = { en: { title: 'Basketing', lead: '', body: { type: 'doc' as const, content: [] } } };
    const entry = { is_draft: false, publication_date: null, publication_time: null, texts };
    const about = { loft: (await loadLoft(tx, loft.id)).loft, season_id };
    return (await writeNews(tx, about, entry, { by: null, now_ms: Date.now() })).news_id;
  });
  const ids: Record<string, unknown> = { loft_id: loft.id, season_id, flight_id, pigeon_id, news_id, ...bird };
  return [...publicPages]
    .filter((path) => !/xlsx|pdf|webmanifest/.test(path))
    .flatMap((path) => {
      const filled = `/${path.replace(/:(\w+)/g, (_, name) => String(ids[name])).replace('*', 'nothing/here')}`;
      // The data requests of the page's script.
      const data = /\.\w+$/.test(filled) ? [] : [`${filled === '/' ? '/_root' : filled}.data`];
      return [filled, ...data];
    });
}

async function start(
  options: Pick<AppOptions, 'config'> & Partial<AppOptions>,
  change = (build: ServerBuild) => build,
) {
  const build = change(await builtPages.build());
  const app = await buildApp({
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
    pages: { ...builtPages, build: async () => build },
    ...options,
  });
  apps.push(app);
  return app.app.listen({ port: 0, host: '127.0.0.1' });
}

const behindProxy = { ...testConfig, trust_proxy: readConfig({ TRUST_PROXY: '127.0.0.1' }).trust_proxy };

/** A program whose copies stay until they are cleared. */
const sharing = (options: Partial<AppOptions> = {}, change?: (build: ServerBuild) => ServerBuild) =>
  start({ config: { ...behindProxy, keep_ms: 3_600_000, production: true }, ...options }, change);

let networks = 0;

/** `copy`: a site without a configured address caches by host, so each number has copies of its own. */
async function ask(program: string, address: string, { headers }: Asker, copy = 0) {
  const answer = await fetch(program + address, {
    redirect: 'manual',
    headers: {
      'accept-language': 'en',
      'x-forwarded-host': `copy-${copy}`,
      // One network may not request so many lists.
      'x-forwarded-for': `198.18.${Math.floor(++networks / 250) % 250}.${networks % 250}`,
      ...headers,
    },
  });
  const text = await answer.text();
  const isShared = !/nonce-/.test(answer.headers.get('content-security-policy') ?? '');
  return { status: answer.status, text, isShared };
}

const canary = /zname-|zmail-|zipfn-|zdraft/;

/** A page without its personal part and without what differs in each reply. */
function withoutOwn(text: string, program: string): string {
  return text
    .replaceAll(program, '')
    .replaceAll(/copy-\d+/g, '')
    .replaceAll(/ nonce="[^"]*"/g, '')
    .replaceAll(/<script.*?<\/script>/gs, '')
    .replaceAll(/<p class="[^"]*_person_.*?<\/p>/gs, '')
    .replaceAll(/<span class="[^"]*_avatar_.*?<\/span>/gs, '')
    .replaceAll(/<form [^>]*action="\/favorites".*?<\/form>/gs, '')
    .replaceAll(/ class="[^"]*_mine_[^"]*"/g, '')
    .replaceAll(/<time[^>]*>.*?<\/time>|role="timer">[^<]*|As of [^<]*/gs, '');
}

let copies = 0;
interface Fault {
  address: string;
  asker: string;
  what: string;
}

/** All identities request some pages, each page in some orders of arrival. */
async function faultsOf(
  program: string,
  some: readonly string[],
  times: number,
): Promise<{ faults: Fault[]; answers: number; shared: number }> {
  const random = seededRandom(seed);
  const faults: Fault[] = [];
  let answers = 0;
  let shared = 0;
  for (const address of some) {
    const isData = address.endsWith('.data');
    const own = new Map<Asker, Awaited<ReturnType<typeof ask>>>();
    for (const asker of askers) own.set(asker, await ask(alone, address, asker));
    for (let order = 0; order < times; order++) {
      // Another copy each time.
      const copy = ++copies;
      const queue = askers.map((asker) => ({ asker, place: random(1 << 30) })).sort((a, b) => a.place - b.place);
      const at_once = order % 2 === 1;
      const asked = queue.map(({ asker }) => asker);
      const replies: Awaited<ReturnType<typeof ask>>[] = at_once
        ? await Promise.all(asked.map((asker) => ask(program, address, asker, copy)))
        : [];
      if (!at_once) for (const asker of asked) replies.push(await ask(program, address, asker, copy));
      for (const [i, asker] of asked.entries()) {
        const is = replies[i]!;
        const should = own.get(asker)!;
        answers += 1;
        const fault = (what: string) => faults.push({ address, asker: asker.name, what });
        if (is.status !== should.status) fault(`${is.status} instead of ${should.status}`);
        if (!isData && withoutOwn(is.text, program) !== withoutOwn(should.text, alone)) fault('another page');
        if (!is.isShared || (is.status >= 300 && is.status < 400)) continue;
        shared += 1;
        if (canary.test(is.text)) fault(`reveals ${canary.exec(is.text)![0]}`);
      }
    }
  }
  return { faults, answers, shared };
}

const isHtml = (address: string) => !/\.\w+$/.test(address);

describe.runIf(hasPages)('a page that readers share', () => {
  it('is right for each of twelve identities, in any order of arrival, and reveals nothing of another one', async () => {
    const random = seededRandom(seed);
    const some = addresses
      .map((address) => ({ address, place: random(1 << 30) }))
      .sort((a, b) => a.place - b.place)
      .slice(0, sample)
      .map(({ address }) => address);
    const { faults, answers, shared } = await faultsOf(await sharing(), some, orders);
    reportProof('readers', {
      pages: some.length,
      identities: askers.length,
      orders,
      answers,
      shared,
      wrong: faults.length,
    });
    expect(faults).toEqual([]);
    // Those of readers who work for the loft are not shared, nor is a redirect, of which a small sample may have one.
    expect(shared).toBeGreaterThan(answers / 4);
  }, 900_000);

  it('lacks the content of the small reply beside it, and nothing else', async () => {
    const flight = addresses.find((address) => /flights\/\d+$/.test(address))!;
    const loft_id = Number(/\d+/.exec(flight)![0]);
    for (const asker of askers) {
      const root = await fetch(`${alone}${flight}.data?_routes=root`, { headers: asker.headers });
      const around = (await dataOf(root)).root.data;
      const answer = await fetch(`${alone}/api/me/around?loft_id=${loft_id}`, { headers: asker.headers });
      if (!asker.person) {
        expect([answer.status, around.me]).toEqual([asker.headers.authorization ? 403 : 401, null]);
        continue;
      }
      const { me, marks } = (await answer.json()) as { me: object; marks: object };
      expect({ me, marks: { loft: `/lofts/${loft_id}`, mine: marks } }).toEqual({ me: around.me, marks: around.marks });
    }
  });

  it('treats an erased account as a stranger at once, and contains nothing of it', async () => {
    const { db } = connection;
    const program = await sharing();
    const flight = addresses.find((address) => /flights\/\d+$/.test(address))!;
    const loft_id = Number(/\d+/.exec(flight)![0]);
    const person = await buildPerson(db, { first_name: 'zname-erased', email: 'zmail-erased@example.org' });
    await db.insertInto('favorites').values({ user_id: person.user_id, loft_id }).execute();
    const erased: Asker = { name: 'erased', headers: { cookie: `session=${person.token}` }, person };
    const stranger = askers[0]!;
    const around = `/api/me/around?loft_id=${loft_id}`;
    const pages = [flight, `/lofts/${loft_id}`, '/about', '/'];
    // The public copies are cached, and the reader is remembered.
    for (const address of pages) for (const asker of [erased, stranger]) await ask(program, address, asker);
    const signedIn = await ask(program, '/about', erased);
    expect([signedIn.text.includes('action="/logout"'), (await ask(program, around, erased)).status]).toEqual([
      true,
      200,
    ]);
    const who = await db
      .selectFrom('users')
      .select(['issuer', 'subject'])
      .where('id', '=', person.user_id)
      .executeTakeFirstOrThrow();
    await transact(db, (tx) => forgetPerson(tx, who));
    await expect
      .poll(async () => (await ask(program, '/about', erased)).text.includes('action="/logout"'), { timeout: 8000 })
      .toBe(false);
    expect((await ask(program, around, erased)).status).toBe(401);
    for (const address of pages) {
      const [is, should] = [await ask(program, address, erased), await ask(program, address, stranger)];
      expect([address, is.status, canary.exec(is.text)]).toEqual([address, should.status, null]);
      expect(withoutOwn(is.text, program)).toBe(withoutOwn(should.text, program));
    }
  }, 60_000);

  describe('control', () => {
    const first = () => addresses.filter(isHtml).slice(0, 4);

    it('kinds that share one copy are found', async () => {
      const program = await sharing({
        wrapReaders: (readers) => ({
          ...readers,
          known: () => undefined,
          find: async (token) => ({ ...(await readers.find(token)), key: '-' }),
        }),
      });
      const { faults } = await faultsOf(program, ['/about'], 2);
      expect(faults.filter(({ what }) => what === 'another page')).not.toEqual([]);
    });

    it('a member who is taken for the public is found', async () => {
      const program = await sharing({
        wrapReaders: (readers) => ({
          ...readers,
          known: () => undefined,
          find: async (token) => ({ ...(await readers.find(token)), seesMore: () => false }),
        }),
      });
      const draft = addresses.findLast((address) => /flights\/\d+$/.test(address))!;
      const { faults } = await faultsOf(program, [draft], 1);
      expect(faults.map(({ what }) => what)).toContain('404 instead of 200');
    });

    it('a loader that inserts the person is found', async () => {
      const program = await sharing({}, (build) => {
        const root = build.routes.root!;
        const loader: typeof root.module.loader = async (args) => ({
          ...((await root.module.loader!(args)) as object),
          me: { first_name: 'zname-0', last_name: null, email: null, image: null, identity_number: null },
        });
        return { ...build, routes: { ...build.routes, root: { ...root, module: { ...root.module, loader } } } };
      });
      const { faults } = await faultsOf(program, first().slice(0, 1), 1);
      expect(faults.map(({ what }) => what)).toContain('reveals zname-');
    });
  });
});

async function dataOf(answer: Response) {
  const { value } = await UNSAFE_decodeViaTurboStream(answer.body!, globalThis as never);
  return value as { root: { data: { me: object | null; marks: object | null } } };
}
