/**
 * The first hour of a merchant: from an accepted invitation to open registration with few clicks and fields, the brand of
 * the loft, a registration that is confirmed at once, and a message to its customers.
 */
import { expect, type Page } from '@playwright/test';
import { daysAfter } from '#domain/calendar.ts';
import { buildLoft, buildPerson } from '#testing/builders.ts';
import { pictureOf } from '#testing/files.ts';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { seriousIn, signIn, test, untilHydrated } from './support.ts';

const today = () => new Date().toISOString().slice(0, 10);

/** The work of a person on a page, counted. */
function counted(page: Page) {
  const work = { clicks: 0, fields: 0 };
  return {
    work,
    async click(name: string | RegExp, role: 'link' | 'button' = 'button', within: Pick<Page, 'getByRole'> = page) {
      work.clicks += 1;
      await within
        .getByRole(role, { name, exact: typeof name === 'string' })
        .first()
        .click();
    },
    async fill(label: string, value: string) {
      work.fields += 1;
      await page.getByLabel(label, { exact: true }).fill(value);
    },
  };
}

test('a loft is ready for registrations with at most twelve fields and fourteen clicks (2.16, 4.7)', async ({
  page,
  site,
}) => {
  const admin = await buildPerson(site.db, { is_admin: true });
  const merchant_email = `first.hour.${Date.now()}@example.org`;
  const merchant = await buildPerson(site.db, { email: merchant_email });
  const opened = await fetch(`${site.program}/api/admin/lofts`, {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: `First Hour ${Date.now()}`,
      unit: 'km',
      time_zone: 'Europe/Berlin',
      currency: 'EUR',
      country: 'DE',
      merchant_email,
    }),
  });
  const { loft } = (await opened.json()) as { loft: { id: number } };
  await signIn(page.context(), site.program, merchant.token);
  await page.goto(`${site.program}/overview/${loft.id}`);
  const { work, click, fill } = counted(page);
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('listitem').filter({ hasText: /there$/ })).toHaveCount(0);
  expect(await seriousIn(page)).toEqual([]);

  await click('Place of the loft', 'link', steps);
  await fill('Latitude', '52.6');
  await fill('Longitude', '9.2');
  await click('Save');
  await expect(page.getByText('Saved.')).toBeVisible();
  await click('Contracts', 'link', page.getByRole('navigation', { name: 'Parts' }));
  await fill('Title', 'Terms of the race');
  await fill('Text', 'The birds fly. The loft pays.');
  await click('Save');
  work.clicks += 1;
  await page.locator('summary', { hasText: 'Publish' }).click();
  await click('Publish');
  await expect(page.getByText('In force', { exact: true })).toBeVisible();
  await page.goto(`${site.program}/overview/${loft.id}`);
  work.clicks += 1;
  await click('New season', 'link', steps);
  await expect(page.getByRole('heading', { name: 'Standard season' })).toBeVisible();
  // The one form has at most twelve fields, of which most have their value.
  const fields = page.locator('main form').locator('input:not([type=hidden]), select, textarea');
  expect(await fields.count()).toBeLessThanOrEqual(12);
  expect(await seriousIn(page)).toEqual([]);
  await fill('Entry fee', '1000');
  await fill('Room for pigeons', '1000');
  await fill('Release of the final', daysAfter(today(), 20));
  await click('Create');
  await expect(page.getByText(/at least ten weeks after the first day of registration/)).toBeVisible();
  await page.getByLabel('Release of the final', { exact: true }).fill(daysAfter(today(), 280));
  await click('Create');
  await expect(page.getByRole('heading', { name: 'Due dates' })).toBeVisible();
  await click('Open the season');
  await expect(page.getByText('In progress · Registration is open')).toBeVisible();
  expect(work.fields).toBeLessThanOrEqual(12);
  expect(work.clicks).toBeLessThanOrEqual(14);

  // What is done is ticked; the rest is hidden by the merchant.
  await page.goto(`${site.program}/overview/${loft.id}`);
  await expect(steps.getByText('7 of 10 done')).toBeVisible();
  await steps.getByRole('button', { name: 'Hide this list' }).click();
  await expect(steps).toHaveCount(0);
});

