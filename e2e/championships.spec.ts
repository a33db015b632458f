/** A championship over lofts, the whole way: an admin sets it up and publishes it, results become official, all read it. */
import { expect } from '@playwright/test';
import { reckonChampionships } from '#server/championships/reckoning.ts';
import { closeFlight, moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { asOwner, buildPerson } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, type Race, raceInTheAir, type Site, seriousIn, signIn, test } from './support.ts';

const { championships: words, ranking_admin, aces, product, rights, admin: of_admin } = english;

/** The result of a race whose birds come home ten minutes after each other is official. */
async function official(site: Site, race: Race) {
  const read = await clockOf(site, race, 'Clock at the landing board');
  for (const bird of race.pigeon_ids.keys()) await read(bird, 250 + 10 * bird);
  const key = { loft_id: race.loft.id, flight_id: race.flight_id };
  await site.db.transaction().execute(async (tx) => {
    await closeFlight(tx, await lockFlight(tx, key), new Date(race.release_ms + 299 * 60_000).toISOString());
    await moveFlight(tx, await lockFlight(tx, key), 'publish');
    await moveFlight(tx, await lockFlight(tx, key), 'make_official');
  });
}

test('a league of two lofts is set up, published and read on a phone (domain 2.13)', async ({
  page,
  site,
  browser,
}) => {
  const races = [await raceInTheAir(site, 3), await raceInTheAir(site, 3)] as const;
  const fancier = await buildPerson(site.db, {});
  await asOwner(site.db, (tx) =>
    tx
      .updateTable('teams')
      .set({ user_id: fancier.user_id })
      .where('id', 'in', [races[0].team_ids[0]!, races[1].team_ids[1]!])
      .execute(),
  );
  const admin = await buildPerson(site.db, { is_admin: true, is_strong: true });
  await signIn(page.context(), site.program, admin.token);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.program}/admin/championships/create`);
  await page.getByLabel(product.name, { exact: true }).fill('League of two');
  await page.getByLabel(ranking_admin.part_of).fill('');
  await page.getByRole('button', { name: rights.save }).click();
  await expect(page.getByLabel(ranking_admin.part_of)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel(of_admin.year, { exact: true })).toHaveAttribute('aria-invalid', 'true');
  expect(await seriousIn(page)).toEqual([]);
  await page.getByLabel(of_admin.year, { exact: true }).fill('2026');
  await page.getByLabel(ranking_admin.part_of).fill('1');
  for (const { season_id } of races) await page.locator(`input[name="season_${season_id}"]`).check();
  for (const kind of ['training', 'hot_spot', 'semi_final', 'final'])
    await page.locator(`input[name="kind_${kind}"]`).check();
  await page.getByRole('button', { name: rights.save }).click();
  await page.getByRole('link', { name: 'League of two' }).click();
  await page.locator('summary', { hasText: ranking_admin.publish }).click();
  await page.getByRole('button', { name: ranking_admin.publish }).click();
  await expect(page).toHaveURL(/\/admin\/championships\?saved=1$/);
  await page.getByRole('link', { name: 'League of two' }).click();
  await expect(page.getByText(words.joined)).toBeVisible();
  await expect(page.getByLabel(ranking_admin.best)).toHaveCount(0);

  const reader = await browser.newContext({ locale: 'en-GB', viewport: { width: 320, height: 700 } });
  const open = await reader.newPage();
  await open.goto(`${site.program}/championships`);
  await open.getByRole('link', { name: 'League of two' }).click();
  await expect(open.getByText(words.none, { exact: true })).toBeVisible();
  for (const race of races) await official(site, race);
  await reckonChampionships(site.db, Date.now());
  await open.reload();
  const line = open.locator('tbody tr').first();
  await expect(line).toContainText('166.67');
  await line.locator('summary').click();
  await expect(
    line
      .getByRole('link', { name: races[0].rings[0] ?? '' })
      .or(line.getByText(aces.place))
      .first(),
  ).toBeVisible();
  await expect(open.getByText(words.joined)).toBeVisible();
  expect(await seriousIn(open)).toEqual([]);
  expect(await open.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  const file = await open.request.get(`${open.url()}.csv`);
  expect(await file.text()).toContain('166.67');
  await reader.close();
});
