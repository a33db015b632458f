/** Strength and age of a sign-in proof, with the bundled provider, on a phone. */
import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { readOutbox } from '#server/notifications/outbox.ts';
import { asOwner, buildLoft, buildPerson } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { linkTo, type Site, seriousIn, test } from './support.ts';

/** The address known to the provider; another name of the same machine would be another origin. */
const providerAddress = (site: Site) => `http://localhost:${new URL(site.program).port}`;
const password = 'Homing-2026';
const phone = { locale: 'en-GB', viewport: { width: 390, height: 844 }, hasTouch: true };

/** Registers and confirms an account in this browser. */
async function register(page: Page, site: Site, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Aerts');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password again').fill(password);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  await page.goto(await linkTo(site, email));
  await page.getByRole('button', { name: 'Confirm' }).click();
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: english.nav.log_in, exact: true }).click();
}

/** The code of an authenticator app (RFC 6238). */
function codeOf(secret: string): string {
  const bits = Array.from(secret, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const number = hash.readUInt32BE(hash.at(-1)! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

for (const javaScriptEnabled of [true, false]) {
  test(`a change of rights long after signing in asks for a new proof in a new window, and keeps the entries, ${javaScriptEnabled ? 'with' : 'without'} a script`, async ({
    browser,
    site,
  }) => {
    const email = `proof${javaScriptEnabled ? 1 : 2}@example.org`;
    const context = await browser.newContext({ ...phone, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${providerAddress(site)}/id/register`);
    await register(page, site, email);
    await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
    const { loft } = await buildLoft(site.db);
    const { id: user_id } = await site.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const merchant = { is_merchant: true, is_agent: false, is_staff: false, has_seasons: false, is_active: true };
    await site.db
      .insertInto('loft_permissions')
      .values({ loft_id: loft.id, user_id, ...merchant })
      .execute();
    await asOwner(site.db, (tx) =>
      sql`update user_sessions set proven_at = now() - interval '16 minutes' where user_id = ${user_id}`.execute(tx),
    );

    await page.goto(`${providerAddress(site)}/admin/lofts/${loft.id}/staff`);
    await page.getByLabel('E-mail address').fill('helper@example.org');
    await page.getByLabel('Language of the letter').selectOption('nl');
    await page.getByLabel('Staff').check();
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'more than 15 minutes ago' })).toBeVisible();
    if (javaScriptEnabled) expect(await seriousIn(page)).toEqual([]);
    const opening = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Show that it is you' }).click();
    const window = await opening;
    await signIn(window, email);
    await expect(window.getByRole('heading', { name: 'You are logged in.' })).toBeVisible();
    await window.close();

    await expect(page.getByLabel('E-mail address')).toHaveValue('helper@example.org');
    await expect(page.getByLabel('Language of the letter')).toHaveValue('nl');
    await expect(page.getByLabel('Staff')).toBeChecked();
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByRole('table', { name: 'Open invitations' })).toContainText('helper@example.org');
    await context.close();
  });
}

test('an invited merchant of a loft that requires two factors is led from the notice to a code, and back to the loft', async ({
  browser,
  site,
}) => {
  const email = 'invited@example.org';
  const { loft } = await buildLoft(site.db);
  await asOwner(site.db, (tx) =>
    tx.updateTable('lofts').set({ second_factor: true }).where('id', '=', loft.id).execute(),
  );
  const admin = await buildPerson(site.db, { is_admin: true });
  const invitation = { email, language: 'en', is_merchant: true, is_agent: false, is_staff: false, has_seasons: false };
  const sent = await fetch(`${site.program}/api/admin/lofts/${loft.id}/invitations`, {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': 'application/json' },
    body: JSON.stringify(invitation),
  });
  expect(sent.status).toBe(200);
  const invitationPath = async () => {
    const mails = (await readOutbox(site.db)).filter(({ recipient }) => recipient === email);
    return mails.map(({ text }) => /\/invitation\?token=\S+/.exec(text)?.[0]).find(Boolean) ?? '';
  };
  await expect.poll(invitationPath).not.toBe('');

  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.goto(providerAddress(site) + (await invitationPath()));
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await register(page, site, email);
  await page.getByRole('button', { name: 'Accept' }).click();
  // After accepting, the merchant opens the loft, which asks for the second factor and leads there.
  await expect(page.getByRole('heading', { level: 1, name: 'Two factors are needed' })).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
  const loftPage = page.url();
  await page.goto(`${providerAddress(site)}/lofts`);
  const notice = page.getByRole('region', { name: 'Two factors are needed' });
  await expect(notice).toBeVisible();

  const opening = context.waitForEvent('page');
  await notice.getByRole('link', { name: 'Account settings' }).click();
  const settings = await opening;
  const factor = settings
    .locator('section')
    .filter({ has: settings.getByRole('heading', { name: 'Second factor' }) })
    .last();
  await factor.getByLabel('Current password').fill(password);
  await factor.getByRole('button', { name: 'Set up' }).click();
  const secret = await factor.locator('a[href^="otpauth:"]').textContent();
  await factor.getByLabel('Code').fill(codeOf(secret!));
  await factor.getByRole('button', { name: 'Confirm' }).click();
  await expect(factor.getByText('Logging in asks for a code')).toBeVisible();
  await settings.close();

  await page.goto(loftPage);
  await page.getByRole('main').getByRole('link', { name: 'Log in again' }).click();
  await signIn(page, email);
  await page.getByLabel('Code').fill(codeOf(secret!));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(loftPage);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(loft.name);
  await expect(notice).toHaveCount(0);
  await context.close();
});

test('a sign-in at the provider itself signs in on the site too', async ({ browser, site }) => {
  const email = 'direct@example.org';
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.goto(`${providerAddress(site)}/id/register`);
  await register(page, site, email);
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  // Logging out here also ends the provider's session, so that the next sign-in asks once.
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/logout' });
    document.body.append(form);
    form.submit();
  });
  await page.waitForURL(`${providerAddress(site)}/`);
  await page.goto(`${providerAddress(site)}/id/sign-in`);
  await signIn(page, email);
  await page.getByRole('link', { name: 'To the races' }).click();
  await expect(page).toHaveURL(`${providerAddress(site)}/`);
  expect((await context.request.get(`${providerAddress(site)}/api/olr/user`)).status()).toBe(200);
  await context.close();
});
