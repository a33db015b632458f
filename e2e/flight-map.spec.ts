/** The map of a flight: opened on request, moved by keys, its day by a slider, and all of it as a table. */
import { expect, type Page } from '@playwright/test';
import type { Database } from '#server/db/database.ts';
import { refreshForecasts } from '#server/flights/forecasts.ts';
import { buildLoft, buildRace } from '#testing/builders.ts';
import { noonPlace } from '#testing/daylight.ts';
import { startWeatherFake } from '../dev/fakes/weather.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, overflow, raceInTheAir, seriousIn, test } from './support.ts';

/** A flight over 190 km that was released an hour ago, where it is noon. */
async function released(db: Database, { forecast = true, average = 1100 as number | null } = {}) {
  const release_time = new Date(Date.now() - 3_600_000).toISOString();
  const place = { ...noonPlace(Date.now()), latitude: 51 };
  const built = await buildLoft(db, place);
  const { loft, flight_id } = await buildRace(db, { release_time, distance_m: 190_000 }, built);
  await db
    .updateTable('flights')
    .set({
      release_latitude: 49.58,
      release_longitude: place.longitude - 1.5,
      release_point: 'Noyon',
      estimated_average_speed: average,
    })
    .where('id', '=', flight_id)
    .execute();
  // Flights of other tests share its places.
  await db.deleteFrom('forecasts').execute();
  if (forecast) {
    const { url, key, stop } = await startWeatherFake();
    const weather = { source: 'invented' as const, url, key };
    await refreshForecasts({ db, weather, service: { fetch }, log: console });
    await stop();
  }
  return { loft, path: `/lofts/${loft.id}/flights/${flight_id}` };
}

const birdAt = async (page: Page) => (await page.getByText('Estimated position').boundingBox())!;

