/** A merchant sets up a season, is told what is wrong at its field, opens it, and the public sees it in two languages. */
import { expect, type Page } from '@playwright/test';
import { daysAfter } from '#domain/calendar.ts';
import { buildContract } from '#server/contracts/testing.ts';
import type { Database } from '#server/db/database.ts';
import { addProduct } from '#server/seasons/products.ts';
import { buildLoft, buildPerson } from '#server/testing.ts';
import { seriousIn, signIn, test } from './support.ts';

/** A due date entered in the form of the page. */
async function add(page: Page, kind: string, from: string, to: string) {
  await page.getByLabel('Kind').selectOption(kind);
  await page.getByLabel('First day').fill(from);
  await page.getByLabel('Last day').fill(to);
  await page.getByRole('button', { name: 'Add a due date' }).click();
}

/** What opens a season besides its due dates: a contract in force, and a product that takes pigeons in. */
async function sell(
  db: Database,
  { loft_id, season_id, user_id }: Record<'loft_id' | 'season_id' | 'user_id', number>,
) {
  await buildContract(db, { loft_id, user_id });
  const terms = {
    product_category_id: 1,
    pigeons_reserve: 0,
    max_quantity: null,
    starts_at: null,
    ends_at: null,
  } as const;
  const product = { ...terms, name: 'Team of three', description: '', amount_cents: 10_000, pigeons_active: 3 };
  await db.transaction().execute((tx) => addProduct(tx, user_id, { loft_id, season_id }, product));
}

test('a season is created, gets six due dates, opens, and stands on the public pages (2.23, 5.1, 5.2)', async ({
  browser,
  site,
}) => {
  const { loft } = await buildLoft(site.db);
  const merchant = await buildPerson(site.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
  // Every form works without a script.
  const desk = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  await signIn(desk, site.program, merchant.token);
  const page = await desk.newPage();
  await page.goto(`${site.program}/admin/seasons/create`);
  await page.getByLabel('Name').fill('Grand season');
  await page.getByLabel('Active').fill('501');
  await page.getByLabel('In all').fill('500');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('This is more than the season takes in all.')).toBeVisible();
  await page.getByLabel('Active').fill('400');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grand season');
  await expect(page.getByText('Something is missing until the season can open.')).toBeVisible();

  const today = new Date().toISOString().slice(0, 10);
  const day = (days: number) => daysAfter(today, days);
  await page.getByRole('link', { name: 'Change', exact: true }).click();
  await add(page, 'Registration', day(-30), day(30));
  await add(page, 'Payment', day(-31), day(40));
  await expect(page.getByText("Payment can't start before register")).toBeVisible();
  await expect(page.getByLabel('Last day')).toHaveValue(day(40));
  await add(page, 'Payment', day(-30), day(40));
  await add(page, 'Pigeon shipping', day(0), day(50));
  await add(page, 'Reserve activation', day(60), day(90));
  await add(page, 'Final flight activation', day(150), day(160));
  await add(page, 'Pigeon sale', day(165), day(180));
  await expect(page.getByRole('link', { name: /^Change: / })).toHaveCount(6);
  await page.getByRole('link', { name: 'Grand season' }).click();
  await expect(page.getByText('Something is missing until the season can open.')).toBeVisible();
  const season_id = Number(new URL(page.url()).pathname.split('/').at(-1));
  await sell(site.db, { loft_id: loft.id, season_id, user_id: merchant.user_id });
  await page.reload();
  await page.getByRole('button', { name: 'Open the season' }).click();
  await expect(page.getByText('In progress · Registration is open')).toBeVisible();
  await desk.close();

  const reader = await browser.newContext({ locale: 'en-GB' });
  const shown = await reader.newPage();
  await shown.goto(`${site.program}/seasons?q=${encodeURIComponent(loft.name)}&show=registration`);
  await shown.getByRole('link', { name: 'Grand season' }).click();
  await expect(shown.getByRole('row', { name: /^Payment .*Open, ends in \d+ days/ })).toBeVisible();
  await expect(shown.getByText(/^Registration\s*Open, ends/)).toBeVisible();
  await expect(shown.getByRole('link', { name: 'Contract' })).toBeVisible();
  expect(await seriousIn(shown)).toEqual([]);
  await shown.goto(`${shown.url()}?lang=de`);
  await expect(shown.getByRole('row', { name: /^Zahlung .*Offen, endet in \d+ Tagen/ })).toBeVisible();
  await reader.close();
});