test('a colour that cannot be read is refused with the nearest; the logo and the colour stand on the loft’s page', async ({
  page,
  site,
}) => {
  const { loft } = await buildLoft(site.db);
  const merchant = await buildPerson(site.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
  await signIn(page.context(), site.program, merchant.token);
  await page.goto(`${site.program}/admin/lofts/${loft.id}/brand`);
  await page.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await pictureOf(300, 300, { alpha: true }),
  });
  await expect(page.getByRole('button', { name: 'Remove the logo' })).toBeVisible();
  const colour = page.locator('input[name=accent]');
  await colour.fill('#ffcc00');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(colour).toHaveAccessibleDescription(/contrast is 1\.5 to 1, it needs 4\.5\. .*#[0-9a-f]{6}/);
  await colour.fill('#0b6b46');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
  const reader = await page.context().browser()!.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const read = await reader.newPage();
  await read.goto(`${site.program}/lofts/${loft.id}`);
  await expect(read.locator('[data-accent]').first()).toHaveAttribute('style', /#0b6b46/);
  await expect(read.locator('h1 img')).toHaveAttribute('src', /^\/media\/[0-9a-f]{64}-low\.jpg$/);
  await reader.close();
});

test('whoever registers while places are confirmed at once can pay in the same visit; a message reaches them', async ({
  page,
  browser,
  site,
}) => {
  const { loft, season, merchant } = await buildOffer(site.db);
  await site.db.updateTable('seasons').set({ places_at_once: 5 }).where('id', '=', season.season_id).execute();
  const customer = await buildCustomer(site.db);
  await signIn(page.context(), site.program, customer.token);
  const said = english.register;
  const register = async (team: string) => {
    await page.goto(`${site.program}/lofts/${loft.id}/seasons/${season.season_id}/register`);
    await page.getByRole('button', { name: said.more.replace('{{name}}', 'Team of three') }).click();
    await page.getByLabel(said.team_name).fill(team);
    await page.getByLabel(english.lofts.country).selectOption('BE');
    await page.getByLabel(said.accept).check();
  };
  await register('Van Aerde');
  await expect(page.getByText(said.at_once)).toBeVisible();
  await page.getByRole('button', { name: said.send }).click();
  await expect(page.getByText(english.orders.done_confirmed)).toBeVisible();
  await expect(page.getByRole('article').getByRole('link', { name: /^Pay / })).toBeVisible();

  await page.goto(`${site.program}/lofts/${loft.id}/seasons/${season.season_id}/register`);
  await page.getByRole('button', { name: said.more.replace('{{name}}', 'Team of three') }).click();
  await expect(page.getByText(said.at_once_gone)).toBeVisible();

  const office = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  await signIn(office, site.program, merchant.token);
  const desk = await office.newPage();
  await desk.goto(`${site.program}/admin/seasons/${season.season_id}/messages`);
  await desk.getByLabel('Subject').fill('Bring your birds');
  await desk.getByLabel('Message', { exact: true }).fill('On Friday at six.');
  await desk.getByRole('button', { name: 'Preview' }).click();
  await expect(desk.getByRole('heading', { name: `${loft.name}: Bring your birds` })).toBeVisible();
  await desk.getByRole('button', { name: 'Send to 1 person' }).click();
  await expect(desk.getByText('The message is on its way.')).toBeVisible();
  await expect(desk.getByRole('listitem').filter({ hasText: 'Bring your birds' })).toContainText('All customers');
  await office.close();
});

test('a message that is not sent yet is kept on the device, and says whom it does not reach', async ({
  page,
  site,
}) => {
  const offer = await buildOffer(site.db);
  const people = [await buildCustomer(site.db), await buildCustomer(site.db)];
  for (const { user_id } of people) await plantOrder(site.db, offer, user_id);
  await site.db.updateTable('users').set({ email: null }).where('id', '=', people[1]!.user_id).execute();
  await signIn(page.context(), site.program, offer.merchant.token);
  const messages = `${site.program}/admin/seasons/${offer.season.season_id}/messages`;
  await page.goto(messages);
  await untilHydrated(page);
  const subject = page.getByLabel('Subject');
  await subject.fill('Bring your birds');
  await page.getByLabel('Message', { exact: true }).fill('On Friday at six.');
  await page.goto(`${site.program}/admin/seasons/${offer.season.season_id}/orders`);
  await page.goto(messages);
  await expect(page.getByText(english.messages.kept)).toBeVisible();
  await expect(subject).toHaveValue('Bring your birds');
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('It does not reach 1 person').click();
  await expect(page.getByRole('listitem').filter({ hasText: english.messages.no_address })).toBeVisible();
  await page.getByRole('button', { name: 'Send to 1 person' }).click();
  await expect(page.getByText('The message is on its way.')).toBeVisible();
  await page.goto(messages);
  await untilHydrated(page);
  await expect(subject).toHaveValue('');
  await expect(page.getByText(english.messages.kept)).toHaveCount(0);
});

test('a double click on “Open the loft” opens one, and says so (C2)', async ({ page, site }) => {
  const admin = await buildPerson(site.db, { is_admin: true });
  await signIn(page.context(), site.program, admin.token);
  await page.goto(`${site.program}/admin/lofts/create`);
  await page.getByLabel('Name').fill(`Twice ${Date.now()}`);
  await page.getByLabel('Time zone').selectOption('Europe/Berlin');
  await page.getByLabel('E-mail of the merchant').fill(`twice.${Date.now()}@example.org`);
  await page.getByRole('button', { name: 'Open the loft' }).dblclick();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expect(page.getByRole('status').filter({ hasText: 'is sent an invitation by mail' })).toBeVisible();
});

test('a file over the limit is refused at its field, before anything is sent (B2)', async ({ page, site }) => {
  const { season, merchant } = await buildOffer(site.db);
  await signIn(page.context(), site.program, merchant.token);
  await page.goto(`${site.program}/admin/seasons/${season.season_id}/pigeons/import`);
  const file = page.locator('input[type=file]');
  await file.setInputFiles({ name: 'birds.csv', mimeType: 'text/csv', buffer: Buffer.alloc(16 << 20, 'a') });
  await expect(file).toHaveAccessibleDescription(/larger than \d+ MB/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
