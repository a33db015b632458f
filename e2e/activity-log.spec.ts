/** The activity log of a loft: read, searched and narrowed by its merchant, on a phone too, and saved as a file. */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { buildPerson } from '#testing/builders.ts';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { seriousIn, signIn, test } from './support.ts';

const { admin, audit, orders, search, sheet } = english;

test('a merchant finds who confirmed an order, and saves the log as files (1.3)', async ({ page, site }) => {
  const offer = await buildOffer(site.db);
  const customer = await buildCustomer(site.db);
  await plantOrder(site.db, offer, customer.user_id, ['confirm']);
  const other = await buildOffer(site.db);
  await signIn(page.context(), site.program, offer.merchant.token);
  await page.setViewportSize({ width: 390, height: 844 });
  const at = `${site.program}/admin/lofts/${offer.loft.id}/audit`;
  await page.goto(at);
  await expect(page.getByRole('heading', { level: 1, name: audit.title })).toBeVisible();
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows.filter({ hasText: orders.confirmed }).first()).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expect(await seriousIn(page)).toEqual([]);

  await page.getByText(search.filters, { exact: true }).click();
  await page.getByLabel(audit.kind).selectOption({ label: admin.orders });
  await expect(page).toHaveURL(/kind=order/);
  await expect(rows.first()).toContainText(admin.orders);
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: sheet.csv }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  const lines = text.trim().split('\r\n');
  expect(lines[0]).toContain(audit.what);
  expect(lines.slice(1).length).toBe(await rows.count());
  expect(lines.slice(1).every((line) => line.includes(admin.orders))).toBe(true);
  expect(text).not.toContain(other.loft.name);
  const pdf = await page.request.get(`${at}.pdf?kind=order`);
  expect([pdf.status(), (await pdf.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-']);

  // Nobody of that name did anything; the way back stands there.
  await page.goto(`${at}?q=nobody+of+this+name`);
  await expect(page.getByText(audit.none)).toBeVisible();

  const stranger = await buildPerson(site.db);
  await signIn(page.context(), site.program, stranger.token);
  expect((await page.request.get(`${at}.csv`)).status()).toBe(404);
});
