/** A new merchant from invitation to open registration; then the public reads the season in three scripts. */
import { expect, type Page } from '@playwright/test';
import { daysAfter } from '#domain/calendar.ts';
import { readOutbox } from '#server/notifications/outbox.ts';
import { buildPerson } from '#testing/builders.ts';
import { type Site, seriousIn, signIn, test } from './support.ts';

/** A picture of 2 × 2 pixels. */
const picture = {
  name: 'baskets.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5ErkJggg==',
    'base64',
  ),
};

const day = (days: number) => daysAfter(new Date().toISOString().slice(0, 10), days);

/** The link in the newest notice to an address, with the host as the program knows it. */
async function linkFor(site: Site, email: string, path: RegExp): Promise<string> {
  const found = async () => {
    const mails = (await readOutbox(site.db)).filter(({ recipient }) => recipient === email);
    return mails.map(({ text }) => path.exec(text)?.[0]).find(Boolean);
  };
  await expect.poll(found).toBeTruthy();
  return site.program + (await found())!;
}

async function dueDate(page: Page, kind: string, from: string, to: string) {
  await page.getByLabel('Kind').selectOption(kind);
  await page.getByLabel('First day').fill(from);
  await page.getByLabel('Last day').fill(to);
  await page.getByRole('button', { name: 'Add a due date' }).click();
}

async function product(page: Page, category: string, name: string, price: string, quantity = '') {
  await page.getByRole('link', { name: 'New product' }).click();
  // The list has a field named category too.
  await expect(page).toHaveURL(/\/products\/create$/);
  await page.getByLabel('Category').selectOption({ label: category });
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Price in EUR').fill(price);
  await page.getByLabel('Maximum quantity').fill(quantity);
  await page.getByRole('button', { name: 'Save' }).click();
}

