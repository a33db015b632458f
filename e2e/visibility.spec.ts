/** A merchant hides columns of the results: the form shows what is left, and an open page loses them. */
import { expect } from '@playwright/test';
import { buildPerson } from '#testing/builders.ts';
import { clockOf, raceInTheAir, signIn, test } from './support.ts';

test('the visible columns of a season are chosen, and an open page follows, also with a merchant without a script (3.15)', async ({
  page,
  browser,
  site,
}) => {
  const race = await raceInTheAir(site);
  const sendReading = await clockOf(site, race, 'Antenna 1');
  await sendReading(0, 240);
  const heads = page.getByRole('table').first().getByRole('columnheader');
  await page.goto(site.program + race.path);
  await expect(heads).toHaveText(['Rank', 'Pigeon', 'Team', 'Time', 'Gap', 'm/min']);

  const merchant = await buildPerson(site.db, { entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }] });
  const form = `${site.program}/admin/seasons/${race.season_id}/visibility`;
  const operator = await browser.newContext({ locale: 'en-GB' });
  await signIn(operator, site.program, merchant.token);
  const own = await operator.newPage();
  await own.goto(form);
  const results = own.getByRole('group', { name: 'Arrivals' });
  const left = results.getByRole('listitem');
  await expect(left).toContainText(['Rank', 'Time', 'Speed']);
  await results.getByLabel('Time').uncheck();
  // Speed is hidden with the time: the form shows that before it is sent.
  await expect(left.filter({ hasText: /^(Time|Speed|Gap)$/ })).toHaveCount(0);
  await own.getByRole('button', { name: 'Save' }).click();
  await expect(own.getByRole('status').filter({ hasText: /\S/ })).toBeVisible();
  await expect(heads).toHaveText(['Rank', 'Pigeon', 'Team']);
  await operator.close();

  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  await signIn(plain, site.program, merchant.token);
  const still = await plain.newPage();
  await still.goto(form);
  const boxes = still.getByRole('group', { name: 'Arrivals' });
  await expect(boxes.getByLabel('Time')).not.toBeChecked();
  for (const box of ['Team', 'Fancier', 'Country']) await boxes.getByLabel(box).uncheck();
  await boxes.getByLabel('Time').check();
  await still.getByRole('button', { name: 'Save' }).click();
  await expect(still.getByRole('status').filter({ hasText: /\S/ })).toBeVisible();
  await expect(heads).toHaveText(['Rank', 'Pigeon', 'Time', 'Gap', 'm/min']);
  await plain.close();
});
