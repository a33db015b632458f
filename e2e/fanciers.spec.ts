/** A merchant writes to several fanciers, with and without a script; after a refusal the entries are still there. */
import { expect, type Page } from '@playwright/test';
import { givePackage } from '#server/lofts/packages.ts';
import { buildLoft, buildPerson } from '#testing/builders.ts';
import { type Site, seriousIn, signIn, test } from './support.ts';

async function scene(site: Site) {
  const { loft } = await buildLoft(site.db);
  await site.db.transaction().execute((tx) => givePackage(tx, loft.id, 'premium', null));
  const fanciers = ['Aerts', 'Baert', 'Claes'].map((name) => ({
    loft_id: loft.id,
    name,
    email: name === 'Claes' ? null : `${name}-${loft.id}@example.org`,
  }));
  await site.db.insertInto('fanciers').values(fanciers).execute();
  const { token } = await buildPerson(site.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
  return { token, at: `${site.program}/admin/lofts/${loft.id}/fanciers` };
}

const send = (page: Page) => page.getByRole('button', { name: 'Send the letters' }).click();

for (const javaScriptEnabled of [true, false]) {
  test(`a merchant writes to several fanciers ${javaScriptEnabled ? 'with' : 'without'} a script (8.34)`, async ({
    site,
    browser,
  }) => {
    const { token, at } = await scene(site);
    const context = await browser.newContext({ javaScriptEnabled, locale: 'en-GB', serviceWorkers: 'block' });
    await signIn(context, site.program, token);
    const page = await context.newPage();
    await page.goto(at);
    await page.getByLabel('Subject').fill('Basketing');
    await page.getByRole('textbox', { name: 'Message' }).fill('On Friday at six.');
    await send(page);
    await expect(page.getByText('No fancier selected')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('On Friday at six.');
    await page.getByLabel('Select Claes').check();
    await send(page);
    await expect(page.getByText('None of those chosen has an e-mail address.')).toBeVisible();
    await expect(page.getByLabel('Select Claes')).toBeChecked();
    await page.getByLabel('Select Aerts').check();
    await page.getByLabel('Select Baert').check();
    await send(page);
    await expect(page.getByText('2 letters are on their way.')).toBeVisible();
    await page.getByText('2 letters ·').click();
    await expect(page.getByRole('region', { name: 'Written so far' }).getByText('On Friday at six.')).toBeVisible();
    if (javaScriptEnabled) expect(await seriousIn(page)).toEqual([]);
    await context.close();
  });
}
