/** On the narrowest phones each public page is as wide as the screen, in both directions of writing. */
import { expect } from '@playwright/test';
import { buildRace } from '#testing/builders.ts';
import { clockOf, type Race, raceInTheAir, test } from './support.ts';

let race: Race;
test.beforeAll(async ({ site }) => {
  race = await raceInTheAir(site, 30);
  const clock = await clockOf(site, race, 'Antenna 1');
  await clock(0, 240);
  // More flights of the same teams, so that their table is wider than a phone.
  for (const day of ['02', '09', '16'])
    await buildRace(site.db, { birds: 10, release_time: `2026-06-${day}T05:00:00.000Z` }, race);
});

test.use({ viewport: { width: 360, height: 780 } });

for (const locale of ['en', 'ar']) {
  test(`nothing overflows (${locale})`, async ({ page, context, site }) => {
    await context.addCookies([{ name: 'locale', value: locale, url: site.wire.address }]);
    const loft = `/lofts/${race.loft.id}`;
    const team = `${loft}/teams/${race.team_ids[0]}`;
    const pigeon = `${team}/pigeons/${race.pigeon_ids[0]}`;
    for (const path of ['/', '/lofts', loft, `${loft}/teams`, `${loft}/pigeons`, team, pigeon, race.path, '/nothing']) {
      await page.goto(site.wire.address + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(360);
    }
  });
}

test('the flights of a team fit the phone', async ({ page, site }) => {
  await page.goto(`${site.wire.address}/lofts/${race.loft.id}/teams/${race.team_ids[0]}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
});
