/** The menus: of the site on a phone, grouped by whose work it is, and of a merchant's pages, in one block. */
import { expect } from '@playwright/test';
import { buildPerson } from '#testing/builders.ts';
import { buildOffer } from '#testing/orders.ts';
import arabic from '../locales/ar.json' with { type: 'json' };
import english from '../locales/en.json' with { type: 'json' };
import { seriousIn, seriousWithoutScript, signIn, test } from './support.ts';

const { nav, admin } = english;

test('the menu of an admin who is also a merchant has four lists with headings (2.26)', async ({ page, site }) => {
  const { loft } = await buildOffer(site.db);
  const both = await buildPerson(site.db, {
    is_admin: true,
    entries: [{ loft_id: loft.id, entry: { is_merchant: true } }],
  });
  await signIn(page.context(), site.program, both.token);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`${site.program}/about`);
  const menu = page.getByRole('banner').locator('details', { has: page.locator('summary', { hasText: nav.menu }) });
  await menu.locator('summary').focus();
  await page.keyboard.press('Enter');
  const lists: [heading: string, entries: string[]][] = [
    [nav.of_public, [nav.home, nav.lofts, nav.seasons, nav.contact]],
    [nav.of_own, [nav.registrations, nav.favorites]],
    [nav.of_loft, [nav.overview]],
    [
      nav.admin,
      [nav.admin_lofts, nav.admin_seasons, nav.admin_championships, nav.admin_people, nav.admin_audit, nav.admin_work],
    ],
  ];
  for (const [heading, entries] of lists) {
    const list = menu.getByRole('list', { name: heading, exact: true });
    await expect(list.getByText(heading, { exact: true })).toBeVisible();
    await expect(list.getByRole('link')).toHaveText(entries);
  }
  expect(await seriousIn(page)).toEqual([]);
  // It is no longer than the window, and the keyboard reaches its last entry.
  const sheet = menu.locator('> div');
  expect((await sheet.boundingBox())!.y + (await sheet.boundingBox())!.height).toBeLessThanOrEqual(700);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  const last = menu.getByRole('list', { name: nav.admin, exact: true }).getByRole('link').last();
  for (let n = 0; n < 20 && !(await last.evaluate((link) => link === document.activeElement)); n++)
    await page.keyboard.press('Tab');
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
});

test('an agent finds their collections in the bar and in the menu, in Arabic too (6.5)', async ({ page, site }) => {
  const { loft } = await buildOffer(site.db);
  const agent = await buildPerson(site.db, { entries: [{ loft_id: loft.id, entry: { is_agent: true } }] });
  await signIn(page.context(), site.program, agent.token);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${site.program}/about`);
  const banner = page.getByRole('banner');
  await banner.locator('nav summary', { hasText: nav.of_loft }).click();
  await banner.getByRole('link', { name: nav.transports }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(nav.transports);
  await page.context().addCookies([{ name: 'locale', value: 'ar', url: site.program }]);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`${site.program}/about`);
  await banner.locator('summary').filter({ hasText: arabic.nav.menu }).click();
  await banner.getByRole('link', { name: arabic.nav.transports }).click();
  await expect(page).toHaveURL(/\/transports$/);
});

test('a stranger comes to the seasons of all lofts from the menu and from the footer, without a script (2.23)', async ({
  browser,
  page: another,
  site,
}) => {
  const { loft } = await buildOffer(site.db);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await page.goto(`${site.program}/about`);
  await page.getByRole('banner').locator('summary').filter({ hasText: nav.menu }).click();
  await page.getByRole('banner').getByRole('link', { name: nav.seasons }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(admin.all_seasons);
  await page.goto(`${site.program}/about`);
  await page.getByRole('contentinfo').getByRole('link', { name: nav.seasons }).click();
  await expect(page).toHaveURL(/\/seasons$/);
  // An open season says what an entry costs, how many places are left, on which days, and where to register.
  const card = page.getByRole('article').filter({ hasText: loft.name });
  for (const said of ['€420.00', '100 of 100 places left', english.due_date.registration])
    await expect(card.getByText(said).first()).toBeVisible();
  await expect(card.getByRole('link', { name: english.home.register_pigeons })).toHaveAttribute('href', /register$/);
  expect(await seriousWithoutScript(another, `${site.program}/seasons`)).toEqual([]);
  const file = await page.request.get(`${site.program}/seasons.csv?show=registration`);
  expect([file.status(), await file.text()]).toEqual([200, expect.stringContaining('420')]);
  await context.close();
});

for (const locale of ['en', 'ar', 'de'])
  test(`the title of each page of a merchant is in view on a phone (${locale})`, async ({ page, site }) => {
    const { loft, season, merchant } = await buildOffer(site.db);
    await signIn(page.context(), site.program, merchant.token);
    await page.context().addCookies([{ name: 'locale', value: locale, url: site.program }]);
    await page.setViewportSize({ width: 390, height: 844 });
    const at = `/admin/seasons/${season.season_id}`;
    const paths = [
      `${at}`,
      `${at}/orders`,
      `${at}/pigeons`,
      `${at}/due-dates`,
      `/admin/lofts/${loft.id}`,
      '/admin/seasons',
    ];
    for (const path of [...paths, `/admin/lofts/${loft.id}/audit`, `/overview/${loft.id}`]) {
      await page.goto(site.program + path);
      const { y, height } = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
      expect({ path, top: y <= 200, whole: y + height <= 260 }).toEqual({ path, top: true, whole: true });
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(390);
    }
  });
