/** An order is paid by card in a browser: the card is declined first, and the bank asks; the merchant sees the money. */
import { expect } from '@playwright/test';
import { buildSales } from '#server/payments/testing.ts';
import { startProgram, stopProgram } from '#server/test-program.ts';
import { buildPerson } from '#server/testing.ts';
import { seriousIn, signIn, test } from './support.ts';

test('declined, then paid by card without a script, and seen by the merchant', async ({ page, site, browser }) => {
  // The sandbox for cards belongs to a demo.
  const demo = startProgram({ ROLE: 'all', DEMO: '1', ...site.database });
  try {
    const address = (await demo.up).replace('127.0.0.1', 'localhost');
    const sales = await buildSales(site.db);
    const { id } = await sales.order();
    const merchant = await buildPerson(site.db, {
      entries: [{ loft_id: sales.key.loft_id, entry: { is_merchant: true } }],
    });

    const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'de-DE' });
    const own = await plain.newPage();
    await signIn(plain, address, sales.customer.token);
    await own.goto(`${address}/registrations/${id}/pay`);
    await own.getByRole('button', { name: 'Mit Karte bezahlen' }).click();
    await expect(own.getByText('Karten-Sandkasten')).toBeVisible();
    await own.getByRole('button', { name: 'Karte ablehnen lassen' }).click();
    await expect(own.getByRole('alert')).toHaveText('Die Karte wurde abgelehnt. Versuchen Sie eine andere.');
    await own.getByRole('button', { name: 'Erst die Bank fragen' }).click();
    await own.getByRole('button', { name: 'Ja, das bin ich' }).click();
    await expect(own.getByText('Danke, die Zahlung ist angekommen.')).toBeVisible();
    await own.getByRole('link', { name: 'Kontoauszug' }).click();
    await expect(own.getByRole('row', { name: /Bezahlt/ })).toBeVisible();
    await plain.close();

    await signIn(page.context(), address, sales.customer.token);
    await page.goto(`${address}/registrations/${id}/paid`);
    expect(await seriousIn(page)).toEqual([]);

    await signIn(page.context(), address, merchant.token);
    await page.goto(`${address}/admin/seasons/${sales.key.season_id}/payments?state=paid`);
    await page.getByRole('link', { name: /^\d\d-\d{4}$/ }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Card' }).first()).toContainText('Paid');
    expect(await seriousIn(page)).toEqual([]);
  } finally {
    await stopProgram(demo);
  }
});
