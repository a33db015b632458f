/** Windy's own map on the map of a flight, by an invented one that speaks its interface (7.18, 8.6, decision 85). */
import { expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { buildLoft, buildRace } from '#testing/builders.ts';
import { noonPlace } from '#testing/daylight.ts';
import { type Program, startProgram, stopProgram } from '#testing/program.ts';
import { startWindyMapFake, type WindyMapFake } from '../dev/fakes/windy-map.ts';
import english from '../locales/en.json' with { type: 'json' };
import { overflow, seriousIn, test } from './support.ts';

const button = english.flight_map.windys;
const failed = english.refusals.weather_map_not_started;

/** A further program and its scripts, on a machine that may be busy. */
const slowly = { timeout: 30_000 };

let fake: WindyMapFake;
let program: Program;
let address: string;
/** A flight over 190 km that was released an hour ago, where it is noon; what may be hidden of it is hidden. */
let path: string;

async function released(db: Database): Promise<string> {
  const release_time = new Date(Date.now() - 3_600_000).toISOString();
  const place = { ...noonPlace(Date.now()), latitude: 51 };
  const built = await buildLoft(db, { ...place, name: 'Loft of the winds' });
  const { loft, flight_id } = await buildRace(db, { release_time, distance_m: 190_000, birds: 3 }, built);
  const release_longitude = place.longitude - 1.5;
  await db
    .updateTable('flights')
    .set({ release_latitude: 49.58, release_longitude, release_point: 'Noyon', estimated_average_speed: 1100 })
    .where('id', '=', flight_id)
    .execute();
  return `/lofts/${loft.id}/flights/${flight_id}`;
}

test.beforeAll(async ({ site }) => {
  fake = await startWindyMapFake();
  path = await released(site.db);
  program = startProgram({ ROLE: 'all', ...site.database, WINDY_MAP_KEY: fake.key, WINDY_MAP_URL: fake.url });
  address = await program.up;
});
test.afterEach(() => fake.fail(undefined));
test.afterAll(async () => {
  if (program) await stopProgram(program);
  await fake?.stop();
});

const mapOf = (page: Page) => page.frameLocator(`iframe[title="${button}"]`);

/** All requests of a page that leave the site. */
function leaving(page: Page, site: string): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (/^(http|ws)/.test(url) && new URL(url).host !== new URL(site).host) asked.push(url);
  });
  return asked;
}

test('it is opened by a button, draws the way of the flight and follows the page (2.33, 4.14, 4.15)', async ({
  page,
}) => {
  const asked = leaving(page, address);
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const opened = await page.goto(`${address}${path}/map`);
  // The policy of the page itself allows no more than before.
  expect(opened!.headers()['content-security-policy']).not.toContain(new URL(fake.url).origin);
  await expect(page.locator('[data-open]')).toBeVisible(slowly);
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);

  await page.getByRole('button', { name: button }).click();
  const map = mapOf(page);
  const marks = (name: string) => map.locator(`.mark[data-mark="${name}"]`);
  await expect(marks('from').getByText('Noyon')).toBeVisible(slowly);
  await expect(marks('to').getByText('Loft of the winds')).toBeVisible();
  await expect(marks('bird').getByText('Estimated position')).toBeVisible();
  expect(await marks('from').locator('i').boundingBox()).toMatchObject({ width: 30, height: 30 });
  // Red, dashed, and once around in 20 s (2.33, 4.16).
  const course = map.locator('path.course');
  await expect(course).toHaveCSS('animation-duration', '20s');
  await expect(course).toHaveAttribute('stroke-dasharray', '8 7');
  expect(asked).toEqual([fake.url]);

  // It blows at the hour of the page, and shows temperatures where the page does.
  const frame = page.frames().find((one) => one.url().endsWith('/misc/windy-map'))!;
  const told = (name: string) =>
    frame.evaluate(
      (of) => (globalThis as unknown as { W: { store: { get(of: string): unknown } } }).W.store.get(of),
      name,
    );
  expect(Math.abs(Number(await told('timestamp')) - Date.now())).toBeLessThan(700_000);
  expect([await told('overlay'), await told('particlesAnim')]).toEqual(['wind', 'on']);
  await page.getByRole('button', { name: /^Temperature/ }).click();
  await expect.poll(() => told('overlay')).toBe('temp');
  await page.getByRole('button', { name: 'Wind', exact: true }).click();
  await expect.poll(() => told('particlesAnim')).toBe('off');

  const before = (await marks('bird').locator('i').boundingBox())!;
  const slider = page.getByRole('slider', { name: 'Time, from the release to dark' });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect.poll(async () => (await marks('bird').locator('i').boundingBox())!.y).toBeGreaterThan(before.y + 20);
  await page.keyboard.press('End');
  await expect(marks('to').getByText('Estimated position: at the loft')).toBeVisible();
  await expect(marks('bird')).toHaveCount(0);
  await page.getByRole('button', { name: 'Now' }).click();
  await expect(marks('bird').locator('i')).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);

  // The site's own map has been there all the time.
  await page.getByRole('button', { name: button }).click();
  await expect(page.locator('iframe')).toBeHidden();
  await expect(page.getByRole('region', { name: /^Map, moved by the arrow keys/ })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("Windy's scripts have no origin: they reach neither the page around them nor its session", async ({ page }) => {
  await page.goto(`${address}${path}/map`);
  await expect(page.locator('[data-open]')).toBeVisible(slowly);
  await page.getByRole('button', { name: button }).click();
  await expect(mapOf(page).getByText('Noyon')).toBeVisible(slowly);
  const frame = page.frames().find((one) => one.url().endsWith('/misc/windy-map'))!;
  const reached = await frame.evaluate(async (site) => {
    const of = async (reach: () => unknown) => {
      try {
        await reach();
        return 'reached';
      } catch {
        return 'refused';
      }
    };
    return [
      await of(() => parent.document.title),
      await of(() => document.cookie),
      await of(() => localStorage.length),
      await of(() => fetch(`${site}/api/lofts`)),
    ];
  }, address);
  expect(reached).toEqual(['refused', 'refused', 'refused', 'refused']);
  // Control: the page itself reaches all of it.
  expect(await page.evaluate(async () => (await fetch('/api/lofts')).ok && localStorage.length >= 0)).toBe(true);
});

test('where it never begins, it is tried 100 times, then the reader is told and has the own map (7.18, 8.6)', async ({
  page,
}) => {
  fake.fail('silent');
  const reported: string[] = [];
  page.on('request', (request) => request.url().endsWith('/errors') && reported.push(request.postData() ?? ''));
  await page.clock.install();
  await page.goto(`${address}${path}/map`);
  await expect(page.locator('[data-open]')).toBeVisible(slowly);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const before = fake.asked();
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByText(english.map.coming)).toBeVisible();
  await expect.poll(() => fake.asked(), slowly).toBeGreaterThan(before);
  await page
    .frames()
    .find((one) => one.url().endsWith('/misc/windy-map'))!
    .waitForLoadState();
  for (let tries = 1; tries < 95; tries++) await page.clock.runFor(100);
  await expect(page.getByText(failed)).toBeHidden();
  for (let tries = 0; tries < 10; tries++) await page.clock.runFor(100);
  await expect(page.getByText(`${failed} ${english.flight_map.own_instead}`)).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(page.getByRole('button', { name: button })).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('region', { name: /^Map, moved by the arrow keys/ })).toBeVisible();
  expect(reported.join()).toContain(failed);
});

