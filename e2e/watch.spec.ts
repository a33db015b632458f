/** Several flights on one page: what lands in one of them is seen at once, and the address says which they are. */
import { expect } from '@playwright/test';
import { transact } from '#server/db/transaction.ts';
import { buildFlight } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, raceInTheAir, seriousIn, test } from './support.ts';

const { watch } = english;

test('two races are watched at once, and one of them is chosen', async ({ page, site }) => {
  const races = [await raceInTheAir(site, 4), await raceInTheAir(site, 4)];
  const chosen = races.map(({ loft, flight_id }) => `flight=${loft.id}.${flight_id}`).join('&');
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await page.goto(`${site.program}/watch?${chosen}`);
  const boards = page.getByRole('main').getByRole('article');
  await expect(boards).toHaveCount(2);
  await expect(boards.nth(1)).toContainText(watch.nobody);
  // One connection for both.
  await expect.poll(() => sockets.length).toBe(1);
  await (await clockOf(site, races[1]!, 'North trap'))(2, 250);
  await expect(boards.nth(1)).toContainText(races[1]!.rings[2]!);
  await expect(boards.nth(0)).toContainText(watch.nobody);
  expect(await seriousIn(page)).toEqual([]);

  const choice = page.getByRole('region', { name: watch.choose });
  const boxes = choice.getByRole('checkbox', { checked: true });
  await expect(boxes).toHaveCount(2);
  await boxes.first().uncheck();
  await choice.getByRole('button', { name: watch.show }).click();
  await expect(boards).toHaveCount(1);
  await expect(boards).toContainText(races[1]!.rings[2]!);
  expect(new URL(page.url()).searchParams.getAll('flight')).toEqual([`${races[1]!.loft.id}.${races[1]!.flight_id}`]);
  await boxes.uncheck();
  await choice.getByRole('button', { name: watch.show }).click();
  await expect(boards).toHaveCount(0);
  await expect(choice.getByRole('link', { name: watch.today })).toBeVisible();
});

test('the clock of a replay has the same name on every page that shows it, and a board elsewhere says that it is one', async ({
  page,
  site,
}) => {
  const race = await raceInTheAir(site, 4);
  const { loft } = race;
  const release_time = new Date(Date.now() - 3_600_000).toISOString();
  const replay = { of: race.flight_id, factor: 3 };
  const id = await transact(site.db, (tx) => buildFlight(tx, race, { until: 'released', release_time, replay }));
  const { chip } = english.replay;
  const { running } = english.race;
  for (const path of [
    `/watch?flight=${loft.id}.${id}`,
    `/lofts/${loft.id}`,
    `/lofts/${loft.id}/flights/${id}/present`,
  ]) {
    await page.goto(site.program + path);
    await expect(page.getByText(running).first()).toBeAttached();
    await expect(
      page
        .getByRole('timer')
        .filter({ hasText: /^03:0\d:/ })
        .first(),
    ).toBeVisible();
  }
  // Of a race itself it is the same.
  await page.goto(`${site.program}/watch?flight=${loft.id}.${race.flight_id}`);
  await expect(page.getByText(running)).toBeVisible();
  await page.goto(`${site.program}/embed/flights/${loft.id}/${id}?lang=en`);
  await expect(page.getByText(chip)).toBeVisible();
});

test('without a script the same page has the flights of today, on a phone too', async ({ browser, site }) => {
  // One of the largest, which stand first: many others of today are races of other tests.
  const race = await raceInTheAir(site, 100);
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } });
  const page = await context.newPage();
  await page.goto(`${site.program}/watch`);
  await expect(page.getByRole('main').locator(`a[href="${race.path}"]`)).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  await context.close();
});
