/** A visited page stays readable offline, with its age; personal pages do not. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { buildPerson } from '#testing/builders.ts';
import arabic from '../locales/ar.json' with { type: 'json' };
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, type Race, raceInTheAir, type Site, seriousIn, test, untilHydrated } from './support.ts';

test.use({ serviceWorkers: 'allow' });

test.afterEach(({ site }) => site.wire.restore());

const [saidBefore = ''] = english.offline.as_of.split('{{time}}');

/** The paths of the cached pages, without the offline page. */
const cachedIn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      if (!name.startsWith('pages-')) continue;
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    }
    return paths.filter((path) => path !== '/offline');
  });

/** A race with one bird at home, whose page was visited until it is cached. */
async function visitRace(page: Page, site: Site): Promise<Race> {
  const race = await raceInTheAir(site);
  const clock = await clockOf(site, race, 'Antenna 1');
  await clock(1, 250);
  await page.goto(site.wire.address + race.path);
  // Parts of the page come in files of their own; on a busy machine the network may never be idle.
  await page.waitForLoadState('networkidle', { timeout: 20_000 }).catch(() => {});
  await expect.poll(() => cachedIn(page)).toContain(race.path);
  await expect.poll(() => page.evaluate(async () => (await caches.match('/offline')) !== undefined)).toBe(true);
  return race;
}

test('a visited race is readable offline, with its age, and continues online', async ({ page, context, site }) => {
  const race = await visitRace(page, site);
  await context.setOffline(true);
  site.wire.cut();
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: race.rings[1]! })).toBeVisible();
  const line = page.getByText(saidBefore);
  await expect(line).toHaveText(/at \d\d:\d\d your time\./);
  // It stays in sight, and nothing runs on data of a past moment.
  const clock_of_race = page.getByRole('timer').first();
  const shown = await clock_of_race.textContent();
  await page.evaluate(() => scrollTo(0, 400));
  await expect(line).toBeInViewport();
  await page.waitForTimeout(1500);
  expect(await clock_of_race.textContent()).toBe(shown);
  expect(await seriousIn(page)).toEqual([]);

  site.wire.restore();
  await context.setOffline(false);
  await expect(line).toHaveCount(0, { timeout: 20_000 });
  const clock = await clockOf(site, race, 'Antenna 2');
  await clock(0, 251);
  await expect(page.getByRole('row').filter({ hasText: race.rings[0]! })).toBeVisible({ timeout: 20_000 });
});

/** Loses the network once a bird has landed that the page as it was opened does not have. */
async function cutAfterLanding(page: Page, context: BrowserContext, site: Site, race: Race) {
  const clock = await clockOf(site, race, 'Antenna 2');
  await clock(0, 249);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.filter({ hasText: race.rings[0]! })).toBeVisible({ timeout: 20_000 });
  await context.setOffline(true);
  site.wire.cut();
  return { clock, rows };
}

test('a reload without a network shows what stood on the screen, not the page as it was opened', async ({
  page,
  context,
  site,
}) => {
  const race = await visitRace(page, site);
  const { clock, rows } = await cutAfterLanding(page, context, site, race);
  for (let reload = 0; reload < 2; reload += 1) {
    await page.reload();
    await expect(page.getByText(saidBefore)).toBeVisible();
    await expect(rows.filter({ hasText: race.rings[0]! })).toContainText('1');
    await expect(rows.filter({ hasText: race.rings[1]! })).toContainText('2');
  }
  site.wire.restore();
  await context.setOffline(false);
  await expect(page.getByText(saidBefore)).toHaveCount(0, { timeout: 20_000 });
  await clock(2, 248);
  await expect(rows.filter({ hasText: race.rings[2]! })).toBeVisible({ timeout: 20_000 });
});

test('the information of a race that was opened is there without a network, and the way back', async ({
  page,
  context,
  site,
}) => {
  const race = await visitRace(page, site);
  const info = `${race.path}?tab=info`;
  await expect.poll(() => page.evaluate(async (path) => (await caches.match(path)) !== undefined, info)).toBe(true);
  const { rows } = await cutAfterLanding(page, context, site, race);
  const parts = page.getByRole('navigation', { name: english.flight.parts }).first();
  await parts.getByRole('link', { name: english.flight.info }).click();
  await expect(page).toHaveURL(site.wire.address + info);
  await expect(page.getByRole('heading', { name: english.flights.log })).toBeVisible();
  await expect(page.getByText(saidBefore)).toBeVisible();
  await parts.getByRole('link', { name: english.flight.arrivals }).click();
  await expect(page).toHaveURL(site.wire.address + race.path);
  await expect(rows.filter({ hasText: race.rings[0]! })).toContainText('1');
});

