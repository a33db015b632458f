/**
 * An order is paid by card: the card is declined first, then the bank asks for confirmation; the merchant sees the
 * payment.
 */
import { expect, type Page } from '@playwright/test';
import { buildPerson } from '#testing/builders.ts';
import { buildSales, stepOrder } from '#testing/payments.ts';
import { startProgram, stopProgram } from '#testing/program.ts';
import { startSlowCards } from '../dev/bench/slow-cards.ts';
import { type Site, seriousIn, signIn, test, untilHydrated } from './support.ts';

test('declined, then paid by card without a script, and seen by the merchant', async ({ page, site, browser }) => {
  // The sandbox for cards runs only in a demo.
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
    await expect(own.getByRole('region', { name: 'Quittungen' }).getByRole('link')).toHaveCount(1);
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

    // After the rejection the money is owed, and both sides see that until it is paid back.
    await stepOrder(site.db, id, 'reject');
    await page.reload();
    await page.getByLabel('Reason').fill('Too late');
    await page.getByRole('button', { name: 'Give back' }).click();
    const steps = page.getByRole('region', { name: 'To be paid back' }).getByRole('listitem');
    await expect(steps.filter({ hasText: /^\d.*On its way back/ })).toContainText('Too late');
    await expect(steps.filter({ hasText: /^\d.*Paid back/ })).toBeVisible();
    await signIn(page.context(), address, sales.customer.token);
    await page.goto(`${address}/registrations/${id}`);
    await expect(page.getByText('Paid back', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Nothing was charged.')).toHaveCount(0);
  } finally {
    await stopProgram(demo);
  }
});

/** Opens the payment page of an order, on a program whose card provider replies after `late_ms`. */
async function payingBy(
  page: Page,
  site: Site,
  late_ms: number,
  work: (at: {
    cards: Awaited<ReturnType<typeof startSlowCards>>;
    address: string;
    sales: Awaited<ReturnType<typeof buildSales>>;
    id: number;
  }) => Promise<void>,
): Promise<void> {
  const cards = await startSlowCards(late_ms, () => 'http://127.0.0.1:9/');
  const program = startProgram({ ROLE: 'all', DEMO: '1', ...site.database, ...cards.env });
  try {
    const address = (await program.up).replace('127.0.0.1', 'localhost');
    const sales = await buildSales(site.db);
    const { id } = await sales.order();
    await signIn(page.context(), address, sales.customer.token);
    await page.goto(`${address}/registrations/${id}/pay`);
    await work({ cards, address, sales, id });
  } finally {
    await stopProgram(program);
    await cards.stop();
  }
}

test('a slow provider is asked once, and nobody is led back to the page of a payment', async ({ page, site }) => {
  await payingBy(page, site, 1500, async ({ cards, address, id }) => {
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1;
    });
    const pay = page.getByRole('button', { name: 'Pay by card' });
    // Waits until the button is hydrated.
    await untilHydrated(page, 'form[action$="/pay"] button');
    // Playwright's locators wait for the navigation after a click; this looks at the page before it.
    const shown = await page.evaluate(async () => {
      const form = document.querySelector<HTMLFormElement>('form[action$="/pay"]')!;
      const button = form.querySelector('button')!;
      button.click();
      await new Promise((resolve) => setTimeout(resolve, 200));
      button.click();
      return [button.ariaDisabled, form.textContent];
    });
    expect(shown).toEqual(['true', expect.stringContaining('Asking the card company.')]);
    await page.waitForURL(/\/sandbox\/cards\//);
    expect(sent).toBe(1);
    const session = page.url().split('/').at(-1)!;

    await page.goBack();
    await expect(pay).toBeEnabled();
    await page.goto(`${address}/registrations/${id}/paid`);
    await expect(page.getByText('The payment is on its way.')).toBeVisible();
    await expect(pay).toHaveCount(0);
    await page.getByRole('link', { name: 'Statement' }).click();
    await page.waitForURL(/\/statement$/);
    // Longer than the interval at which the payment page checks again.
    await page.waitForTimeout(6000);
    expect(page.url()).toMatch(/\/statement$/);

    await page.goto(`${address}/registrations/${id}/paid`);
    await page.evaluate(() => Object.assign(globalThis, { still: true }));
    await cards.sandbox.page(session, { intent: 'pay', delivery: 'lost' }, 'en');
    await expect(page.getByText('Thank you, the payment has arrived.')).toBeVisible({ timeout: 15_000 });
    expect(await page.evaluate(() => 'still' in globalThis)).toBe(true);
  });
});

test('the page after the payment opens at once while the provider hangs, and shows the result by itself', async ({
  page,
  site,
  browser,
}) => {
  await payingBy(page, site, 0, async ({ cards, address, sales, id }) => {
    await page.getByRole('button', { name: 'Pay by card' }).click();
    await page.waitForURL(/\/sandbox\/cards\//);
    const session = page.url().split('/').at(-1)!;
    await cards.sandbox.page(session, { intent: 'pay', delivery: 'lost' }, 'en');

    cards.late_ms = 4500;
    const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
    await signIn(plain, address, sales.customer.token);
    for (const own of [page, await plain.newPage()]) {
      const began_ms = Date.now();
      await own.goto(`${address}/registrations/${id}/paid`, { waitUntil: 'commit' });
      expect(Date.now() - began_ms).toBeLessThan(cards.late_ms - 1000);
      await expect(own.getByText('Asking the card company.')).toBeVisible();
    }
    await expect(page.getByText('Thank you, the payment has arrived.')).toBeVisible();
    await plain.close();
  });
});
