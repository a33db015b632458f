/**
 * The day of a final on one machine: birds arrive in a wave, thousands follow, members and strangers load pages, cards
 * are paid at a slow provider, chips are scanned, lists are printed and pictures uploaded. Latencies of clocks, pages
 * and frames are measured in windows, so that a graph shows whether one slows down another.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/db/database.ts';
import { moveOrder } from '#server/orders/orders.ts';
import { placeSeasonOrder } from '#server/orders/season-order.ts';
import { addDueDate } from '#server/seasons/due-dates.ts';
import { addProduct } from '#server/seasons/products.ts';
import { buildLoft, buildPerson, buildRace } from '#testing/builders.ts';
import { drawGraph, type Series } from './graph.ts';
import { measure } from './machine.ts';
import { commitsOf, headOf, type Race, raceOf } from './race.ts';
import { Samples } from './samples.ts';
import type { Load, Server, Site } from './site.ts';
import { startSlowCards } from './slow-cards.ts';
import { type Figure, type Report, written } from './table.ts';
import { grainy } from './uploads.ts';
import { again, comeTo, type Visitor } from './visitors.ts';

const kinds = {
  clocks: 'clocks, answer',
  sockets: 'sockets, commit to the last of the followers',
  strangers: 'pages, strangers',
  members: 'pages, signed in',
  part: 'a member’s own part of a page',
  own: 'pages of one’s own',
  scans: 'chips scanned',
  payments: 'cards, the provider takes 4 s',
  files: 'PDF of a list',
  uploads: 'a picture of 2 MB',
} as const;
type Kind = keyof typeof kinds;

/** Number of people of each kind, for the whole run and for a quick one. */
const sizes = {
  whole: { minutes: 20, followers: 2000, members: 200, strangers: 100, orders: 400, scanned: 2400 },
  quick: { minutes: 0.3, followers: 100, members: 10, strangers: 5, orders: 6, scanned: 40 },
};
const window_ms = 10_000;
const provider_ms = 4000;
/** Arrivals per second at the peak of the wave, and before and after it. */
const [height, calmly] = [20, 0.5] as const;

export async function finalDay(site: Site, quick: boolean, say: (line: string) => void): Promise<Report> {
  const size = sizes[quick ? 'quick' : 'whole'];
  const samples = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, new Samples()])) as Record<Kind, Samples>;
  let port = 0;
  const cards = await startSlowCards(provider_ms, () => `http://127.0.0.1:${port}/api/payments/webhook`);
  const server = await site.program('all', 'free', cards.env);
  port = server.port;
  const load = await site.load();
  const over = new AbortController();
  const visitors: Visitor[] = [];
  try {
    say('the season is built');
    const race = await raceOf(site, quick ? 300 : 8000);
    const people = await peopleOf(site.connection.db, race, size);
    const { epoch, seq } = await headOf(site, race);
    await load.gather({
      port,
      count: size.followers,
      protocol: 'live',
      topic: race.topic,
      epoch,
      after: seq,
      together: 200,
    });
    const since_ms = performance.now();
    const come = (headers?: Record<string, string>): Visitor => {
      const visitor = comeTo(port, since_ms, { 'accept-language': 'en', ...headers });
      visitors.push(visitor);
      return visitor;
    };
    const end = measure({ server: server.pid, postgres: site.postgres, load: load.pid });
    const visits = Promise.all([
      ...readers({ race, people, size, samples, over: over.signal, come }),
      ...workers({
        race,
        people,
        samples,
        over: over.signal,
        come,
        pay: (session) => void cards.sandbox.page(session, { intent: 'pay', delivery: 'at_once' }, 'en'),
      }),
    ]);
    await birdsComeHome({ site, race, load, server, since_ms, minutes: size.minutes, samples, say });
    over.abort();
    await visits;
    const spent = end();
    return reportOf(samples, size.minutes, spent.of, spent.seconds);
  } finally {
    over.abort();
    for (const visitor of visitors) visitor.leave();
    await load.stop();
    await server.stop();
    await cards.stop();
  }
}

type People = Awaited<ReturnType<typeof peopleOf>>;
type Size = (typeof sizes)['whole'];