test('the map is opened from the flight, and nothing of it is loaded before (part 1 of issue 21)', async ({
  site,
  page,
}) => {
  const { loft, path } = await released(site.db);
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.addInitScript(() => {
    addEventListener('weather', (event) => Object.assign(globalThis, { told: (event as CustomEvent<unknown>).detail }));
  });
  await page.goto(site.program + path);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => /\/flight-map-|streets|maplibre/.test(url))).toEqual([]);

  await page.getByRole('link', { name: 'Map', exact: true }).first().click();
  await expect(page).toHaveURL(`${site.program}${path}/map`);
  await expect(page.getByText('Estimated position')).toBeVisible();
  await expect(page.getByText('Noyon', { exact: true }).last()).toBeVisible();
  // 66 of 189 km after an hour at 1,100 m/min (4.14).
  await expect(page.getByText(/^6[67] of 19\d km$/)).toBeVisible();
  // The map of the site needs no map library.
  expect(asked.filter((url) => /streets|maplibre/.test(url))).toEqual([]);

  // The weather is told to the page in its shape (3.16, 7.15).
  await expect
    .poll(() => page.evaluate(() => (globalThis as { told?: unknown }).told))
    .toEqual({
      wind: expect.stringMatching(/^\d+\.\d\d m\/s$/),
      windDirection: expect.stringMatching(/^[NESW]{1,2}$/),
      temp: expect.any(Number),
    });

  const map = page.getByRole('region', { name: /^Map, moved by the arrow keys/ });
  const before = await birdAt(page);
  await map.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await birdAt(page)).x).toBeLessThan(before.x - 40);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('+');
  await page.keyboard.press('-');

  // Later in the day the birds are further.
  const slider = page.getByRole('slider', { name: 'Time, from the release to dark' });
  await slider.focus();
  await page.keyboard.press('End');
  // The loft keeps its weather beside the mark of evaluation, and nothing says that the race is over (4.15).
  await expect(page.getByText('Estimated position: at the loft')).toBeVisible();
  await expect(page.getByText(/^-?\d+ °C · /)).toBeVisible();
  await expect(page.getByText('Evaluation')).toBeHidden();
  await expect(page.getByText('Estimated position', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Now' }).click();
  await expect(page.getByText('Estimated position')).toBeVisible();
  await page.getByRole('button', { name: /^Temperature/ }).click();

  await expect(page.getByText('The weather is invented.').first()).toBeVisible();
  await expect(page.getByRole('row')).not.toHaveCount(1);
  expect(await seriousIn(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page
    .getByRole('link', { name: loft.name })
    .or(page.getByRole('heading', { level: 1 }))
    .first()
    .waitFor();
});

test('the wheel scrolls the page unless Ctrl is held, and the whole way comes back by a button', async ({
  site,
  page,
}) => {
  const { path } = await released(site.db);
  await page.goto(`${site.program}${path}/map`);
  const map = page.getByRole('region', { name: /^Map, moved by the arrow keys/ });
  // Until its script is there it is a drawing that does not move.
  await expect(page.locator('[data-open]')).toBeVisible();
  const whole = page.getByRole('button', { name: english.flight_map.whole });
  const apart = async () => {
    const [from, to] = [await page.getByText('Noyon', { exact: true }).last().boundingBox(), await birdAt(page)];
    return Math.hypot(from!.x - to.x, from!.y - to.y);
  };
  const before = await apart();
  const { x, y, width } = (await map.boundingBox())!;
  await page.mouse.move(x + width * 0.6, y + 250);
  await page.mouse.wheel(0, 120);
  await expect(page.getByText('Hold Ctrl and scroll to come closer')).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(60);
  expect(Math.abs((await apart()) - before)).toBeLessThan(8);

  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -200);
  await page.keyboard.up('Control');
  await expect.poll(apart).toBeGreaterThan(before * 1.2);
  await whole.click();
  await expect.poll(async () => Math.abs((await apart()) - before)).toBeLessThan(8);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });
  test('one finger scrolls the page, and two move the map', async ({ site, page, context }) => {
    const { path } = await released(site.db);
    await page.goto(`${site.program}${path}/map`);
    const map = page.getByRole('region', { name: /^Map, moved by the arrow keys/ });
    // Until its script is there it is a drawing that does not move.
    await expect(page.locator('[data-open]')).toBeVisible();
    // Its name may change its side.
    const bird = page.getByText('Estimated position').locator('xpath=../..').locator('i');
    const height = async () => (await bird.boundingBox())!.y + (await page.evaluate(() => scrollY));
    const before = await height();
    const { x, y } = (await map.boundingBox())!;
    const cdp = await context.newCDPSession(page);
    const drag = async (fingers: readonly { x: number; y: number }[], dx: number, dy: number) => {
      const at = (step: number) => fingers.map((one, id) => ({ x: one.x + dx * step, y: one.y + dy * step, id }));
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
      for (let step = 0.1; step < 1.05; step += 0.1)
        await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) });
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const fingers = [
      { x: x + 60, y: y + 300 },
      { x: x + 260, y: y + 300 },
    ];
    await drag(fingers, 0, -90);
    await expect.poll(height).toBeLessThan(before - 40);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const moved = await height();
    await drag(fingers.slice(0, 1), 0, -150);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(60);
    expect(Math.abs((await height()) - moved)).toBeLessThan(8);
  });
});

test('on a phone it is part of the dock, fits, and leads back', async ({ site, page }) => {
  const { path } = await released(site.db);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`${site.program}${path}/map`);
  await expect(page.getByText('Estimated position')).toBeVisible();
  expect(await overflow(page)).toBe(0);
  // The table is not cut.
  const table = page.getByRole('region', { name: english.flight_map.table }).last();
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  const dock = page.getByRole('navigation', { name: 'Parts of this race' });
  await expect(dock.getByRole('link', { name: 'Map' })).toHaveAttribute('aria-current', 'page');
  await dock.getByRole('link', { name: 'Mine' }).click();
  await expect(
    page.getByRole('navigation', { name: 'Parts of the arrivals' }).getByRole('button', { name: 'Mine' }),
  ).toHaveAttribute('aria-current', 'true');
});

test('the dock says on every page of a race how many of my pigeons are home', async ({ site, browser }) => {
  const race = await raceInTheAir(site, 4);
  await (await clockOf(site, race, 'North trap'))(1, 250);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.addInitScript(
    ([loft_id, ...pigeons]) => localStorage.setItem(`mine.${loft_id}`, JSON.stringify({ pigeons })),
    [race.loft.id, race.pigeon_ids[1]!, race.pigeon_ids[2]!],
  );
  for (const part of ['', '?tab=basketing', '/story', '/map']) {
    await page.goto(site.program + race.path + part);
    const dock = page.getByRole('navigation').filter({ hasText: english.dock.mine });
    await expect(dock.getByText('1/2', { exact: true })).toBeVisible();
  }
  await context.close();
});

