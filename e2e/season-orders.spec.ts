/** A merchant's orders: two are selected and confirmed by keyboard, one is rejected with a reason, which is taken back. */
import { expect } from '@playwright/test';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import { seriousIn, signIn, test } from './support.ts';

test('two orders are confirmed by keyboard, and one is rejected with a reason and taken back', async ({
  page,
  site,
  browser,
}) => {
  const offer = await buildOffer(site.db);
  const { user_id } = await buildCustomer(site.db);
  const orders = [];
  for (let left = 3; left > 0; left--) orders.push(await plantOrder(site.db, offer, user_id));
  await signIn(page.context(), site.program, offer.merchant.token);
  const adminPath = `${site.program}/admin/seasons/${offer.season.season_id}`;
  await page.goto(`${adminPath}/orders?sort=number`);
  await expect(page.getByRole('button', { name: 'Keys' })).toBeVisible();
  for (const press of ['j', 'x', 'j', 'x']) await page.keyboard.press(press);
  await expect(page.getByText('2 selected, 6 active and 0 reserve, €1,300.00')).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
  await page.keyboard.press('c');
  await expect(page.getByRole('status').filter({ hasText: 'Confirmed: ' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'State' }).getByRole('link', { name: 'To pay 2' })).toBeVisible();

  // Without a reason the rejection is refused at the reason's field, and the selection stays.
  await page.goto(`${adminPath}/orders?status=pending`);
  await expect(page.getByRole('button', { name: 'Keys' })).toBeVisible();
  for (const press of ['j', 'x', 'r']) await page.keyboard.press(press);
  await expect(page.getByLabel('Reason')).toBeFocused();
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(page.getByText('This is missing.')).toBeVisible();
  await page.getByLabel('Reason').fill('The quarantine is full');
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Rejected: ' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Waiting for your yes again: ' })).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);

  // The order shows who, when and why; without a script too.
  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  await signIn(plain, site.program, offer.merchant.token);
  const own = await plain.newPage();
  await own.goto(`${adminPath}/orders/${orders[2]!.id}`);
  await expect(own.getByText('The quarantine is full')).toBeVisible();
  await expect(own.getByText('Rejected by mistake')).toBeVisible();
  await own.goto(adminPath);
  await expect(own.getByRole('heading', { name: 'Orders to confirm' })).toBeVisible();
  await plain.close();
});