test('the offline notice is in the language of the page', async ({ page, context, site }) => {
  await context.addCookies([{ name: 'locale', value: 'ar', url: site.wire.address }]);
  const race = await visitRace(page, site);
  site.wire.cut();
  await page.goto(site.wire.address + race.path);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByText(arabic.offline.as_of.split('{{time}}')[0]!)).toBeVisible();
});

test('a page that was never visited shows links to the visited ones', async ({ page, site }) => {
  const race = await visitRace(page, site);
  site.wire.cut();
  await page.goto(`${site.wire.address}/lofts/${race.loft.id}/pigeons`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(english.error.away);
  expect(await seriousIn(page)).toEqual([]);
  await main.getByRole('region', { name: english.offline.text }).getByRole('link').first().click();
  await expect(page).toHaveURL(site.wire.address + race.path);
  await expect(page.getByRole('row').filter({ hasText: race.rings[1]! })).toBeVisible();
});

test('a page that failed to load comes by itself when the server is back', async ({ page, site }) => {
  const race = await visitRace(page, site);
  site.wire.cut();
  await page.goto(`${site.wire.address}/lofts/${race.loft.id}`);
  await expect(page).toHaveURL(/\/offline\?/);
  site.wire.restore();
  await expect(page).toHaveURL(`${site.wire.address}/lofts/${race.loft.id}`, { timeout: 20_000 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(race.loft.name);
});

test('no page of a signed-in person is cached, and nothing at all after signing out', async ({ page, site }) => {
  const claims = { first_name: 'Zdenobia', last_name: 'Zkepovska', email: 'zkepovska@example.org' };
  const admin = await buildPerson(site.db, { is_admin: true, ...claims });
  await page.context().addCookies([{ name: 'session', value: admin.token, url: site.wire.address }]);
  await page.goto(`${site.wire.address}/admin/lofts`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const race = await visitRace(page, site);
  await page.goto(`${site.wire.address}/lofts/${race.loft.id}`);
  await expect.poll(() => cachedIn(page)).toContain(`/lofts/${race.loft.id}`);
  expect((await cachedIn(page)).filter((path) => !/^\/(lofts.*)?$/.test(path))).toEqual([]);
  const all = await page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) texts.push(await (await cache.match(request))!.text());
    }
    return texts.join('\n');
  });
  const found = [race.rings[1]!, ...Object.values(claims)].filter((text) => all.includes(text));
  expect(found).toEqual([race.rings[1]]);

  const banner = page.getByRole('banner');
  await banner.locator('summary').filter({ hasText: english.nav.account }).click();
  await banner.getByRole('button', { name: english.nav.log_out }).click();
  await expect(page).toHaveURL(`${site.wire.address}/`);
  await expect(banner.getByRole('link', { name: english.nav.log_in })).toBeVisible();
  // The first page, which opens after signing out, is cached again.
  await expect.poll(async () => (await cachedIn(page)).filter((path) => path !== '/')).toEqual([]);
});

test('a new version leaves the last one to open pages, and removes older ones', async ({ page, site }) => {
  await page.goto(`${site.wire.address}/livez`);
  await page.evaluate(async () => {
    for (const name of ['files-1', 'pages-1', 'files-2', 'pages-2']) await caches.open(name);
  });
  await page.goto(`${site.wire.address}/`);
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => /^\w+-\d$/.test(name)).sort()))
    .toEqual(['files-2', 'pages-2']);
});

test('the site can be installed, in its language', async ({ page, context, site }) => {
  await context.addCookies([{ name: 'locale', value: 'ar', url: site.wire.address }]);
  await page.goto(`${site.wire.address}/`);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const browser = await context.newCDPSession(page);
  const { data, errors } = await browser.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data!)).toMatchObject({ lang: 'ar', dir: 'rtl', short_name: 'Loftline', display: 'standalone' });
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  // A window without a profile cannot install anything; that is no fault of the site.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

test('a form without a reply keeps its entries, says so, and is sent again', async ({ page, site }) => {
  await page.goto(`${site.wire.address}/contact`);
  await untilHydrated(page);
  await page.locator('#name').fill('Ann');
  await page.locator('#email').fill('ann@example.org');
  const message = page.locator('#message');
  await message.fill('My birds are all home.');
  const send = page.getByRole('button', { name: english.contact.send });
  site.wire.cut();
  await send.click();
  await expect(page.getByText(english.error.unsent).first()).toBeVisible();
  await expect(message).toHaveValue('My birds are all home.');
  site.wire.restore();
  await send.click();
  await expect(page.getByText(english.contact.sent)).toBeVisible();
});
