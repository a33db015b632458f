/**
 * A customer activates a reserve without a script and is led to the payment; a merchant activates another one by
 * keyboard.
 */
import { expect } from '@playwright/test';
import { markPaid } from '#server/payments/by-hand.ts';
import { buildActivations } from '#testing/activations.ts';
import { seriousIn, signIn, test } from './support.ts';

test('a customer activates and orders a reserve, a merchant activates another one and sees both', async ({
  page,
  site,
  browser,
}) => {
  const built = await buildActivations(site.db);
  const ringOf = async (id: number) =>
    (await site.db.selectFrom('pigeons').select('ring').where('id', '=', id).executeTakeFirstOrThrow()).ring;
  const [first, second] = [await ringOf(built.birds.r1), await ringOf(built.birds.r2)];

  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const own = await plain.newPage();
  await signIn(plain, site.program, built.customer.token);
  await own.goto(`${site.program}/registrations/${built.order.id}/activations`);
  const reserves = own.getByRole('region', { name: 'Reserve activation' });
  await reserves.getByRole('button', { name: 'Activate' }).click();
  await expect(own.getByText('No pigeon selected')).toBeVisible();
  await reserves.getByLabel(first).check();
  await reserves.getByLabel('Products').selectOption({ index: 1 });
  await reserves.getByRole('button', { name: 'Activate' }).click();
  await expect(own).toHaveURL(/\/registrations\/\d+\/pay$/);
  await expect(own.getByText('€500.00').first()).toBeVisible();
  await own.goto(`${site.program}/registrations/${built.order.id}/activations`);
  await expect(reserves.getByRole('listitem').filter({ hasText: first })).toContainText('To pay');
  await expect(reserves.getByLabel(first)).toHaveCount(0);
  await plain.close();

  await signIn(page.context(), site.program, built.merchant.token);
  const adminPath = `${site.program}/admin/seasons/${built.season.season_id}/activations`;
  await page.goto(adminPath);
  await expect(page.getByRole('button', { name: 'Keys' })).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
  await page.getByLabel('Products').selectOption({ index: 1 });
  await page.getByRole('row').filter({ hasText: second }).getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Done.' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'To pay' })).toHaveCount(2);
  const { order_id } = await site.db
    .selectFrom('activations')
    .select('order_id')
    .where('pigeon_id', '=', built.birds.r1)
    .executeTakeFirstOrThrow();
  const mark = { by: built.merchant.user_id, reason: 'Cash', now_ms: Date.now(), file_id: null, is_merchant: true };
  await site.db.transaction().execute((tx) => markPaid(tx, order_id, mark));
  await page.goto(`${adminPath}?state=activated`);
  await expect(page.getByRole('row').filter({ hasText: first })).toContainText('Activated');
});
