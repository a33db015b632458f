/** Transports: a customer requests one while registering, the agent confirms and collects the pigeons. */
import { expect } from '@playwright/test';
import { enterFor } from '#server/entries/entries.ts';
import { lockOrder, moveOrder } from '#server/orders/orders.ts';
import { lockRegistration } from '#server/orders/registrations.ts';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import { buildAgent, plantCollection, plantTransport } from '#testing/transports.ts';
import english from '../locales/en.json' with { type: 'json' };
import { holdBack, seriousIn, signIn, test } from './support.ts';

const said = english.transports;

test.use({ serviceWorkers: 'allow' });

test('a collection is requested, confirmed and followed', async ({ page, site, browser }) => {
  const { loft, season } = await buildOffer(site.db);
  const customer = await buildCustomer(site.db);
  const agent = await buildAgent(site.db, loft.id);
  await plantCollection(site.db, { loft_id: loft.id, agent_id: agent.user_id });
  await signIn(page.context(), site.program, customer.token);
  await page.goto(`${site.program}/lofts/${loft.id}/seasons/${season.season_id}/register`);
  await page.getByRole('button', { name: english.register.more.replace('{{name}}', 'Team of three') }).click();
  await page.getByLabel(english.register.team_name).fill('Van Aerde & Zoon');
  await page.getByLabel(english.lofts.country).selectOption('BE');
  await page.getByLabel(english.register.accept).check();
  // Transport by an agent is selected, but no collection (8.25).
  await page.getByRole('radio', { name: english.register.agent }).check();
  const send = page.getByRole('button', { name: english.register.send });
  await expect(send).toBeHidden();
  const missing = english.register.missing.replace('{{step}}', english.register.transport);
  await expect(page.getByText(missing).first()).toBeVisible();
  const goOn = page.getByRole('link', { name: english.sign_in.continue });
  await goOn.click();
  await goOn.click();
  await expect(page.getByText(english.refusals.agent_needed).first()).toBeVisible();
  await page.getByRole('radio', { name: 'Zwolle' }).check();
  await goOn.click();
  await goOn.click();
  await expect(page.getByText(english.refusals.error_required).first()).toBeVisible();
  await page.getByLabel(said.phone).fill('+32 475 55 01 02');
  expect(await seriousIn(page)).toEqual([]);
  await expect(goOn).toBeHidden();
  await send.click();
  await expect(page.getByText(english.orders.done_sent)).toBeVisible();
  const order_id = Number(/registrations\/(\d+)/.exec(page.url())![1]);
  await page.getByRole('link', { name: english.register.transport }).click();
  await expect(page.getByText(said.pending).first()).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);

  const now = { by: null, time_zone: loft.time_zone, now_ms: Date.now() };
  await site.db.transaction().execute(async (tx) => {
    await moveOrder(tx, await lockOrder(tx, order_id), 'confirm', now);
    const bird = { ring: 'BE 26-4023187', name: null, color: null, sex: 'hen' as const, team_id: null };
    await enterFor(tx, await lockRegistration(tx, order_id), bird, now);
  });

  const other = await browser.newContext({ locale: 'en-GB' });
  await signIn(other, site.program, agent.token);
  const own = await other.newPage();
  await own.goto(`${site.program}/transports`);
  await expect(own.getByRole('heading', { name: 'Zwolle' })).toBeVisible();
  await expect(own.getByRole('button', { name: 'Keys' })).toBeVisible();
  for (const press of ['j', 'x', 'c']) await own.keyboard.press(press);
  await expect(own.getByRole('status').filter({ hasText: 'Confirmed: ' })).toBeVisible();
  for (const press of ['j', 'x', 'p']) await own.keyboard.press(press);
  await expect(own.getByRole('status').filter({ hasText: 'Picked up: ' })).toBeVisible();
  expect(await seriousIn(own)).toEqual([]);
  await own.getByRole('link', { name: said.manifest }).click();
  await expect(own.getByText('4023187')).toBeVisible();
  expect(await seriousIn(own)).toEqual([]);
  await other.close();

  await page.reload();
  await expect(page.getByText(english.pigeon_status.in_transit).first()).toBeVisible();
});

