/**
 * The first screen of a live flight: a result within reach in every language, and nothing that moves, neither while the
 * page loads nor while birds land.
 */
import { expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { type Clock, clockOf, moved, type Race, raceInTheAir, test, watchMoves } from './support.ts';

const home = 60;

let race: Race;
let clock: Clock;
test.beforeAll(async ({ site }) => {
  race = await raceInTheAir(site, home + 20);
  clock = await clockOf(site, race, 'Antenna 1');
  await clock.all(Array.from({ length: home }, (_, bird) => [bird, 200 + bird / 10]));
  // A name longer than a phone is wide, and a notice.
  await sql`update flights set name = 'Grand international final of the young birds from Bourges'
    where loft_id = ${race.loft.id} and id = ${race.flight_id}`.execute(site.db);
});

const topOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().top);

for (const locale of ['en', 'de', 'th', 'hu', 'ar']) {
  test(`the first result stands on the first screen (${locale})`, async ({ page, context, site }) => {
    await context.addCookies([{ name: 'locale', value: locale, url: site.wire.address }]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(site.wire.address + race.path);
    expect(await topOf(page, 'tr[data-bird]')).toBeLessThanOrEqual(465);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    // A page at 200 %.
    await page.setViewportSize({ width: 720, height: 450 });
    expect(await topOf(page, 'tr[data-bird]')).toBeLessThanOrEqual(338);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await topOf(page, 'tr[data-bird]')).toBeLessThanOrEqual(720);
  });
}

for (const [name, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a tablet', { width: 820, height: 1180 }],
  ['a desktop', { width: 1440, height: 900 }],
] as const) {
  test(`nothing moves on ${name} while the page loads and birds land`, async ({ page, site }) => {
    await page.setViewportSize(viewport);
    await watchMoves(page);
    const marks = JSON.stringify({ pigeons: [race.pigeon_ids[1], race.pigeon_ids[home + 19]], teams: [] });
    await page.addInitScript(([key, text]) => localStorage.setItem(key!, text!), [`mine.${race.loft.id}`, marks]);
    const mine = page.locator('[aria-labelledby="mine"]');
    await page.goto(site.wire.address + race.path);
    await expect(mine.getByRole('listitem')).toHaveCount(1);
    // The browser knows by now how high they are.
    await page.goto(site.wire.address + race.path);
    await expect(mine.getByRole('listitem')).toHaveCount(1);
    // The swap of a font may move a word by a part of a pixel.
    const onLoad = await moved(page);
    expect(sumOf(onLoad), JSON.stringify(onLoad)).toBeLessThan(0.001);

    const before = await page.getByRole('table').last().getAttribute('aria-rowcount');
    for (let n = 0; n < 5; n += 1) await clock(landed++, 290);
    await expect(page.getByRole('table').last()).not.toHaveAttribute('aria-rowcount', before!);
    await page.waitForTimeout(1000);
    expect(sumOf(await moved(page))).toBeLessThanOrEqual(0.01);
  });
}

const sumOf = (shifts: readonly { value: number }[]) => shifts.reduce((sum, { value }) => sum + value, 0);

test('scrolled, the tabs stay below the small head', async ({ page, site }) => {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(site.wire.address + race.path);
    await page.evaluate(() => scrollTo(0, 1500));
    const tab = page.getByRole('navigation', { name: 'Parts of this race' }).first();
    await expect(tab).toBeInViewport();
    await expect.poll(async () => Math.round((await tab.boundingBox())!.y)).toBe(52);
  }
});

let landed = home;

test('my birds that are still out come first, each with a window, then those at home', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const marks = JSON.stringify({ pigeons: [race.pigeon_ids[1], race.pigeon_ids[home + 19]], teams: [] });
  await page.addInitScript(([key, text]) => localStorage.setItem(key!, text!), [`mine.${race.loft.id}`, marks]);
  await page.goto(site.wire.address + race.path);
  const mine = page.locator('[aria-labelledby="mine"]');
  const out = mine.getByRole('listitem');
  await expect(out).toHaveText(/\d\d:\d\d–(\w+ )?\d\d:\d\d$/);
  expect(await topOf(page, '[aria-labelledby="mine"] li')).toBeLessThanOrEqual(465);
  const [first, second] = [await out.boundingBox(), await mine.getByRole('row').boundingBox()];
  expect(first!.y).toBeLessThan(second!.y);
});

test('a row stays under the finger that marks it: a second tap takes the same mark back', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site.wire.address + race.path);
  const row = page.locator(`tr[data-bird="${race.pigeon_ids[3]}"]`).last();
  const pen = row.getByRole('button');
  await pen.scrollIntoViewIfNeeded();
  const before = (await row.boundingBox())!;
  await pen.click();
  await expect(page.locator('[aria-labelledby="mine"]').getByRole('row')).toHaveCount(1);
  // Sooner it would be the second press of a double one, which marks once.
  await page.waitForTimeout(600);
  expect(Math.abs((await row.boundingBox())!.y - before.y)).toBeLessThanOrEqual(1);
  await pen.click();
  await expect(pen).toHaveAttribute('aria-pressed', 'false');
});
