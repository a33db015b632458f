/** The first page shows the race in the air: updated by a script, the same without one, and on a phone. */
import { expect, type Page } from '@playwright/test';
import { defaultRules } from '#domain/seasons/rules.ts';
import { planFlight } from '#server/flights/planning.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, type Race, raceInTheAir, type Site, test } from './support.ts';

const day_ms = 24 * 3_600_000;

/** More birds than in any other race of these tests, and they land now: it is the leading race of the page. */
async function leadingRace(site: Site, birds: number): Promise<Race> {
  const race = await raceInTheAir(site, birds);
  await site.db.transaction().execute((tx) =>
    planFlight(tx, race.loft, {
      season_id: race.season_id,
      name: `Vierzon ${race.flight_id}`,
      kind: 'final',
      release_point: 'Vierzon',
      distance_m: 436_601,
      release_time: new Date(Date.now() + day_ms / 2).toISOString(),
      rules: defaultRules('km'),
    }),
  );
  return race;
}

const firstHome = (page: Page) => page.getByRole('region', { name: english.home.first }).getByRole('listitem');
const name = async (site: Site, race: Race) => {
  const { name } = await site.db
    .selectFrom('flights')
    .select('name')
    .where('id', '=', race.flight_id)
    .executeTakeFirstOrThrow();
  return name;
};

test('the next arrival appears without a reload, and links to the race', async ({ page, site }) => {
  const race = await leadingRace(site, 200);
  const clock = await clockOf(site, race, 'Home 1');
  await clock(0, 290);
  await page.clock.install();
  await page.goto(site.wire.address);
  await expect(page.getByRole('heading', { name: await name(site, race) })).toBeVisible();
  await expect(firstHome(page)).toHaveCount(1);
  await clock(1, 280);
  // The first content is from the server: the race clock of the page only runs after hydration.
  await expect(async () => {
    await page.clock.runFor(16_000);
    await expect(firstHome(page)).toHaveCount(2, { timeout: 1000 });
  }).toPass();
  await expect(firstHome(page).first()).toContainText(race.rings[1]!);

  const releases = page.getByRole('region', { name: english.home.next });
  await expect(releases.getByText(`Vierzon ${race.flight_id}`)).toBeVisible();
  await expect(releases.getByText(english.home.release_in).first()).toBeVisible();
  await page
    .getByRole('region', { name: await name(site, race) })
    .getByRole('link', { name: english.race.watch })
    .click();
  await expect(page).toHaveURL(site.wire.address + race.path);
});

test('without a script it shows the same', async ({ browser, site }) => {
  const race = await leadingRace(site, 201);
  const clock = await clockOf(site, race, 'Home 1');
  for (let bird = 0; bird < 7; bird++) await clock(bird, 290 - bird);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.wire.address);
  await expect(firstHome(page)).toHaveCount(5);
  await expect(firstHome(page).first()).toContainText(race.rings[6]!);
  await expect(page.getByRole('timer').first()).toHaveText(/^05:0\d:\d\d$/);
  await expect(page.getByRole('region', { name: english.home.next })).toContainText(`Vierzon ${race.flight_id}`);
  await context.close();
});

test('on a phone nothing overflows the screen', async ({ browser, site }) => {
  await leadingRace(site, 202);
  for (const locale of ['en', 'ar', 'de']) {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    await context.addCookies([{ name: 'locale', value: locale, url: site.wire.address }]);
    const page = await context.newPage();
    await page.goto(site.wire.address);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), locale).toBe(360);
    await context.close();
  }
});

test('the head of the first page closes when scrolling down and opens at the top; nothing shifts (2.27, 9.13)', async ({
  page,
  site,
}) => {
  await leadingRace(site, 200);
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto(`${site.wire.address}/`);
  const head = page.getByRole('heading', { level: 1 }).locator('xpath=ancestor::div[contains(@class, "extension")]');
  const height = async () => (await head.boundingBox())!.height;
  expect(await height()).toBe(160);
  const below = () => page.evaluate(() => document.getElementById('leading')!.getBoundingClientRect().top + scrollY);
  const stood = await below();
  const scrollTo = (top: number) => page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
  // Before hydration the page does not react to scrolling.
  await expect(async () => {
    await scrollTo(0);
    await scrollTo(60);
    await expect(head).toHaveAttribute('data-closed', '', { timeout: 1000 });
  }).toPass();
  await expect.poll(height).toBe(0);
  expect(await below()).toBe(stood);
  await scrollTo(59);
  await expect(head).not.toHaveAttribute('data-closed');
  await expect.poll(height).toBe(160);

  // A visitor who is not signed in signs in first, in a window of its own.
  const opening = page.waitForEvent('popup');
  await head.getByRole('link', { name: english.home.my_registrations }).click();
  const popup = await opening;
  expect(popup.url()).not.toContain('/registrations');
  await popup.close();
});
