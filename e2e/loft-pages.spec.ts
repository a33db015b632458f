/** The pages of a loft, a season, a team and a pigeon: what they show first, on a phone and on a screen. */
import { expect, type Page } from '@playwright/test';
import { addDueDate } from '#server/seasons/due-dates.ts';
import { addProduct } from '#server/seasons/products.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, type Race, raceInTheAir, type Site, seriousIn, test } from './support.ts';

let race: Race;
test.beforeAll(async ({ site }) => {
  race = await raceInTheAir(site, 12);
  const clock = await clockOf(site, race, 'Antenna 1');
  for (const [bird, minutes] of [
    [4, 240],
    [7, 250],
    [2, 262],
  ] as const)
    await clock(bird, minutes);
  await openRegistration(site);
});

/** Opens the registration of the race's season, with one product. */
async function openRegistration(site: Site): Promise<void> {
  const season = { loft_id: race.loft.id, season_id: race.season_id };
  await site.db.updateTable('seasons').set({ max_pigeons: 100 }).where('id', '=', race.season_id).execute();
  await site.db.transaction().execute(async (tx) => {
    await addDueDate(tx, null, season, {
      name: 'Entry',
      description: '',
      due_date_category_id: 1,
      starts_at: '2020-01-01',
      ends_at: '2199-12-31',
      max_duration: null,
    });
    await addProduct(tx, null, season, {
      name: 'Team of three',
      description: 'Three race, two stand by.',
      product_category_id: 1,
      amount_cents: 65_000,
      pigeons_active: 3,
      pigeons_reserve: 2,
      max_quantity: null,
      starts_at: null,
      ends_at: null,
    });
  });
}

/** The sum of all layout shifts of a page while it loads, without those of the typefaces (see hydration.spec.ts). */
async function shiftsOf(page: Page, address: string): Promise<number> {
  await page.route('**/*.woff2', (route) => route.abort());
  await page.addInitScript(() => {
    const seen = { sum: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(address);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.waitForTimeout(500);
  return page.evaluate('seen.sum');
}

for (const width of [320, 390, 1440])
  test(`the pages at ${width} px shift nothing, overflow nothing and have no serious fault`, async ({
    browser,
    site,
  }) => {
    const loft = `/lofts/${race.loft.id}`;
    const bird = `${loft}/teams/${race.team_ids[4]}/pigeons/${race.pigeon_ids[4]}`;
    for (const path of [loft, `${loft}/seasons/${race.season_id}`, `${loft}/teams/${race.team_ids[4]}`, bird]) {
      const page = await (await browser.newContext({ viewport: { width, height: 844 } })).newPage();
      const shifted = await shiftsOf(page, site.program + path);
      const overflows = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect({ path, shifted, overflows, serious: await seriousIn(page) }).toEqual({
        path,
        shifted: 0,
        overflows: 0,
        serious: [],
      });
      await page.context().close();
    }
  });

test('a loft shows its open season with price and places; without a script too', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${site.program}/lofts/${race.loft.id}`);
  const season = page.getByRole('region').filter({ hasText: 'Team of three' });
  await expect(season).toContainText('€650.00');
  await expect(season).toContainText('100 of 100 places left');
  // One button in the sky, one beside the price.
  await expect(page.getByRole('link', { name: english.home.register_pigeons })).toHaveCount(2);
  await context.close();
});

test('on a phone the registration stays in reach on the page of the season', async ({ browser, site }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${site.program}/lofts/${race.loft.id}/seasons/${race.season_id}`);
  const register = page.getByRole('main').getByRole('link', { name: english.home.register_pigeons }).last();
  await expect(register).toBeInViewport();
  await page.getByRole('heading', { name: english.admin.due_dates }).scrollIntoViewIfNeeded();
  await expect(register).toBeInViewport();
  await register.click();
  await expect(page).toHaveURL(/\/register$/);
  await context.close();
});

test('a team shows its results first, each leading to its place; its pigeon its life', async ({ page, site }) => {
  const loft = `/lofts/${race.loft.id}`;
  await page.goto(`${site.program}${loft}/teams/${race.team_ids[4]}`);
  const results = page.getByRole('region', { name: english.team.results });
  await results.getByRole('link', { name: '1', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/places/${race.pigeon_ids[4]}$`));
  await page.goto(`${site.program}${loft}/teams/pigeons/${race.pigeon_ids[7]}`);
  const life = page.getByRole('region', { name: english.bird.life });
  await expect(life.getByRole('listitem').first()).toContainText('2of 12');
  await expect(life).toContainText(english.bird.winner_had.replace('{{speed}}', '1,666.67'));
});
