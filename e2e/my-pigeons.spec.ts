/** A visitor without an account finds the marked birds again: in the menu, on home, on their page, without a network. */
import { expect, type Page } from '@playwright/test';
import { buildPerson } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, type Race, raceInTheAir, type Site, seriousIn, signIn, test } from './support.ts';

test.use({ serviceWorkers: 'allow' });
test.afterEach(({ site }) => site.wire.restore());

/** A race of which one bird is home, and the loft expects the others soon. */
async function expectedRace(site: Site): Promise<Race> {
  const race = await raceInTheAir(site, 12);
  await site.db
    .updateTable('flights')
    .set({ estimated_average_speed: 1200 })
    .where('id', '=', race.flight_id)
    .execute();
  await (await clockOf(site, race, 'Antenna 1'))(1, 290);
  return race;
}

/** Marks a bird on its page. */
async function mark(page: Page, site: Site, race: Race, bird: number): Promise<void> {
  await page.goto(`${site.wire.address}/lofts/${race.loft.id}/teams/pigeons/${race.pigeon_ids[bird]}`);
  await page.getByRole('button', { name: english.mine.mark, exact: true }).click();
  await expect(page.getByRole('button', { name: english.mine.marked, exact: true })).toBeVisible();
}

/** In the evening it may end on the next day. */
const window = /\d\d:\d\d–(\w+ )?\d\d:\d\d/;

test('a marked bird is in the menu, on home before everything, on its page, and there without a network', async ({
  page,
  context,
  site,
}) => {
  const race = await expectedRace(site);
  const band = page.getByRole('region', { name: english.mine.title });
  await page.goto(`${site.wire.address}/`);
  await expect(band).toBeHidden();
  await mark(page, site, race, 3);
  // The page of a bird says what it does now.
  const now = page.getByRole('main').locator('section').filter({ hasText: english.mine.expected });
  await expect(now).toContainText(window);
  await expect(now.getByRole('link', { name: english.race.watch })).toHaveAttribute('href', race.path);
  await mark(page, site, race, 1);

  await page.goto(`${site.wire.address}/`);
  await expect(band).toContainText(race.rings[3]!);
  await expect(band).toContainText(window);
  const [top, intro] = await Promise.all(
    [band, page.getByRole('heading', { level: 1 })].map(async (one) => (await one.boundingBox())!.y),
  );
  expect(top!).toBeLessThan(intro!);
  expect(await seriousIn(page)).toEqual([]);

  await page.getByRole('navigation').getByRole('link', { name: english.nav.mine }).first().click();
  await expect(page).toHaveURL(`${site.wire.address}/mine`);
  const birds = page.getByRole('main').getByRole('listitem');
  await expect(birds.nth(0)).toContainText(race.rings[3]!);
  await expect(birds.nth(0)).toContainText(window);
  await expect(birds.nth(1)).toContainText(race.rings[1]!);
  await expect(birds.nth(1)).toContainText('1 of 12');
  await expect(page.getByRole('main').getByRole('link', { name: english.race.watch })).toHaveAttribute(
    'href',
    race.path,
  );
  expect(await seriousIn(page)).toEqual([]);

  await expect.poll(() => page.evaluate(async () => (await caches.match('/mine')) !== undefined)).toBe(true);
  await context.setOffline(true);
  site.wire.cut();
  await page.goto(`${site.wire.address}/mine`);
  await expect(birds.nth(0)).toContainText(race.rings[3]!);
  await expect(page.getByText(english.offline.as_of.split('{{time}}')[0]!)).toBeVisible();
});

test('what an account follows is there without a network too, where the page is nobody’s', async ({
  page,
  context,
  site,
}) => {
  const race = await expectedRace(site);
  await signIn(context, site.wire.address, (await buildPerson(site.db)).token);
  await mark(page, site, race, 3);
  await page.goto(`${site.wire.address}/mine`);
  const birds = page.getByRole('main').getByRole('listitem');
  await expect(birds.first()).toContainText(race.rings[3]!);
  await expect.poll(() => page.evaluate(async () => (await caches.match('/mine')) !== undefined)).toBe(true);
  await context.setOffline(true);
  site.wire.cut();
  await page.goto(`${site.wire.address}/mine`);
  await expect(page.getByText(english.offline.as_of.split('{{time}}')[0]!)).toBeVisible();
  await expect(birds.first()).toContainText(race.rings[3]!);
  await expect(page.getByRole('link', { name: english.nav.log_in })).toHaveCount(0);
});

test('nothing moves when the birds appear on home and on their page', async ({ page, site }) => {
  const race = await expectedRace(site);
  await mark(page, site, race, 3);
  // The typefaces have a bound of their own (hydration.spec.ts).
  await page.route('**/*.woff2', (route) => route.abort());
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(globalThis, { shifted: ((globalThis as { shifted?: number }).shifted ?? 0) + entry.value });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of ['/', '/mine'])
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(site.wire.address + path);
      await expect(page.getByText(race.rings[3]!.slice(-4)).first()).toBeVisible();
      expect(await page.evaluate(() => (globalThis as { shifted?: number }).shifted ?? 0)).toBe(0);
    }
});

test('without a mark the page says how to mark, and without a script who keeps marks', async ({
  page,
  browser,
  site,
}) => {
  await page.goto(`${site.wire.address}/mine`);
  await expect(page.getByRole('heading', { name: english.mine.none_yet })).toBeVisible();
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const still = await context.newPage();
  await still.goto(`${site.wire.address}/mine`);
  await expect(still.locator('noscript p')).toHaveText(english.mine.no_script);
  await expect(still.locator('noscript p')).toBeVisible();
  await context.close();
});
