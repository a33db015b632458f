/** Cash taken by an agent: marked at the collection, refused by the merchant, marked again, and approved (4.1, 6.5). */
import { expect } from '@playwright/test';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import { buildAgent, plantCollection, plantTransport } from '#testing/transports.ts';
import english from '../locales/en.json' with { type: 'json' };
import { seriousIn, signIn, test } from './support.ts';

const { money, pay, overview } = english;

test('all three see the cash that an agent took; the merchant refuses it, and approves it when marked again', async ({
  page,
  site,
  browser,
}) => {
  const offer = await buildOffer(site.db);
  const { loft, season, merchant } = offer;
  const [customer, agent] = [await buildCustomer(site.db), await buildAgent(site.db, loft.id)];
  const collection_id = await plantCollection(site.db, { loft_id: loft.id, agent_id: agent.user_id });
  const { id } = await plantOrder(site.db, offer, customer.user_id, ['confirm']);
  const transport_id = await plantTransport(site.db, { order_id: id, collection_id }, ['confirm']);
  const as = async (token: string, more: object = {}) => {
    const context = await browser.newContext({ locale: 'en-GB', ...more });
    await signIn(context, site.program, token);
    return context.newPage();
  };
  const phone = { viewport: { width: 390, height: 844 } };
  const van = await as(agent.token, { ...phone, javaScriptEnabled: false });
  const own = await as(customer.token, phone);
  await signIn(page.context(), site.program, merchant.token);

  const mark = async (reason: string) => {
    await van.goto(`${site.program}/transports/${transport_id}`);
    await van.getByLabel(pay.reason).last().fill(reason);
    await van.getByRole('button', { name: pay.mark }).click();
    await expect(van.getByText(money.to_approve).first()).toBeVisible();
    await expect(van.getByRole('button', { name: pay.mark })).toHaveCount(0);
  };
  const order = `${site.program}/registrations/${id}`;
  const adminPath = `${site.program}/admin/seasons/${season.season_id}`;

  await mark('Paid me at the van');
  for (const path of [order, `${order}/pay`]) {
    await own.goto(path);
    await expect(own.getByText(money.cash_customer)).toBeVisible();
    await expect(own.getByRole('button', { name: pay.by_card })).toHaveCount(0);
    expect(await seriousIn(own)).toEqual([]);
  }
  await page.goto(adminPath);
  await page.getByRole('region', { name: overview.cash }).getByRole('link').first().click();
  await expect(page.getByText('Paid me at the van').first()).toBeVisible();
  await page.goto(`${adminPath}/payments/${id}`);
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: pay.decline }).click();
  await expect(page.getByRole('button', { name: pay.decline })).toHaveCount(0);

  // After the refusal it is to be paid again, and all three see that.
  await own.goto(order);
  await expect(own.getByText(money.to_approve)).toHaveCount(0);
  await expect(own.getByRole('link', { name: 'Pay €650.00' })).toBeVisible();
  await expect(own.getByRole('listitem').filter({ hasText: money.failed })).toContainText('Confirmed');
  await van.reload();
  await expect(van.getByText(money.to_approve)).toHaveCount(0);

  await mark('Here it is');
  await page.goto(`${adminPath}/payments/${id}`);
  await page.getByRole('button', { name: pay.approve }).click();
  await expect(page.getByRole('region', { name: pay.revoke })).toBeVisible();
  await own.goto(order);
  await expect(own.getByRole('link', { name: 'Pay €650.00' })).toHaveCount(0);
  await expect(own.getByRole('article').getByText(money.paid, { exact: true }).first()).toBeVisible();
  await van.reload();
  await expect(van.getByText(money.to_approve)).toHaveCount(0);
  await expect(van.getByRole('button', { name: pay.mark })).toHaveCount(0);
});
