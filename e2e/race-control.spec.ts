/** Race control: birds come in on the page of those who run the race, and a reading that is no arrival is settled in three keys. */
import { expect } from '@playwright/test';
import { closeFlight, moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { buildPerson, readingOf } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, overflow, raceInTheAir, seriousIn, signIn, test } from './support.ts';

const { control, unranked } = english;

test('birds come in while it is open; a chip of no bird is listed and settled in three keys', async ({
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
  await expect(waiting.getByText('FFFFFFFF01').first()).toBeVisible();
  await expect(waiting).toContainText(unranked.unknown_chip);
  expect(await seriousIn(page)).toEqual([]);
  await page.keyboard.press('j');
  // It is public and stays, so that it is asked once more and names the chip.
  await page.keyboard.press('n');
  await expect(waiting.getByText(control.no_arrival_sure)).toBeVisible();
  await page.keyboard.press('y');
  await expect(waiting).toContainText(control.nothing_to_mend);

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBe(0);
  await context.close();
});

test('readings that will never come are given up on a phone without a script, for a reason that everybody reads', async ({
  browser,
  site,
}) => {
  const race = await raceInTheAir(site, 3);
  const key = { loft_id: race.loft.id, flight_id: race.flight_id };
  const sent = await fetch(`${site.program}/api/devices/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${race.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      readings: [readingOf(race, 0, 250, { sequence: 20 }), readingOf(race, 1, 251, { sequence: 22 })],
    }),
  });
  expect(sent.status).toBe(200);
  await site.db.transaction().execute(async (tx) => {
    await closeFlight(tx, await lockFlight(tx, key), new Date(race.release_ms + 4.5 * 3_600_000).toISOString());
    await moveFlight(tx, await lockFlight(tx, key), 'publish');
  });
  const entries = [{ loft_id: race.loft.id, entry: { is_merchant: true } }];
  const { token } = await buildPerson(site.db, { first_name: 'Inês', entries });
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
  });
  await signIn(context, site.program, token);
  const page = await context.newPage();
  const own = `${site.program}/admin/seasons/${race.season_id}/flights/${race.flight_id}`;
  await page.goto(own);
  await page.getByRole('link', { name: 'Clock 1: readings 1 to 19 are missing.' }).click();
  const gaps = page.getByRole('region', { name: control.gaps });
  const give = gaps.getByRole('button', { name: control.give_up });
  await give.click();
  await expect(gaps.getByText(english.refusals.nothing_chosen)).toBeVisible();
  await expect(gaps.getByText(english.refusals.error_required)).toBeVisible();
  await gaps.getByLabel('Clock 1: reading 21 is missing.').check();
  await give.click();
  await expect(gaps.getByText(english.refusals.error_required)).toBeVisible();
  await expect(gaps.getByText(english.refusals.nothing_chosen)).toHaveCount(0);
  await expect(gaps.getByLabel('Clock 1: reading 21 is missing.')).toBeChecked();
  await gaps.getByLabel(english.flights.public_reason).fill('Fell into the water');
  await give.click();
  await expect(gaps).toContainText('Clock 1: reading 21 is given up. Fell into the water');
  await gaps.getByLabel('Clock 1: readings 1 to 19 are missing.').check();
  await gaps.getByLabel(english.flights.public_reason).fill('The memory is broken');
  await give.click();
  await expect(give).toHaveCount(0);
  await page.goto(own);
  await expect(page.getByText('Clock 1: readings 1 to 19 are given up. The memory is broken')).toBeVisible();
  await expect(page.getByText(english.official.nothing_owed)).toBeVisible();
  const visitor = await browser.newPage();
  await visitor.goto(`${site.program}${race.path}?tab=info`);
  const log = visitor.getByRole('region', { name: english.flights.log });
  await expect(log).toContainText('Clock 1: reading 21 is given up.');
  await expect(log).toContainText('Fell into the water');
  await visitor.close();
  await context.close();
});
