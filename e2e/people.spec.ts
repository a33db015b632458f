/** The people of a loft: an agent invited by mail, and the teams of a season as a list. */
import { expect } from '@playwright/test';
import { readOutbox } from '#server/notifications/outbox.ts';
import { buildPerson, buildRace } from '#testing/builders.ts';
import { seriousIn, signIn, test } from './support.ts';

test('an agent is invited by mail, accepts, is deactivated and refused at once', async ({ page, site, browser }) => {
  const { loft, season_id } = await buildRace(site.db, { birds: 3 });
  const email = `agent.${loft.id}@example.org`;
  const merchant = await buildPerson(site.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
  const other = await buildPerson(site.db, { email: `other.${loft.id}@example.org` });
  await signIn(page.context(), site.program, merchant.token);

  // Without a selection the list stays as it is; a team that has pigeons stays.
  await page.goto(`${site.program}/admin/seasons/${season_id}/teams`);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('No fancier selected');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByRole('checkbox', { name: 'Select Team 2' })).toBeChecked();
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Unable to remove: Pigeons Prevent Deletion');
  await page.getByRole('link', { name: 'Fancier', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Fancier' })).toHaveAttribute('aria-sort', 'ascending');
  expect(await seriousIn(page)).toEqual([]);

  await page.goto(`${site.program}/admin/lofts/${loft.id}/staff`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Seasons').check();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('table', { name: 'Open invitations' })).toContainText(email);
  expect(await seriousIn(page)).toEqual([]);
  const mail = async () => (await readOutbox(site.db)).find(({ recipient }) => recipient === email);
  await expect.poll(mail).toBeTruthy();
  // The notice has the host as the program knows it; the browser is signed in at the address it opened.
  const link = site.program + /\/invitation\S+/.exec((await mail())!.text)![0];

  // The browser of the invited person runs no script.
  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const own = await plain.newPage();
  await own.goto(link);
  await expect(own.getByRole('main').getByRole('link', { name: 'Log in' })).toBeVisible();
  await signIn(plain, site.program, other.token);
  await own.goto(link);
  await expect(own.getByText('log in with that address')).toBeVisible();
  const agent = await buildPerson(site.db, { first_name: 'Ria', email });
  await signIn(plain, site.program, agent.token);
  await own.goto(link);
  await own.getByRole('button', { name: 'Accept' }).click();
  await expect(own.getByText('Accepted.')).toBeVisible();
  expect((await own.goto(`${site.program}/admin/seasons/${season_id}/teams`))?.status()).toBe(200);
  // Selection and entries are still there, with the error.
  await own.getByRole('checkbox', { name: 'Select Team 2' }).check();
  await own.getByRole('main').getByText('Give to an account').click();
  await own.getByLabel('E-mail address').fill('nobody');
  await own.getByRole('button', { name: 'Save' }).click();
  await expect(own.getByRole('checkbox', { name: 'Select Team 2' })).toBeChecked();
  await expect(own.getByRole('checkbox', { name: 'Select Team 1' })).not.toBeChecked();
  await expect(own.getByLabel('E-mail address')).toHaveValue('nobody');

  await page.reload();
  await page.getByRole('button', { name: 'Deactivate: Ria' }).click();
  await expect(page.getByRole('button', { name: 'Activate: Ria', exact: true })).toBeVisible();
  expect((await own.reload())?.status()).toBe(403);
  await plain.close();
});
