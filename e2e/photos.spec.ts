/** The photo of a bird: given with and without a script, seen on its page, its team's and its owner's, and removed. */
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { enterFor } from '#server/entries/entries.ts';
import { lockRegistration } from '#server/orders/registrations.ts';
import { buildEntries } from '#testing/entries.ts';
import { seriousIn, signIn, test } from './support.ts';

const photoOf = (background: string) =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background } })
    .jpeg()
    .toBuffer();

test('a loft takes a photo of a bird, and whoever sees the bird sees it', async ({ page, site, browser }) => {
  const { season, customer, merchant, team_id, order } = await buildEntries(site.db);
  const { id } = await order();
  const ring = 'BE 26-4023187';
  const { pigeon_id } = await site.db.transaction().execute(async (tx) => {
    const bird = { ring, team_id };
    return enterFor(tx, await lockRegistration(tx, id), bird, { by: customer.user_id, now_ms: Date.now() });
  });
  const adminPath = `${site.program}/admin/seasons/${season.season_id}/pigeons/${pigeon_id}`;
  const file = (buffer: Buffer) => ({ name: 'bird.jpg', mimeType: 'image/jpeg', buffer });

  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  await signIn(plain, site.program, merchant.token);
  const desk = await plain.newPage();
  await desk.goto(adminPath);
  const panel = desk.getByRole('region', { name: 'Photo' });
  await panel.getByRole('button', { name: 'Save photo' }).click();
  await expect(panel).toContainText('This is missing.');
  await panel.getByLabel('Choose a picture').setInputFiles(file(Buffer.from('no picture')));
  await panel.getByRole('button', { name: 'Save photo' }).click();
  await expect(desk.getByText('This is the wrong type of file. Choose another.')).toBeVisible();
  await panel.getByLabel('Choose a picture').setInputFiles(file(await photoOf('#567')));
  await panel.getByRole('button', { name: 'Save photo' }).click();
  const shown = panel.getByRole('img', { name: `Photo of pigeon ${ring}` });
  await expect(shown).toHaveAttribute('width', '1280');
  const first = await shown.getAttribute('src');
  await plain.close();

  await signIn(page.context(), site.program, merchant.token);
  await page.goto(adminPath);
  const own = page.getByRole('region', { name: 'Photo' });
  await own.getByLabel('Choose a picture').setInputFiles(file(await photoOf('#a65')));
  await own.getByRole('button', { name: 'Replace photo' }).click();
  await expect(own.getByRole('img')).not.toHaveAttribute('src', first!);
  await expect(own.getByRole('table')).toContainText('Photo taken in');
  expect(await seriousIn(page)).toEqual([]);

  // The camera of a phone has a field of its own.
  const phone = await browser.newContext({ hasTouch: true, isMobile: true, locale: 'en-GB' });
  await signIn(phone, site.program, merchant.token);
  const held = await phone.newPage();
  await held.goto(adminPath);
  await expect(held.getByLabel('Take a photo')).toHaveAttribute('capture', 'environment');
  await expect(held.getByLabel('Take a photo')).toBeVisible();
  await expect(page.getByLabel('Take a photo')).toBeHidden();
  await phone.close();

  const stranger = await browser.newContext({ locale: 'en-GB' });
  const reader = await stranger.newPage();
  await reader.goto(`${site.program}/lofts/${season.loft_id}/teams/pigeons/${pigeon_id}`);
  await expect(reader.getByRole('img', { name: `Photo of pigeon ${ring}` })).toBeVisible();
  expect(await seriousIn(reader)).toEqual([]);
  await stranger.close();

  const owner = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  await signIn(owner, site.program, customer.token);
  const mine = await owner.newPage();
  await mine.goto(`${site.program}/registrations/${id}/pigeons`);
  await expect(mine.getByRole('img', { name: `Photo of pigeon ${ring}` })).toHaveAttribute('loading', 'lazy');
  await owner.close();

  await own.getByText('Remove photo', { exact: true }).first().click();
  await own.getByLabel('The owner asked for it').check();
  await own.getByRole('button', { name: `Remove photo: ${ring}` }).click();
  await expect(own.getByRole('img')).toHaveCount(0);
  await expect(own.getByRole('table')).toContainText('Photo removed because the owner asked');
});
