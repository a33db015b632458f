/**
 * A bird lands and people see it: at once on the page that is open, the same after loading it again, without a script,
 * and after a time without network. Every public page passes axe without a serious finding, also from right to left.
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
    // The row of headings has no cells, the line between two drops one; a place just won stands under its rank.
    if (cells.length > 1) lines.push(`${cells[0]!.trim().split('\n')[0]} ${cells[1]!.split('\n')[0]!.trim()}`);
  }
  return lines;
}

const board = (race: Race, birds: readonly number[]) =>
  birds.map((bird, i) => expect.stringContaining(`${i + 1} ${race.rings[bird]}`));

test('a bird lands while somebody watches, and another one takes its place', async ({ page, site }) => {
  const race = await raceInTheAir(site);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (said) => said.type() === 'error' && complaints.push(said.text()));
  const [first, second] = [await clockOf(site, race, 'Antenna 1'), await clockOf(site, race, 'Antenna 2')];
  await page.goto(site.wire.address + race.path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(english.board.flying, { exact: true })).toBeVisible();
  const openedAt = () => page.evaluate(() => performance.timeOrigin);
  const opened = await openedAt();

  await first(0, 250);
  await expect.poll(() => ranked(page)).toEqual(board(race, [0]));
  // A clock at another door saw another bird five minutes before.
  await second(1, 245);
  await expect.poll(() => ranked(page)).toEqual(board(race, [1, 0]));
  // The one in front was read before by the first clock, which tells it late.
  await first(0, 240);
  await expect.poll(() => ranked(page)).toEqual(board(race, [0, 1]));
  expect(await openedAt(), 'the page was not loaded again').toBe(opened);

  await page.reload();
  // What the server made may be a second old; the socket brings what is missing.
  await expect.poll(() => ranked(page)).toEqual(board(race, [0, 1]));
  expect(complaints).toEqual([]);
});

test('control: without the live socket nothing moves until the page is loaded again', async ({ page, site }) => {
  const race = await raceInTheAir(site);
  const clock = await clockOf(site, race, 'Antenna 1');
  await page.routeWebSocket('**/live', () => {}); // taken, and never passed on
  await page.goto(site.wire.address + race.path);
  await clock(0, 250);
  await page.waitForTimeout(2000);
  expect(await ranked(page)).toEqual([]);
  await page.reload();
  expect(await ranked(page)).toEqual(board(race, [0]));
});

test('the page without a script is the same table', async ({ browser, site }) => {
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

test('without network the page says so, keeps what it has, and catches up after', async ({ page, context, site }) => {
  const race = await raceInTheAir(site);
  const clock = await clockOf(site, race, 'Antenna 1');
  await clock(0, 250);
  await page.goto(site.wire.address + race.path);
  await clock(1, 249);
  await expect.poll(() => ranked(page)).toEqual(board(race, [1, 0]));
  // The line of the board; or that of the whole page, where this asked for something just then.
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

  // Of every other page there is axe.spec.ts; these are fuller with a race in the air.
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

  test('control: and would find it', async ({ page }) => {
    const pale = '<p style="color: #ccc; background: #fff">pale</p>';
    await page.setContent(
      `<html lang="en"><title>Faults</title><main><h1>Faults</h1><button></button>${pale}</main></html>`,
    );
    expect((await seriousIn(page)).map((found) => found.split(':')[0])).toEqual(['button-name', 'color-contrast']);
  });
});