test('a route says what keeps birds from being collected, and the birds of an ended order are given back', async ({
  page,
  site,
}) => {
  const offer = await buildOffer(site.db);
  const { loft } = offer;
  const agent = await buildAgent(site.db, loft.id);
  const collection_id = await plantCollection(site.db, { loft_id: loft.id, agent_id: agent.user_id, days: 0 });
  const customer = await buildCustomer(site.db);
  const confirmed = await plantOrder(site.db, offer, customer.user_id, ['confirm']);
  const waiting = await plantOrder(site.db, offer, customer.user_id);
  for (const { id } of [confirmed, waiting])
    await plantTransport(site.db, { order_id: id, collection_id }, ['confirm']);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page.context(), site.program, agent.token);
  await page.goto(`${site.program}/transports/route`);
  const stops = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) });
  await expect(stops).toHaveCount(2);
  await expect(stops.nth(1).getByText(english.refusals.order_not_confirmed)).toBeVisible();
  await expect(stops.nth(1).getByRole('button', { name: said.collected })).toHaveCount(0);

  // A number that cannot be is refused at its field.
  const count = stops.nth(0).getByLabel(said.also_handed_over);
  await count.fill('-1');
  await stops
    .nth(0)
    .locator('form')
    .first()
    .evaluate((form: HTMLFormElement) => (form.noValidate = true));
  await stops.nth(0).getByRole('button', { name: said.collected }).click();
  await expect(stops.nth(0).getByText(english.refusals.error_min_value.replace('{{min}}', '0'))).toBeVisible();
  await count.fill('2');
  await stops.nth(0).getByRole('button', { name: said.collected }).click();
  await expect(stops.nth(0).getByText('2 × €12.00')).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);

  const now = { by: null, time_zone: loft.time_zone, now_ms: Date.now() };
  await site.db.transaction().execute(async (tx) => {
    await moveOrder(tx, await lockOrder(tx, confirmed.id), 'reject', { ...now, reason: 'The loft is full' });
  });
  await page.reload();
  await expect(stops.nth(0).getByText(said.give_back_why.replace('{{n}}', '2'))).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
  await stops.nth(0).getByRole('button', { name: said.give_back }).click();
  await expect(page.getByText(said.given_back.split(':')[0]!)).toBeVisible();
  await expect(stops).toHaveCount(1);
});

