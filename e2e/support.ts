/**
 * The fixtures of the browser tests: the real program with built pages and a PostgreSQL of its own, behind a TCP proxy
 * that can be cut; races built by the verbs, and clocks that send readings over HTTP. It is started once per worker and
 * removed completely.
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { sql } from 'kysely';
import { connect, type Database } from '#server/db/database.ts';
import { orphansIn } from '#server/db/embedded-processes.ts';
import { registerDevice } from '#server/devices/devices.ts';
import { type BuiltLoft, type BuiltRace, buildRace, readingOf } from '#testing/builders.ts';
import { startProgram, stopProgram } from '#testing/program.ts';

/** A TCP proxy between the browser and the program; cut, it drops and refuses connections, like a dead network. */
export interface Wire {
  address: string;
  cut(): void;
  restore(): void;
}

export interface Site {
  db: Database;
  /** The settings of a further program on the same database. */
  database: { DATABASE_URL: string; DATABASE_OWNER_URL: string };
  /** The address of the program itself, without the proxy; the clocks use it. */
  program: string;
  wire: Wire;
}

export const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'loftline-e2e-'));
      await chmod(folder, 0o711); // as root, PostgreSQL runs as nobody and must pass through
      const dataDir = join(folder, 'data');
      const program = startProgram({ ROLE: 'all', DATA_DIR: dataDir });
      const ending: (() => unknown)[] = [];
      try {
        const address = await program.up;
        const { url, ownerUrl } = JSON.parse(await readFile(join(dataDir, 'connection.json'), 'utf8')) as {
          url: string;
          ownerUrl: string;
        };
        process.env.TESTS_OWNER_URL = ownerUrl;
        const connection = connect(url, () => {}, 4);
        ending.push(() => connection.close());
        const { wire, server } = await layWire(Number(new URL(address).port));
        ending.push(() => {
          wire.cut();
          server.close();
        });
        const database = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
        await use({ db: connection.db, database, program: address, wire });
      } finally {
        for (const end of ending.reverse()) await end();
        await stopProgram(program);
        // Only if the program failed to stop PostgreSQL itself.
        for (const pid of orphansIn(join(dataDir, 'postgres'))) process.kill(pid, 'SIGKILL');
        await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

async function layWire(port: number): Promise<{ wire: Wire; server: Server }> {
  const open = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) {
      near.destroy();
      return;
    }
    const far = dial({ port, host: '127.0.0.1' });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  const wire = {
    address: `http://127.0.0.1:${address.port}`,
    cut() {
      whole = false;
      for (const socket of open) socket.destroy();
    },
    restore() {
      whole = true;
    },
  };
  return { wire, server };
}

export interface Race extends BuiltRace {
  path: string;
  /** The ring of each bird. */
  rings: string[];
  /** The team of each bird. */
  team_ids: number[];
}

/** A race of some birds, released five hours ago. */
export async function raceInTheAir(site: Site, birds = 3, built?: BuiltLoft): Promise<Race> {
  const release_time = new Date(Math.floor(Date.now() / 1000) * 1000 - 5 * 3_600_000).toISOString();
  const race = await buildRace(site.db, { birds, release_time }, built);
  const rows = await site.db
    .selectFrom('pigeons')
    .select(['id', 'ring', 'team_id'])
    .where('loft_id', '=', race.loft.id)
    .where('season_id', '=', race.season_id)
    .execute();
  const birdsById = new Map(rows.map((row) => [row.id, row]));
  return {
    ...race,
    path: `/lofts/${race.loft.id}/flights/${race.flight_id}`,
    rings: race.pigeon_ids.map((id) => birdsById.get(id)!.ring),
    team_ids: race.pigeon_ids.map((id) => birdsById.get(id)!.team_id!),
  };
}

export interface Clock {
  /** Sends the reading of a bird so many minutes after the release. */
  (bird: number, minutes: number): Promise<void>;
  /** Sends the readings of several birds together, as a clock does after a pause. */
  all(homes: readonly (readonly [bird: number, minutes: number])[]): Promise<void>;
}

