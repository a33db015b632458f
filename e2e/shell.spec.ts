/** The frame of every page: menus by right, on a phone, without a script, in the chosen colour scheme. */
import { expect } from '@playwright/test';
import { buildPerson } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { seriousIn, test } from './support.ts';

test('the menu of a phone opens without a script, and has no entries without a right (2.26)', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await page.goto(`${site.wire.address}/privacy`);
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: english.nav.lofts })).toBeHidden();
  await banner.locator('summary').filter({ hasText: english.nav.menu }).click();
  await expect(banner.getByRole('link', { name: english.nav.admin_lofts })).toHaveCount(0);
  await banner.getByRole('link', { name: english.nav.lofts }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english.lofts.title);
  await context.close();
});

test('an admin finds the admin pages, their name and the log-out button (2.26, 2.28)', async ({ page, site }) => {
  const claims = { first_name: 'Ada', last_name: 'Admin', email: 'ada@example.org', identity_number: '4711-22' };
  const admin = await buildPerson(site.db, { is_admin: true, ...claims });
  await page.context().addCookies([{ name: 'session', value: admin.token, url: site.wire.address }]);
  await page.goto(`${site.wire.address}/privacy`);
  const banner = page.getByRole('banner');
  await banner.locator('summary').filter({ hasText: english.nav.admin }).first().click();
  await expect(banner.getByRole('link', { name: english.nav.admin_lofts })).toBeVisible();
  await banner.locator('summary').filter({ hasText: english.nav.account }).click();
  for (const text of ['Ada Admin', 'ada@example.org', '4711-22']) await expect(banner.getByText(text)).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
  await banner.getByRole('button', { name: english.nav.log_out }).click();
  await expect(page).toHaveURL(`${site.wire.address}/`);
  await expect(page.getByRole('banner').getByRole('link', { name: english.nav.admin_lofts })).toHaveCount(0);
});

test('the chosen colour scheme stays on every page, and can be set back to that of the system', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${site.wire.address}/privacy`);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  // Before hydration a choice is only sent by a button.
  const theme = () => page.getByRole('contentinfo').getByLabel(english.footer.theme);
  await expect(async () => {
    await theme().selectOption('system');
    await theme().selectOption('dark');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark', { timeout: 2000 });
  }).toPass();
  expect(await ground()).not.toBe(light);
  await page.goto(`${site.wire.address}/lofts`);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto(`${site.wire.address}/misc/theme?theme=system&to=/lofts`);
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  expect(await ground()).toBe(light);
});

test('an error page that fails itself shows a sentence and the link home, and is reported (8.4, 8.12)', async ({
  page,
  site,
}) => {
  const report = page.waitForRequest((request) => request.url().endsWith('/api/errors'));
  await page.goto(`${site.wire.address}/privacy`);
  const sentence = page.getByText(english.error.last_resort);
  // Before hydration a link loads a whole page, on which nothing is broken.
  await expect(async () => {
    if (await sentence.isVisible()) return;
    await page.evaluate(() => {
      Date.prototype.getFullYear = () => {
        throw new Error('no year');
      };
    });
    await page.getByRole('contentinfo').getByRole('link', { name: english.nav.terms }).click({ timeout: 2000 });
    await expect(sentence).toBeVisible({ timeout: 2000 });
  }).toPass();
  expect((await report).postDataJSON()).toMatchObject({
    message: 'no year',
    request_id: expect.stringMatching(/^[\w-]{36}$/),
  });
  await page.getByRole('link', { name: english.error.home }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a message to the operator is sent without a script, and its errors are shown (2.2)', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${site.wire.address}/contact`);
  const main = page.getByRole('main');
  await main.getByLabel(english.contact.name).fill('Eva Maes');
  await main.getByLabel(english.contact.email).fill('eva');
  await main.getByLabel(english.contact.message).fill('When is the final?');
  await main.getByRole('button', { name: english.contact.send }).click();
  await expect(main.getByLabel(english.contact.email)).toHaveAccessibleDescription(english.refusals.error_email);
  await expect(main.getByLabel(english.contact.message)).toHaveValue('When is the final?');
  await main.getByLabel(english.contact.email).fill('eva@example.org');
  await main.getByRole('button', { name: english.contact.send }).click();
  await expect(main.getByRole('status')).toHaveText(english.contact.sent);
  await expect(main.getByLabel(english.contact.message)).toHaveValue('');
  const stored = await site.db
    .selectFrom('contact_messages')
    .select('message')
    .where('email', '=', 'eva@example.org')
    .execute();
  expect(stored).toEqual([{ message: 'When is the final?' }]);
  await context.close();
});