test('an agent drives the route of the day: in their own order, collected with a way back, read without a network', async ({
  page,
  site,
}) => {
  const offer = await buildOffer(site.db);
  const { loft } = offer;
  const agent = await buildAgent(site.db, loft.id);
  const collection_id = await plantCollection(site.db, { loft_id: loft.id, agent_id: agent.user_id });
  for (const ring of ['BE 26-7700001', 'BE 26-7700002']) {
    const customer = await buildCustomer(site.db);
    const { id } = await plantOrder(site.db, offer, customer.user_id, ['confirm']);
    await plantTransport(site.db, { order_id: id, collection_id }, ['confirm']);
    await site.db.transaction().execute(async (tx) => {
      const bird = { ring: `${ring}${id}`, name: null, color: null, sex: 'hen' as const, team_id: null };
      await enterFor(tx, await lockRegistration(tx, id), bird, { by: null, now_ms: Date.now() });
    });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page.context(), site.program, agent.token);
  // A button is pressed where it stood before its script was there.
  const letGo = await holdBack(page, '**/assets/entry.client-*');
  await page.goto(`${site.program}/transports/route`, { waitUntil: 'commit' });
  const stops = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) });
  await expect(stops).toHaveCount(2);
  const down = stops.nth(0).getByRole('button', { name: /down$/ });
  const hasStyles = () =>
    [...document.querySelectorAll('link')].every(({ rel, sheet }) => rel !== 'stylesheet' || sheet);
  await page.waitForFunction(hasStyles);
  await page.evaluate(() => document.fonts.ready);
  const stood = await down.boundingBox();
  letGo();
  await expect(page.getByRole('button', { name: english.sheet.do_print })).toBeVisible();
  expect(await down.boundingBox()).toEqual(stood);
  await page.unroute('**/assets/entry.client-*');
  const numbers = () => stops.locator('dd').filter({ hasText: loft.name }).allTextContents();
  const [first, second] = await numbers();
  await down.click();
  await expect.poll(numbers).toEqual([second, first]);
  await stops.nth(0).getByRole('button', { name: said.collected }).click();
  await expect(stops.nth(0)).toHaveAttribute('data-done', '');
  await stops.nth(0).getByRole('button', { name: english.basketing_desk.undo }).click();
  await expect(stops.nth(0)).not.toHaveAttribute('data-done', '');
  expect(await seriousIn(page)).toEqual([]);

  // On paper: the stops with what is needed at the door, without what only a screen can do.
  await page.emulateMedia({ media: 'print' });
  await expect(stops.nth(0).getByText('Zwolle')).toBeVisible();
  for (const name of [said.collected, english.sheet.do_print])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('link', { name: english.map.open })).toHaveCount(0);
  await page.emulateMedia({ media: null });

  // Without a network the phone shows the stops that it read last, in their order, and only to be read.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  const isKept = () =>
    page.evaluate(async () => navigator.serviceWorker.controller !== null && !!(await caches.match('/route')));
  await expect.poll(isKept).toBe(true);
  await page.context().setOffline(true);
  try {
    await page.reload();
    await expect(stops).toHaveCount(2);
    expect(await numbers()).toEqual([second, first]);
    await expect(page.getByRole('button', { name: said.collected })).toHaveCount(0);
    expect(await seriousIn(page)).toEqual([]);
  } finally {
    await page.context().setOffline(false);
  }
  await page.goto(`${site.program}/transports/route`);
  await expect(stops.nth(0).getByRole('button', { name: said.collected })).toBeVisible();
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled });

    test('that nothing was handed over is asked about first, is taken back, and leads the customer to another way', async ({
      page,
      site,
      browser,
    }) => {
      const offer = await buildOffer(site.db);
      const { loft } = offer;
      const agent = await buildAgent(site.db, loft.id);
      const customer = await buildCustomer(site.db);
      const collection_id = await plantCollection(site.db, { loft_id: loft.id, agent_id: agent.user_id, days: 0 });
      const { id: order_id } = await plantOrder(site.db, offer, customer.user_id, ['confirm']);
      const id = await plantTransport(site.db, { order_id, collection_id }, ['confirm']);
      await signIn(page.context(), site.program, agent.token);
      await page.goto(`${site.program}/transports/${id}`);
      const sure = page.getByRole('button', { name: said.nothing_handed_over, exact: true });
      await expect(sure).toBeHidden();
      const close = async () => {
        await page.locator('summary').filter({ hasText: said.nothing_handed_over }).click();
        await sure.click();
      };
      await close();
      await page.getByRole('button', { name: english.order_admin.undo }).click();
      await expect(page.getByText(said.reopened.replace('{{numbers}}', ''))).toBeVisible();
      await page.goto(`${site.program}/transports/${id}`);
      await close();

      const other = await browser.newContext({ locale: 'en-GB', javaScriptEnabled });
      await signIn(other, site.program, customer.token);
      const own = await other.newPage();
      await own.goto(`${site.program}/registrations/${order_id}`);
      await expect(own.getByText(said.not_collected)).toBeVisible();
      await own.getByRole('link', { name: said.choose_again }).click();
      // The check of the page is a script itself.
      if (javaScriptEnabled) expect(await seriousIn(own)).toEqual([]);
      await own.getByRole('button', { name: english.register.own_transport }).click();
      await expect(own.getByText(said.cancelled).first()).toBeVisible();
      await other.close();
    });
  });
