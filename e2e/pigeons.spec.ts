/** A bird from entry to the loft: entered by its owner without a script, taken in with a scanner, lost and found. */
import { expect } from '@playwright/test';
import { buildEntries } from '#testing/entries.ts';
import { pdfOf } from '#testing/files.ts';
import { seriousIn, signIn, test } from './support.ts';

test('a customer enters pigeons without a script, the loft takes them in, one is lost', async ({
  page,
  site,
  browser,
}) => {
  const { season, customer, merchant, order } = await buildEntries(site.db);
  const { id } = await order();

  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  await signIn(plain, site.program, customer.token);
  const own = await plain.newPage();
  await own.goto(`${site.program}/registrations/${id}/pigeons`);
  const fresh = own.getByRole('region', { name: 'New pigeon' });
  const enter = async (ring: string) => {
    await fresh.getByLabel('Ring').fill(ring);
    await fresh.getByRole('button', { name: 'Enter', exact: true }).click();
  };
  await enter('BE 26-4023187');
  await expect(own.getByRole('heading', { name: '1 of 3 places have a pigeon' })).toBeVisible();
  // The entries are still there after an error.
  await fresh.getByLabel('Name').fill('Lowie');
  await enter('be26/4023187');
  await expect(fresh).toContainText('This ring is already in your list.');
  await expect(fresh.getByLabel('Name')).toHaveValue('Lowie');
  // What can be no ring is refused, what is unusual is asked about, and both are asked without a script.
  await enter('🐦🐦 nonsense <b>');
  await expect(fresh).toContainText('This cannot be a ring');
  await enter('BE 26-13');
  await fresh.getByLabel('The ring is right, keep BE 26-13').check();
  await fresh.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(own.getByRole('heading', { name: '2 of 3 places have a pigeon' })).toBeVisible();
  // Until the loft has it its owner removes it, beside its line; its place is free again.
  const mistaken = own.getByRole('listitem').filter({ hasText: 'BE 26-13' });
  await mistaken.getByText('Remove', { exact: true }).first().click();
  await mistaken.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(own.getByRole('heading', { name: '1 of 3 places have a pigeon' })).toBeVisible();
  await enter('BE 26-12');
  await expect(fresh).toContainText(
    'Rings of this country usually look like BE 26-4023187. Check the ring, or keep it as it is written.',
  );
  await fresh.getByLabel('The ring is right, keep BE 26-12').check();
  await fresh.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(own.getByText('Unusual form. Check the ring.', { exact: true })).toBeVisible();
  const line = own.getByRole('listitem').filter({ hasText: 'Unusual form' });
  await line.getByText('Change', { exact: true }).click();
  const lineage = { name: 'lowie.pdf', mimeType: 'application/pdf', buffer: pdfOf() };
  await line.getByLabel('Choose a file').setInputFiles(lineage);
  await line.getByRole('button', { name: 'Upload' }).click();
  await expect(own.getByRole('link', { name: 'Pedigree: lowie.pdf' })).toBeVisible();
  await own.getByRole('button', { name: 'Move BE 26-12 up' }).click();
  await expect(own.getByRole('listitem').filter({ hasText: 'BE 26-' }).first()).toContainText('BE 26-12');
  await plain.close();

  // A scanner types the code and then Enter.
  await signIn(page.context(), site.program, merchant.token);
  await page.goto(`${site.program}/registrations/${id}/pigeons`);
  expect(await seriousIn(page)).toEqual([]);
  const adminPath = `${site.program}/admin/seasons/${season.season_id}`;
  await page.addInitScript(() => {
    const tones: number[] = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...at) {
      tones.push(this.frequency.value);
      start.apply(this, at);
    };
    Object.assign(window, { tones });
  });
  /** The pitch of the last tone. */
  const lastTone = () => page.evaluate(() => (window as unknown as { tones: number[] }).tones.at(-1) ?? 0);
  await page.goto(`${adminPath}/pigeons/intake`);
  await expect(page.getByRole('button', { name: 'Sound' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('textbox', { name: 'Ring' }).fill('BE 26-404');
  await page.getByRole('textbox', { name: 'Ring' }).press('Enter');
  await expect.poll(lastTone).toBeCloseTo(165);
  await expect(page.getByText('0 at the loft, 2 expected')).toBeVisible();
  // An unknown ring is cleared by the next scan, whatever was pressed meanwhile.
  await expect(page.getByText('Scanned: BE 26-404')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Ring' })).toHaveValue('');
  await page.getByRole('button', { name: 'Sound' }).click();
  await page.getByRole('button', { name: 'Sound' }).click();
  await expect(page.getByRole('textbox', { name: 'Ring' })).toBeFocused();
  await page.keyboard.type('BE26-4023187\n');
  await expect.poll(lastTone).toBeCloseTo(990);
  await page.getByRole('button', { name: 'Sound' }).click();
  // A scanner types at the focus, and Enter at once.
  const scanChip = async (code: string) => {
    await expect(page.getByRole('textbox', { name: 'Chip' })).toBeFocused();
    await page.keyboard.type(`${code}\n`);
  };
  await scanChip('BE26-4023187');
  await expect(page.getByText('This looks like a ring. Scan the chip.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Chip' })).toHaveValue('');
  await page.keyboard.press('Enter');
  await expect(page.getByText('0 at the loft, 2 expected')).toBeVisible();
  await scanChip('aa0');
  await expect(page.getByText('This is too short for a chip')).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
  await scanChip('aa000001');
  await expect(page.getByText('1 at the loft, 1 expected')).toBeVisible();
  await page.getByRole('textbox', { name: 'Ring' }).fill('BE26-12');
  await page.getByRole('textbox', { name: 'Ring' }).press('Enter');
  await scanChip('AA00 0001');
  await expect(page.getByText('That chip is on BE 26-4023187, team Zoë 1.')).toBeVisible();
  await page.getByRole('link', { name: 'BE 26-4023187' }).click();
  await expect(page.getByRole('heading', { name: 'BE 26-4023187' })).toBeVisible();
  await page.goto(`${adminPath}/pigeons/intake`);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sound' })).toHaveAttribute('aria-pressed', 'false');
  expect(await seriousIn(page)).toEqual([]);

  await page.goto(`${adminPath}/pigeons?q=AA000001`);
  await page.getByRole('checkbox', { name: 'Select BE 26-4023187' }).check();
  await page.getByText('Change the state').click();
  await page.getByRole('combobox', { name: 'State' }).last().selectOption('lost');
  await page.getByLabel('Reason').fill('Not home from training');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Changed: 1 pigeon')).toBeVisible();
  await page.goto(`${adminPath}/lost`);
  await expect(page.getByRole('table', { name: 'Lost pigeons' })).toContainText('Not home from training');
  expect(await seriousIn(page)).toEqual([]);

  // A list with errors names the lines, and nothing of it is written.
  await page.goto(`${adminPath}/pigeons/import`);
  const buffer = Buffer.from('Ring,Sex\nBE 26-7000001,cock\nBE 26-4023187,blue\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'birds.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Send the list' }).click();
  // All missing fields of a line are reported together.
  await expect(page.getByRole('row', { name: 'BE 26-7000001' })).toContainText('Name the team that ordered the place.');
  await page.locator('input[type=file]').setInputFiles({ name: 'birds.csv', mimeType: 'text/csv', buffer });
  await page.getByLabel('Why pigeons without a place in an order fly all the same').fill('The loft’s own');
  await page.getByRole('button', { name: 'Send the list' }).click();
  await expect(page.getByRole('heading', { name: 'Good lines: 1, wrong: 1' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'BE 26-7000001' })).toContainText('Outside an order');
  await expect(page.getByRole('row', { name: 'BE 26-4023187' })).toContainText('Write cock or hen');
  expect(await seriousIn(page)).toEqual([]);
});
