/**
 * The live board on a desktop and on a phone: a virtual list, rows that keep their position, announced arrivals, my own
 * birds, keyboard, and the page number in the address.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import english from '../locales/en.json' with { type: 'json' };
import { type Clock, clockOf, type Race, raceInTheAir, type Site, seriousIn, test } from './support.ts';

const home = 130;
const phone = { width: 390, height: 844 };

let race: Race;
let clock: Clock;
/** The next bird that is in the air. */
let next = home;
/** How many of those since then arrived ahead of the others. */
let ahead = 0;

test.beforeAll(async ({ site }) => {
  race = await raceInTheAir(site, home + 20);
  clock = await clockOf(site, race, 'Antenna 1');
  // Drops of five birds, a minute apart.
  await clock.all(Array.from({ length: home }, (_, bird) => [bird, 100 + Math.floor(bird / 5) + (bird % 5) / 60]));
});

const land = async () => {
  const bird = next++;
  await clock(bird, 200 + bird);
  return bird;
};

const rowOf = (page: Page, bird: number) => page.locator(`tr[data-bird="${race.pigeon_ids[bird]}"]`);

async function open(page: Page, site: Site, query = ''): Promise<void> {
  await page.goto(site.wire.address + race.path + query);
  // After hydration the page of fifty rows becomes the whole list.
  await expect(page.locator('tr[data-bird]')).not.toHaveCount(50);
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', /^1[3-9]\d$/);
}

const topOf = (row: Locator) => row.evaluate((element) => Math.round(element.getBoundingClientRect().top));

