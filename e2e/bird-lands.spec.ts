/**
 * An arrival on the page of a race: shown at once on an open page, the same after a reload and without a script, and
 * caught up after a loss of the network. Every public page passes axe without a serious finding, also from right to
 * left.
 */
import { expect, type Page } from '@playwright/test';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, type Race, raceInTheAir, seriousIn, test } from './support.ts';

/** The board as its reader sees it: rank and ring of each row. */
async function ranked(page: Page): Promise<string[]> {
  const rows = page.getByRole('table').getByRole('row');
  const lines: string[] = [];
  for (const row of await rows.all()) {
    const cells = await row.getByRole('cell').allInnerTexts();
    // The header row has no cells, and neither has the line between two drops; a new rank stands under the rank.
    if (cells.length > 1) lines.push(`${cells[0]!.trim().split('\n')[0]} ${cells[1]!.split('\n')[0]!.trim()}`);
  }
  return lines;
}

const board = (race: Race, birds: readonly number[]) =>
  birds.map((bird, i) => expect.stringContaining(`${i + 1} ${race.rings[bird]}`));

test('an arrival appears on an open page, and another one takes its place', async ({ page, site }) => {
  const race = await raceInTheAir(site);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const [first, second] = [await clockOf(site, race, 'Antenna 1'), await clockOf(site, race, 'Antenna 2')];
  await page.goto(site.wire.address + race.path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(english.board.flying, { exact: true })).toBeVisible();
  const openedAt = () => page.evaluate(() => performance.timeOrigin);
  const opened = await openedAt();

  await first(0, 250);
  await expect.poll(() => ranked(page)).toEqual(board(race, [0]));
  // Another clock read another bird, which arrived five minutes earlier.
  await second(1, 245);
  await expect.poll(() => ranked(page)).toEqual(board(race, [1, 0]));
  // The first clock read the leading bird before that, and sends the reading late.
  await first(0, 240);
  await expect.poll(() => ranked(page)).toEqual(board(race, [0, 1]));
  expect(await openedAt(), 'the page was not loaded again').toBe(opened);

  await page.reload();
  // The HTML may be a second old; the socket brings what is missing.
  await expect.poll(() => ranked(page)).toEqual(board(race, [0, 1]));
  expect(complaints).toEqual([]);
});

test('control: without the live socket the page stays as it is until it is reloaded', async ({ page, site }) => {
  const race = await raceInTheAir(site);
  const clock = await clockOf(site, race, 'Antenna 1');
  await page.routeWebSocket('**/live', () => {}); // accepted, and not forwarded
  await page.goto(site.wire.address + race.path);
  await clock(0, 250);
  await page.waitForTimeout(2000);
  expect(await ranked(page)).toEqual([]);
  await page.reload();
  expect(await ranked(page)).toEqual(board(race, [0]));
});

test('without a script the page has the same table', async ({ browser, site }) => {
  const race = await raceInTheAir(site);
  const clock = await clockOf(site, race, 'Antenna 1');
  await clock(2, 250);
  await clock(0, 251.5);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.wire.address + race.path);
  expect(await ranked(page)).toEqual(board(race, [2, 0]));
  await context.close();
});

test('without a network the page says so, keeps its rows, and catches up later', async ({ page, context, site }) => {
  const race = await raceInTheAir(site);
  const clock = await clockOf(site, race, 'Antenna 1');
  await clock(0, 250);
  await page.goto(site.wire.address + race.path);
  await clock(1, 249);
  await expect.poll(() => ranked(page)).toEqual(board(race, [1, 0]));
  // The notice of the board, or that of the whole page if it has just sent a request.
  const strip = page
    .getByText(english.live.lost)
    .or(page.getByText(english.offline.as_of.split('{{')[0]!, { exact: false }));
  await expect(strip).toHaveCount(0);

  await context.setOffline(true);
  site.wire.cut();
  await clock(2, 248);
  await expect(strip.first()).toBeAttached();
  expect(await ranked(page)).toEqual(board(race, [1, 0]));

  site.wire.restore();
  await context.setOffline(false);
  await expect.poll(() => ranked(page), { timeout: 20_000 }).toEqual(board(race, [2, 1, 0]));
  await expect(strip).toHaveCount(0, { timeout: 20_000 });
});

test.describe('axe finds nothing serious', () => {
  let race: Race;
  test.beforeAll(async ({ site }) => {
    race = await raceInTheAir(site, 30);
    const clock = await clockOf(site, race, 'Antenna 1');
    for (let bird = 0; bird < 12; bird++) await clock(bird, 200 + bird * bird);
  });

  // The other pages are in axe.spec.ts; these have more content with a race in the air.
  for (const locale of ['en', 'ar'])
    test(`while birds land, in ${locale}`, async ({ page, context, site }) => {
      await context.addCookies([{ name: 'locale', value: locale, url: site.wire.address }]);
      for (const path of [
        '/',
        race.path,
        `${race.path}?tab=basketing`,
        `/lofts/${race.loft.id}/pigeons?q=${race.rings[0]!.slice(-4)}`,
      ]) {
        await page.goto(site.wire.address + path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr');
        expect([path, await seriousIn(page)]).toEqual([path, []]);
      }
    });

  test('control: axe finds a fault that is planted', async ({ page }) => {
    const pale = '<p style="color: #ccc; background: #fff">pale</p>';
    await page.setContent(
      `<html lang="en"><title>Faults</title><main><h1>Faults</h1><button></button>${pale}</main></html>`,
    );
    expect((await seriousIn(page)).map((found) => found.split(':')[0])).toEqual(['button-name', 'color-contrast']);
  });
});
