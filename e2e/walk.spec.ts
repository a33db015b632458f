/**
 * What stumbled or broke when people first walked through the site, one short test each; the numbers are theirs. What
 * the spec of a noun sets the stage for is tested there: cash of agents (D1), chips (D4, C9), uploads (B2), opening a
 * loft twice (C2).
 */
import { expect, type Page } from '@playwright/test';
import { registerDevice } from '#server/devices/devices.ts';
import { markPaid } from '#server/payments/by-hand.ts';
import { enterPigeons } from '#server/pigeons/pigeons.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';
import { listBirds } from '#server/sales/listings.ts';
import { addDueDate } from '#server/seasons/due-dates.ts';
import { createSeason } from '#server/seasons/seasons.ts';
import { buildActivations } from '#testing/activations.ts';
import { buildPerson } from '#testing/builders.ts';
import { buildContract } from '#testing/contracts.ts';
import { buildEntries } from '#testing/entries.ts';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import { buildSale } from '#testing/sales.ts';
import english from '../locales/en.json' with { type: 'json' };
import { type Site, seriousIn, signIn, test, untilHydrated } from './support.ts';

const season = (id: number) => `/admin/seasons/${id}`;
const goAs = async (page: Page, site: Site, { token }: { token: string }, path: string) => {
  await signIn(page.context(), site.program, token);
  await page.goto(site.program + path);
  await untilHydrated(page);
};

test('the state of a bird offers only what can follow, and a death is asked again (C4, 4.3)', async ({
  page,
  site,
}) => {
  const { season: key, merchant, team_id } = await buildEntries(site.db);
  const [id] = await site.db.transaction().execute((tx) => enterPigeons(tx, key, [{ ring: 'BE 27-4023187', team_id }]));
  await goAs(page, site, merchant, `${season(key.season_id)}/pigeons/${id}`);
  const state = page.getByRole('combobox', { name: english.admin.state });
  const offered = await state.getByRole('option').allTextContents();
  expect(offered).toContain(english.pigeon_status.died);
  expect(offered).not.toContain(english.pigeon_status.unassigned);
  expect(offered).not.toContain(english.pigeon_status.activated_reserve);
  await state.selectOption('died');
  const form = page.locator('form').filter({ has: state });
  await form.getByLabel(english.entries.reason).fill('Found dead');
  await form.getByRole('button').last().click();
  await expect(page.getByRole('checkbox', { name: english.entries.died_sure })).toBeVisible();
});

test('an order of an activation is named by what it is, not 0 / 0 (C5)', async ({ page, site }) => {
  const built = await buildActivations(site.db);
  const answer = await fetch(`${site.program}/api/registrations/${built.order.id}/activations`, {
    method: 'POST',
    headers: { ...built.customer.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ product_id: built.products.final, pigeon_ids: [built.birds.one] }),
  });
  expect(answer.status).toBe(200);
  await goAs(page, site, built.merchant, `${season(built.season.season_id)}/orders`);
  await expect(page.getByRole('cell', { name: 'final', exact: true })).toBeVisible();
  await expect(page.getByText('0 / 0')).toHaveCount(0);
});

test('the order of a bird that was bought names it, for its buyer and for the loft (C6)', async ({ page, site }) => {
  const sale = await buildSale(site.db, 1);
  const [ring, pigeon_id] = [sale.rings[0]!, sale.pigeon_ids[0]!];
  const listing_id = await site.db.transaction().execute(async (tx) => {
    const act = { by: null, time_zone: 'Europe/Brussels', now_ms: Date.now() };
    await listBirds(tx, sale.season, { pigeon_ids: [pigeon_id], price_cents: 75_000 }, act);
    const found = tx.selectFrom('listings').select('id').where('pigeon_id', '=', pigeon_id);
    return (await found.executeTakeFirstOrThrow()).id;
  });
  const buyer = await buildCustomer(site.db);
  await goAs(page, site, buyer, `/lofts/${sale.loft.id}/seasons/${sale.season.season_id}/sale#listing-${listing_id}`);
  const row = page.getByRole('row').filter({ hasText: ring });
  await row.locator('summary').filter({ hasText: english.sale.buy }).click();
  await row.getByRole('button', { name: /750/ }).click();
  await expect(page.getByRole('article')).toContainText(ring);
  await expect(page.getByRole('article')).not.toContainText('0 active, 0 in reserve');
  const order_id = /\d+/.exec(new URL(page.url()).pathname)![0];
  await goAs(page, site, sale.merchant, `${season(sale.season.season_id)}/orders/${order_id}`);
  await page.getByRole('main').getByRole('link', { name: ring }).click();
  await expect(page.getByRole('heading', { level: 1, name: ring })).toBeVisible();
});