/** A further clock of the race's loft. */
export async function clockOf(site: Site, race: Race, name: string): Promise<Clock> {
  const { key } = await registerDevice(site.db, { loft_id: race.loft.id, name });
  let sequence = 0;
  const all: Clock['all'] = async (homes) => {
    const readings = homes.map(([bird, minutes]) => readingOf(race, bird, minutes, { sequence: ++sequence }));
    const answer = await fetch(`${site.program}/api/devices/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings }),
    });
    const text = await answer.text();
    if (answer.status !== 200 || text.split('"stored"').length !== homes.length + 1)
      throw new Error(`${answer.status} ${text}`);
  };
  return Object.assign((bird: number, minutes: number) => all([[bird, minutes]]), { all });
}

/** Signs a browser in by its session cookie. */
export async function signIn(context: BrowserContext, address: string, token: string): Promise<void> {
  await context.addCookies([{ name: 'session', value: token, url: address }]);
}

const phone = { viewport: { width: 390, height: 844 } };
export const desktop = { viewport: { width: 1440, height: 900 } };

/** A page of a browser of its own, on a phone unless `options` say otherwise; `who` is signed in, null: nobody. */
export async function pageOf(
  browser: Browser,
  site: Site,
  who: { token: string } | null,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', ...phone, ...options });
  if (who) await signIn(context, site.program, who.token);
  return context.newPage();
}

/** By how many pixels a page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** The serious and critical findings of axe on a page. */
export async function seriousIn(page: Page): Promise<string[]> {
  // Legacy mode: there are no foreign frames, for which axe would open a page of its own. Only violations are needed.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`).sort();
}

/**
 * The serious and critical findings of axe on a page as it is read without a script. Axe itself waits by timers, which
 * never come where scripts are off: it hangs. So the page has scripts, but none of its own, and shows what stands in
 * `noscript` and in the styles for readers without scripting.
 */
export async function seriousWithoutScript(page: Page, address: string): Promise<string[]> {
  await page.route('**/*', async (route) => {
    const type = route.request().resourceType();
    if (type === 'script') return route.abort();
    if (type !== 'document' && type !== 'stylesheet') return route.continue();
    const response = await route.fetch();
    const text = await response.text();
    const body =
      type === 'document'
        ? text.replaceAll(/<script\b[^>]*>.*?<\/script>/gs, '').replaceAll(/<\/?noscript>/g, '')
        : text.replaceAll(/\(scripting: ?none\)/g, 'all');
    return route.fulfill({ response, body });
  });
  try {
    await page.goto(address);
    return await seriousIn(page);
  } finally {
    await page.unroute('**/*');
  }
}

/** The link in the newest mail to an address. */
export async function linkTo(site: Site, email: string): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const { rows } = await sql<{ text: string }>`
        select text from idp.outbox where recipient = ${email} order by id desc limit 1`.execute(site.db);
      link = /http\S+/.exec(rows[0]?.text ?? '')?.[0] ?? '';
      return link;
    })
    .not.toBe('');
  return link;
}

/** Holds back the requests of a page to such addresses, as on a slow connection. @returns the release */
export async function holdBack(page: Page, addresses: string): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(addresses, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

/** Waits until React has hydrated a part of a page, `main` by default. */
export async function untilHydrated(page: Page, selector = 'main'): Promise<void> {
  await page.waitForFunction(
    (part) => Object.keys(document.querySelector(part) ?? {}).some((key) => key.startsWith('__react')),
    selector,
  );
}

/** Records the layout shifts of the next pages, as browsers measure them. */
export const watchMoves = (page: Page) =>
  page.addInitScript(() => {
    const global = window as unknown as { shifts: { value: number; what: string }[] };
    global.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; sources: { node: Node | null }[] }[]) {
        const what = entry.sources.map(({ node }) => (node as Element | null)?.outerHTML?.slice(0, 80) ?? '').join(' ');
        global.shifts.push({ value: entry.value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** The layout shifts since the last call. */
export const moved = (page: Page) =>
  page.evaluate(async () => {
    const global = window as unknown as { shifts: { value: number; what: string }[] };
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return global.shifts.splice(0);
  });
