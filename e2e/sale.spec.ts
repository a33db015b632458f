/** A loft sells one bird at a price and another one for offers, and a visitor buys and offers, without a script. */
import { expect } from '@playwright/test';
import { buildPerson } from '#testing/builders.ts';
import { buildCustomer } from '#testing/orders.ts';
import { buildSale } from '#testing/sales.ts';
import { seriousIn, signIn, test } from './support.ts';

test('birds are listed by keyboard, one is bought and one gets an offer', async ({ page, site, browser }) => {
  const sale = await buildSale(site.db, 2);
  const buyer = await buildCustomer(site.db);
  const email = 'friend-of-the-loft@example.org';
  await buildPerson(site.db, { first_name: 'Fien', email });
  const adminPath = `${site.program}/admin/seasons/${sale.season.season_id}/sale`;
  await signIn(page.context(), site.program, sale.merchant.token);
  await page.goto(adminPath);
  await page.getByRole('link', { name: 'Put up for sale' }).click();
  const put = async (ring: string, fill: () => Promise<unknown>) => {
    await page.getByLabel(`Select ${ring}`).check();
    await page.locator('summary').filter({ hasText: 'Put up for sale' }).click();
    await fill();
    await page.getByRole('button', { name: 'Put up for sale' }).click();
  };
  // A text that is no number is reported at its field, and the selection stays.
  await put(sale.rings[0]!, () => page.getByLabel('Price').fill('much'));
  await expect(page.getByText('Please enter a number')).toBeVisible();
  await page.getByLabel('Price').fill('750');
  await page.getByRole('button', { name: 'Put up for sale' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Done' })).toBeVisible();
  await page.getByRole('link', { name: 'Put up for sale' }).click();
  await put(sale.rings[1]!, () => page.getByLabel('How').selectOption('To the best offer'));
  await expect(page.getByRole('row').filter({ hasText: sale.rings[1]! })).toContainText('To the best offer');

  // The price is edited in place.
  const price = page.getByLabel(`Price, ${sale.rings[0]}`);
  await price.fill('600');
  await price.press('Enter');
  await expect(price).toHaveValue('600');
  expect(await seriousIn(page)).toEqual([]);

  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  await signIn(plain, site.program, buyer.token);
  const own = await plain.newPage();
  await own.goto(`${site.program}/lofts/${sale.loft.id}/seasons/${sale.season.season_id}`);
  await own.getByRole('link', { name: 'Pigeon sale' }).click();
  const row = (ring: string) => own.getByRole('row').filter({ hasText: ring });
  await row(sale.rings[1]!).getByText('Make an offer').first().click();
  await row(sale.rings[1]!).getByLabel('Price in EUR').fill('500');
  await row(sale.rings[1]!).getByRole('button', { name: 'Make an offer' }).click();
  await expect(own.getByText('Your offer is in.')).toBeVisible();
  await expect(row(sale.rings[1]!)).toContainText('Best offer: €500.00');
  await row(sale.rings[0]!).getByText('Buy', { exact: true }).click();
  await row(sale.rings[0]!).getByRole('button', { name: 'Order for €600.00' }).click();
  await expect(own.getByText('Confirmed', { exact: true }).first()).toBeVisible();

  // Without a sale the loft assigns a share by hand, and ends it.
  await signIn(plain, site.program, sale.merchant.token);
  await own.goto(`${site.program}/admin/seasons/${sale.season.season_id}/pigeons/${sale.pigeon_ids[1]}`);
  const rights = own.getByRole('region', { name: 'Give rights' });
  await rights.getByLabel('E-mail').fill('nobody@example.org');
  await rights.getByLabel('Share in percent').fill('33.5');
  await rights.getByRole('button', { name: 'Give rights' }).click();
  await expect(rights).toContainText('cannot be assigned');
  await expect(rights.getByLabel('Share in percent')).toHaveValue('33.5');
  await rights.getByLabel('E-mail').fill(email);
  await rights.getByRole('button', { name: 'Give rights' }).click();
  await expect(own.getByRole('region', { name: 'Rights', exact: true })).toContainText('33.5%');
  await rights.getByRole('button', { name: 'End the right' }).click();
  await expect(own.getByText(/^Changed: /)).toBeVisible();
  await expect(rights.getByRole('button', { name: 'End the right' })).toHaveCount(0);
  await plain.close();

  // The loft accepts the offer.
  await page.reload();
  await page.getByRole('button', { name: 'Accept the offer' }).click();
  await expect(page.getByText('Reserved', { exact: true })).toHaveCount(2);
});