/** Members with orders to pay, two merchants who scan, a third who uploads, and birds that wait for their chips. */
async function peopleOf(db: Database, race: Race, size: Size) {
  const { loft } = race;
  const merchant = () => buildPerson(db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
  const scanners = [await merchant(), await merchant()];
  const sender = await merchant();
  const members = [];
  for (let i = 0; i < size.members; i++) members.push(await buildPerson(db, { first_name: `Member ${i}` }));
  const waiting = await buildRace(db, { birds: size.scanned, until: 'planned' }, race);
  const rings = await db.selectFrom('pigeons').select('ring').where('id', 'in', waiting.pigeon_ids).execute();
  const orders = await ordersOf(db, members, size.orders);
  return { scanners, sender, members, orders, season_id: waiting.season_id, rings: rings.map(({ ring }) => ring) };
}

/** Confirmed orders of a season that can be paid today. */
async function ordersOf(
  db: Database,
  members: readonly { user_id: number; headers: Record<string, string> }[],
  count: number,
) {
  const { loft, season_id } = await buildLoft(db);
  const key = { loft_id: loft.id, season_id };
  const now_ms = Date.now();
  const day = (days: number) => new Date(now_ms + days * 86_400_000).toISOString().slice(0, 10);
  const product_id = await db.transaction().execute(async (tx) => {
    const range = { description: '', starts_at: day(-20), ends_at: day(20) };
    await addDueDate(tx, null, key, { ...range, due_date_category_id: 1, name: 'Registration', max_duration: null });
    await addDueDate(tx, null, key, {
      ...range,
      due_date_category_id: 2,
      name: 'Payment',
      ends_at: day(60),
      max_duration: 7,
    });
    const terms = { product_category_id: 1 as const, name: 'One', description: '', amount_cents: 15_000 };
    const limits = { max_quantity: null, starts_at: null, ends_at: null, pigeons_active: 1, pigeons_reserve: 0 };
    return (await addProduct(tx, null, key, { ...terms, ...limits })).id;
  });
  const orders = [];
  for (let i = 0; i < count; i++) {
    const { user_id, headers } = members[i % members.length]!;
    const at = { time_zone: 'Europe/Brussels', now_ms };
    const { id } = await db.transaction().execute(async (tx) => {
      const placed = await placeSeasonOrder(
        tx,
        key,
        { kind: 'registration', user_id, wanted: [{ product_id, quantity: 1 }] },
        at,
      );
      return moveOrder(tx, placed, 'confirm', { by: null, ...at });
    });
    orders.push({ id, headers });
  }
  return orders;
}

interface Day {
  race: Race;
  people: People;
  samples: Record<Kind, Samples>;
  over: AbortSignal;
  come(headers?: Record<string, string>): Visitor;
}

const html = { accept: 'text/html', 'accept-encoding': 'br, gzip' };

/** Strangers and members load the pages of the race, its loft and its teams; members load pages of their own too. */
function readers({ race, people, size, samples, over, come }: Day & { size: Size }): Promise<void>[] {
  const loft = `/lofts/${race.loft.id}`;
  const paths = [race.path, race.path, race.path, loft, '/', `${loft}/teams`];
  const strangers = Array.from({ length: size.strangers }, () => {
    const stranger = come(html);
    let looked = Math.floor(Math.random() * paths.length);
    return again(3000, over, () => stranger.ask({ path: paths[looked++ % paths.length]! }, samples.strangers));
  });
  const members = people.members.map(({ token }) => {
    const member = come({ ...html, cookie: `session=${token}` });
    let looked = Math.floor(Math.random() * paths.length);
    return again(4000, over, async () => {
      await member.ask({ path: paths[looked++ % paths.length]! }, samples.members);
      await member.ask(
        { path: `/api/me/around?loft_id=${race.loft.id}`, headers: { accept: 'application/json' } },
        samples.part,
      );
      if (looked % 5 === 0) await member.ask({ path: '/registrations' }, samples.own);
    });
  });
  return [...strangers, ...members];
}

/** Two merchants scan, one uploads pictures, customers pay, and somebody prints the list. */
function workers({ race, people, samples, over, come, pay }: Day & { pay(session: string): void }): Promise<unknown>[] {
  const json = { 'content-type': 'application/json' };
  const { rings, orders, season_id } = people;
  let scanned = 0;
  let paid = 0;
  const scanning = people.scanners.map((person, i) => {
    const scanner = come({ ...person.headers });
    return again(1000, over, async () => {
      const ring = rings[scanned];
      if (ring === undefined) return;
      const chip = `5A${String(i)}${scanned.toString(16).toUpperCase().padStart(7, '0')}`;
      scanned += 1;
      const body = JSON.stringify({ ring, chip, reason: 'The old one cannot be read' });
      await scanner.ask(
        { path: `/api/admin/seasons/${season_id}/intake`, method: 'POST', headers: json, body },
        samples.scans,
      );
    });
  });
  const customer = come();
  const paying = again(3000, over, async () => {
    const order = orders[paid];
    if (!order) return;
    paid += 1;
    const asked = {
      path: `/api/orders/${order.id}/payment`,
      method: 'POST' as const,
      body: JSON.stringify({ locale: 'en' }),
    };
    const { body } = await customer.ask({ ...asked, headers: { ...order.headers, ...json } }, samples.payments);
    const session = /cs_sandbox_\w+/.exec(body)?.[0];
    if (session) pay(session);
  });
  const printer = come();
  let printed = 0;
  const printing = again(6000, over, () =>
    // The query makes each address new, so that no finished file is reused.
    printer.ask({ path: `${race.path}/result.pdf?n=${printed++}` }, samples.files),
  );
  const sender = come({ ...people.sender.headers });
  const sending = again(10_000, over, async () => {
    const body = JSON.stringify([`data:image/jpeg;base64,${(await grainy()).toString('base64')}`]);
    await sender.ask(
      { path: `/api/lofts/${race.loft.id}/files`, method: 'POST', headers: json, body },
      samples.uploads,
    );
  });
  return [...scanning, paying, printing, sending];
}

interface Homecoming {
  site: Site;
  race: Race;
  load: Load;
  server: Server;
  since_ms: number;
  minutes: number;
  samples: Record<Kind, Samples>;
  say(line: string): void;
}

/** Birds arrive in windows: few, then a wave, then few again. */
async function birdsComeHome({ site, race, load, server, since_ms, minutes, samples, say }: Homecoming): Promise<void> {
  const end_ms = minutes * 60_000;
  const elapsed = () => performance.now() - since_ms;
  while (elapsed() < end_ms - 1000) {
    const at_ms = elapsed();
    const share = at_ms / end_ms;
    const per_second = calmly + height * Math.exp(-(((share - 0.45) / 0.14) ** 2));
    const seconds = Math.min(window_ms, end_ms - at_ms) / 1000;
    const birds = race.next(Math.ceil(per_second * seconds) + 1);
    if (!birds.length) break;
    const shot = await load.shoot({
      port: server.port,
      keys: race.keys,
      release_ms: race.release_ms,
      topic: race.topic,
      birds,
      most: birds.length,
      pace: { per_second, seconds, burst: 1 },
      timeout_ms: 30_000,
    });
    race.home(shot.arrivals);
    if (shot.complete < shot.arrivals || shot.lost || shot.doubled)
      throw new Error(
        `${shot.complete} of ${shot.arrivals} birds reached everybody, ${shot.lost} lost, ${shot.doubled} twice`,
      );
    const commits = await commitsOf(
      site,
      race,
      shot.last.map(([pigeon_id]) => pigeon_id),
    );
    for (const [pigeon_id, , last] of shot.last) samples.sockets.add(at_ms, last - commits.get(pigeon_id)!);
    for (const ms of shot.answers.each) samples.clocks.add(at_ms, ms);
    say(
      `minute ${(elapsed() / 60_000).toFixed(1)}: ${written(per_second)} birds a second, clocks ${written(shot.answers.p99)} ms`,
    );
    await sleep(Math.max(0, at_ms + seconds * 1000 - elapsed()));
  }
}

function reportOf(
  samples: Record<Kind, Samples>,
  minutes: number,
  of: Record<string, number>,
  seconds: number,
): Report {
  const all = Object.entries(kinds) as [Kind, string][];
  const figures: Figure[] = all.map(([kind, says]) => ({
    key: `final-day/${kind}/p99`,
    says: `A final's day: ${says}, p99`,
    value: samples[kind].times().p99,
    unit: 'ms',
    better: 'less',
    ...(kind === 'clocks' && { bar: 250 }),
    ...(kind === 'sockets' && { bar: 1000 }),
  }));
  figures.push({
    key: 'final-day/failed',
    says: "A final's day: answers that failed",
    value: all.reduce((sum, [kind]) => sum + samples[kind].outcomes.failed, 0),
    unit: '',
    better: 'less',
    bar: 0,
  });
  const cores = (name: string) => written(of[name]! / 1000 / seconds);
  const series = (wanted: readonly Kind[]): Series[] =>
    wanted.map((kind) => ({
      name: kind,
      points: samples[kind].windows(window_ms * 3).map(({ minute, p99 }) => [minute, p99]),
    }));
  return {
    figures,
    sheets: [
      {
        title: "A final's day",
        notes: [
          `${written(minutes)} minutes on one machine, the load beside the program: cores of the server ${cores('server')}, PostgreSQL ${cores('postgres')}, followers and clocks ${cores('load')}.`,
          'Refused: asked to come back later (429, or 503 with Retry-After). Failed: anything else but an answer as it was meant.',
        ],
        columns: ['', 'answers', 'p50 ms', 'p99', 'max', 'refused', 'failed'],
        rows: all.map(([kind, says]) => {
          const { p50, p99, max } = samples[kind].times();
          const { answered, refused, failed } = samples[kind].outcomes;
          return [
            says,
            answered.toLocaleString('en'),
            written(p50),
            written(p99),
            written(max),
            String(refused),
            String(failed),
          ];
        }),
        graphs: [
          {
            file: 'final-day.svg',
            alt: 'The slow hundredth of answers to clocks, of pages and of frames over the run',
            svg: drawGraph({
              title: "A final's day: p99 of every 30 seconds",
              minutes,
              series: series(['clocks', 'sockets', 'strangers', 'members', 'part', 'own']),
              bar_ms: 250,
            }),
          },
        ],
      },
    ],
  };
}
