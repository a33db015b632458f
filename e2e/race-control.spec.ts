/** Race control: birds come in on the page of those who run the race, and a reading that is no arrival is settled in two keys. */
import { expect } from '@playwright/test';
import { buildPerson } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, raceInTheAir, seriousIn, signIn, test } from './support.ts';

const { control, unranked } = english;

test('birds come in while it is open; a chip of no bird is listed and settled in two keys', async ({
  browser,
  site,
}) => {
  const race = await raceInTheAir(site, 3);
  const clock = await clockOf(site, race, 'North trap');
  await clock(0, 250);
  const entries = [{ loft_id: race.loft.id, entry: { is_merchant: true } }];
  const { token } = await buildPerson(site.db, { entries });
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
  await signIn(context, site.program, token);
  const page = await context.newPage();
  await page.goto(`${site.program}/admin/seasons/${race.season_id}/flights/${race.flight_id}`);
  await page.getByRole('link', { name: english.flights.watch }).click();
  await expect(page.getByText('Home: 1 of 3')).toBeVisible();
  await expect(page.getByRole('region', { name: control.not_home })).toContainText(race.rings[1]!);
  expect(await seriousIn(page)).toEqual([]);

  await clock(1, 252);
  await expect(page.getByText('Home: 2 of 3')).toBeVisible();
  await expect(page.getByRole('region', { name: control.not_home })).not.toContainText(race.rings[1]!);

  const answer = await page.request.post(`${site.program}/api/devices/readings`, {
    headers: { authorization: `Bearer ${race.key}` },
    data: {
      readings: [
        {
          boot: '9',
          sequence: 1,
          chip: 'FFFFFFFF01',
          device_time: new Date(race.release_ms + 255 * 60_000).toISOString(),
          resolution_ms: 1,
        },
      ],
    },
  });
  expect(answer.status()).toBe(200);
  const waiting = page.getByRole('region', { name: control.to_mend });
  await page.reload();
  await expect(waiting.getByText('FFFFFFFF01')).toBeVisible();
  await expect(waiting).toContainText(unranked.unknown_chip);
  expect(await seriousIn(page)).toEqual([]);
  await page.keyboard.press('j');
  // It is public and stays, so that it is asked once more and names the chip.
  await page.keyboard.press('n');
  await expect(waiting).toContainText(control.no_arrival_sure);
  await page.keyboard.press('y');
  await expect(waiting).toContainText(control.nothing_to_mend);

  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBe(0);
  await context.close();
});
