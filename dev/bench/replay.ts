/** The replay of a flown race in a real browser: how smoothly it follows a finger on its slider, on a slow phone and on a desktop. */
import { type Browser, chromium } from '@playwright/test';
import { transact } from '#server/db/transaction.ts';
import { closeFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { findChromium } from '../browser.ts';
import { framesWhile } from './browser.ts';
import { calm, measure } from './machine.ts';
import { bringHome, raceOf } from './race.ts';
import type { Site } from './site.ts';
import { type Report, written } from './table.ts';

const slowDown = 4;
const screens = [
  { name: 'phone', viewport: { width: 390, height: 844 } },
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
] as const;

export async function replay(site: Site, quick: boolean, say: (line: string) => void): Promise<Report> {
  const home = quick ? 500 : 5809;
  const seconds = quick ? 2 : 8;
  const server = await site.program('all', 'free');
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    say(`${written(home)} birds home`);
    const race = await raceOf(site, home + Math.round(home / 10), 4);
    await bringHome(race, server.port, home);
    const key = { loft_id: race.loft.id, flight_id: race.flight_id };
    await transact(site.connection.db, async (tx) =>
      closeFlight(tx, await lockFlight(tx, key), new Date(race.release_ms + 6 * 3_600_000).toISOString()),
    );
    await calm(quick ? 0 : 10_000);
    const address = `http://127.0.0.1:${server.port}${race.path}/replay?at=4h00m00s`;
    const end = measure({ server: server.pid });
    const rows: { name: string; frames: number; rows: number }[] = [];
    for (const { name, viewport } of screens)
      rows.push({ name, ...(await scrubbed(browser, address, viewport, seconds)) });
    const { foreign } = end();
    return {
      figures: rows.map(({ name, frames }) => ({
        key: `replay/${home}/${name}`,
        says: `Browser: frames while a replay of ${written(home)} birds is scrubbed, ${name}, ${slowDown}× slowed`,
        value: frames,
        unit: 'frames/s',
        better: 'more' as const,
        bar: 50,
      })),
      sheets: [
        {
          title: 'The replay of a race in a browser',
          notes: [
            `Chromium ${browser.version()}, CPU slowed ${slowDown} times; a mouse drags the slider to and fro over the whole race.`,
            ...(foreign > 0.12 ? [`Strangers on the machine took ${written(foreign)} cores.`] : []),
          ],
          columns: ['', 'frames/s while scrubbing', 'rows in the document'],
          rows: rows.map((row) => [row.name, written(row.frames), written(row.rows)]),
        },
      ],
    };
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Drags the slider. @returns frames per second, as the page counts them */
async function scrubbed(
  browser: Browser,
  address: string,
  viewport: { width: number; height: number },
  seconds: number,
): Promise<{ frames: number; rows: number }> {
  const context = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'networkidle' });
    const tools = await context.newCDPSession(page);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    const slider = page.getByRole('slider');
    const { x, y, width, height } = (await slider.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.waitForTimeout(500);
    const counted = await framesWhile(page, seconds, async (step) => {
      const place = 0.5 - 0.48 * Math.cos(step / 40);
      await page.mouse.move(x + width * place, y + height / 2);
    });
    await page.mouse.up();
    return { frames: counted, rows: await page.locator('[data-row]').count() };
  } finally {
    await context.close();
  }
}
