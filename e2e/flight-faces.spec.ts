/** A flight before its release, called off, and as a result: what its page shows, with and without a script. */
import { expect } from '@playwright/test';
import { moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { type BuiltRace, buildLoftWithoutDisputes, buildPerson, buildRace } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, raceInTheAir, type Site, seriousIn, test, untilHydrated } from './support.ts';

const { before_release: before, dock, flight: words, result, time } = english;
const phone = { viewport: { width: 390, height: 844 }, locale: 'en-GB' };
const hour_ms = 3_600_000;

const keyOf = ({ loft, flight_id }: BuiltRace) => ({ loft_id: loft.id, flight_id });
const pathOf = ({ loft, flight_id }: BuiltRace) => `/lofts/${loft.id}/flights/${flight_id}`;

/** A flight whose birds are in their crates, planned for a release in so many hours. */
async function planned(site: Site, hours: number): Promise<BuiltRace> {
  const race = await buildRace(site.db, { birds: 8, until: 'basketing' });
  const release_time = new Date(Date.now() + hours * hour_ms).toISOString();
  await site.db
    .updateTable('flights')
    .set({ release_time, estimated_average_speed: 1200 })
    .where('loft_id', '=', race.loft.id)
    .where('id', '=', race.flight_id)
    .execute();
  return race;
}

test('a planned flight opens on its countdown, the window of its field and its list, also without a script', async ({
  browser,
  site,
}) => {
  const race = await planned(site, 20);
  const context = await browser.newContext({ ...phone, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.program + pathOf(race));
  await expect(page.getByRole('timer')).toHaveText(/^(19:59|20:00):\d\d$/);
  const main = page.getByRole('main');
  for (const name of [before.first, before.half]) await expect(main.getByText(name, { exact: true })).toBeVisible();
  await expect(main.getByText('1,200 m/min')).toBeVisible();
  await expect(main.getByRole('row')).toHaveCount(6);
  await expect(main.getByText(before.who_released)).toBeVisible();

  // The dock is made of links.
  const parts = page.getByRole('navigation', { name: words.parts }).last();
  await expect(parts.getByRole('link').first()).toHaveText(new RegExp(`^(${time.today}|${time.tomorrow})$`));
  await parts.getByRole('link', { name: dock.list }).click();
  await expect(main.getByRole('row')).toHaveCount(9);
  await context.close();

  const reader = await browser.newPage(phone);
  await reader.goto(site.program + pathOf(race));
  await untilHydrated(reader);
  expect(await seriousIn(reader)).toEqual([]);
  await reader.close();
});

test('a flight that is called off says so, with its reason', async ({ browser, site }) => {
  const race = await planned(site, 20);
  await site.db.transaction().execute(async (tx) => {
    const by = (await buildPerson(site.db)).user_id;
    const act = { by, now_ms: Date.now(), reason: 'Thunder over the whole way' };
    await moveFlight(tx, await lockFlight(tx, keyOf(race)), 'annul', act);
  });
  const page = await browser.newPage(phone);
  await page.goto(site.program + pathOf(race));
  await expect(page.getByText(before.cancelled)).toBeVisible();
  await expect(page.getByText('Thunder over the whole way').first()).toBeVisible();
  await page.close();
});

test('a published result is one: the share home, the first three, no last arrivals (public-ui 40)', async ({
  browser,
  site,
}) => {
  const race = await raceInTheAir(site, 5, await buildLoftWithoutDisputes(site.db));
  const clock = await clockOf(site, race, 'Trap');
  for (let bird = 0; bird < 4; bird += 1) await clock(bird, 100 + bird);
  await site.db.transaction().execute(async (tx) => {
    for (const step of ['close', 'publish', 'make_official'] as const)
      await moveFlight(tx, await lockFlight(tx, keyOf(race)), step);
  });
  const page = await browser.newPage(phone);
  await page.goto(site.program + race.path);
  await untilHydrated(page);
  const podium = page.getByRole('list', { name: result.podium });
  await expect(podium.getByRole('listitem')).toHaveCount(3);
  await expect(podium.getByRole('listitem').first()).toContainText(race.rings[0]!);
  await expect(page.getByText('80%')).toBeVisible();
  await expect(page.getByText(english.board.latest)).toHaveCount(0);
  const parts = page.getByRole('navigation', { name: dock.label });
  await expect(parts.getByRole('button')).toHaveText([dock.result, dock.figures, dock.mine]);
  expect(await seriousIn(page)).toEqual([]);
  // The title is calm: nothing comes any more.
  expect(await page.title()).not.toMatch(/^\(/);
  await podium.getByRole('link', { name: english.place.why }).first().click();
  await expect(page.getByRole('heading', { name: english.place.why })).toBeVisible();
  await page.close();

  // Lists lead here by what there is.
  const loft = await browser.newPage(phone);
  await loft.goto(`${site.program}/lofts/${race.loft.id}`);
  await expect(loft.getByRole('link', { name: words.result })).toBeVisible();
  await loft.close();
});
