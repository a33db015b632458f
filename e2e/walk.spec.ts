/**
 * What stumbled or broke when people first walked through the site, one short test each; the numbers are theirs. What
 * the spec of a noun sets the stage for is tested there: cash of agents (D1), chips (D4, C9), uploads (B2), opening a
 * loft twice (C2).
 */
import { expect, type Page } from '@playwright/test';
import { enterPigeons } from '#server/pigeons/pigeons.ts';
import { addDueDate } from '#server/seasons/due-dates.ts';
import { createSeason } from '#server/seasons/seasons.ts';
import { buildActivations } from '#testing/activations.ts';
import { buildPerson } from '#testing/builders.ts';
import { buildContract } from '#testing/contracts.ts';
import { buildEntries } from '#testing/entries.ts';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { type Site, signIn, test, untilHydrated } from './support.ts';

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
