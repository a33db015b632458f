/** Granting and revoking rights, as an admin and as a merchant, with and without a script. */
import { expect } from '@playwright/test';
import { buildLoft, buildPerson } from '#testing/builders.ts';
import { seriousIn, signIn, test } from './support.ts';

test('an admin makes a person a merchant, who uses the right and loses it', async ({ page, site, browser }) => {
  const { loft } = await buildLoft(site.db);
  const email = `otto.${loft.id}@example.org`;
  const admin = await buildPerson(site.db, { is_admin: true, first_name: 'Ada', last_name: 'Admin' });
  const other = await buildPerson(site.db, { first_name: 'Otto', last_name: 'Olsen', email });
  const path = `${site.program}/admin/lofts/${loft.id}/permissions`;

  await signIn(page.context(), site.program, admin.token);
  await page.goto(`${site.program}/admin/lofts`);
  await page.getByRole('link', { name: loft.name, exact: true }).click();
  await page.getByRole('link', { name: 'Permissions' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Permissions');
  await expect(page.getByText('Nobody has rights here yet')).toBeVisible();
  await page.getByLabel('E-mail address').fill('nobody@example.org');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByText('Nobody with this e-mail address')).toBeVisible();
  await page.getByLabel('E-mail address').fill(email.toUpperCase());
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  const found = page.getByRole('form', { name: 'Otto Olsen' });
  await found.getByLabel('Merchant').check();
  await found.getByRole('button', { name: 'Give' }).click();
  await expect(page.getByText('Saved: Otto Olsen')).toBeVisible();
  await expect(page.getByRole('row', { name: /Ada Admin Otto Olsen No rights Merchant/ })).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);

  // The merchant's own browser runs no script.
  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  await signIn(plain, site.program, other.token);
  const own = await plain.newPage();
  await own.goto(path);
  const form = own.getByRole('form', { name: 'Otto Olsen' });
  await expect(form.getByLabel('Merchant')).toBeChecked();
  await form.getByRole('button', { name: 'Take off' }).click();
  await expect(own.getByRole('main').getByRole('alert')).toHaveText(
    'There must be at least one active merchant left in the loft',
  );
  await form.getByLabel('Agent').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(own.getByText('Saved: Otto Olsen')).toBeVisible();
  await expect(own.getByRole('row', { name: /Otto Olsen Otto Olsen Merchant Merchant · Agent/ })).toBeVisible();

  // The loft keeps a merchant, the admin: so the first one can be removed, and is refused at once.
  await site.db
    .insertInto('loft_permissions')
    .values({
      loft_id: loft.id,
      user_id: admin.user_id,
      is_merchant: true,
      is_agent: false,
      is_staff: false,
      has_seasons: false,
      is_active: true,
    })
    .execute();
  await page.goto(path);
  await page.getByRole('form', { name: 'Otto Olsen' }).getByRole('button', { name: 'Take off' }).click();
  await expect(page.getByText('All rights taken: Otto Olsen')).toBeVisible();
  await own.reload();
  await expect(own.getByRole('heading', { level: 1 })).toHaveText('A right is missing');
  expect((await own.goto(`${site.program}/admin/lofts`))?.status()).toBe(403);
  await plain.close();
});
