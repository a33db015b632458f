/** Setting up what a season sells, as its merchant, and what the public is told of it in two languages. */
import { expect } from '@playwright/test';
import { addDueDate } from '#server/seasons/due-dates.ts';
import { buildLoft, buildPerson } from '#server/testing.ts';
import { signIn, test } from './support.ts';

test('a merchant sets up four products, one with a wrong price first; everybody reads them in two languages', async ({
  page,
  site,
  browser,
}) => {
  const { loft, season_id } = await buildLoft(site.db);
  // It has begun and ends some day.
  await site.db.transaction().execute((tx) =>
    addDueDate(
      tx,
      null,
      { loft_id: loft.id, season_id },
      {
        due_date_category_id: 1,
        name: 'Registration',
        description: '',
        starts_at: '2020-01-01',
        ends_at: '2199-12-31',
        max_duration: null,
      },
    ),
  );
  const merchant = await buildPerson(site.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
  await signIn(page.context(), site.program, merchant.token);
  await page.goto(`${site.program}/admin/seasons/${season_id}/products`);
  await expect(page.getByText('No products yet')).toBeVisible();
  const add = async (category: string, name: string, price: string, quantity = '') => {
    await page.getByRole('link', { name: 'New product' }).click();
    // The list that is left has a choice of the same name.
    await expect(page).toHaveURL(/\/products\/create$/);
    await page.getByLabel('Category').selectOption({ label: category });
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Price in EUR').fill(price);
    await page.getByLabel('Maximum quantity').fill(quantity);
    await page.getByRole('button', { name: 'Save' }).click();
  };
  await add('Entry fee', 'Team of five', 'a thousand', '-1');
  await expect(page.getByText('Please enter a number')).toBeVisible();
  await expect(page.getByText('At least 0.')).toBeVisible();
  // Nothing that was typed is lost.
  await expect(page.getByLabel('Name')).toHaveValue('Team of five');
  await page.getByLabel('Price in EUR').fill('1000.50');
  await page.getByLabel('Maximum quantity').fill('250');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Team of five Entry fee €1,000\.50/ })).toBeVisible();
  await add('Entry fee', 'Single pigeon', '220');
  await expect(page.getByRole('row', { name: /Single pigeon/ })).toBeVisible();
  await add('Reserve activation', 'Reserve joins', '500');
  await expect(page.getByRole('row', { name: /Reserve joins/ })).toBeVisible();
  await add('Final flight activation', 'Final place', '150');
  await expect(page.getByText('4 products')).toBeVisible();

  // Everybody, in two languages, without a script.
  for (const [locale, price, left] of [
    ['en-GB', '€1,000.50', '250 left'],
    ['de-DE', /1\.000,50\s€/, 'noch 250'],
  ] as const) {
    const reader = await browser.newContext({ javaScriptEnabled: false, locale });
    const season = await reader.newPage();
    await season.goto(`${site.program}/lofts/${loft.id}/seasons/${season_id}`);
    const packages = season.getByRole('region', { name: locale === 'de-DE' ? 'Angebote' : 'What can be bought' });
    await expect(packages.getByRole('listitem')).toHaveCount(4);
    await expect(packages.getByText(price)).toBeVisible();
    await expect(packages.getByText(left)).toBeVisible();
    await reader.close();
  }
});
