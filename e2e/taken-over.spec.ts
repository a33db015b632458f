/** A page before its script and with it: what was opened stays open, what is touched is what was meant, nothing moves. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { buildPerson } from '#server/testing.ts';
import english from '../locales/en.json' with { type: 'json' };
import { raceInTheAir, type Site, signIn, test } from './support.ts';

const phone = { locale: 'en-GB', viewport: { width: 390, height: 844 }, hasTouch: true };
const screen = { locale: 'en-GB', viewport: { width: 1280, height: 900 } };

/** The provider knows this address; another name of the same machine would be another site to a browser. */
const own = (site: Site) => `http://localhost:${new URL(site.program).port}`;

/** A page whose script comes only when it is let go, as on a slow line. */
async function slowPage(context: BrowserContext): Promise<{ page: Page; letGo: () => Promise<void> }> {
  const page = await context.newPage();
  let send = () => {};
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route('**/assets/entry.client-*', async (route) => {
    await held;
    await route.continue();
  });
  const letGo = async () => {
    send();
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
    );
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  };
  return { page, letGo };
}

/** To a page as far as it comes without its script: with its typefaces. */
async function comesTo(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await page.evaluate(() => document.fonts.ready.then(() => {}));
}

for (const menu of ['account', 'menu'] as const) {
  test(`the ${menu} that was opened before the script came is open with it, and leads on`, async ({
    browser,
    site,
  }) => {
    const { token } = await buildPerson(site.db, { first_name: 'Ann' });
    const context = await browser.newContext(phone);
    await signIn(context, site.program, token);
    const { page, letGo } = await slowPage(context);
    await comesTo(page, site.program);
    const banner = page.getByRole('banner');
    await banner.locator('summary').filter({ hasText: english.nav[menu] }).click();
    const name = menu === 'account' ? english.notifications.title : english.nav.lofts;
    const link = banner.getByRole('link', { name, exact: true });
    await expect(link).toBeVisible();
    await letGo();
    await expect(link).toBeVisible();
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    // Another page has come: the menu is done.
    await expect(link).toBeHidden();
    await context.close();
  });
}

test('a link that is pressed while the script comes is the one that is let go of', async ({ browser, site }) => {
  const context = await browser.newContext(phone);
  const { page, letGo } = await slowPage(context);
  await comesTo(page, `${own(site)}/login?to=/lofts`);
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

for (const [device, kind] of [
  ['a phone', phone],
  ['a screen', screen],
] as const) {
  test(`nothing moves on ${device} when the script comes`, async ({ browser, site }) => {
    const race = await raceInTheAir(site, 5);
    const admin = await buildPerson(site.db, { is_admin: true, email: `${crypto.randomUUID()}@example.org` });
    const loft = `/lofts/${race.loft.id}`;
    const desk = `/admin/seasons/${race.season_id}`;
    const pages = ['/', loft, `${loft}/teams`, `${loft}/pigeons`, `${loft}/teams/${race.team_ids[0]}`];
    pages.push('/notifications', `${desk}/orders`, `${desk}/pigeons`, `${desk}/pigeons/intake`, '/id/sign-in');
    for (const path of pages) {
      const context = await browser.newContext(kind);
      await context.grantPermissions(['notifications']);
      await signIn(context, site.program, admin.token);
      const { page, letGo } = await slowPage(context);
      await page.addInitScript(() => {
        const global = window as unknown as { moves: number[] };
        global.moves = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as unknown as { value: number }[]) global.moves.push(entry.value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await comesTo(page, site.program + path);
      const moves = () => page.evaluate(() => (window as unknown as { moves: number[] }).moves.splice(0));
      await moves();
      await letGo();
      // What looks around in the browser first is there a moment later.
      if (path === '/notifications')
        await expect(page.getByRole('button', { name: english.notifications.allow })).toBeVisible();
      expect({ path, moves: (await moves()).filter((value) => value > 0.0001) }).toEqual({ path, moves: [] });
      await context.close();
    }
  });
}
