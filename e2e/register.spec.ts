/** Registration (2.12) before signing in, with no entry lost; the order seen and cancelled (2.4, 2.5). */
import { expect } from '@playwright/test';
import { buildCustomer, buildOffer } from '#testing/orders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { seriousIn, signIn, test } from './support.ts';

const said = english.register;

test('a customer chooses two teams, signs in to send the order, sees it and cancels it', async ({ page, site }) => {
  const { loft, season } = await buildOffer(site.db, { max_pigeons: 20 });
  const customer = await buildCustomer(site.db);
  await page.goto(`${site.program}/lofts/${loft.id}/seasons/register`);
  const sum = page.getByRole('complementary', { name: said.summary });
  const more = (name: string) => page.getByRole('button', { name: said.more.replace('{{name}}', name) });
  await more('Team of three').click();
  await more('Team of two').click();
  await expect(sum).toContainText('€1,070.00');
  // A quantity above the limit is reported at once.
  await page.getByRole('textbox', { name: 'Team of three' }).fill('9');
  const tooMany = english.refusals.error_max_value.replace('{{max}}', '6');
  await expect(page.getByText(tooMany, { exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'Team of three' }).fill('1');
  await page.getByLabel(said.team_name).fill('Van Aerde & Zoon');
  await page.getByLabel(english.lofts.country).selectOption('BE');
  await page.reload();
  await expect(page.getByLabel(said.team_name)).toHaveValue('Van Aerde & Zoon');
  await page.getByLabel(said.accept).check();
  expect(await seriousIn(page)).toEqual([]);

  const loginRequest = page.waitForRequest((request) => new URL(request.url()).pathname === '/login');
  await sum.getByRole('button', { name: said.sign_in }).click();
  const back = new URL((await loginRequest).url()).searchParams.get('to');
  await signIn(page.context(), site.program, customer.token);
  await page.goto(`${site.program}${back}`);
  await expect(sum).toContainText('€1,070.00');
  await expect(page.getByLabel(said.accept)).toBeChecked();
  // On a phone the button stands in the bar at the lower edge, wherever one reads; the page of the order begins at its top.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await sum.getByRole('button', { name: said.send }).dblclick();

  await expect(page.getByText(english.orders.done_sent)).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(await seriousIn(page)).toEqual([]);
  await page.goto(`${site.program}/registrations`);
  const order = page.getByRole('article');
  await expect(order).toContainText('Van Aerde & Zoon');
  await expect(order).toContainText('€1,070.00');
  expect(await seriousIn(page)).toEqual([]);
  await order.getByText(english.orders.cancel, { exact: true }).first().click();
  await order.getByRole('button', { name: english.orders.cancel }).click();
  await expect(page.getByText(english.orders.done_cancelled)).toBeVisible();
  const { taken_active_pigeons } = await site.db
    .selectFrom('seasons')
    .select('taken_active_pigeons')
    .where('id', '=', season.season_id)
    .executeTakeFirstOrThrow();
  expect(taken_active_pigeons).toBe(0);
});

test('a registration is one order from two windows, and going back to its form leads to the order', async ({
  page,
  site,
  context,
}) => {
  const { loft, season } = await buildOffer(site.db);
  const customer = await buildCustomer(site.db);
  await signIn(context, site.program, customer.token);
  const other = await context.newPage();
  const send = (window: typeof page) => window.getByRole('button', { name: said.send }).first();
  for (const window of [page, other]) {
    await window.goto(`${site.program}/lofts/${loft.id}/seasons/${season.season_id}/register`);
    await window.getByRole('button', { name: said.more.replace('{{name}}', 'Team of three') }).click();
    await window.getByLabel(said.team_name).fill('Van Aerde');
    await window.getByLabel(english.lofts.country).selectOption('BE');
    await window.getByLabel(said.accept).check();
  }
  await send(page).click();
  await expect(page.getByText(english.orders.done_sent)).toBeVisible();
  const { pathname } = new URL(page.url());
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe(pathname);

  await other.getByLabel(said.team_name).fill('Van Aerde & Zoon');
  await send(other).click();
  await expect(other.getByText(english.orders.done_already)).toBeVisible();
  expect(new URL(other.url()).pathname).toBe(pathname);
  const orders = await site.db.selectFrom('orders').select('id').where('loft_id', '=', loft.id).execute();
  expect(orders).toHaveLength(1);

  // Who registers again is told of the order, and makes another one.
  await page.goto(`${site.program}/lofts/${loft.id}/seasons/${season.season_id}/register`);
  await expect(page.getByText(said.sent_before)).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
});

test('the choice of an order that is changed is kept as a draft, and can be sent again', async ({ page, site }) => {
  const { loft, season } = await buildOffer(site.db);
  const customer = await buildCustomer(site.db);
  await signIn(page.context(), site.program, customer.token);
  await page.goto(`${site.program}/lofts/${loft.id}/seasons/${season.season_id}/register`);
  await page.getByRole('button', { name: said.more.replace('{{name}}', 'Team of three') }).click();
  await page.getByLabel(said.team_name).fill('Van Aerde');
  await page.getByLabel(english.lofts.country).selectOption('BE');
  // As often as one likes.
  for (let time = 0; time < 2; time += 1) {
    await page.getByLabel(said.accept).check();
    await page.getByRole('button', { name: said.send }).first().click();
    await expect(page.getByText(english.orders.done_sent)).toBeVisible();
    await page.getByText(english.orders.change, { exact: true }).first().click();
    await page.getByRole('button', { name: english.orders.change }).click();
    await expect(page.getByLabel(said.team_name)).toHaveValue('Van Aerde');
  }
  // Who leaves the form finds the choice again.
  await page.goto(`${site.program}/registrations`);
  const kept = page.getByRole('region', { name: english.orders.draft });
  await expect(kept).toContainText('Van Aerde');
  await kept.getByText(english.orders.draft_drop, { exact: true }).first().click();
  await kept.getByRole('button', { name: english.orders.draft_drop }).click();
  await expect(kept).toHaveCount(0);
});

test('without a script the server adds it up, and an error is shown at its field', async ({ browser, site }) => {
  const { season } = await buildOffer(site.db);
  const customer = await buildCustomer(site.db);
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  await signIn(context, site.program, customer.token);
  const page = await context.newPage();
  await page.goto(`${site.program}/lofts/${season.loft_id}/seasons/${season.season_id}/register`);
  const sum = page.getByRole('complementary', { name: said.summary });
  await page.getByRole('button', { name: said.more.replace('{{name}}', 'Team of three') }).click();
  await expect(sum).toContainText('€650.00');
  await page.getByRole('textbox', { name: 'Team of two' }).fill('2');
  await sum.getByRole('button', { name: said.work_out }).click();
  await expect(sum).toContainText('€1,490.00');
  // Saved for later, and reopened from the list of orders.
  await sum.getByRole('button', { name: said.keep }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved: ' })).toBeVisible();
  await page.getByRole('link', { name: english.orders.draft_go }).click();
  await expect(sum).toContainText('€1,490.00');
  await sum.getByRole('button', { name: said.send }).click();
  await expect(page.getByLabel(said.team_name)).toHaveAccessibleDescription(english.refusals.error_required);
  await expect(sum).toContainText('€1,490.00');
  await page.getByLabel(said.team_name).fill('Van Aerde');
  await page.getByLabel(english.lofts.country).selectOption('BE');
  await page.getByLabel(said.accept).check();
  await sum.getByRole('button', { name: said.send }).click();
  await expect(page.getByText(english.orders.done_sent)).toBeVisible();
  await context.close();
});
