/**
 * The whole season from registration to the race, as customer, agent and merchant: two teams ordered, one paid by card
 * and one in cash through an agent, birds entered, collected and taken in, a reserve activated. Another customer misses
 * the deadline, and the cash is taken back.
 */
import { expect, type Page } from '@playwright/test';
import { cancelUnpaid } from '#server/orders/unpaid.ts';
import { addDueDate } from '#server/seasons/due-dates.ts';
import { addProduct } from '#server/seasons/products.ts';
import { buildLoft, buildPerson } from '#testing/builders.ts';
import { buildContract } from '#testing/contracts.ts';
import { buildCustomer, endDaysToPay } from '#testing/orders.ts';
import { startProgram, stopProgram } from '#testing/program.ts';
import { plantCollection } from '#testing/transports.ts';
import { type Site, signIn, test } from './support.ts';

/**
 * A season in which every phase is open at once: teams of three and two reserves, and a price for activating a reserve.
 */
async function openSeason(site: Site) {
  const { loft, season_id } = await buildLoft(site.db);
  const season = { loft_id: loft.id, season_id };
  const works = (entry: { is_merchant?: true; is_agent?: true }, first_name: string) =>
    buildPerson(site.db, { first_name, last_name: 'Wouters', entries: [{ loft_id: loft.id, entry }] });
  const merchant = await works({ is_merchant: true }, 'Maria');
  const agent = await works({ is_agent: true }, 'Ria');
  await buildContract(site.db, { loft_id: loft.id, user_id: merchant.user_id });
  await site.db.updateTable('seasons').set({ max_pigeons: 100 }).where('id', '=', season_id).execute();
  const always = { description: '', starts_at: '2020-01-01', ends_at: '2199-12-31', max_duration: null };
  const terms = { description: '', max_quantity: null, starts_at: null, ends_at: null };
  await site.db.transaction().execute(async (tx) => {
    await addDueDate(tx, null, season, { ...always, due_date_category_id: 1, name: 'Entry' });
    await addDueDate(tx, null, season, {
      ...always,
      ends_at: '2200-01-31',
      due_date_category_id: 2,
      name: 'Payment',
      max_duration: 5,
    });
    await addDueDate(tx, null, season, { ...always, ends_at: '2200-02-28', due_date_category_id: 3, name: 'Shipping' });
    await addDueDate(tx, null, season, { ...always, ends_at: '2200-03-31', due_date_category_id: 6, name: 'Reserves' });
    await addProduct(tx, null, season, {
      ...terms,
      product_category_id: 1,
      name: 'Team of three',
      amount_cents: 65_000,
      pigeons_active: 3,
      pigeons_reserve: 2,
    });
    await addProduct(tx, null, season, {
      ...terms,
      product_category_id: 3,
      name: 'Reserve joins',
      amount_cents: 4_000,
      pigeons_active: 0,
      pigeons_reserve: 0,
    });
  });
  await plantCollection(site.db, { loft_id: loft.id, agent_id: agent.user_id });
  return { season, merchant, agent };
}

/** Enters the birds of an order, one after the other. */
async function enter(page: Page, at: string, rings: readonly string[]) {
  await page.goto(`${at}/pigeons`);
  const fresh = page.getByRole('region', { name: 'New pigeon' });
  for (const [i, ring] of rings.entries()) {
    await fresh.getByLabel('Ring').fill(ring);
    await fresh.getByRole('button', { name: 'Enter', exact: true }).click();
    await expect(page.getByRole('heading', { name: `${i + 1} of 5 places have a pigeon` })).toBeVisible();
  }
}

/** Orders a team of three and two. @returns the address of the order. */
async function registerTeam(page: Page, at: string, team: string, collected?: RegExp): Promise<string> {
  await page.goto(`${at}/register`);
  await page.getByRole('button', { name: 'One more: Team of three' }).click();
  const fresh = page.getByRole('radio', { name: 'New team' });
  if (await fresh.isVisible()) await fresh.check();
  await page.getByLabel('Name of the team').fill(team);
  await page.getByLabel('Country').selectOption('BE');
  if (collected) {
    await page.getByRole('radio', { name: 'An agent collects them' }).check();
    await page.getByLabel(collected).check();
    await page.getByLabel('Mobile number for the agent').fill('+32 475 55 01 02');
  }
  await page.getByLabel('I have read the contract and accept it.').check();
  await page.getByRole('button', { name: 'Send the registration' }).click();
  await expect(page.getByText('Your registration is sent.')).toBeVisible();
  return new URL(page.url()).pathname;
}

// Without this limit a step that waits for ever would not show where the test stopped.
test.use({ actionTimeout: 20_000 });

