/** The basketing desk in a real browser: from the key to the tone, opening without a network, and what it holds. */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';
import { buildFlight, buildPerson, buildRace } from '#testing/builders.ts';
import { findChromium } from '../browser.ts';
import { timesOf } from './figures.ts';
import { calm, measure } from './machine.ts';
import { settleDatabase } from './race.ts';
import type { Server, Site } from './site.ts';
import { type Report, written } from './table.ts';

const slowDown = 4;

export async function desk(site: Site, quick: boolean, say: (line: string) => void): Promise<Report> {
  const [birds, most, scans, opened] = quick ? [300, 1000, 30, 3] : [2000, 10_000, 300, 9];
  const server = await site.program('all', 'free');
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    say(`${written(birds)} birds, ${scans} scans`);
    const one = await basketingOf(site, birds, birds - scans);
    const small = await openAt(browser, server, one);
    await calm(quick ? 0 : 10_000);
    const end = measure({ server: server.pid });
    const tones = timesOf(await scan(small.page, one.chips.slice(-scans)));
    const { foreign } = end();
    await small.context.close();
    say(`${written(most)} birds, opened ${opened} times without a network`);
    const large = await openAt(browser, server, await basketingOf(site, most, 0));
    const held = await heldBy(large.page);
    const opening = timesOf(await openWithoutNetwork(large, opened));
    return {
      figures: [
        {
          key: `desk/${birds}/tone`,
          says: `Desk: from the key to the tone, ${slowDown}× slowed, ${written(birds)} birds`,
          value: tones.p50,
          unit: 'ms',
          better: 'less',
          bar: 30,
        },
        {
          key: `desk/${most}/open`,
          says: `Desk: opens without a network, ${written(most)} birds`,
          value: opening.p50,
          unit: 'ms',
          better: 'less',
          bar: 1500,
        },
        {
          key: `desk/${most}/held`,
          says: `Desk: held on the device, ${written(most)} birds`,
          value: held / 1e6,
          unit: 'MB',
          better: 'less',
          bar: 5,
        },
      ],
      sheets: [
        {
          title: 'The basketing desk in a browser',
          notes: [
            `Chromium ${browser.version()}, 1024 × 768. Tone: from the Enter of a reader to the start of its tone, CPU slowed ${slowDown} times, the last ${scans} birds go in one after the other, typed key by key. Opening: from the navigation to the field that takes a scan, ${opened} times, everything from the device.`,
            ...(foreign > 0.12 ? [`Strangers on the machine took ${written(foreign)} cores.`] : []),
          ],
          columns: ['', 'median', 'p99', 'most'],
          rows: [
            ['key to tone, ms', written(tones.p50), written(tones.p99), written(tones.max)],
            ['opens without a network, ms', written(opening.p50), written(opening.p99), written(opening.max)],
          ],
        },
      ],
    };
  } finally {
    await browser.close();
    await server.stop();
  }
}

interface Basketing {
  path: string;
  token: string;
  chips: readonly string[];
}

/** A flight whose basketing is open, with birds at the loft that have names as long as real ones; the first ones are in. */
async function basketingOf(site: Site, birds: number, basketed: number): Promise<Basketing> {
  const { db } = site.connection;
  const race = await buildRace(db, { birds, until: 'planned' });
  const season = { loft_id: race.loft.id, season_id: race.season_id };
  const { token } = await buildPerson(db, {
    entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }],
  });
  const flight_id = await db.transaction().execute(async (tx) => {
    const act = { by: null, now_ms: Date.now() };
    await bringTo(tx, season, await lockPigeons(tx, season, race.pigeon_ids), 'at_loft', act);
    return buildFlight(tx, { ...race, pigeon_ids: race.pigeon_ids.slice(0, basketed) }, { until: 'basketing' });
  });
  await db
    .updateTable('pigeons')
    .set({ name: 'Zilveren Prinses', color: 'Blue bar white flight' })
    .where('loft_id', '=', season.loft_id)
    .execute();
  await settleDatabase(site);
  return { path: `/admin/seasons/${race.season_id}/flights/${flight_id}/basketing`, token, chips: race.chips };
}

interface OpenDesk {
  context: BrowserContext;
  page: Page;
  address: string;
}

async function openAt(browser: Browser, { port }: Server, { path, token }: Basketing): Promise<OpenDesk> {
  const site = `http://127.0.0.1:${port}`;
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 } });
  await context.addCookies([{ name: 'session', value: token, url: site }]);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const heard = globalThis as unknown as { pressed: number; tones: number[] };
    heard.tones = [];
    const press = ({ key, timeStamp }: KeyboardEvent) => {
      if (key === 'Enter') heard.pressed = timeStamp;
    };
    addEventListener('keydown', press, true);
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function first(...given) {
      // A right scan has two notes: the first one is the answer.
      if (heard.pressed) heard.tones.push(performance.now() - heard.pressed);
      heard.pressed = 0;
      start.apply(this, given);
    };
  });
  await page.goto(`${site}${path}`);
  await isReady(page);
  return { context, page, address: `${site}${path}` };
}

/** The desk takes a scan. */
const isReady = (page: Page) => page.waitForFunction(() => document.querySelector('[data-list]') !== null);

/** @returns for each chip the time from the Enter to the tone, ms */
async function scan(page: Page, chips: readonly string[]): Promise<number[]> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  const tones = () => page.evaluate(() => (globalThis as unknown as { tones: number[] }).tones);
  for (const [n, chip] of chips.entries()) {
    await page.keyboard.type(chip);
    await page.keyboard.press('Enter');
    await page.waitForFunction((most) => (globalThis as unknown as { tones: number[] }).tones.length > most, n);
  }
  return tones();
}

/** @returns how long each opening took, ms */
async function openWithoutNetwork({ context, page, address }: OpenDesk, times: number): Promise<number[]> {
  await page.waitForFunction(async () => (await caches.match('/basketing')) !== undefined);
  await context.setOffline(true);
  const took: number[] = [];
  for (let n = 0; n < times; n++) {
    await page.goto(address, { waitUntil: 'commit' });
    await isReady(page);
    took.push(await page.evaluate(() => performance.now()));
  }
  return took;
}

/** What the desk holds in the database of the browser, in bytes as text. */
const heldBy = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('basketing');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const { result: database } = opening;
          const held = database.transaction([...database.objectStoreNames]);
          let bytes = 0;
          for (const name of database.objectStoreNames) {
            const asked = held.objectStore(name).getAll();
            asked.onsuccess = () => {
              bytes += new Blob([JSON.stringify(asked.result)]).size;
            };
          }
          held.onabort = () => reject(held.error);
          held.oncomplete = () => {
            database.close();
            resolve(bytes);
          };
        };
      }),
  );
