/** An admin finds a person, sees the site as they do, changes nothing, ends it; the audit and the person's log say so. */
import { expect } from '@playwright/test';
import { buildPerson } from '#testing/builders.ts';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { seriousIn, signIn, test } from './support.ts';

const { everybody, audit, security, nav } = english;

test('a person is found in the list, seen, and not changed', async ({ page, site }) => {
  const offer = await buildOffer(site.db);
  const customer = await buildCustomer(site.db);
  const { id } = await plantOrder(site.db, offer, customer.user_id, ['confirm']);
  const { email } = await site.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', customer.user_id)
    .executeTakeFirstOrThrow();
  const admin = await buildPerson(site.db, { email: `seer.${id}@example.org`, is_admin: true, entries: [] });
  await signIn(page.context(), site.program, admin.token);

  await page.goto(`${site.program}/admin/people`);
  await page.getByPlaceholder(everybody.search).fill(email!);
  await expect(page.getByRole('row')).toHaveCount(2);
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: everybody.see, exact: true }).click();
  const bar = page.getByRole('region', { name: everybody.see });
  await expect(bar).toBeVisible();

  await page.goto(`${site.program}/registrations/${id}`);
  await expect(bar).toBeVisible();
  // Every write is refused.
  const refused = await page.evaluate(async (order_id) => {
    const reply = await fetch(`/api/registrations/${order_id}/cancellation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    return reply.status;
  }, id);
  expect(refused).toBeGreaterThanOrEqual(400);
  const { status } = await site.db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow();
  expect(status).toBe('confirmed');
  expect((await page.goto(`${site.program}/admin/people`))?.status()).toBeGreaterThanOrEqual(400);

  await page.goto(`${site.program}/registrations`);
  await bar.getByRole('button', { name: everybody.see_end }).click();
  await expect(page).toHaveURL(/\/admin\/people$/);
  await expect(bar).toHaveCount(0);

  await page.goto(`${site.program}/people/${customer.user_id}/security-log`);
  await expect(page.getByText(security.seen)).toBeVisible();
  await page.goto(`${site.program}/admin/audit?kind=permission`);
  const [ended, begun] = [page.getByRole('row').nth(1), page.getByRole('row').nth(2)];
  await expect(ended).toContainText(audit.see_end);
  await expect(begun).toContainText(everybody.see);
  expect(await seriousIn(page)).toEqual([]);
});

for (const width of [1280, 1440])
  test(`the bar of an admin is not cut at ${width} px, in any language`, async ({ page, site }) => {
    const admin = await buildPerson(site.db, { email: `bar.${width}@example.org`, is_admin: true, entries: [] });
    await signIn(page.context(), site.program, admin.token);
    await page.setViewportSize({ width, height: 800 });
    for (const language of ['en', 'de', 'hu', 'ru']) {
      await site.db.updateTable('users').set({ language }).where('id', '=', admin.user_id).execute();
      await page.context().addCookies([{ name: 'locale', value: language, url: site.program }]);
      await page.goto(`${site.program}/admin/people`);
      const tabs = page.locator('header nav').first();
      await expect(tabs).toBeVisible();
      const [over, last] = await tabs.evaluate((nav) => {
        const ends = [...nav.children].map((one) => one.getBoundingClientRect().right);
        const { right } = nav.getBoundingClientRect();
        return [Math.max(...ends) - right, nav.lastElementChild!.textContent];
      });
      expect([language, over <= 1, last !== '']).toEqual([language, true, true]);
    }
    await page.context().addCookies([{ name: 'locale', value: 'en', url: site.program }]);
    await site.db.updateTable('users').set({ language: 'en' }).where('id', '=', admin.user_id).execute();
    await page.goto(`${site.program}/`);
    await page.locator('header nav summary', { hasText: nav.admin }).click();
    await page.getByRole('link', { name: nav.admin_audit, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: audit.title })).toBeVisible();
  });