test('a list enters no pigeon without a place that was ordered, unless it says why (D2, 4.3)', async ({
  page,
  site,
}) => {
  const { merchant, season: key, order } = await buildEntries(site.db);
  await order();
  await goAs(page, site, merchant, `${season(key.season_id)}/pigeons/import`);
  const send = async (reason: string) => {
    const lines = ['ring;team', 'BE 26-4100001;Zoë 1', 'BE 26-4100002;Somebody', 'BE 26-4100003;'];
    await page.getByLabel(english.entries.outside_reason).fill(reason);
    const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
    await page.getByRole('main').locator('input[type="file"]').setInputFiles(file);
    await page.getByRole('radio', { name: english.entries.mode_good }).check();
    await page.getByRole('button', { name: english.entries.send }).click();
  };
  await send('');
  const line = (ring: string) => page.getByRole('row').filter({ hasText: ring });
  await expect(line('4100002')).toContainText(english.refusals.no_such_team);
  await expect(line('4100003')).toContainText(english.refusals.team_needed);
  const entered = async () => {
    const rows = await site.db.selectFrom('pigeons').select('ring').where('season_id', '=', key.season_id).execute();
    return rows.map(({ ring }) => ring).sort();
  };
  expect(await entered()).toEqual(['BE 26-4100001']);
  await send('Guests of the loft');
  await expect(line('4100003')).not.toContainText(english.refusals.team_needed);
  expect(await entered()).toContain('BE 26-4100003');
});

test('a reserve becomes active only for a reason, and beyond its order only without a fee (D3)', async ({
  page,
  site,
}) => {
  const built = await buildEntries(site.db);
  const { season: key, merchant, customer } = built;
  const { id } = await built.order();
  const paid = { by: merchant.user_id, is_merchant: true, reason: 'Cash', file_id: null, now_ms: Date.now() };
  await site.db.transaction().execute((tx) => markPaid(tx, id, paid));
  for (const n of [1, 2, 3]) {
    const answer = await fetch(`${site.program}/api/registrations/${id}/pigeons`, {
      method: 'POST',
      headers: { ...customer.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ring: `BE 26-410010${n}`, name: '', color: '', sex: 'unknown' }),
    });
    expect(answer.status).toBe(200);
  }
  const { id: reserve } = await site.db
    .selectFrom('pigeons')
    .select('id')
    .where('ring', '=', 'BE 26-4100103')
    .where('season_id', '=', key.season_id)
    .executeTakeFirstOrThrow();
  await site.db.transaction().execute(async (tx) => {
    const act = { by: null, now_ms: Date.now() };
    await bringTo(tx, key, await lockPigeons(tx, key, [reserve]), 'reserve', act);
  });
  await goAs(page, site, merchant, `${season(key.season_id)}/pigeons/${reserve}`);
  const state = page.getByRole('combobox', { name: english.admin.state });
  const form = page.locator('form').filter({ has: state });
  const change = async (reason: string) => {
    await state.selectOption('active');
    await form.getByLabel(english.entries.reason).fill(reason);
    await form.getByRole('button', { name: english.entries.change }).click();
  };
  await change('');
  await expect(form.getByLabel(english.entries.reason)).toHaveAccessibleDescription(
    new RegExp(english.refusals.reserve_reason_needed),
  );
  await change('A gift of the loft');
  await expect(page.getByRole('main').getByRole('alert').first()).toContainText('Without a fee');
  await form.getByLabel(english.entries.without_fee).check();
  await change('A gift of the loft');
  await expect(page.getByRole('main').getByRole('status').first()).toContainText('BE 26-4100103');
  await expect(page.getByRole('region', { name: english.admin.state })).toContainText('A gift of the loft');
});

test('no two entries of a menu have one name (C10)', async ({ page, site }) => {
  const { merchant, season: key } = await buildOffer(site.db);
  await goAs(page, site, merchant, season(key.season_id));
  for (const menu of await page.getByRole('navigation').all()) {
    const names = (await menu.getByRole('link').filter({ visible: true }).allTextContents()).map((name) => name.trim());
    expect(names.filter((name, at) => name !== '' && names.indexOf(name) !== at)).toEqual([]);
  }
});

test('the way to pay by bank stands on the order, with its number (B1)', async ({ page, site }) => {
  const offer = await buildOffer(site.db);
  const customer = await buildCustomer(site.db);
  await site.db
    .updateTable('seasons')
    .set({ bank_holder: 'Weser Derby', bank_iban: 'BE68539007547034' })
    .where('id', '=', offer.season.season_id)
    .execute();
  const order = await plantOrder(site.db, offer, customer.user_id, ['confirm']);
  await goAs(page, site, customer, `/registrations/${order.id}`);
  await expect(page.getByRole('main')).toContainText('BE68 5390 0754 7034');
});

test('a reserve activation asks for no number of pigeons (D5)', async ({ page, site }) => {
  const { merchant, season: key } = await buildOffer(site.db);
  await goAs(page, site, merchant, `${season(key.season_id)}/products/create`);
  const active = page.getByLabel(english.product.active);
  await expect(active).toBeVisible();
  await page.getByLabel(english.product.category).selectOption(english.product.reserve_activation);
  await expect(active).toHaveCount(0);
});

