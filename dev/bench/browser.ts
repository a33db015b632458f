/**
 * The live board in a real browser on a slow phone: when its first result is seen, how busy its main thread is, how much
 * it moves, and how smoothly it scrolls.
 */
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '../browser.ts';
import { calm, measure } from './machine.ts';
import { bringHome, type Race, raceOf } from './race.ts';
import type { Load, Server, Site } from './site.ts';
import { type Report, written } from './table.ts';

const slowDown = 4;
const perSecond = 20;

export async function browser(site: Site, quick: boolean, say: (line: string) => void): Promise<Report> {
  const home = quick ? 2000 : 10_000;
  const seconds = quick ? 2 : 10;
  const server = await site.program('all', 'free');
  const load = await site.load();
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    say(`${written(home)} birds home, ${perSecond} arrivals/s`);
    const race = await raceOf(site, home + 2000, 4);
    await bringHome(race, server.port, home);
    await calm(quick ? 0 : 10_000);
    const address = `http://127.0.0.1:${server.port}${race.path}`;
    const first_ms = median(await firstResults(browser, address, quick ? 1 : 7));
    const page = await browser.newPage({ viewport: { width: 412, height: 915 } });
    const tools = await page.context().newCDPSession(page);
    await tools.send('Performance.enable');
    await page.addInitScript(watchShifts);
    await page.goto(address, { waitUntil: 'networkidle' });
    await tools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    await page.waitForTimeout(quick ? 500 : 2000);

    const end = measure({ server: server.pid });
    const still = await landing(race, server, load, 'still', seconds, () => busy(tools, page, seconds));
    const shift = await page.evaluate(() => (globalThis as unknown as Shifts).shift);
    const scrolled = await landing(race, server, load, 'scrolled', seconds, () => scroll(tools, page, seconds));
    const { foreign } = end();
    return {
      figures: [
        {
          key: `browser/${home}/first`,
          says: `Browser: first result in view, 390 × 844, ${slowDown}× slowed, ${written(home)} rows`,
          value: first_ms,
          unit: 'ms',
          better: 'less',
          bar: 1200,
        },
        {
          key: `browser/${home}/shift`,
          says: 'Browser: layout shift from the first frame until birds have landed',
          value: shift,
          unit: '',
          better: 'less',
          bar: 0.01,
        },
        {
          key: `browser/${home}/busy`,
          says: `Browser: main thread busy, ${slowDown}× slowed, ${perSecond} arrivals/s over ${written(home)} rows`,
          value: still,
          unit: '%',
          better: 'less',
          bar: 10,
        },
        {
          key: `browser/${home}/frames`,
          says: 'Browser: frames while scrolling',
          value: scrolled,
          unit: 'frames/s',
          better: 'more',
          bar: 50,
        },
      ],
      sheets: [
        {
          title: 'The live board in a browser',
          notes: [
            `Chromium ${browser.version()}, CPU slowed ${slowDown} times, 412 × 915; ${written(home)} birds home and ${perSecond} more each second, which rank among them.`,
            ...(foreign > 0.12 ? [`Strangers on the machine took ${written(foreign)} cores.`] : []),
          ],
          columns: [
            '',
            'first result ms',
            'layout shift',
            'main thread busy %',
            'frames/s while scrolling',
            'rows in the document',
          ],
          rows: [
            [
              'flight page',
              written(first_ms),
              shift.toFixed(4),
              written(still),
              written(scrolled),
              written(await page.evaluate(() => document.querySelectorAll('tr, [role=row]').length)),
            ],
          ],
        },
      ],
    };
  } finally {
    await browser.close();
    await load.stop();
    await server.stop();
  }
}

interface Shifts {
  shift: number;
}

/** Counts the layout shift of a page from its first frame on. */
function watchShifts() {
  const counter = globalThis as unknown as Shifts;
  counter.shift = 0;
  new PerformanceObserver((seen) => {
    for (const entry of seen.getEntries()) counter.shift += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Opens the page anew on a slowed phone. @returns ms from each request until a frame shows the first row */
async function firstResults(browser: Browser, address: string, times: number): Promise<number[]> {
  const all: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const tools = await context.newCDPSession(page);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    await page.goto(address, { waitUntil: 'commit' });
    all.push(
      await page.evaluate(
        () =>
          new Promise<number>((seen) => {
            const look = () => {
              const row = document.querySelector('tr[data-bird]');
              const isInView = row !== null && row.getBoundingClientRect().bottom <= innerHeight;
              // The frame after this one has been painted.
              requestAnimationFrame(isInView ? () => seen(performance.now()) : look);
            };
            look();
          }),
      ),
    );
    await context.close();
  }
  return all;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Runs `act` while arrivals come in, and returns its result. */
async function landing<Result>(
  race: Race,
  server: Server,
  load: Load,
  boot: string,
  seconds: number,
  act: () => Promise<Result>,
): Promise<Result> {
  const birds = race.next((seconds + 3) * perSecond);
  race.home(birds.length);
  const ingested = load.ingest({
    port: server.port,
    keys: race.keys,
    batch: 1,
    seconds: seconds + 2,
    release_ms: race.release_ms,
    chips: birds.map(([, chip]) => chip),
    boot,
    per_second: perSecond,
  });
  const result = await act();
  await ingested;
  return result;
}

async function busy(tools: CDPSession, page: Page, seconds: number): Promise<number> {
  await page.waitForTimeout(1000);
  const before = await taskTime(tools);
  const since = performance.now();
  await page.waitForTimeout(seconds * 1000);
  return (100 * (await taskTime(tools)) - 100 * before) / ((performance.now() - since) / 1000);
}

async function taskTime(tools: CDPSession): Promise<number> {
  const { metrics } = await tools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** Scrolls the list down and up by touch. @returns frames per second, as the page counts them */
const scroll = (tools: CDPSession, page: Page, seconds: number): Promise<number> =>
  framesWhile(page, seconds, async (step) => {
    const yDistance = step % 2 === 0 ? -2400 : 2400;
    await tools.send('Input.synthesizeScrollGesture', { x: 206, y: 600, yDistance, speed: 1600 });
  });

/** Acts again and again for some seconds. @returns frames per second, as the page counts them */
export async function framesWhile(page: Page, seconds: number, act: (step: number) => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const counter = globalThis as unknown as { frames: number };
    counter.frames = 0;
    const count = () => {
      counter.frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  const frames = () => page.evaluate(() => (globalThis as unknown as { frames: number }).frames);
  const before = await frames();
  const since = performance.now();
  for (let step = 0; performance.now() - since < seconds * 1000; step += 1) await act(step);
  return ((await frames()) - before) / ((performance.now() - since) / 1000);
}
