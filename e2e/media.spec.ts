/** The pictures of a loft: uploaded, refused, stopped, retried, ordered, and seen by the public. */
import { expect } from '@playwright/test';
import { buildLoft, buildPerson } from '#testing/builders.ts';
import { pictureOf } from '#testing/files.ts';
import { seriousIn, signIn, test } from './support.ts';

test('a merchant uploads pictures of the loft, and a file that is no picture is refused', async ({
  page,
  site,
  browser,
}) => {
  const { loft } = await buildLoft(site.db);
  const merchant = await buildPerson(site.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
  await signIn(page.context(), site.program, merchant.token);
  await page.goto(`${site.program}/admin/lofts/${loft.id}/media`);
  await expect(page.getByText('No pictures yet')).toBeVisible();

  const field = page.getByLabel('Choose files');
  await expect(field).toBeEnabled();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>document.title="run"</script></svg>');
  await field.setInputFiles([
    { name: 'huge.png', mimeType: 'image/png', buffer: await pictureOf(5000, 2500) },
    { name: 'renamed.png', mimeType: 'image/png', buffer: svg },
    { name: 'small.png', mimeType: 'image/png', buffer: await pictureOf(300, 200) },
  ]);
  const pictures = page.getByRole('region', { name: 'Pictures', exact: true }).getByRole('listitem');
  await expect(pictures).toHaveCount(2);
  const renamed = page.getByRole('listitem').filter({ hasText: 'renamed.png' });
  await expect(renamed.getByRole('alert')).toHaveText('This is the wrong type of file. Choose another.');
  await expect(pictures.first()).toContainText('huge.png');
  // Scaled down by the browser before the upload (9.5).
  await expect(pictures.first().locator('img')).toHaveAttribute('width', '2048');

  // A retry of the same file would fail again: another file replaces it.
  await expect(renamed.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  const choosing = page.waitForEvent('filechooser');
  await renamed.getByRole('button', { name: 'Choose a file' }).click();
  const other = { name: 'other.png', mimeType: 'image/png', buffer: await pictureOf(280, 200) };
  await (await choosing).setFiles(other);
  await expect(pictures).toHaveCount(3);
  await expect(renamed).toHaveCount(0);

  // An upload without a reply is stopped; one that a lost connection interrupted is sent again.
  const lines = page.getByRole('listitem').filter({ hasText: /slow|lost/ });
  const third = await pictureOf(320, 200);
  await page.route('**/files?*', () => {}, { times: 1 });
  await field.setInputFiles({ name: 'slow.png', mimeType: 'image/png', buffer: third });
  await expect(lines.getByRole('progressbar')).toBeVisible();
  await lines.getByRole('button', { name: 'Cancel slow.png' }).click();
  await expect(lines).toHaveCount(0);
  await page.route('**/files?*', (route) => route.abort(), { times: 1 });
  await field.setInputFiles({ name: 'lost.png', mimeType: 'image/png', buffer: third });
  await expect(lines.getByRole('alert')).toHaveText('No answer from the site. Check the network and try again.');
  await lines.getByRole('button', { name: 'Try again' }).click();
  await expect(pictures).toHaveCount(4);
  await expect(pictures.nth(3)).toContainText('lost.png');

  await pictures.nth(1).getByRole('button', { name: 'Move forward' }).click();
  await expect(pictures.first()).toContainText('small.png');
  await pictures.first().getByText('Captions').click();
  await pictures.first().getByLabel('English').fill('Our first birds');
  await pictures.first().getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);

  // The public sees them, in another language with the English caption, also without a script.
  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'de' });
  const visitor = await plain.newPage();
  await visitor.goto(`${site.program}/lofts/${loft.id}`);
  const shown = visitor.getByRole('region', { name: 'Bilder' }).getByRole('img');
  await expect(shown).toHaveCount(4);
  await expect(shown.first()).toHaveAttribute('alt', 'Our first birds');
  const src = await shown.first().getAttribute('src');
  const answer = await visitor.request.get(`${site.program}${src}`);
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/jpeg']);
  await plain.close();
});
