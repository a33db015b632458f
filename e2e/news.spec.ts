/** News articles, as a merchant writes them and the public reads them: in two languages, scheduled. */
import { expect } from '@playwright/test';
import { buildLoft, buildPerson } from '#testing/builders.ts';
import { seriousIn, signIn, test } from './support.ts';

test('news in two languages are scheduled, published, and read in Arabic without a script', async ({
  page,
  site,
  browser,
}) => {
  const { loft, season_id } = await buildLoft(site.db);
  const merchant = await buildPerson(site.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
  await signIn(page.context(), site.program, merchant.token);
  await page.goto(`${site.program}/admin/seasons/${season_id}/news`);
  await page.getByRole('link', { name: 'Write news' }).click();

  await page.getByLabel('Title (English)').fill('Basketing begins');
  const text = page.getByRole('textbox', { name: 'Text (English)' });
  await expect(page.getByRole('toolbar')).toBeVisible();
  await text.click();
  await page.keyboard.type('From noon on.');
  await page.locator('label[for=shown-ar]').click();
  await page.getByLabel('Title (العربية)').fill('يبدأ التسليم');
  await page.getByRole('textbox', { name: 'Text (العربية)' }).click();
  await page.keyboard.type('من الظهر');
  await page.getByLabel('Publication date').fill('2199-01-01');
  await page.getByLabel('Keep as a draft').uncheck();
  expect(await seriousIn(page)).toEqual([]);

  // Leaving the page asks for confirmation; the entries are still there.
  page.once('dialog', (dialog) => dialog.dismiss());
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await expect(page.getByLabel('Title (العربية)')).toHaveValue('يبدأ التسليم');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByRole('main').getByText('Scheduled')).toBeVisible();

  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'ar' });
  const reader = await plain.newPage();
  const news = await site.db.selectFrom('news').select('id').where('loft_id', '=', loft.id).executeTakeFirstOrThrow();
  const path = `${site.program}/lofts/${loft.id}/news`;
  expect((await reader.goto(`${path}/${news.id}`))?.status()).toBe(404);

  // A concurrent save meanwhile: the second one is refused, shows both versions, and can be saved again.
  await site.db.updateTable('news').set({ version: 2 }).where('id', '=', news.id).execute();
  await page.getByLabel('Publication date').fill('2026-01-01');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Somebody changed this meanwhile');
  await expect(page.getByLabel('Title (العربية)')).toHaveValue('يبدأ التسليم');
  await page.getByRole('button', { name: 'Save and preview' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('يبدأ التسليم');

  // A public page from the cache may be shown for a moment more.
  await expect(async () => {
    await reader.goto(path);
    await reader.getByRole('link', { name: 'يبدأ التسليم' }).click({ timeout: 1000 });
    await expect(reader.getByRole('article')).toContainText('من الظهر', { timeout: 1000 });
  }).toPass();
  expect(await reader.locator('html').getAttribute('dir')).toBe('rtl');
  await reader.goto(`${path}/${news.id}?lang=de`);
  // There is no German version: English is shown, and marked.
  const heading = reader.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Basketing begins');
  expect(await heading.getAttribute('lang')).toBe('en-GB');

  // Both feeds are well-formed XML with absolute addresses.
  for (const kind of ['rss', 'atom']) {
    const feed = await page.evaluate(async (address) => {
      const answer = await fetch(address);
      const xml = new DOMParser().parseFromString(await answer.text(), 'text/xml');
      const textOf = (name: string) => xml.querySelector(`item > ${name}, entry > ${name}`)?.textContent;
      return {
        broken: xml.querySelector('parsererror')?.textContent,
        title: textOf('title'),
        guid: textOf('guid, entry > id'),
      };
    }, `${path}.${kind}?lang=ar`);
    expect(feed).toEqual({ broken: undefined, title: 'يبدأ التسليم', guid: `${path}/${news.id}` });
  }
  await plain.close();
});