for (const [name, viewport] of [
  ['on a desktop', { width: 1280, height: 900 }],
  ['on a phone', phone],
] as const) {
  test.describe(name, () => {
    test.use({ viewport });

    test('the whole race is one list, of which only a part is in the document', async ({ page, site }) => {
      await open(page, site);
      expect(await page.locator('tr[data-bird]').count()).toBeLessThan(60);
      await expect(page.getByRole('cell', { name: 'later' }).first()).toBeVisible();
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect(rowOf(page, home - 1)).toBeVisible();
      await expect(rowOf(page, home - 1)).toHaveAttribute('aria-rowindex', String(home + ahead + 1));
    });

    test('an arrival ahead of the rows being read shifts nothing', async ({ page, site }) => {
      await open(page, site);
      await page.evaluate(() => scrollTo(0, 3000));
      const read = page.locator('tr[data-bird]').nth(14);
      // Until the script has found the scroll position, the rows are those from before.
      await expect(read).toBeInViewport();
      const bird = await read.getAttribute('data-bird');
      const row = page.locator(`tr[data-bird="${bird}"]`);
      const [top, index] = [await topOf(row), Number(await row.getAttribute('aria-rowindex'))];
      const early = next++;
      await clock(early, 90 + early / 100);
      ahead += 1;
      await expect(page.getByRole('button', { name: '1 new arrival' })).toBeVisible();
      await expect(row).toHaveAttribute('aria-rowindex', String(index + 1));
      expect(Math.abs((await topOf(row)) - top)).toBeLessThanOrEqual(1);

      await page.getByRole('button', { name: '1 new arrival' }).click();
      await expect(rowOf(page, early)).toBeInViewport();
      await expect(page.getByRole('button', { name: 'new arrival' })).toHaveCount(0);

      // The way back leads to the rows that were being read, and so does the browser's.
      for (const wayBack of [() => page.getByRole('button', { name: 'Back to rank' }).click(), () => page.goBack()]) {
        await expect(rowOf(page, early)).toBeInViewport();
        await wayBack();
        await expect(row).toBeInViewport();
        expect(Math.abs((await topOf(row)) - top)).toBeLessThanOrEqual(1);
        await page.goForward();
      }
    });

    test('the minimap leads to a minute by keys, and the address to its first bird', async ({ page, site }) => {
      await open(page, site);
      const minimap = page.getByRole('slider', { name: english.minimap.label });
      await minimap.focus();
      await page.keyboard.press('End');
      await expect(rowOf(page, home - 1)).toBeInViewport();
      await expect(minimap).toHaveAttribute('aria-valuetext', /from rank 1[23]\d$/);
      await expect(page).toHaveURL(/#bird-\d+$/);
      await page.goBack();
      await expect(rowOf(page, 0)).toBeInViewport();
    });

    test('a search that finds one bird leads to its row in the whole list, and back', async ({ page, site }) => {
      await open(page, site);
      // Rings are numbered: bird 107 is the only one with this end.
      const ring = (await rowOf(page, 6).getByRole('link').first().innerText()).replace(/7$/, '107');
      if (viewport === phone) await page.getByRole('button', { name: english.search.label }).click();
      await page.getByRole('searchbox').fill(ring);
      await expect(page.locator('tr[data-bird]')).toHaveCount(1);
      await page.getByRole('searchbox').press('Enter');
      await expect(page).toHaveURL(/#bird-\d+$/);
      await expect(rowOf(page, 106)).toBeInViewport();
      await expect(rowOf(page, 106)).toBeFocused();
      await expect(page.locator('tr[data-bird]')).not.toHaveCount(1);
      await page.getByRole('button', { name: english.board.back_search }).click();
      await expect(page.locator('tr[data-bird]')).toHaveCount(1);
    });

    test('a marked bird is pinned, also one that arrives later', async ({ page, site }) => {
      await open(page, site);
      const bird = next;
      await page.evaluate(
        ([loft_id, id]) => localStorage.setItem(`mine.${loft_id}`, JSON.stringify({ pigeons: [id], teams: [] })),
        [race.loft.id, race.pigeon_ids[bird]!],
      );
      await open(page, site);
      const mine = page.getByRole('region', { name: english.mine.title });
      await expect(mine.getByText('0 of 1 home')).toBeVisible();
      await expect(mine.getByRole('list', { name: english.mine.air }).getByRole('listitem')).toHaveCount(1);
      await rowOf(page, 0).getByRole('button').click();
      await expect(mine.getByText('1 of 2 home')).toBeVisible();
      await expect(mine.getByRole('row')).toHaveCount(1);

      expect(await land()).toBe(bird);
      await expect(mine.getByText('2 of 2 home')).toBeVisible();
      await expect(mine.getByRole('list', { name: english.mine.air })).toHaveCount(0);
      const dock = page.getByRole('navigation', { name: english.dock.label });
      if (viewport === phone) {
        // What can be done with them stands at their own part of the dock.
        await expect(mine.getByRole('button', { name: english.mine.hide })).toBeHidden();
        await dock.getByRole('button', { name: english.dock.mine }).click();
      }
      await mine.getByRole('button', { name: english.mine.hide }).click();
      await expect(mine.getByRole('row')).toHaveCount(0);
      if (viewport === phone) await dock.getByRole('button', { name: english.dock.board }).click();
      await rowOf(page, 0).getByRole('button').click();
      await expect(mine.getByText('1 of 1 home')).toBeVisible();
    });

    test('axe finds nothing serious, also from right to left', async ({ page, context, site }) => {
      await context.addCookies([{ name: 'locale', value: 'ar', url: site.wire.address }]);
      await open(page, site);
      await page.locator('tr[data-bird] button').nth(1).click();
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      expect(await seriousIn(page)).toEqual([]);
    });
  });
}

test('a page number in the address opens that page, with a script and without', async ({ page, browser, site }) => {
  await open(page, site, '?page=2');
  await expect(page.locator('tr[aria-rowindex="52"]')).toBeInViewport();
  await page.keyboard.press('Control+Home');
  const still = await browser.newContext({ javaScriptEnabled: false });
  const paged = await still.newPage();
  await paged.goto(`${site.wire.address}${race.path}?page=2`);
  await expect(paged.locator('tr[data-bird]')).toHaveCount(50);
  await expect(paged.locator('tr[data-bird]').first()).toHaveAttribute('aria-rowindex', '52');
  await expect(paged.getByRole('link', { name: english.paging.next })).toBeVisible();
  await still.close();
});

test('the arrow keys move from row to row', async ({ page, site }) => {
  await open(page, site);
  await page.locator('tr[data-bird][tabindex="0"]').focus();
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowDown');
  await expect(page.locator('tr[data-bird]:focus')).toHaveAttribute('aria-rowindex', '5');
  await page.keyboard.press('End');
  await expect(page.locator('tr[data-bird]:focus')).toBeInViewport();
  await expect(page.locator('tr[data-bird]:focus')).toHaveAttribute('aria-rowindex', /^1[3-9]\d$/);
});

test.describe('the dock of a phone', () => {
  test.use({ viewport: phone });

  test('chooses between board, just in and mine', async ({ page, site }) => {
    await open(page, site);
    const dock = page.getByRole('navigation', { name: english.dock.label });
    await dock.getByRole('button', { name: english.dock.just_in }).click();
    await expect(page.getByRole('heading', { name: english.just_in.title })).toBeVisible();
    await expect(page.getByRole('table')).toBeHidden();
    await dock.getByRole('button', { name: english.dock.mine }).click();
    await expect(page.getByText(english.mine.none)).toBeVisible();
    await dock.getByRole('button', { name: english.dock.board }).click();
    await expect(page.getByRole('table')).toBeVisible();
  });

  test('a loss of the network is shown, and the board continues by itself afterwards', async ({
    page,
    context,
    site,
  }) => {
    await open(page, site);
    await context.setOffline(true);
    site.wire.cut();
    const bird = await land();
    await expect(page.getByText(english.live.lost)).toBeAttached();
    site.wire.restore();
    await context.setOffline(false);
    await expect(page.getByText(english.live.lost)).toHaveCount(0, { timeout: 20_000 });
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(rowOf(page, bird)).toBeVisible();
  });
});
