/** A page before and after hydration: an opened menu stays open, a click hits its target, nothing shifts. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { buildPerson } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import {
  clockOf,
  holdBack,
  moved,
  raceInTheAir,
  type Site,
  signIn,
  test,
  untilHydrated,
  watchMoves,
} from './support.ts';

const phone = { locale: 'en-GB', viewport: { width: 390, height: 844 }, hasTouch: true };
const screen = { locale: 'en-GB', viewport: { width: 1280, height: 900 } };

/** The address known to the provider; another name of the same machine would be another origin. */
const providerAddress = (site: Site) => `http://localhost:${new URL(site.program).port}`;

/** A page whose script is held back until `letGo`, as on a slow connection. */
async function slowPage(context: BrowserContext): Promise<{ page: Page; letGo: () => Promise<void> }> {
  const page = await context.newPage();
  const send = await holdBack(page, '**/assets/entry.client-*');
  const letGo = async () => {
    send();
    await untilHydrated(page);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  };
  return { page, letGo };
}

/** The layout shifts since the last call, without invisible ones. */
const distances = async (page: Page) => (await moved(page)).map(({ value }) => value).filter((value) => value > 0.0001);

/** Opens a page without its script, but with its styles and typefaces. */
async function openUnhydrated(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet),
  );
  await page.evaluate(() => document.fonts.ready.then(() => {}));
}

for (const menu of ['account', 'menu'] as const) {
  test(`the ${menu} opened before hydration stays open, and its links work`, async ({ browser, site }) => {
    const { token } = await buildPerson(site.db, { first_name: 'Ann' });
    const context = await browser.newContext(phone);
    await signIn(context, site.program, token);
    const { page, letGo } = await slowPage(context);
    await openUnhydrated(page, site.program);
    const banner = page.getByRole('banner');
    await banner.locator('summary').filter({ hasText: english.nav[menu] }).click();
    const name = menu === 'account' ? english.notifications.title : english.nav.lofts;
    const link = banner.getByRole('link', { name, exact: true });
    await expect(link).toBeVisible();
    await letGo();
    await expect(link).toBeVisible();
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    // After the navigation the menu is closed.
    await expect(link).toBeHidden();
    await context.close();
  });
}

test('a link pressed during hydration gets the click', async ({ browser, site }) => {
  const context = await browser.newContext(phone);
  const { page, letGo } = await slowPage(context);
  await openUnhydrated(page, `${providerAddress(site)}/login?to=/lofts`);
  const link = page.getByRole('main').getByRole('link', { name: english.identity.register });
  const { x, y, width, height } = (await link.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await letGo();
  await expect(page.getByRole('button', { name: english.identity.passkey_sign_in })).toBeVisible();
  await page.mouse.up();
  await expect(page.getByLabel(english.identity.first_name)).toBeVisible();
  await context.close();
});

test('what the server drew of a part that comes later stays, with what a reader opened in it', async ({
  browser,
  site,
}) => {
  const race = await raceInTheAir(site, 5);
  const context = await browser.newContext(screen);
  for (let visit = 0; visit < 8; visit += 1) {
    const { page, letGo } = await slowPage(context);
    await openUnhydrated(page, `${site.program}${race.path}?tab=info`);
    const title = page.getByRole('heading', { name: english.rules.title });
    await title.evaluate((drawn) => drawn.setAttribute('data-drawn', ''));
    const fetched = page.waitForResponse(/FlightInfo-.*\.js/);
    await letGo();
    await fetched;
    // Another second for the update that follows the part.
    await page.waitForTimeout(1000);
    await expect(title).toHaveAttribute('data-drawn', '');
    await page.close();
  }
  await context.close();
});

for (const [device, kind] of [
  ['a phone', phone],
  ['a screen', screen],
] as const)
  for (const reader of ['a stranger', 'an admin'] as const) {
    test(`hydration shifts nothing on ${device} of ${reader}`, async ({ browser, site }) => {
      const race = await raceInTheAir(site, 5);
      const admin = await buildPerson(site.db, { is_admin: true, email: `${crypto.randomUUID()}@example.org` });
      const loft = `/lofts/${race.loft.id}`;
      const adminPath = `/admin/seasons/${race.season_id}`;
      const shared = ['/', loft, `${loft}/teams`, `${loft}/pigeons`, `${loft}/teams/${race.team_ids[0]}`];
      const own = {
        'a stranger': ['/id/sign-in'],
        'an admin': ['/notifications', `${adminPath}/orders`, `${adminPath}/pigeons`, `${adminPath}/pigeons/intake`],
      };
      for (const path of [...shared, ...own[reader]]) {
        const context = await browser.newContext(kind);
        await context.grantPermissions(['notifications']);
        if (reader === 'an admin') await signIn(context, site.program, admin.token);
        const { page, letGo } = await slowPage(context);
        await watchMoves(page);
        await openUnhydrated(page, site.program + path);
        await moved(page);
        await letGo();
        // Content that depends on the browser appears a moment after hydration.
        if (path === '/notifications')
          await expect(page.getByRole('button', { name: english.notifications.allow })).toBeVisible();
        expect({ path, moved: await distances(page) }).toEqual({ path, moved: [] });
        await context.close();
      }
    });
  }

test('almost nothing shifts when the typefaces load', async ({ browser, site }) => {
  const race = await raceInTheAir(site, 12);
  const clock = await clockOf(site, race, 'Antenna 1');
  for (const bird of [4, 2, 7]) await clock(bird, 240 + bird);
  const loft = `/lofts/${race.loft.id}`;
  for (const path of ['/lofts', loft, `${loft}/teams`, `${loft}/pigeons`, race.path]) {
    for (const kind of [phone, screen]) {
      const context = await browser.newContext(kind);
      const page = await context.newPage();
      const send = await holdBack(page, '**/*.woff2');
      await watchMoves(page);
      // The live socket opens when the birds are loaded.
      const live = path === race.path ? page.waitForResponse(/\/basketing$/) : null;
      await Promise.all([page.waitForRequest('**/*.woff2'), page.goto(site.program + path, { waitUntil: 'commit' })]);
      await expect(page.getByRole('contentinfo')).toBeAttached();
      const standsIn = 'local("Arial"), local("ArialMT"), local("Liberation Sans"), local("Roboto")';
      const has = await page.evaluate((face) => new FontFace('any', face).load().then(Boolean, () => false), standsIn);
      test.skip(!has, 'this machine has none of the faces that stand in');
      await (await live)?.finished();
      await untilHydrated(page);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
      await moved(page);
      send();
      await page.evaluate(() => document.fonts.ready.then(() => {}));
      const sum = (await distances(page)).reduce((all, value) => all + value, 0);
      expect({ path, sum, isLittle: sum < 0.01 }).toEqual({ path, sum, isLittle: true });
      await context.close();
    }
  }
});
