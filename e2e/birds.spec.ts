/** Finding a loft, its teams and birds: by a few digits, on a phone, without a script. */
import { expect } from '@playwright/test';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, type Race, raceInTheAir, test } from './support.ts';

let race: Race;
test.beforeAll(async ({ site }) => {
  race = await raceInTheAir(site, 30);
  const clock = await clockOf(site, race, 'Antenna 1');
  await clock(4, 240);
  await clock(7, 250);
});

test('a bird is found by the end of its ring, and its page lists its flights', async ({ page, site }) => {
  await page.goto(`${site.wire.address}/lofts/${race.loft.id}/pigeons`);
  await page.getByRole('searchbox').fill(race.rings[7]!.slice(-6));
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(2); // the header row and the bird
  await page.getByRole('link', { name: race.rings[7]! }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(race.rings[7]!);
  expect(new URL(page.url()).pathname).toBe(
    `/lofts/${race.loft.id}/teams/${race.team_ids[7]}/pigeons/${race.pigeon_ids[7]}`,
  );
  const flight = page.getByRole('region', { name: english.bird.life }).getByRole('listitem').first();
  // Ranked among all basketed birds, even while most of them are in the air.
  await expect(flight).toContainText('2of 30');
  await expect(flight).toContainText('1,600.00'); // 400 km in 250 minutes
  // Back on the list the search is still there.
  await page.goBack();
  await expect(rows).toHaveCount(2);
});

test('a bird marked as mine stays marked in the list, also after a reload', async ({ page, site }) => {
  await page.goto(`${site.wire.address}/lofts/${race.loft.id}/pigeons`);
  const name = english.mine.mark_bird.replace('{{ring}}', race.rings[4]!);
  const mark = page.getByRole('button', { name });
  await mark.click();
  await expect(mark).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(mark).toHaveAttribute('aria-pressed', 'true');
  await mark.press('Enter');
  await expect(mark).toHaveAttribute('aria-pressed', 'false');
});

test('a search without a result says so, with a link to the whole list', async ({ page, site }) => {
  await page.goto(`${site.wire.address}/lofts/${race.loft.id}/teams?q=nobody`);
  await expect(page.getByText(english.search.none)).toBeVisible();
  await page.getByRole('link', { name: english.search.clear }).click();
  await expect(page.getByRole('table')).toBeVisible();
});

test('without a script the search is a plain form', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } });
  const page = await context.newPage();
  await page.goto(`${site.wire.address}/lofts/${race.loft.id}/pigeons`);
  await page.getByRole('searchbox').fill(race.rings[4]!.slice(-6));
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  // Nothing overflows the screen of a phone.
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  await context.close();
});
