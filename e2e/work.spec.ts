/**
 * Failed work items, handled by an admin on a phone without a script and on a desktop: put aside, retried, done
 * (decision 37).
 */
import { expect } from '@playwright/test';
import { sql } from 'kysely';
import { cancelUnpaid } from '#server/orders/unpaid.ts';
import { asOwner, buildPerson } from '#testing/builders.ts';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { seriousIn, signIn, test } from './support.ts';

const { nav, pay, work } = english;

test('an order that cannot be cancelled is put aside, retried and done', async ({ page, site, browser }) => {
  const offer = await buildOffer(site.db);
  const customer = await buildCustomer(site.db);
  const admin = await buildPerson(site.db, { is_admin: true, first_name: 'Ada', last_name: 'Admin' });
  const { id } = await plantOrder(site.db, offer, customer.user_id, ['confirm']);
  const { pay_until } = await site.db
    .selectFrom('orders')
    .select('pay_until')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await asOwner(site.db, async (tx) => {
    await sql
      .raw(
        `create function odd_step() returns trigger language plpgsql as $$ begin raise exception 'an odd order'; end $$`,
      )
      .execute(tx);
    await sql
      .raw(
        `create trigger odd_step before insert on order_history for each row when (new.order_id = ${id}) execute function odd_step()`,
      )
      .execute(tx);
  });
  const over_ms = Date.parse(pay_until!);
  for (const minutes of [0, 1, 6, 36]) await cancelUnpaid(site.db, over_ms + minutes * 60_000);

  const phone = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
  });
  await signIn(phone, site.program, admin.token);
  const small = await phone.newPage();
  await small.goto(`${site.program}/admin/work`);
  await expect(small.getByText('an odd order')).toBeVisible();
  await expect(small.getByText(work.stuck).first()).toBeVisible();
  await small.locator('summary', { hasText: work.put_aside }).click();
  await small.getByLabel(pay.reason).fill('The loft looks into it');
  await small.getByRole('button', { name: work.put_aside }).click();
  await expect(small.getByText('The loft looks into it')).toBeVisible();
  await expect(small.getByRole('table').getByText('Ada Admin')).toBeVisible();
  const width = await small.locator('html').evaluate((html) => html.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await phone.close();

  await signIn(page.context(), site.program, admin.token);
  await page.goto(`${site.program}/lofts`);
  await page.getByRole('banner').locator('summary', { hasText: nav.admin }).first().click();
  await page.getByRole('link', { name: nav.admin_work }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: work.title })).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
  await asOwner(site.db, (tx) => sql.raw('drop function odd_step cascade').execute(tx));
  // The result is shown in the row, and the filter of the list stays.
  await page.getByRole('link', { name: work.aside }).first().click();
  await expect(page).toHaveURL(/[?&]state=aside/);
  await page.getByRole('button', { name: work.retry }).click();
  await expect(page.getByText(work.retried)).toBeVisible();
  await expect(page).toHaveURL(/[?&]state=aside/);
  await page.goto(`${site.program}/admin/work?retried=unpaid_orders+${id}`);
  await expect(page.getByRole('row', { name: work.unpaid_orders }).getByText(work.retried)).toBeVisible();
  expect(await cancelUnpaid(site.db, over_ms + 3_600_000)).toEqual([id]);
  await page.reload();
  await expect(page.getByText(work.none_text)).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
});