test('a script that does not come is asked for again every 100 ms, at most 100 times (7.18)', async ({ page }) => {
  fake.fail('missing');
  const before = fake.asked();
  await page.goto(`${address}${path}/map`);
  await expect(page.locator('[data-open]')).toBeVisible(slowly);
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByText(failed)).toBeVisible({ timeout: 60_000 });
  const asked = fake.asked() - before;
  expect(asked).toBeGreaterThan(3);
  expect(asked).toBeLessThanOrEqual(100);
  // It can be asked for once more.
  fake.fail(undefined);
  await page.getByRole('button', { name: button }).click();
  await expect(mapOf(page).getByText('Noyon')).toBeVisible(slowly);
  await expect(page.getByText(failed)).toBeHidden();
});

test('what a loft hides stays hidden on it (3.15)', async ({ site, page }) => {
  const [, loft_id] = /lofts\/(\d+)/.exec(path)!;
  const { rows } = await sql<{ name: string }>`
    select ring as name from pigeons where loft_id = ${loft_id} union select name from teams where loft_id = ${loft_id}`.execute(
    site.db,
  );
  expect(rows.length).toBeGreaterThan(2);
  await page.goto(`${address}${path}/map`);
  await expect(page.locator('[data-open]')).toBeVisible(slowly);
  await page.getByRole('button', { name: button }).click();
  await expect(mapOf(page).getByText('Noyon')).toBeVisible(slowly);
  // It never has anything of a bird, a team or a fancier, hidden or not.
  const text = await mapOf(page).locator('#windy').innerText();
  for (const { name } of rows) expect(text).not.toContain(name);
});

test('it fits a phone of 320 px, with every tool', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${address}${path}/map`);
  await expect(page.locator('[data-open]')).toBeVisible(slowly);
  await page.getByRole('button', { name: button }).click();
  await expect(mapOf(page).getByText('Noyon')).toBeVisible(slowly);
  expect(await overflow(page)).toBe(0);
  for (const tool of [button, 'Wind', english.flight_map.whole])
    await expect(page.getByRole('button', { name: tool, exact: true })).toBeInViewport({ ratio: 1 });
});

test('without a key of the operator there is no button, no document and no request', async ({ site, page }) => {
  const asked = leaving(page, site.program);
  await page.goto(`${site.program}${path}/map`);
  await expect(page.locator('[data-open]')).toBeVisible(slowly);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('button', { name: button })).toHaveCount(0);
  expect((await page.request.get(`${site.program}/misc/windy-map`)).status()).toBe(404);
  expect(asked).toEqual([]);
});
