import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import english from '../locales/en.json' with { type: 'json' };
import { linkTo, type Site, seriousIn, test } from './support.ts';

/** The address known to the provider; another name of the same machine would be another origin. */
const providerAddress = (site: Site) => `http://localhost:${new URL(site.program).port}`;

const password = 'Homing-2026';

async function register(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Aerts');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password again').fill(password);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
}

/** A picture that compression does not make small. */
const noiseOf = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();

for (const javaScriptEnabled of [true, false]) {
  test(`a new fancier registers, proves the address and comes back signed in, ${javaScriptEnabled ? 'with' : 'without'} a script`, async ({
    browser,
    site,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled, locale: 'en-GB' });
    const page = await context.newPage();
    const email = `ada${javaScriptEnabled ? 1 : 2}@example.org`;
    await page.goto(`${providerAddress(site)}/login?to=/lofts`);
    await register(page, email);
    await page.goto(await linkTo(site, email));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL(`${providerAddress(site)}/lofts`);
    const known = await site.db.selectFrom('users').select('first_name').where('email', '=', email).execute();
    expect(known).toEqual([{ first_name: 'Ada' }]);

    await page.goto(`${providerAddress(site)}/id/settings`);
    await page.getByLabel('City').fill('Aalst');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
    await page.goto(`${providerAddress(site)}/id/settings`);
    await expect(page.getByLabel('City')).toHaveValue('Aalst');

    // A picture as large as a phone takes it, larger than any form without a file.
    const picture = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Picture' }) })
      .last();
    const keep = async (name: string, buffer: Buffer) => {
      await picture.getByLabel('Picture').setInputFiles({ name, mimeType: 'image/jpeg', buffer });
      await expect(picture.locator('[aria-busy]')).toHaveCount(0);
      await picture.getByRole('button', { name: 'Save' }).click();
    };
    const photo = await noiseOf(3000, 2000);
    expect(photo.length).toBeGreaterThan(2 << 20);
    await keep('large.jpg', Buffer.concat([photo, Buffer.alloc(11 << 20)]));
    if (javaScriptEnabled) await expect(picture.getByRole('status')).toHaveText('Saved.');
    else await expect(picture.getByText('The file is larger than 10 MB. Choose a smaller one.')).toBeVisible();
    await keep('photo.jpg', photo);
    await expect(picture.getByRole('status')).toHaveText('Saved.');
    await expect(picture.locator('img')).toBeVisible();
    if (javaScriptEnabled) {
      await picture
        .getByLabel('Picture')
        .setInputFiles({ name: 'no.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no') });
      await expect(picture.getByText('This is the wrong type of file. Choose another.')).toBeVisible();
    }
    await expect(page.getByLabel('City')).toHaveValue('Aalst');
    await context.close();
  });
}

test('a wrong password is reported with the address still there, and the pages are accessible', async ({
  page,
  site,
}) => {
  await page.goto(`${providerAddress(site)}/id/sign-in`);
  await page.getByLabel('E-mail').fill('nobody@example.org');
  await page.getByLabel('Password', { exact: true }).fill('Wrong-2026');
  await page.getByRole('button', { name: english.nav.log_in, exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Credentials do not match' })).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue('nobody@example.org');
  for (const path of ['sign-in', 'register', 'forgot-password', 'reset-password?token=x', 'second-factor']) {
    await page.goto(`${providerAddress(site)}/id/${path}`);
    expect(await seriousIn(page), path).toEqual([]);
  }
});

for (const javaScriptEnabled of [true, false]) {
  test(`a registration on a computer is confirmed on a phone, with the password, and signs in there, ${javaScriptEnabled ? 'with' : 'without'} a script`, async ({
    browser,
    site,
  }) => {
    const email = `jan${javaScriptEnabled ? 1 : 2}@example.org`;
    const computer = await browser.newContext({ javaScriptEnabled, locale: 'en-GB' });
    const page = await computer.newPage();
    await page.goto(`${providerAddress(site)}/login?to=/lofts`);
    await register(page, email);
    const phone = await browser.newContext({
      javaScriptEnabled,
      locale: 'en-GB',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    const mail = await phone.newPage();
    const link = await linkTo(site, email);
    await mail.goto(link);
    await expect(mail.getByText('Ada Aerts')).toBeVisible();
    // axe waits by timers, which do not run in a page without scripts.
    if (javaScriptEnabled) expect(await seriousIn(mail)).toEqual([]);
    // A second entry that differs is reported at its field, and nothing is confirmed.
    await mail.getByLabel('Password', { exact: true }).fill('Phone-2026');
    await mail.getByLabel('Password again').fill('Phone-2027');
    await mail.getByRole('button', { name: 'Confirm' }).click();
    await expect(mail.getByRole('heading', { name: 'Confirm' })).toBeVisible();
    await mail.getByLabel('Password', { exact: true }).fill('Phone-2026');
    await mail.getByLabel('Password again').fill('Phone-2026');
    await mail.getByRole('button', { name: 'Confirm' }).click();
    await expect(mail).toHaveURL(`${providerAddress(site)}/`);
    const asked = await phone.request.get(`${providerAddress(site)}/api/olr/user`);
    expect(asked.status()).toBe(200);
    // The used link says what to do next.
    await mail.goto(link);
    await expect(mail.getByText('This link was used already')).toBeVisible();
    await computer.close();
    await phone.close();
  });
}
