/** An admin finds a person, sees the site as they do, changes nothing, ends it; the audit and the person's log say so. */
import { expect } from '@playwright/test';
import { buildPerson } from '#testing/builders.ts';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { seriousIn, signIn, test } from './support.ts';

const { everybody, audit, done, security, nav } = english;

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

test('who makes an admin is asked by name, and the answer and the log name both (6.3)', async ({ page, site }) => {
  const [admin, other] = await Promise.all(
    ['giver', 'given'].map((name) =>
      buildPerson(site.db, { email: `${name}.${Date.now()}@example.org`, is_admin: name === 'giver', entries: [] }),
    ),
  );
  const { email } = await site.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', other!.user_id)
    .executeTakeFirstOrThrow();
  const isAdmin = async () =>
    (await site.db.selectFrom('users').select('is_admin').where('id', '=', other!.user_id).executeTakeFirstOrThrow())
      .is_admin;
  await signIn(page.context(), site.program, admin!.token);
  for (const [word, question, answer, entry, now] of [
    [everybody.give_admin, everybody.ask_give, done.admin_given, audit.admin_given, true],
    [everybody.take_admin, everybody.ask_take, done.admin_taken, audit.admin_taken, false],
  ] as const) {
    await page.goto(`${site.program}/admin/people?q=${encodeURIComponent(email!)}`);
    await page.getByText(`${word}…`).click();
    await expect(page.getByText(new RegExp(`^${question.split('{{name}}')[0]}.*${email}`))).toBeVisible();
    expect(await isAdmin()).toBe(!now);
    expect(await seriousIn(page)).toEqual([]);
    await page.getByRole('button', { name: word, exact: true }).click();
    await expect(page.getByText(new RegExp(`^${answer.split('{{name}}')[0]}.*${email}`))).toBeVisible();
    expect(await isAdmin()).toBe(now);
    await page.goto(`${site.program}/admin/audit?kind=permission`);
    await expect(page.getByRole('row').nth(1)).toContainText(entry);
  }
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
