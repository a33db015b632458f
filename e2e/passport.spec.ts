/** The passport of a bird: its owner shows its health to everybody, and hides it again; the career of its fancier. */
import { expect } from '@playwright/test';
import { enterTeams } from '#server/pigeons/pigeons.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';
import { buildFlight, buildPerson, buildSeason } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, raceInTheAir, seriousIn, signIn, test, untilHydrated } from './support.ts';

const { passport, pigeon_status, career } = english;

test('an owner turns the switches of a bird, and every reader sees what they show', async ({ page, browser, site }) => {
  const race = await raceInTheAir(site, 3);
  const owner = await buildPerson(site.db, { email: 'passport-owner@example.org' });
  const [team_id, pigeon_id] = [race.team_ids[0]!, race.pigeon_ids[0]!];
  await site.db.updateTable('teams').set({ user_id: owner.user_id }).where('id', '=', team_id).execute();
  const season = { loft_id: race.loft.id, season_id: race.season_id };
  await site.db.transaction().execute(async (tx) => {
    for (const [i, state] of (['injured', 'active', 'lost', 'active'] as const).entries())
      await bringTo(tx, season, await lockPigeons(tx, season, [pigeon_id]), state, {
        by: null,
        now_ms: Date.now() + i,
      });
  });
  const path = `/lofts/${race.loft.id}/teams/${team_id}/pigeons/${pigeon_id}`;
  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const reader = await plain.newPage();
  const life = reader.getByRole('region', { name: english.bird.life });
  await reader.goto(site.program + path);
  await expect(life).toContainText(passport.back);
  await expect(life).not.toContainText(pigeon_status.injured);
  await expect(reader.getByRole('region', { name: passport.health })).toHaveCount(0);

  await signIn(page.context(), site.program, owner.token);
  await page.goto(site.program + path);
  const switches = page.getByRole('region', { name: passport.shown });
  await switches.getByLabel(passport.show_health).check();
  await expect(page.getByRole('region', { name: passport.health })).toContainText(pigeon_status.active);
  expect(await seriousIn(page)).toEqual([]);
  await expect(async () => {
    await reader.goto(site.program + path);
    await expect(life).toContainText(pigeon_status.injured, { timeout: 500 });
  }).toPass();
  await switches.getByLabel(passport.show_health).uncheck();
  await expect(page.getByRole('region', { name: passport.health })).toHaveCount(0);

  // Their own bird is followed: the way to be told of it stands beside.
  await expect(page.getByRole('main').getByRole('link', { name: english.notifications.title })).toBeVisible();
  await plain.close();
});

test('the names of the flights under the speeds of a bird are not cut at the edge of a phone', async ({
  browser,
  site,
}) => {
  const race = await raceInTheAir(site, 3);
  await (await clockOf(site, race, 'North trap'))(0, 200);
  const release_ms = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
  const release_time = new Date(release_ms).toISOString();
  const flight_id = await site.db
    .transaction()
    .execute((tx) => buildFlight(tx, race, { until: 'released', release_time }));
  await (await clockOf(site, { ...race, flight_id, release_ms }, 'South trap'))(0, 30);
  for (const id of [race.flight_id, flight_id])
    await site.db
      .updateTable('flights')
      .set({ name: `Barcelona International ${id}` })
      .where('id', '=', id)
      .execute();
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${site.program}/lofts/${race.loft.id}/teams/${race.team_ids[0]}/pigeons/${race.pigeon_ids[0]}`);
  // The chart is hidden from assistive technology: its figures stand in the list of flights.
  const names = page.getByRole('region', { name: english.bird.chart }).locator('li');
  await expect(names).toHaveCount(2);
  for (const name of await names.all()) {
    const { left, right } = await name.evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
    expect([left >= 0, right <= 390]).toEqual([true, true]);
  }
  await context.close();
});

test('a team leads to the career of its fancier in another season', async ({ page, site }) => {
  const race = await raceInTheAir(site, 2);
  const owner = await buildPerson(site.db, { email: 'career-owner@example.org' });
  await (await clockOf(site, race, 'North trap'))(0, 200);
  const { season_id } = await buildSeason(site.db, race, 2031);
  const teams = await site.db
    .transaction()
    .execute((tx) =>
      enterTeams(tx, { loft_id: race.loft.id, season_id }, [
        { name: 'Second team', fancier: 'Jan Aerts', country: 'BE' },
      ]),
    );
  const ids = [race.team_ids[0]!, teams.get('Second team')!];
  await site.db
    .updateTable('teams')
    .set({ user_id: owner.user_id, fancier: 'Jan Aerts' })
    .where('id', 'in', ids)
    .execute();
  await page.goto(`${site.program}/lofts/${race.loft.id}/teams/${ids[0]}`);
  await untilHydrated(page);
  await page.getByRole('link', { name: career.title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jan Aerts');
  const seasons = page.getByRole('region', { name: career.all });
  await expect(seasons.getByRole('row')).toHaveCount(3);
  await expect(seasons).toContainText('Second team');
  // A row is headed by its team too: several of one season are told apart.
  await expect(seasons.getByRole('rowheader').filter({ hasText: 'Second team' })).toHaveCount(1);
  await expect(page.getByRole('region', { name: career.birds })).toContainText(race.rings[0]!);
  expect(await seriousIn(page)).toEqual([]);
});
