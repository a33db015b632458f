import { expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { linkTo, type Site, seriousIn, test } from './support.ts';

/** The address known to the provider; another name of the same machine would be another origin. */
const providerAddress = (site: Site) => `http://localhost:${new URL(site.program).port}`;
const password = 'Homing-2026';

/** A virtual authenticator with user verification, by Chromium. */
async function device(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function registered(page: Page, site: Site, email: string): Promise<void> {
  await page.goto(`${providerAddress(site)}/id/register`);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Aerts');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password again').fill(password);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  await page.goto(await linkTo(site, email));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
}

test('a passkey is added, signs in by a button, is renamed and removed', async ({ browser, site }) => {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await device(page);
  await registered(page, site, 'passkey@example.org');
  await page.goto(`${providerAddress(site)}/id/settings`);
  await page.getByLabel('Name of the passkey').fill('My phone');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('My phone')).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);

  await context.clearCookies();
  // The virtual authenticator would accept the autofill of the field at once, before the button could be pressed.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.goto(`${providerAddress(site)}/login?to=/lofts`);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page).toHaveURL(`${providerAddress(site)}/lofts`);
  const { rows } = await sql<{ amr: string }>`
    select s.amr from idp.session s join idp."user" u on u.id = s."userId"
    where u.email = 'passkey@example.org' order by s."createdAt" desc limit 1`.execute(site.db);
  expect(rows).toEqual([{ amr: 'pop mfa' }]);

  await page.goto(`${providerAddress(site)}/id/settings`);
  const key = page.getByRole('listitem').filter({ hasText: 'My phone' });
  await key.getByText('My phone').click();
  await key.getByLabel('Name of the passkey').fill('Old phone');
  await key.getByRole('button', { name: 'Save' }).click();
  const renamed = page.getByRole('listitem').filter({ hasText: 'Old phone' });
  await expect(renamed).toBeVisible();
  await renamed.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Old phone')).toHaveCount(0);
  await context.close();
});

test('the field for the e-mail address offers the passkey as autofill', async ({ browser, site }) => {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await device(page);
  await registered(page, site, 'offered@example.org');
  await page.goto(`${providerAddress(site)}/id/settings`);
  await page.getByLabel('Name of the passkey').fill('My laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('My laptop')).toBeVisible();
  await context.clearCookies();
  // The virtual authenticator accepts at once what a person would choose in the field.
  await page.goto(`${providerAddress(site)}/login?to=/lofts`);
  await expect(page).toHaveURL(`${providerAddress(site)}/lofts`);
  await context.close();
});

test('without a script the sign-in page has a password and no passkey', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${providerAddress(site)}/login?to=/lofts`);
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toHaveCount(0);
  await context.close();
});
