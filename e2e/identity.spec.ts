import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { buildOffer } from '#testing/orders.ts';
import german from '../locales/de.json' with { type: 'json' };
import english from '../locales/en.json' with { type: 'json' };
import { linkTo, type Site, seriousIn, test } from './support.ts';

/** The address known to the provider; another name of the same machine would be another origin. */
const providerAddress = (site: Site) => `http://localhost:${new URL(site.program).port}`;

const password = 'Homing-2026';

async function register(page: Page, email: string): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await fillRegistration(page, email);
}

async function fillRegistration(page: Page, email: string): Promise<void> {
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
    await page.goto(`${providerAddress(site)}/lofts?q=duif`);
    await page.getByRole('contentinfo').getByRole('link', { name: english.identity.register }).click();
    await fillRegistration(page, email);
    // What to do next, and what if it does not come.
    await expect(page.getByText(email)).toBeVisible();
    await page.getByRole('button', { name: english.identity.send_again }).click();
    await expect(page.getByRole('status').filter({ hasText: english.identity.sent_again })).toBeVisible();
    await expect(page.getByRole('link', { name: english.identity.wrong_address })).toBeVisible();
    await page.goto(await linkTo(site, email));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL(`${providerAddress(site)}/lofts?q=duif`);
    await expect(page.getByRole('banner').getByRole('link', { name: english.nav.log_in })).toHaveCount(0);
    const known = await site.db.selectFrom('users').select('first_name').where('email', '=', email).execute();
    expect(known).toEqual([{ first_name: 'Ada' }]);

    await page.goto(`${providerAddress(site)}/id/settings`);
    // A part of an address is none: nothing could be sent there (5.9).
    await page.getByLabel('City').fill('Aalst');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await expect(page.getByLabel('Street')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('City')).toHaveValue('Aalst');
    await page.getByLabel('Street').fill('Kattestraat 1');
    await page.getByLabel('Postcode').fill('9300');
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
    await expect(mail).toHaveURL(`${providerAddress(site)}/lofts`);
    const asked = await phone.request.get(`${providerAddress(site)}/api/olr/user`);
    expect(asked.status()).toBe(200);
    // The used link says what to do next.
    await mail.goto(link);
    await expect(mail.getByText('This link was used already')).toBeVisible();
    await computer.close();
    await phone.close();
  });
}

const phone = { locale: 'en-GB', viewport: { width: 390, height: 844 }, hasTouch: true };

for (const javaScriptEnabled of [true, false]) {
  test(`a newcomer chooses birds on a phone, registers, opens the mail on a computer and goes on there; a missing address is added on the way, ${javaScriptEnabled ? 'with' : 'without'} a script`, async ({
    browser,
    site,
  }) => {
    const email = `luc${javaScriptEnabled ? 1 : 2}@example.org`;
    const { loft, season } = await buildOffer(site.db);
    const there = `${providerAddress(site)}/lofts/${loft.id}/seasons/${season.season_id}/register`;
    const small = await browser.newContext({ ...phone, javaScriptEnabled });
    const page = await small.newPage();
    await page.goto(there);
    const sum = page.getByRole('complementary', { name: english.register.summary });
    await page.getByRole('textbox', { name: 'Team of three' }).fill('1');
    await page.getByLabel(english.register.team_name).fill('Van Aerde');
    await page.getByLabel(english.lofts.country).selectOption('BE');
    await page.getByLabel(english.register.accept).check();
    await sum.getByRole('button', { name: english.register.sign_in }).click();
    await register(page, email);

    const large = await browser.newContext({ locale: 'en-GB', javaScriptEnabled });
    const mail = await large.newPage();
    await mail.goto(await linkTo(site, email));
    await mail.getByLabel('Password', { exact: true }).fill(password);
    await mail.getByLabel('Password again').fill(password);
    await mail.getByRole('button', { name: 'Confirm' }).click();
    const isAsTyped = async () => {
      await expect(mail).toHaveURL(new RegExp(`^${there}\\?`));
      await expect(mail.getByRole('textbox', { name: 'Team of three' })).toHaveValue('1');
      await expect(mail.getByLabel(english.register.team_name)).toHaveValue('Van Aerde');
      await expect(mail.getByLabel(english.register.accept)).toBeChecked();
    };
    await isAsTyped();
    await mail.getByRole('link', { name: english.identity.add_address }).first().click();
    await mail.getByLabel('Street').fill('Kerkstraat 4');
    await mail.getByLabel('Postcode').fill('9300');
    await mail.getByLabel('City').fill('Aalst');
    await mail.getByRole('button', { name: english.identity.save_and_back }).click();
    await isAsTyped();
    await expect(mail.getByText('Kerkstraat 4, 9300 Aalst')).toBeVisible();
    await mail.getByRole('button', { name: english.register.send, exact: true }).click();
    await expect(mail.getByText(english.orders.done_sent)).toBeVisible();
    await small.close();
    await large.close();
  });

  test(`the pages come in the language of the account: at once when it changes, and in a new browser, ${javaScriptEnabled ? 'with' : 'without'} a script`, async ({
    browser,
    site,
  }) => {
    const email = `uwe${javaScriptEnabled ? 1 : 2}@example.org`;
    const first = await browser.newContext({ ...phone, javaScriptEnabled });
    const page = await first.newPage();
    await page.goto(`${providerAddress(site)}/id/register`);
    await fillRegistration(page, email);
    await page.goto(await linkTo(site, email));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('main').getByRole('link', { name: english.identity.settings }).click();
    await page.getByRole('main').getByLabel(english.identity.language, { exact: true }).selectOption('de');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('status').filter({ hasText: german.identity.saved })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(german.identity.settings);
    await expect(page.getByRole('main').getByLabel(german.identity.country, { exact: true })).toContainText('Belgien');

    const second = await browser.newContext({ ...phone, javaScriptEnabled });
    const other = await second.newPage();
    await other.goto(`${providerAddress(site)}/login?to=${encodeURIComponent('/lofts?q=duif')}`);
    await expect(other.locator('html')).toHaveAttribute('lang', 'en-GB');
    await expect(other.getByRole('banner').getByRole('link', { name: english.nav.log_in })).toHaveCount(0);
    await other.getByLabel('E-mail').fill(email);
    await other.getByLabel('Password', { exact: true }).fill(password);
    await other.getByRole('button', { name: english.nav.log_in, exact: true }).click();
    await expect(other).toHaveURL(`${providerAddress(site)}/lofts?q=duif`);
    await expect(other.locator('html')).toHaveAttribute('lang', 'de');
    await first.close();
    await second.close();
  });
}

test('a registration says all that is wrong at once, shows its passwords, and says their rule once', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.goto(`${providerAddress(site)}/id/register`);
  const [one, again] = [page.getByLabel('Password', { exact: true }), page.getByLabel('Password again')];
  await one.fill('pigeon');
  await again.fill('pigeons');
  await page.getByRole('button', { name: english.identity.show_password }).first().click();
  await expect(one).toHaveAttribute('type', 'text');
  await expect(again).toHaveAttribute('type', 'password');
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true');
  await expect(again).toHaveAccessibleDescription(english.refusals.error_confirmed);
  await expect(one).toHaveAttribute('type', 'password');
  await expect(page.getByText(english.refusals.error_password.replace('{{min}}', '8'))).toHaveCount(1);
  await context.close();
});
