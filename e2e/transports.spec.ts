/** Transports: a customer requests one while registering, the agent confirms and collects the pigeons. */
import { expect } from '@playwright/test';
import { enterFor } from '#server/entries/entries.ts';
import { lockOrder, moveOrder } from '#server/orders/orders.ts';
import { lockRegistration } from '#server/orders/registrations.ts';
import { buildCustomer, buildOffer } from '#testing/orders.ts';
import { buildAgent, plantCollection } from '#testing/transports.ts';
import english from '../locales/en.json' with { type: 'json' };
import { seriousIn, signIn, test } from './support.ts';

const said = english.transports;

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
  await page.getByRole('button', { name: english.register.send }).click();
  await expect(page.getByText(english.refusals.agent_needed).first()).toBeVisible();
  await page.getByRole('radio', { name: 'Zwolle' }).check();
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: english.register.send }).click();
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