test('with reduced motion the line and the wind stand still until somebody starts them (4.16)', async ({
  site,
  page,
}) => {
  const { path } = await released(site.db);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${site.program}${path}/map`);
  await page.getByRole('button', { name: 'Start the motion' }).click();
  await expect(page.getByRole('button', { name: 'Stop the motion' })).toBeVisible();
});

test('without an average speed the position is animated, up to the evaluation and back (4.13)', async ({
  site,
  page,
}) => {
  const { path } = await released(site.db, { average: null, forecast: false });
  await page.clock.install();
  await page.goto(`${site.program}${path}/map`);
  await expect(page.getByText('Estimated position')).toBeVisible();
  await page.clock.runFor(20_500);
  await expect(page.getByText('Estimated position: at the loft')).toBeVisible();
  await expect(page.getByText('Estimated position', { exact: true })).toBeHidden();
  await page.clock.runFor(4000);
  await expect(page.getByText('Estimated position', { exact: true })).toBeVisible();
  await expect(page.getByText('Estimated position: at the loft')).toBeHidden();
});

test('without a forecast it says so, and shows none', async ({ site, page }) => {
  const { path } = await released(site.db, { forecast: false });
  await page.goto(`${site.program}${path}/map`);
  await expect(page.getByRole('heading', { name: 'No weather forecast' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Wind' })).toBeDisabled();
});

test('a map whose script does not come after 100 attempts stays as it was drawn, and is reported (7.18, 8.6, 9.12)', async ({
  site,
  page,
}) => {
  const { path } = await released(site.db);
  const reported: string[] = [];
  page.on('request', (request) => request.url().endsWith('/errors') && reported.push(request.postData() ?? ''));
  await page.route(/flight-map-[\w-]+\.js/, (route) => route.abort());
  await page.clock.install();
  await page.goto(`${site.program}${path}/map`);
  await expect(page.getByRole('slider')).toBeVisible();
  for (let tries = 0; tries < 110; tries++) await page.clock.runFor(100);
  await expect(page.getByText('The map cannot move here.')).toBeVisible();
  await expect(page.getByRole('img', { name: /^The way from Noyon/ })).toBeVisible();
  expect(reported.join()).toContain('Could not initialize windy map.');
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });
  test('the text-only page and the map are in sight on the page of a flight, on a narrow phone too', async ({
    site,
    page,
  }) => {
    const { path } = await released(site.db);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(site.program + path);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: english.text_only.title })).toBeInViewport({ ratio: 1 });
    await expect(main.getByRole('link', { name: english.map.title }).last()).toBeInViewport({ ratio: 1 });
    await main.getByRole('link', { name: english.map.title }).last().click();
    await expect(page).toHaveURL(`${site.program}${path}/map`);
  });

  test('the map is drawn and the weather is a table', async ({ site, page }) => {
    const { loft, path } = await released(site.db);
    await page.goto(`${site.program}${path}/map`);
    await expect(page.getByRole('img', { name: `The way from Noyon to ${loft.name} on the map` })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Wind' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Wind' })).toBeHidden();
  });
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });
  test.afterEach(({ site }) => site.wire.restore());
  test('a map that was opened is there again, and moves', async ({ site, page, context }) => {
    const { path } = await released(site.db);
    const isKept = (file: string) => page.evaluate(async (name) => (await caches.match(name)) !== undefined, file);
    await page.goto(site.wire.address + path);
    await expect.poll(() => isKept('/offline')).toBe(true);
    // With the worker there, as everywhere after the first page.
    const moving = page.waitForResponse(/flight-map-[\w-]+\.js/);
    await page.goto(`${site.wire.address}${path}/map`);
    const script = new URL((await moving).url()).pathname;
    await expect.poll(() => isKept(`${path}/map`)).toBe(true);
    await expect.poll(() => isKept(script)).toBe(true);
    await context.setOffline(true);
    site.wire.cut();
    await page.reload();
    await expect(page.getByText('Estimated position')).toBeVisible();
    const before = await birdAt(page);
    await page.getByRole('region', { name: /^Map, moved by the arrow keys/ }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await birdAt(page)).x).toBeLessThan(before.x - 40);
    await expect(page.getByRole('rowheader').first()).toBeVisible();
  });
});
