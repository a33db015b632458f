/**
 * Statements of the specification about pages, written from its sentences alone. Where a noun's own tests say the same
 * statement, it is not repeated; what is not followed, and why: docs/decisions/0067.
 */
import { expect } from '@playwright/test';
import { buildLoft, buildPerson } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { signIn, test } from './support.ts';

const open = ['/misc/access-protection', '/software/help', '/misc/healthcheck', '/misc/og-tags', '/about', '/contact'];
test('the pages of the shell are answered in the default state (2.2, 2.18–2.21)', async ({ request, site }) => {
  for (const path of open) {
    const { status } = await fetch(site.program + path);
    expect({ path, status }).toEqual({ path, status: 200 });
  }
  expect((await request.get(`${site.program}/nowhere`)).status()).toBe(404);
});

const own = ['/overview', '/overview/1', '/admin/lofts', '/admin/lofts/create', '/admin/seasons'];
test('a page of somebody signed out begins with the sign-in, and leads back (4.8)', async ({ site }) => {
  for (const path of [...own, '/registrations']) {
    const { status, headers } = await fetch(site.program + path, { redirect: 'manual' });
    const begun = { path, status, location: headers.get('location') };
    expect(begun).toEqual({ path, status: 302, location: `/login?to=${encodeURIComponent(path)}` });
  }
});

test('the season list is open to agents and merchants, and to nobody else; an agent is offered no new one (6.7, 6.8)', async ({
  site,
}) => {
  const { loft } = await buildLoft(site.db);
  const listFor = async (entry: object | null) => {
    const { token } = await buildPerson(site.db, entry ? { entries: [{ loft_id: loft.id, entry }] } : {});
    const answer = await fetch(`${site.program}/admin/seasons`, { headers: { cookie: `session=${token}` } });
    return { status: answer.status, offers_new: (await answer.text()).includes('href="/admin/seasons/create"') };
  };
  expect(await listFor({ is_agent: true })).toEqual({ status: 200, offers_new: false });
  expect(await listFor({ is_merchant: true })).toEqual({ status: 200, offers_new: true });
  expect((await listFor(null)).status).toBeGreaterThanOrEqual(400);
});

test('the logo is 220 px wide in the bar, and at most 212 in the foot (9.15)', async ({ page, site }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto(`${site.wire.address}/privacy`);
  const width = (landmark: 'banner' | 'contentinfo') =>
    page
      .getByRole(landmark)
      .locator('[class*="brand"], [class*="logo"]')
      .first()
      .evaluate((logo) => logo.getBoundingClientRect().width);
  expect(await width('banner')).toBe(220);
  expect(await width('contentinfo')).toBeLessThanOrEqual(212);
});

test('the trail has the parts of the path, and on a small screen its last two (2.25)', async ({ page, site }) => {
  const { loft, season_id } = await buildLoft(site.db, { name: 'Weser Derby' });
  await page.goto(`${site.wire.address}/lofts/${loft.id}/seasons/${season_id}/register`);
  const trail = page.getByRole('navigation', { name: english.nav.trail });
  await expect(trail.getByRole('link', { name: english.nav.home })).toBeVisible();
  await expect(trail.getByRole('link', { name: 'Weser Derby' })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(trail.getByRole('listitem').filter({ visible: true })).toHaveCount(2);
});

test('the menu of the bar leads to terms, privacy, account and registration (2.26)', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.wire.address}/privacy`);
  const banner = page.getByRole('banner');
  await banner.locator('summary').filter({ hasText: english.nav.menu }).click();
  for (const name of [english.nav.terms, english.nav.privacy, english.identity.register])
    await expect(banner.getByRole('link', { name, exact: true }).filter({ visible: true }).first()).toBeVisible();
  const { token } = await buildPerson(site.db);
  await signIn(page.context(), site.wire.address, token);
  await page.reload();
  await banner.locator('summary').filter({ hasText: english.nav.menu }).click();
  await expect(
    banner.getByRole('link', { name: english.nav.dashboard }).filter({ visible: true }).first(),
  ).toBeVisible();
});

test('an unknown page says Page not found, and leads home (2.32, 8.11)', async ({ page, site }) => {
  await page.goto(`${site.wire.address}/nowhere`);
  await expect(page.getByText('Page not found').first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: english.error.home })).toHaveAttribute('href', '/');
});