test('a product goes only after a question', async ({ page, site }) => {
  const { merchant, season: key, two } = await buildOffer(site.db);
  await goAs(page, site, merchant, `${season(key.season_id)}/products/${two}`);
  const remove = page.getByRole('button', { name: english.people.remove });
  await expect(remove).toBeHidden();
  await page.locator('summary').filter({ hasText: english.people.remove }).click();
  await expect(page.getByText(english.product.remove_sure)).toBeVisible();
  await remove.click();
  await expect(page).toHaveURL(/\/products\?saved=1$/);
  await expect(page.getByText('Team of two')).toHaveCount(0);
});

test('a contract says that it is saved, and published', async ({ page, site }) => {
  const { merchant, loft } = await buildOffer(site.db);
  await buildContract(site.db, { loft_id: loft.id, user_id: merchant.user_id });
  await goAs(page, site, merchant, `/admin/lofts/${loft.id}/contracts`);
  await page.getByLabel(english.contracts.title, { exact: true }).fill('Rules of 2027');
  await page.getByLabel(english.contracts.text, { exact: true }).fill('Fair racing');
  await page.getByRole('button', { name: english.identity.save }).click();
  const said = page.getByRole('main').getByRole('status');
  await expect(said).toHaveText(english.identity.saved);
  const draft = page.getByRole('listitem').filter({ hasText: 'Rules of 2027' });
  await draft.locator('summary').filter({ hasText: english.contracts.publish }).click();
  await draft.getByRole('button', { name: english.contracts.publish }).click();
  await expect(said).toHaveText(english.contracts.is_published);
});

test('over the dates of a draft nothing says that there is no registration', async ({ page, site }) => {
  const { merchant, loft } = await buildOffer(site.db);
  const draft = await site.db.transaction().execute(async (tx) => {
    const made = await createSeason(tx, { loft_id: loft.id, name: 'Next year', year: 2031 });
    await addDueDate(
      tx,
      null,
      { loft_id: loft.id, season_id: made.id },
      {
        due_date_category_id: 1,
        name: 'Registration',
        description: '',
        starts_at: '2031-01-01',
        ends_at: '2031-02-28',
        max_duration: null,
      },
    );
    return made;
  });
  for (const path of [season(draft.id), `${season(draft.id)}/due-dates`]) {
    await goAs(page, site, merchant, path);
    await expect(page.getByRole('heading', { name: english.admin.due_dates }).first()).toBeVisible();
    await expect(page.getByText(english.registration.unset)).toHaveCount(0);
  }
});

test('on a phone the overview of a loft is folded but for what waits, and every part opens (6)', async ({
  page,
  site,
}) => {
  const offer = await buildOffer(site.db);
  await registerDevice(site.db, { loft_id: offer.loft.id, name: 'North trap' });
  for (let n = 0; n < 3; n++)
    await plantOrder(site.db, offer, (await buildCustomer(site.db)).user_id, n ? ['confirm'] : []);
  await page.setViewportSize({ width: 390, height: 844 });
  await goAs(page, site, offer.merchant, `/overview/${offer.loft.id}`);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2600);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const clocks = page.getByRole('region', { name: english.overview.clocks, exact: true });
  const trap = clocks.getByText('North trap');
  await expect(trap).toBeHidden();
  await clocks.getByRole('heading').click();
  await expect(trap).toBeVisible();
  await expect(page.getByRole('region', { name: english.overview.to_confirm }).getByRole('checkbox')).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect(trap).toBeVisible();
});

test('on a phone the orders to confirm come before the dates, and no heading is cut (g)', async ({ page, site }) => {
  const offer = await buildOffer(site.db);
  await plantOrder(site.db, offer, (await buildCustomer(site.db)).user_id);
  await page.setViewportSize({ width: 390, height: 844 });
  await goAs(page, site, offer.merchant, season(offer.season.season_id));
  const top = async (name: string) => (await page.getByRole('heading', { name, exact: true }).first().boundingBox())!.y;
  expect(await top(english.overview.to_confirm)).toBeLessThan(await top(english.admin.due_dates));
  for (const path of ['', '/orders', '/pigeons', '/payments']) {
    await page.goto(site.program + season(offer.season.season_id) + path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
    const cut = await page
      .getByRole('heading')
      .filter({ visible: true })
      .evaluateAll((all) =>
        all
          .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow === 'hidden')
          .filter((one) => one.clientWidth > 1)
          .map((one) => one.textContent),
      );
    expect({ path, cut }).toEqual({ path, cut: [] });
  }
});

test('who has no address is told which, before anything is ordered (e, 5.9)', async ({ page, site }) => {
  const offer = await buildOffer(site.db);
  const homeless = await buildPerson(site.db);
  await goAs(page, site, homeless, `/lofts/${offer.loft.id}/seasons/${offer.season.season_id}/register`);
  await expect(page.getByRole('main')).toContainText(/address/i);
});