test('two teams are registered, paid, entered, collected and taken in, and a reserve joins (1.2–1.4, 4.1–4.5, 8.25)', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(180_000);
  // The sandbox for cards runs only in a demo.
  const demo = startProgram({ ROLE: 'all', DEMO: '1', ...site.database });
  try {
    const home = (await demo.up).replace('127.0.0.1', 'localhost');
    const { season, merchant, agent } = await openSeason(site);
    const [customer, late] = [await buildCustomer(site.db), await buildCustomer(site.db)];
    const adminPath = `${home}/admin/seasons/${season.season_id}`;
    const shown = `${home}/lofts/${season.loft_id}/seasons/${season.season_id}`;
    const as = async (who: { token: string }, isPlain = false) => {
      const context = await browser.newContext({ locale: 'en-GB', javaScriptEnabled: !isPlain });
      await signIn(context, home, who.token);
      const tab = await context.newPage();
      tab.setDefaultTimeout(20_000);
      return tab;
    };

    const own = await as(customer);
    const first = await registerTeam(own, shown, 'Van Aerde 1');
    const second = await registerTeam(own, shown, 'Van Aerde 2', /Zwolle/);
    const other = await as(late, true);
    const third = await registerTeam(other, shown, 'Too Late');

    await signIn(page.context(), home, merchant.token);
    await page.goto(`${adminPath}/orders?status=pending`);
    await expect(page.getByRole('button', { name: 'Keys' })).toBeVisible();
    for (const press of ['j', 'x', 'j', 'x', 'j', 'x', 'c']) await page.keyboard.press(press);
    await expect(page.getByRole('status').filter({ hasText: 'Confirmed: ' })).toBeVisible();

    // By card; the bank asks for confirmation.
    await own.goto(home + first);
    await own.getByRole('link', { name: 'Pay €650.00' }).click();
    await own.getByRole('button', { name: 'Pay by card' }).click();
    await own.getByRole('button', { name: 'Ask the bank first' }).click();
    await own.getByRole('button', { name: 'Yes, it is me' }).click();
    await expect(own.getByText('Thank you, the payment has arrived.')).toBeVisible();

    // The agent confirms a collection, takes the cash, and later the birds.
    await enter(own, home + second, ['BE 26-4000021', 'BE 26-4000022']);
    const van = await as(agent, true);
    await van.goto(`${home}/transports`);
    await van
      .getByRole('main')
      .getByRole('link', { name: /^\d\d-\d{4}$/ })
      .click();
    await expect(van.getByText('Kerkstraat 4')).toBeVisible();
    await van.getByRole('button', { name: 'Confirm' }).click();
    await van.getByLabel('Reason').last().fill('Cash at the door');
    await van.getByRole('button', { name: 'Mark as paid' }).click();
    await expect(van.getByText('Done.')).toBeVisible();
    // Without a receipt a merchant has to approve the cash.
    await page.goto(`${adminPath}/payments/${second.split('/').at(-1)}`);
    await page.getByRole('button', { name: 'Yes, it was paid' }).click();
    await expect(page.getByRole('region', { name: 'Take the payment back' })).toBeVisible();
    await own.goto(home + second);
    await expect(own.getByRole('article').getByText('Paid', { exact: true }).first()).toBeVisible();
    await van.getByRole('button', { name: 'Picked up' }).click();
    await own.goto(`${home}${second}/shipments`);
    await expect(own.getByText('In transit').first()).toBeVisible();

    // Birds brought to the loft directly; ring and chip come from a scanner.
    await enter(own, home + first, ['BE 26-4000011', 'BE 26-4000012', 'BE 26-4000013', 'BE 26-4000014']);
    await page.goto(`${adminPath}/pigeons/intake`);
    const scanned = ['4000011', '4000012', '4000013', '4000014', '4000021', '4000022'];
    for (const [i, ring] of scanned.entries()) {
      await page.getByRole('textbox', { name: 'Ring' }).fill(`BE 26-${ring}`);
      await page.getByRole('textbox', { name: 'Ring' }).press('Enter');
      await page.getByRole('textbox', { name: 'Chip' }).fill(`aa${ring}`);
      await page.getByRole('textbox', { name: 'Chip' }).press('Enter');
      await expect(page.getByText(`${i + 1} at the loft, ${scanned.length - i - 1} expected`)).toBeVisible();
    }

    // The reserve joins when its activation is paid.
    await own.goto(`${home}${first}/activations`);
    const reserves = own.getByRole('region', { name: 'Reserve activation' });
    await reserves.getByLabel('BE 26-4000014').check();
    await reserves.getByRole('button', { name: 'Activate' }).click();
    await own.getByRole('button', { name: 'Pay by card' }).click();
    await own.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(own.getByText('Thank you, the payment has arrived.')).toBeVisible();
    await page.goto(`${adminPath}/activations?state=activated`);
    await expect(page.getByRole('row').filter({ hasText: 'BE 26-4000014' })).toContainText('Activated');
    await page.goto(`${adminPath}/pigeons?q=4000014`);
    await expect(page.getByRole('row').filter({ hasText: 'BE 26-4000014' })).toContainText('Activated reserve');

    // The cash never reached the loft: the payment is taken back, with a new deadline, and the customer sees it.
    await page.goto(`${adminPath}/payments/${second.split('/').at(-1)}`);
    const taken = page.getByRole('region', { name: 'Take the payment back' });
    await taken.getByLabel('Reason').fill('Never reached the loft');
    await taken.getByRole('button').click();
    await own.goto(home + second);
    await expect(own.getByRole('article').getByText('Payment taken back').first()).toBeVisible();
    await expect(own.getByRole('link', { name: 'Pay €650.00' }).first()).toBeVisible();

    // The other customer's deadline has passed.
    const order_id = Number(third.split('/').at(-1));
    const over = new Date(Date.now() - 1000).toISOString();
    await endDaysToPay(site.db, order_id, over);
    expect(await cancelUnpaid(site.db, Date.now())).toContain(order_id);
    await other.goto(home + third);
    await expect(other.getByRole('article').getByText('Cancelled').first()).toBeVisible();
    const places = await site.db
      .selectFrom('seasons')
      .select(['taken_active_pigeons', 'taken_reserve_pigeons', 'activated_reserve_pigeons'])
      .where('id', '=', season.season_id)
      .executeTakeFirstOrThrow();
    expect(places).toEqual({ taken_active_pigeons: 6, taken_reserve_pigeons: 4, activated_reserve_pigeons: 1 });
  } finally {
    await stopProgram(demo);
  }
});
