/** Cash taken by an agent: marked at the collection, refused by the merchant, marked again, and approved (4.1, 6.5). */
import { expect } from '@playwright/test';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import { buildAgent, plantCollection, plantTransport } from '#testing/transports.ts';
import english from '../locales/en.json' with { type: 'json' };
import { seriousIn, signIn, test } from './support.ts';

const { agent_cash, money, pay, overview, people, refusals, rows } = english;

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
  await page.getByRole('region', { name: overview.cash }).getByRole('listitem').getByRole('link').first().click();
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

test('an agent sees the cash to hand over until the merchant marks it as arrived', async ({ page, site, browser }) => {
  const offer = await buildOffer(site.db);
  const { loft, season, merchant } = offer;
  const [customer, agent] = [await buildCustomer(site.db), await buildAgent(site.db, loft.id)];
  const collection_id = await plantCollection(site.db, { loft_id: loft.id, agent_id: agent.user_id });
  const { id } = await plantOrder(site.db, offer, customer.user_id, ['confirm']);
  const transport_id = await plantTransport(site.db, { order_id: id, collection_id }, ['confirm']);
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 } });
  await signIn(context, site.program, agent.token);
  const van = await context.newPage();
  await signIn(page.context(), site.program, merchant.token);

  await van.goto(`${site.program}/transports/owed`);
  await expect(van.getByText(agent_cash.none)).toBeVisible();
  await van.goto(`${site.program}/transports/${transport_id}`);
  await van.getByLabel(pay.reason).last().fill('Paid me at the van');
  await van.getByRole('button', { name: pay.mark }).click();
  await expect(van.getByText(money.to_approve).first()).toBeVisible();
  const amountOf = (word: string) => van.locator('dl > div').filter({ hasText: word }).locator('dd').first();
  await van.goto(`${site.program}/transports/owed`);
  await expect(amountOf(agent_cash.owed)).toHaveText('€650.00');
  await expect(van.getByRole('row').filter({ hasText: agent_cash.waits })).toBeVisible();
  expect(await seriousIn(van)).toEqual([]);

  await page.goto(`${site.program}/admin/lofts/${loft.id}/agents/cash`);
  const arrived = page.getByRole('button', { name: agent_cash.do_hand_over });
  // Nothing chosen is said, and what was typed stays.
  await page.getByLabel(agent_cash.how).fill('Counted together');
  await arrived.click();
  await expect(page.getByRole('alert').filter({ hasText: refusals.nothing_chosen })).toBeVisible();
  await expect(page.getByLabel(agent_cash.how)).toHaveValue('Counted together');
  await page.getByRole('checkbox', { name: rows.all }).check();
  await expect(page.getByText('€650.00', { exact: false }).first()).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
  await arrived.click();
  await expect(page.getByRole('status').filter({ hasText: people.done })).toBeVisible();
  await expect(arrived).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: agent_cash.handed_over })).toBeVisible();
  // The arrival accepted the cash too: the order is paid.
  await page.goto(`${site.program}/admin/seasons/${season.season_id}/payments/${id}`);
  await expect(page.getByRole('region', { name: pay.revoke })).toBeVisible();

  await van.reload();
  await expect(amountOf(agent_cash.owed)).toHaveText('€0.00');
  await expect(van.getByRole('row').filter({ hasText: agent_cash.handed_over })).toBeVisible();
  await expect(van.getByRole('link', { name: 'PDF' })).toBeVisible();
  await context.close();
});
