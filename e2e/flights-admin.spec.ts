/** A loft plans: a flight with a new release point, a training series; it opens the basketing, and annuls with a reason. */
import { expect, type Page } from '@playwright/test';
import { buildLoft, buildPerson } from '#testing/builders.ts';
import { type Site, seriousIn, signIn, test } from './support.ts';

async function merchantAt(site: Site) {
  const { loft, season_id } = await buildLoft(site.db);
  const { token } = await buildPerson(site.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
  return { token, path: `/admin/seasons/${season_id}/flights`, loft_path: `/lofts/${loft.id}` };
}

async function keepPlace(page: Page, name: string, latitude: string): Promise<void> {
  await page.getByText('Another place: click the map or type coordinates').click();
  await page.getByLabel('Name of the place').fill(name);
  await page.getByLabel('Latitude').fill(latitude);
  await page.getByLabel('Longitude').fill("2° 30' E");
  await page.getByRole('button', { name: 'Keep this place' }).click();
  await expect(page.getByRole('radio', { name })).toBeChecked();
}

test('a flight and a series are planned, basketing is opened, and a flight is annulled for all to read', async ({
  page,
  site,
}) => {
  const { token, path, loft_path } = await merchantAt(site);
  await signIn(page.context(), site.program, token);
  await page.goto(`${site.program}${path}`);
  await expect(page.getByText('No flights yet')).toBeVisible();
  await page.getByRole('link', { name: 'Plan a flight' }).click();

  // What was typed stays while a place is kept.
  await page.getByLabel('Name', { exact: true }).fill('Sermoise 1');
  await page.getByRole('radio', { name: 'Hot spot' }).check();
  await page.getByLabel('Day of the release').fill('2037-06-05');
  await keepPlace(page, 'Sermoise', '48.9');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Sermoise 1');
  await page.getByRole('button', { name: 'Save and show' }).click();
  await expect(page.getByText('This is missing.')).toBeVisible();
  await expect(page.getByText('Check the marked fields.')).toBeVisible();
  await page.getByLabel('Time, by the loft’s clock').first().fill('07:15');
  await page.getByLabel('Estimated average speed, m/min').fill('1200');
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save and show' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  const row = page.getByRole('row', { name: /Sermoise 1/ });
  await expect(row).toContainText('Sermoise');
  await expect(row).toContainText('Planned');

  // Two training flights, a week apart, each from its own place.
  await page.getByRole('link', { name: 'Plan a training series' }).click();
  await page.getByLabel('Number of flights').fill('2');
  await page.getByRole('button', { name: 'Show the places' }).click();
  await expect(page.getByLabel('Release point, flight 2')).toBeVisible();
  await expect(page.getByLabel('Release point, flight 3')).toHaveCount(0);
  await page.getByLabel('Name; a number follows').fill('Training');
  await page.getByLabel('First day').fill('2037-05-03');
  await page.getByLabel('Time, by the loft’s clock').fill('08:00');
  await page.getByLabel('Release point, flight 2').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Save as a draft' }).click();
  await expect(page.getByRole('row', { name: /Training 1/ })).toContainText('Draft');
  await expect(page.getByRole('row', { name: /Training 2/ })).toContainText('Sermoise');
  expect(await seriousIn(page)).toEqual([]);

  // A draft is not public; the shown flight is.
  const anyone = await page.context().browser()!.newContext({ locale: 'en-GB' });
  const reader = await anyone.newPage();
  await reader.goto(`${site.program}${loft_path}`);
  await expect(reader.getByText('Sermoise 1').first()).toBeVisible();
  await expect(reader.getByText('Training 1')).toHaveCount(0);

  await page.getByRole('link', { name: 'Sermoise 1', exact: true }).click();
  await page.getByRole('button', { name: 'Open basketing' }).click();
  await page.locator('summary', { hasText: 'Seal the list' }).click();
  await page.getByRole('button', { name: 'Seal the list' }).click();
  await expect(page.getByText('No pigeon is on the list yet.')).toBeVisible();

  // Without its reason a flight is not annulled.
  await page.locator('summary', { hasText: 'Annul the flight' }).click();
  await page.getByRole('button', { name: 'Annul the flight' }).click();
  await expect(page.getByText('This is missing.')).toBeVisible();
  await page.getByLabel('Reason; everybody can read it').last().fill('Storm over the line');
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Annul the flight' }).click();
  await expect(page.getByText('Storm over the line').first()).toBeVisible();
  await page.goto(`${site.program}${path}`);
  await expect(page.getByRole('row', { name: /Sermoise 1/ })).toContainText('Storm over the line');
  await expect(page.getByRole('link', { name: 'Read the reason: Sermoise 1' })).toBeVisible();
  await anyone.close();
});

test('without a script on a phone: planned, and nothing overflows the screen', async ({ browser, site }) => {
  const { token, path } = await merchantAt(site);
  const phone = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'en-GB',
    viewport: { width: 390, height: 844 },
  });
  await signIn(phone, site.program, token);
  const page = await phone.newPage();
  const overflow = () => page.evaluate('document.documentElement.scrollWidth');
  await page.goto(`${site.program}${path}/create`);
  await page.getByLabel('Name', { exact: true }).fill('Noyon, a release point with quite a long name of its own');
  await keepPlace(page, 'Noyon-sur-une-rivière-lointaine', '49.58');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(/^Noyon, a release/);
  expect(await overflow()).toBe(390);
  await page.getByLabel('Day of the release').fill('2037-06-05');
  await page.getByLabel('Time, by the loft’s clock').first().fill('07:15');
  await page.getByRole('button', { name: 'Save and show' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  expect(await overflow()).toBe(390);
  await page
    .getByRole('link', { name: /^Noyon, a release/ })
    .last()
    .click();
  await expect(page.getByRole('heading', { name: 'Log of the flight' })).toBeVisible();
  expect(await overflow()).toBe(390);
  await page.goto(`${site.program}${path}/create?as=series`);
  expect(await overflow()).toBe(390);
  await phone.close();
});
