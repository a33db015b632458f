/** The replay of a flown race: its final list without a script, every moment by slider, keys and address, and a clip. */
import { expect, type Page } from '@playwright/test';
import { transact } from '#server/db/transaction.ts';
import { closeFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import english from '../locales/en.json' with { type: 'json' };
import {
  clockOf,
  moved,
  type Race,
  raceInTheAir,
  type Site,
  seriousIn,
  seriousWithoutScript,
  test,
  watchMoves,
} from './support.ts';

const words = english.race_replay;

/** Twelve birds, of which ten came home from an hour after the release on, one in each minute; the race is closed. */
async function flown(site: Site): Promise<Race> {
  const race = await raceInTheAir(site, 12);
  const clock = await clockOf(site, race, 'North trap');
  for (let bird = 0; bird < 10; bird += 1) await clock(bird, 60 + bird);
  const key = { loft_id: race.loft.id, flight_id: race.flight_id };
  await transact(site.db, async (tx) =>
    closeFlight(tx, await lockFlight(tx, key), new Date(race.release_ms + 3 * 3_600_000).toISOString()),
  );
  return race;
}

const list = (page: Page) => page.getByRole('region', { name: words.list });
const rowsOf = (page: Page) => list(page).locator('[data-row]:visible');
const home = (page: Page) =>
  page
    .getByText(/^Home of 12/)
    .locator('xpath=..')
    .locator('> .num');

for (const [name, viewport] of [
  ['phone', { width: 390, height: 844 }],
  ['desktop', { width: 1440, height: 900 }],
] as const) {
  test(`a moment is shown by its address, and moved by keys, chapters and slider, on a ${name}`, async ({
    site,
    browser,
  }) => {
    const race = await flown(site);
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await watchMoves(page);
    await page.goto(`${site.program}${race.path}/replay?at=1h04m30s`);
    await expect(rowsOf(page)).toHaveCount(5);
    await expect(
      rowsOf(page)
        .filter({ hasText: race.rings[4]!.slice(-3) })
        .first(),
    ).toContainText('+4:00.0');
    await expect(page.getByRole('button', { name: words.play, exact: true })).toBeVisible();
    expect((await moved(page)).filter(({ value }) => value > 0.005)).toEqual([]);

    // At 60 times the speed a key is five seconds of what is seen.
    const slider = page.getByRole('slider', { name: words.slider });
    await slider.press('ArrowLeft');
    await expect(rowsOf(page)).toHaveCount(0);
    await expect(page.getByText(english.board.flying).first()).toBeVisible();
    await slider.press('End');
    await expect(rowsOf(page).first()).toBeVisible();
    await expect(page).toHaveURL(/\?at=1h09m00s/);
    await expect(page.getByText('Not home when the race closed: 2')).toBeVisible();
    await expect(page.getByText(race.rings[11]!.slice(-3)).last()).toBeVisible();
    await page.getByRole('button', { name: new RegExp(`^${words.chapter_half}`) }).click();
    await expect(page).toHaveURL(/\?at=1h05m00s/);
    const { x, y, width, height } = (await slider.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width - 1, y + height / 2, { steps: 8 });
    await page.mouse.up();
    await expect(page).toHaveURL(/\?at=1h0[89]m\d\ds/);

    await list(page).getByRole('button', { name: english.board.by_rank }).click();
    await expect(
      rowsOf(page)
        .filter({ hasText: race.rings[0]!.slice(-3) })
        .first(),
    ).toBeVisible();
    expect(await seriousIn(page)).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });
}

test('it plays from shortly before the first bird, and is paused by the space bar', async ({ site, page }) => {
  const race = await flown(site);
  await page.goto(`${site.program}${race.path}/replay`);
  await expect(page.getByRole('button', { name: words.pause, exact: true })).toBeVisible();
  await page.getByRole('group', { name: words.speed }).getByRole('radio', { name: '600 ×' }).check();
  await expect(page.getByRole('button', { name: words.play, exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(home(page)).toHaveText('10');
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: words.pause, exact: true })).toBeVisible();
});

test('without a script it is the final list, and says what is needed', async ({ site, browser }) => {
  const race = await flown(site);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.program}${race.path}/replay?at=1h00m00s`);
  // Texts in `noscript` are not found by what they say.
  await expect(page.locator('noscript p.wrap')).toBeVisible();
  expect(await (await page.request.get(page.url())).text()).toContain(words.needs_script);
  await expect(rowsOf(page)).toHaveCount(10);
  await expect(rowsOf(page).first()).toContainText(race.rings[0]!.slice(-3));
  await page.getByText('Not home when the race closed: 2').click();
  await expect(page.getByText(race.rings[11]!.slice(-3))).toBeVisible();
  await context.close();
  const plain = await browser.newPage();
  expect(await seriousWithoutScript(plain, `${site.program}${race.path}/replay`)).toEqual([]);
  await plain.close();
});

test('my birds are chapters and stand in yellow, in Arabic too', async ({ site, browser }) => {
  const race = await flown(site);
  const context = await browser.newContext({
    locale: 'ar',
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.addInitScript(
    ([loft_id, pigeon_id]) => localStorage.setItem(`mine.${loft_id}`, JSON.stringify({ pigeons: [pigeon_id] })),
    [race.loft.id, race.pigeon_ids[6]!] as const,
  );
  await page.goto(`${site.program}${race.path}/replay?at=0h30m00s`);
  await page.getByRole('button', { name: new RegExp(`^${race.rings[6]!.match(/\d{1,3}$/)![0]}`) }).click();
  await expect(page).toHaveURL(/at=1h06m00s/);
  await expect(
    list(page).or(page.locator('section[data-seconds], section')).locator('[data-mine]').first(),
  ).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await seriousIn(page)).toEqual([]);
  await context.close();
});

test('the end of the race is not told before its beginning, but where the script does not come', async ({
  site,
  browser,
}) => {
  const race = await flown(site);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto(`${site.program}${race.path}/replay`, { waitUntil: 'domcontentloaded' });
  // By no role: what is hidden has none.
  const first = page.locator('[data-row]').first();
  const isSeen = () => first.evaluate((row) => getComputedStyle(row).visibility === 'visible');
  await expect.poll(isSeen).toBe(false);
  await expect.poll(isSeen, { timeout: 15_000 }).toBe(true);
  await context.close();
});

test('before the race is closed the page says when there is a replay', async ({ site, page }) => {
  const race = await raceInTheAir(site);
  await page.goto(`${site.program}${race.path}/replay`);
  await expect(page.getByText(words.too_early)).toBeVisible();
  await expect(page.getByRole('slider')).toHaveCount(0);
  expect((await page.goto(`${site.program}/lofts/${race.loft.id}/flights/999999/replay`))?.status()).toBe(404);
});

test('a clip of twenty seconds is recorded, and can be cancelled', async ({ site, page }) => {
  test.setTimeout(90_000);
  const race = await flown(site);
  await page.goto(`${site.program}${race.path}/replay?at=1h00m00s`);
  await page.getByRole('button', { name: words.clip_make }).click();
  await expect(page.getByText(words.clip_making)).toBeVisible();
  await page.getByRole('button', { name: words.clip_cancel }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: words.clip_make }).click();
  const download = page.getByRole('link', { name: words.clip_download });
  await expect(download).toBeVisible({ timeout: 60_000 });
  expect(await download.getAttribute('download')).toMatch(/\.(webm|mp4)$/);
  const seen = page.locator('dialog video');
  await expect.poll(() => seen.evaluate((video: HTMLVideoElement) => video.videoHeight)).toBe(1280);
  expect(await seriousIn(page)).toEqual([]);
});

test.describe('where nothing records', () => {
  test('the page says so instead of a clip', async ({ site, page }) => {
    const race = await flown(site);
    await page.addInitScript(() => Object.assign(globalThis, { MediaRecorder: undefined }));
    await page.goto(`${site.program}${race.path}/replay?at=1h00m00s`);
    await page.getByRole('button', { name: words.clip_make }).click();
    await expect(page.getByText(words.clip_missing)).toBeVisible();
  });
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });
  test.afterEach(({ site }) => site.wire.restore());
  test('a replay that was opened is there again, at any moment', async ({ site, page, context }) => {
    const race = await flown(site);
    const isKept = (file: string) => page.evaluate(async (name) => (await caches.match(name)) !== undefined, file);
    await page.goto(site.wire.address + race.path);
    await expect.poll(() => isKept('/offline')).toBe(true);
    await page.goto(`${site.wire.address}${race.path}/replay?at=1h02m30s`);
    await expect(rowsOf(page)).toHaveCount(3);
    await expect.poll(() => isKept(`${race.path}/replay`)).toBe(true);
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    site.wire.cut();
    await page.goto(`${site.wire.address}${race.path}/replay?at=1h05m30s`);
    await expect(rowsOf(page)).toHaveCount(6);
  });
});