test('a loft is created for a new merchant, who sets it up until registration is open (2.15, 2.16, 2.23, 5.1–5.5)', async ({
  page,
  site,
  browser,
}) => {
  // The whole test takes long on a busy machine.
  test.setTimeout(120_000);
  const at = Date.now();
  const name = `Weser Valley ${at}`;
  const email = `merchant.${at}@example.org`;
  const agent_email = `agent.${at}@example.org`;
  const admin = await buildPerson(site.db, { is_admin: true });

  // The admin's browser runs no script.
  const office = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  await signIn(office, site.program, admin.token);
  const opening = await office.newPage();
  await opening.goto(`${site.program}/admin/lofts`);
  await opening.getByRole('link', { name: 'New loft' }).click();
  await opening.getByLabel('Name').fill(name);
  await opening.getByLabel('Time zone').selectOption('Europe/Berlin');
  await opening.getByLabel('Country').selectOption('DE');
  await opening.getByLabel('E-mail of the merchant').fill('nobody');
  await opening.getByRole('button', { name: 'Open the loft' }).click();
  await expect(opening.getByLabel('E-mail of the merchant')).toHaveAttribute('aria-invalid', 'true');
  await opening.getByLabel('E-mail of the merchant').fill(email);
  await opening.getByRole('button', { name: 'Open the loft' }).click();
  await expect(opening.getByRole('heading', { level: 1 })).toHaveText('Settings');
  // No account has this address yet.
  await expect(opening.getByRole('status').filter({ hasText: 'is sent an invitation by mail' })).toBeVisible();
  await office.close();

  // The notice leads to the new loft, and each step links to the next.
  const link = await linkFor(site, email, /\/invitation\?token=\S+/);
  const merchant = await buildPerson(site.db, { first_name: 'Maria', email });
  await signIn(page.context(), site.program, merchant.token);
  await page.goto(link);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL(/\/overview\/\d+$/);
  await page.getByRole('link', { name: 'Place of the loft' }).click();
  await page.getByLabel('Street').fill('Am Deich 4');
  await page.getByLabel('Latitude').fill(`52° 36' N`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Longitude')).toHaveAccessibleDescription(/This is missing\./);
  await page.getByLabel('Longitude').fill('9.2');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  const parts = page.getByRole('navigation', { name: 'Parts' });
  await parts.getByRole('link', { name: 'Contracts' }).click();
  await page.getByLabel('Title').fill('Terms of the race');
  await page.getByLabel('Text').fill('The birds fly. The loft pays.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('summary', { hasText: 'Publish' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('In force', { exact: true })).toBeVisible();

  // The season, its dates and products: plain forms, here without a script.
  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  await signIn(plain, site.program, merchant.token);
  const own = await plain.newPage();
  await own.goto(page.url().replace(/admin\/lofts\/(\d+).*/, 'overview/$1'));
  await own.getByRole('region', { name: 'First steps' }).getByRole('link', { name: 'New season' }).click();
  await own.getByRole('link', { name: 'Empty season' }).click();
  await own.getByLabel('Name').fill('Grand season');
  await own.getByLabel('Active').fill('501');
  await own.getByLabel('In all').fill('500');
  await own.getByRole('button', { name: 'Create' }).click();
  await expect(own.getByText('This is more than the season takes in all.')).toBeVisible();
  await own.getByLabel('Active').fill('400');
  await own.getByRole('button', { name: 'Create' }).click();
  await expect(own.getByRole('heading', { level: 1 })).toHaveText('Grand season');
  const season = own.url();
  await own.getByRole('link', { name: 'Change', exact: true }).click();
  await dueDate(own, 'Registration', day(-30), day(30));
  await dueDate(own, 'Payment', day(-31), day(40));
  await expect(own.getByText("Payment can't start before register")).toBeVisible();
  // The entries are still there.
  await expect(own.getByLabel('Last day')).toHaveValue(day(40));
  await dueDate(own, 'Payment', day(-30), day(40));
  await dueDate(own, 'Pigeon shipping', day(0), day(50));
  await dueDate(own, 'Reserve activation', day(60), day(90));
  await dueDate(own, 'Final flight activation', day(150), day(160));
  await dueDate(own, 'Pigeon sale', day(165), day(180));
  await expect(own.getByRole('link', { name: /^Change: / })).toHaveCount(6);
  await own.goto(season);
  await expect(own.getByText('Something is missing until the season can open.')).toBeVisible();
  await own.getByRole('link', { name: 'Entry fee' }).click();
  await product(own, 'Entry fee', 'Team of five', 'a thousand', '-1');
  await expect(own.getByText('Please enter a number')).toBeVisible();
  await expect(own.getByText('At least 0.')).toBeVisible();
  await expect(own.getByLabel('Name')).toHaveValue('Team of five');
  await own.getByLabel('Price in EUR').fill('1000.50');
  await own.getByLabel('Maximum quantity').fill('250');
  await own.getByRole('button', { name: 'Save' }).click();
  await product(own, 'Entry fee', 'Single pigeon', '220');
  await product(own, 'Reserve activation', 'Reserve joins', '500');
  await product(own, 'Final flight activation', 'Final place', '150');
  await expect(own.getByText('4 products')).toBeVisible();
  await plain.close();

  // News with a picture, in two languages.
  await page.goto(`${season}/news`);
  await page.getByRole('link', { name: 'Write news' }).click();
  await page.getByLabel('Title (English)').fill('Registration opens');
  const text = page.getByRole('textbox', { name: 'Text (English)' });
  await expect(page.getByRole('toolbar')).toBeVisible();
  await text.click();
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  await page.locator('input[type=file]').setInputFiles(picture);
  await text.locator('img').click();
  await page.getByLabel('What the picture shows').fill('Baskets');
  await page.locator('label[for=shown-ar]').click();
  await page.getByLabel('Title (العربية)').fill('يبدأ التسجيل');
  await page.getByLabel('Keep as a draft').uncheck();
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();

  // An agent accepts the invitation and is led to the season.
  await parts.getByRole('link', { name: 'Staff and agents' }).click();
  await page.getByLabel('E-mail address').fill(agent_email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('table', { name: 'Open invitations' })).toContainText(agent_email);
  await expect(page.getByLabel('E-mail address')).toHaveValue('');
  const agent = await buildPerson(site.db, { first_name: 'Ria', email: agent_email });
  const helper = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  await signIn(helper, site.program, agent.token);
  const invited = await helper.newPage();
  await invited.goto(await linkFor(site, agent_email, /\/invitation\S+/));
  await invited.getByRole('button', { name: 'Accept' }).click();
  await invited.getByRole('main').getByRole('link', { name: 'Seasons' }).click();
  // A draft is for those who prepare it.
  await expect(invited.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(invited.getByRole('row', { name: /Grand season/ })).toHaveCount(0);

  // The setup is complete: the season opens, and becomes public.
  await page.goto(season);
  await expect(page.getByRole('listitem').filter({ hasText: /there$/ })).toHaveCount(6);
  await page.getByRole('button', { name: 'Open the season' }).click();
  await expect(page.getByText('In progress · Registration is open')).toBeVisible();
  await invited.reload();
  await expect(invited.getByRole('row', { name: /Grand season/ })).toBeVisible();
  await helper.close();
  await page.getByRole('link', { name: 'Public season page' }).click();
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Contract/ })
      .first(),
  ).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
  const shown = page.url();

  const reader = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const read = await reader.newPage();
  await read.goto(`${site.program}/seasons?q=${at}&show=registration`);
  await expect(read.getByRole('link', { name: 'Grand season', exact: true })).toBeVisible();
  for (const { lang, dir, html, row, goods, price, left, news } of [
    {
      lang: 'de',
      dir: 'ltr',
      html: 'de',
      row: /^Zahlung.*Offen, endet in \d+ Tagen/,
      goods: 'Angebote',
      price: /1\.000,50\s€/,
      left: 'noch 250',
      news: 'Registration opens',
    },
    {
      lang: 'ar',
      dir: 'rtl',
      html: 'ar',
      row: /^الدفع.*مفتوح/,
      goods: 'ما يمكن شراؤه',
      price: /1,000\.50/,
      left: /250/,
      news: 'يبدأ التسجيل',
    },
    {
      lang: 'jp',
      dir: 'ltr',
      html: 'ja',
      row: /^支払い.*受付中/,
      goods: '購入できるもの',
      price: /1,000\.50/,
      left: /250/,
      news: 'Registration opens',
    },
  ]) {
    await read.goto(`${shown}?lang=${lang}`);
    const root = read.locator('html');
    expect([await root.getAttribute('dir'), (await root.getAttribute('lang'))?.slice(0, 2)]).toEqual([dir, html]);
    await expect(read.locator('dl > div').filter({ hasText: row })).not.toHaveCount(0);
    const packages = read.getByRole('region', { name: goods });
    await expect(packages.getByRole('listitem')).toHaveCount(4);
    await expect(packages.getByText(price)).toBeVisible();
    await expect(packages.getByText(left)).toBeVisible();
    await expect(read.getByRole('link', { name: news })).toBeVisible();
  }
  await read.getByRole('link', { name: 'Registration opens' }).click();
  await expect(read.getByRole('article').getByRole('img', { name: 'Baskets' })).toHaveAttribute('src', /^\/media\//);
  await reader.close();
});
