/** Sign-in links, the sign-in window, and pages whose reader is signed out. */
import { expect, type Page } from '@playwright/test';
import { endSessions } from '#server/accounts/sessions.ts';
import { buildPerson } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { test } from './support.ts';

const said = english.sign_in;
const whoIsThere = (page: Page) => page.evaluate(async () => (await fetch('/api/olr/user')).status);

test('a sign-in link asks first, and leaves no token in the address (4.10)', async ({ page, site }) => {
  const anna = await buildPerson(site.db, { first_name: 'Anna', last_name: 'Aerts' });
  await page.goto(`${site.wire.address}/lofts#access-token:${anna.token}`);
  const dialog = page.getByRole('dialog', { name: said.continue_as.replace('{{name}}', 'Anna Aerts') });
  await expect(dialog).toBeVisible();
  expect(page.url()).toBe(`${site.wire.address}/lofts`);
  expect(await whoIsThere(page)).toBe(401);
  await dialog.getByRole('button', { name: said.continue, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(async () => expect(await whoIsThere(page)).toBe(200)).toPass();
  // The session cookie is not readable by scripts.
  expect(
    await page.evaluate(
      () => document.cookie + Object.values(localStorage).join() + Object.values(sessionStorage).join(),
    ),
  ).not.toContain(anna.token);

  const go = (name: string) => page.getByRole('navigation').getByRole('link', { name }).first().click();
  // After hydration a click loads no new document.
  await expect(async () => {
    await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
    await go(english.nav.home);
    await page.waitForURL(`${site.wire.address}/`);
    await go(english.nav.lofts);
    await page.waitForURL(`${site.wire.address}/lofts`);
    await expect(page.locator('html[data-same]')).toHaveCount(1, { timeout: 100 });
  }).toPass();
  // Signed out elsewhere: the next page is the first one, loaded as a whole (4.8).
  await endSessions(site.db, { user_id: anna.user_id });
  await go(english.nav.lofts);
  await page.waitForURL(`${site.wire.address}/`);
  await expect(page.locator('html[data-same]')).toHaveCount(0);
});

test('an expired sign-in link offers to sign in, in a window of its own (2.37, 4.11)', async ({ page, site }) => {
  await page.goto(`${site.wire.address}/lofts#access-token:nothing`);
  const dialog = page.getByRole('dialog', { name: said.link_over });
  await expect(dialog).toBeVisible();
  const opening = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: english.nav.log_in }).click();
  const window = await opening;
  await expect(async () => expect(await window.evaluate(() => [innerWidth, innerHeight])).toEqual([460, 780])).toPass();
  await window.close();
  await expect(dialog).toBeHidden();
  expect(page.url()).toBe(`${site.wire.address}/lofts`);
});

test('the sign-in window ends on a page that says so, also without a script', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.wire.address}/login/done`);
  await expect(page.getByRole('heading', { name: said.not_done })).toBeVisible();
  const { token } = await buildPerson(site.db);
  await context.addCookies([{ name: 'session', value: token, url: site.wire.address }]);
  await page.reload();
  await expect(page.getByRole('heading', { name: said.done })).toBeVisible();
  await context.close();
});

test('after the end of a session the sign-in of a script leads back to the page, not to the address it requested (4.3)', async ({
  request,
  site,
}) => {
  const own = ['/registrations?page=2', '/registrations', '/registrations/1', '/registrations/1/pigeons'];
  own.push('/registrations/1/activations', '/transports', '/transports/1');
  for (const page of own) {
    const [path, search] = page.split('?');
    const asked = `${path}.data${search ? `?${search}` : ''}`;
    const reply = await (await request.get(site.program + asked)).text();
    expect({ asked, reply }).toEqual({
      asked,
      reply: expect.stringContaining(`"/login?to=${encodeURIComponent(page)}"`),
    });
  }
});
