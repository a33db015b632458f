/**
 * Pages for strangers and for people who are signed in: from the cache, rendered anew, the part of a page that is the
 * reader's own, and private pages.
 */
import { changeFavorites } from '#server/favorites/favorites.ts';
import { buildPerson } from '#testing/builders.ts';
import { buildOffer, plantOrder } from '#testing/orders.ts';
import { calm, measure } from './machine.ts';
import type { PageRequests } from './pages-load.ts';
import { bringHome, type Race, raceOf } from './race.ts';
import type { Server, Site } from './site.ts';
import { type Figure, type Report, written } from './table.ts';

export async function pages(site: Site, quick: boolean, say: (line: string) => void): Promise<Report> {
  const ms = quick ? 1000 : 6000;
  const rows: string[][] = [];
  const figures: Figure[] = [];
  const load = await site.load();
  const measured = async (says: string, server: Server, requests: Omit<PageRequests, 'port' | 'ms'>) => {
    say(says);
    await load.ask({ port: server.port, ...requests, ms: ms / 3 });
    await calm(quick ? 0 : 10_000);
    const end = measure({ server: server.pid, load: load.pid });
    const asked = await load.ask({ port: server.port, ...requests, ms });
    const { of, foreign } = end();
    if (asked.refused) throw new Error(`${asked.refused} of ${asked.answers} pages were refused`);
    const perCore = asked.answers / (of.server! / 1000);
    const cores = (name: string) => written(of[name]! / 1000 / asked.seconds);
    rows.push([
      says,
      written(asked.answers / asked.seconds),
      written(perCore),
      written(asked.bytes / asked.answers / 1024),
      `${written(asked.p50)} / ${written(asked.p99)}`,
      `${cores('server')} + ${cores('load')}${foreign > 0.12 ? ` †${written(foreign)}` : ''}`,
    ]);
    return { perCore, p99: asked.p99 };
  };
  const ask = async (
    says: string,
    key: string,
    server: Server,
    path: string,
    connections: number,
    bar?: number,
    tokens: readonly string[] = [],
  ): Promise<void> => {
    const { perCore } = await measured(says, server, { path, connections, tokens });
    figures.push({
      key: `pages/${key}`,
      says: `Pages: ${says}`,
      value: perCore,
      unit: 'requests/s/core',
      better: 'more',
      ...(bar !== undefined && { bar }),
    });
  };
  const askOwn = async (says: string, key: string, server: Server, requests: Omit<PageRequests, 'port' | 'ms'>) => {
    const { p99 } = await measured(says, server, requests);
    figures.push({
      key: `pages/${key}`,
      says: `Pages: ${says}, p99`,
      value: p99,
      unit: 'ms',
      better: 'less',
      bar: 150,
    });
  };
  try {
    await withServer(site.rival('raw'), (ceiling) =>
      ask('8 kB that cost nothing: the load’s ceiling', 'ceiling', ceiling, '/', 32),
    );
    await withServer(site.program('all'), async (server) => {
      const race = await raceOf(site, 3000, 1);
      await bringHome(race, server.port, 1500);
      await ask('flight page, 50 rows, kept', 'kept', server, race.path, 32, 20_000);
      const tokens = await peopleOf(site, race, 200);
      const signedIn = 'signed in, 200 sessions';
      await ask(`flight page, ${signedIn}`, 'signed-in', server, race.path, 32, 5000, tokens);
      const loft = `/lofts/${race.loft.id}`;
      await ask('loft page, kept', 'loft', server, loft, 32);
      await ask(`loft page, ${signedIn}`, 'loft-signed-in', server, loft, 32, 5000, tokens);
      await ask('first page, kept', 'home', server, '/', 32);
      await ask(`first page, ${signedIn}`, 'home-signed-in', server, '/', 32, 5000, tokens);
      const own = `/api/me/around?loft_id=${race.loft.id}`;
      await ask('who somebody is and their stars in the loft', 'own-part', server, own, 8, undefined, tokens);
      // Another query each time is another cache key; pages beyond the last one show the last, and query it anew.
      await ask('flight page, 50 rows, made anew', 'anew', server, `${race.path}?n={n}`, 8, 200);
      await ask('flight page, 50 rows, and its data', 'anew-data', server, `${race.path}?page={n}`, 8);
    });
    await withServer(site.program('all', 'free'), async (server) => {
      for (const { says, key, tokens, path } of await ownPagesOf(site)) {
        const requests = { path, tokens, connections: tokens.length };
        const reading = `${says}, 50 people who read ${reading_ms / 1000} s`;
        await askOwn(reading, `${key}-reading`, server, { ...requests, reading_ms });
        await askOwn(`${says}, 50 people without a pause`, `${key}-at-once`, server, requests);
      }
    });
  } finally {
    await load.stop();
  }
  return {
    figures,
    sheets: [
      {
        title: 'Pages',
        notes: [
          'A race with 1,500 of 3,000 birds home; kept-alive connections without pipelining, answers compressed; per second of the server’s one core.',
        ],
        columns: ['', 'requests/s', 'per core', 'kB each', 'p50 / p99 ms', 'cores: server + load'],
        rows,
      },
    ],
  };
}

/** People who are signed in, each with three stars in the loft of the race. @returns the tokens of their sessions */
async function peopleOf(site: Site, race: Race, count: number): Promise<string[]> {
  const { db } = site.connection;
  const tokens: string[] = [];
  for (let i = 0; i < count; i++) {
    const person = await buildPerson(db, { first_name: `Reader ${i}` });
    const actor = { kind: 'user' as const, ...person, is_admin: false, permissions: [] };
    const changes = [0, 1, 2].map((n) => ({
      kind: 'pigeons' as const,
      loft_id: race.loft.id,
      id: race.pigeon_ids[(3 * i + n) % race.pigeon_ids.length]!,
      starred: true,
    }));
    await db.transaction().execute((tx) => changeFavorites(tx, actor, changes));
    tokens.push(person.token);
  }
  return tokens;
}

/** How long people read a private page. */
const reading_ms = 2000;

/** Fifty customers with three orders each of one season, and fifty merchants of its loft. */
async function ownPagesOf({ connection: { db } }: Site) {
  const offer = await buildOffer(db, { max_pigeons: 1000 });
  const customers: string[] = [];
  const merchants: string[] = [];
  const orders: string[] = [];
  for (let i = 0; i < 50; i++) {
    const { user_id, token } = await buildPerson(db, { first_name: 'Luc', last_name: `Customer ${i}` });
    await plantOrder(db, offer, user_id, ['confirm']);
    await plantOrder(db, offer, user_id, ['cancel']);
    orders.push(`/registrations/${(await plantOrder(db, offer, user_id)).id}`);
    customers.push(token);
    const merchant = await buildPerson(db, { entries: [{ loft_id: offer.loft.id, entry: { is_merchant: true } }] });
    merchants.push(merchant.token);
  }
  return [
    { says: 'registrations', key: 'registrations', tokens: customers, path: '/registrations' },
    { says: 'an order', key: 'order', tokens: customers, path: orders },
    { says: 'the overview of a loft', key: 'overview', tokens: merchants, path: `/overview/${offer.loft.id}` },
  ];
}

async function withServer(starting: Promise<Server>, use: (server: Server) => Promise<void>): Promise<void> {
  const server = await starting;
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}
