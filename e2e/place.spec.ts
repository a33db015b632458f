/** Why a bird has its place: a panel beside the board, a page of its own without a script, a file. */
import { expect } from '@playwright/test';
import { buildPerson } from '#testing/builders.ts';
import { setOffset } from '#testing/corrections.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, type Race, raceInTheAir, seriousIn, test } from './support.ts';

const { place } = english;

let race: Race;
test.beforeAll(async ({ site }) => {
  race = await raceInTheAir(site, 6);
  const clock = await clockOf(site, race, 'North trap');
  for (let bird = 0; bird < 5; bird += 1) await clock(bird, 200 + bird / 30);
});

for (const [name, viewport] of [
  ['on a desktop', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const) {
  test(`${name} a touch on a time opens the steps beside the board, “back” closes them`, async ({ page, site }) => {
    await page.setViewportSize(viewport);
    await page.goto(site.wire.address + race.path);
    const row = page.locator(`tr[data-bird="${race.pigeon_ids[2]}"]`).last();
    await expect(page.getByRole('table').last()).toHaveAttribute('aria-rowcount', '6');
    const panel = page.getByRole('dialog', { name: place.why });
    // The rows are drawn anew when the board comes alive: a touch that falls between press and release meets nothing.
    await expect(async () => {
      if (!(await panel.isVisible())) await row.locator('a[data-place]').click({ timeout: 1000 });
      await expect(panel).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(panel.getByRole('listitem').filter({ hasText: place.drop })).toContainText('3 of 5');
    await expect(panel).toContainText(race.rings[2]!);
    await expect(panel).toContainText('North trap');
    expect(await seriousIn(page)).toEqual([]);
    await expect(panel.getByRole('button', { name: english.notice.close })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(row.locator('a[data-place]')).toBeFocused();
    await row.locator('a[data-place]').click();
    await expect(panel).toBeVisible();
    await page.goBack();
    await expect(panel).toHaveCount(0);
    expect(new URL(page.url()).hash).toBe('');

    // The address opens it for whoever gets it.
    await page.goto(`${site.wire.address}${race.path}#place-${race.pigeon_ids[5]}`);
    await page.reload();
    await expect(panel).toContainText(place.not_home);
    await panel.getByRole('button', { name: english.notice.close }).click();
    await expect(panel).toHaveCount(0);
    await page.goto(`${site.wire.address}${race.path}#place-999999999`);
    await page.reload();
    await expect(panel).toContainText(english.refusals.not_found);
  });
}

test('the panel follows a ruling while it is open', async ({ page, site }) => {
  await page.goto(`${site.wire.address}${race.path}#place-${race.pigeon_ids[0]}`);
  const panel = page.getByRole('dialog', { name: place.why });
  await expect(panel).toContainText(place.clock_right);
  const { user_id: by } = await buildPerson(site.db);
  const device = await site.db
    .selectFrom('devices')
    .select(['loft_id', 'id as device_id'])
    .where('loft_id', '=', race.loft.id)
    .where('name', '=', 'North trap')
    .executeTakeFirstOrThrow();
  const ruling = { by, now_ms: Date.now(), reason: 'Compared with GPS' };
  await site.db.transaction().execute((tx) => setOffset(tx, device, { offset_ms: -2290 }, ruling));
  await expect(panel).toContainText(place.clock_fast);
  await expect(panel).toContainText('Compared with GPS');
});

test('without a script the time leads to a page with the same steps, and to a file', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(site.wire.address + race.path);
  await page.locator(`tr[data-bird="${race.pigeon_ids[1]}"] a[data-place]`).click();
  await expect(page.getByRole('heading', { level: 1, name: place.why })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: place.flying_time })).toContainText(
    /3:(19|20):\d\d\.\d{3}/,
  );
  await page.getByRole('link', { name: english.rules.speed, exact: true }).click();
  await expect(page.locator('#speed')).toContainText(english.rules.speed_m);
  const file = await page.request.get(`${site.wire.address}${race.path}/places/${race.pigeon_ids[1]}.csv`);
  expect(file.status()).toBe(200);
  expect(await file.text()).toContain(place.flying_time);
  await context.close();
  const scripted = await browser.newPage();
  await scripted.goto(`${site.wire.address}${race.path}/places/${race.pigeon_ids[1]}`);
  await expect(scripted.getByRole('heading', { level: 1, name: place.why })).toBeVisible();
  expect(await seriousIn(scripted)).toEqual([]);
  await scripted.close();
});
