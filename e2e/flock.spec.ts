/** A customer pastes the rings of an order, finds them in the flock, and takes the receipt of the payment. */
import { expect } from '@playwright/test';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { seriousIn, signIn, test } from './support.ts';

const { entries, flock, pay } = english;

test('rings are pasted, stand in the flock, and the receipt is a PDF', async ({ page, site, browser }) => {
  const offer = await buildOffer(site.db);
  const customer = await buildCustomer(site.db);
  const { id } = await plantOrder(site.db, offer, customer.user_id, ['confirm']);
  const merchant = await browser.newContext({ locale: 'en-GB' });
  await signIn(merchant, site.program, offer.merchant.token);
  const till = await merchant.newPage();
  await till.goto(`${site.program}/admin/seasons/${offer.season.season_id}/payments/${id}`);
  await till.getByLabel(pay.reason).last().fill('In cash at the loft');
  await till.getByRole('button', { name: pay.mark }).click();
  await expect(till.getByText('In cash at the loft').first()).toBeVisible();
  await merchant.close();

  const serial = String(id).padStart(5, '0');
  await signIn(page.context(), site.program, customer.token);
  await page.goto(`${site.program}/registrations/${id}/pigeons`);
  await page.getByLabel(entries.paste_label).fill(`BE 26-${serial}01; Blue; hen\nBE 26-${serial}02\n; Lonely; hen`);
  await page.getByRole('button', { name: entries.paste_check }).click();
  // The wrong line stays to be corrected.
  await page.getByRole('button', { name: entries.paste_enter_other.replace('{{count}}', '2') }).click();
  await expect(page.getByLabel(entries.paste_label)).toHaveValue(/Lonely/);
  expect(await seriousIn(page)).toEqual([]);

  await page.goto(`${site.program}/registrations/flock`);
  await expect(page.getByRole('heading', { name: flock.title })).toBeVisible();
  for (const n of ['01', '02']) await expect(page.getByRole('main')).toContainText(serial + n);
  expect(await seriousIn(page)).toEqual([]);

  await page.goto(`${site.program}/registrations/${id}`);
  const link = page.locator('a[href*="/receipts/"]').first();
  const reply = await page.request.get(site.program + (await link.getAttribute('href'))!);
  expect(reply.headers()['content-type']).toBe('application/pdf');
  expect((await reply.body()).subarray(0, 5).toString()).toBe('%PDF-');
});
