/** The race as it is told: readable without a script, live by the socket, my birds in yellow, and announced on request. */
import { expect } from '@playwright/test';
import { buildRace, readingOf } from '#testing/builders.ts';
import { seriousIn, test } from './support.ts';

/** A flight of 24 birds that was released five hours ago, with some of them at home. */
async function flown(db: Parameters<typeof buildRace>[0]) {
  const release_time = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 5 * 3_600_000).toISOString();
  return buildRace(db, { birds: 24, release_time });
}

test('a race is told without a script (part 4 of issue 21)', async ({ site, browser }) => {
  const race = await flown(site.db);
  await read(site.program, race, [0, 240], [1, 240.5]);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.program}/lofts/${race.loft.id}/flights/${race.flight_id}/story`);
  const commentary = page.getByRole('region', { name: 'Commentary' });
  await expect(commentary.getByRole('listitem').first()).toContainText('second home, 0:30.0 behind');
  await expect(commentary).toContainText('first home, 4:00:00 after the release');
  await expect(commentary).toContainText('Released: 24 pigeons are in the air.');
  await expect(page.getByRole('region', { name: 'In short' })).toContainText('first home');
  await context.close();
});

test('new sentences come by the socket, are announced on request, and nothing moves on load', async ({
  site,
  page,
}) => {
  const race = await flown(site.db);
  await read(site.program, race, [0, 240], [1, 240.5]);
  const path = `/lofts/${race.loft.id}/flights/${race.flight_id}`;
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[];
      const sum = shifts.filter((one) => !one.hadRecentInput).reduce((all, { value }) => all + value, 0);
      Object.assign(globalThis, { moved: ((globalThis as { moved?: number }).moved ?? 0) + sum });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(site.program + path);
  await page.getByRole('link', { name: 'Commentary' }).first().click();
  await expect(page).toHaveURL(`${site.program}${path}/story`);
  await page.reload();
  const commentary = page.getByRole('region', { name: 'Commentary' });
  await expect(commentary).toContainText('second home');
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => (globalThis as { moved?: number }).moved ?? 0)).toBeLessThan(0.005);

  await commentary.getByRole('button', { name: 'Announce new sentences' }).click();
  // After four minutes of nothing, four birds in nine seconds.
  await read(site.program, race, [2, 244.5], [3, 244.55], [4, 244.6], [5, 244.65]);
  await expect(commentary.getByRole('listitem').first()).toContainText('25% of the field is home', { timeout: 15_000 });
  await expect(commentary).toContainText('After 4 minutes of nothing, 4 pigeons in 9 seconds.');
  await expect(commentary.locator('[aria-live="polite"]')).toContainText('25% of the field is home');
  expect(await seriousIn(page)).toEqual([]);
});

test('my birds stand in yellow with how far behind they were, and a late reader reads what is new', async ({
  site,
  page,
}) => {
  const race = await flown(site.db);
  await read(site.program, race, [0, 240], [1, 240.5], [2, 250]);
  const path = `${site.program}/lofts/${race.loft.id}/flights/${race.flight_id}/story`;
  const [, , third] = race.pigeon_ids;
  await page.addInitScript(
    ([loft_id, pigeon_id]) => localStorage.setItem(`mine.${loft_id}`, JSON.stringify({ pigeons: [pigeon_id] })),
    [race.loft.id, third] as const,
  );
  const at = race.release_ms + 240.6 * 60_000;
  await page.addInitScript(([id, told]) => localStorage.setItem(`story.${id}`, `${told} ${Date.now() - 3_600_000}`), [
    race.flight_id,
    at,
  ] as const);
  await page.goto(path);
  const commentary = page.getByRole('region', { name: 'Commentary' });
  await commentary.getByRole('button', { name: 'My pigeons' }).click();
  await expect(commentary.getByRole('listitem')).toHaveCount(1);
  await expect(commentary.getByRole('listitem')).toContainText('home in place 3, 10:00.0 behind the winner');
  const short = page.getByRole('region', { name: 'In short' });
  await short.getByRole('button', { name: /^Since your last visit/ }).click();
  await expect(short.getByRole('listitem')).toHaveCount(2);
  await expect(short).not.toContainText('first home, 4:00:00');
});

test('before the release, and where the season hides a part, the page says why it is empty', async ({ site, page }) => {
  const race = await buildRace(site.db, { birds: 2, until: 'planned' });
  const path = `${site.program}/lofts/${race.loft.id}/flights/${race.flight_id}/story`;
  await page.goto(path);
  await expect(page.getByText('The commentary begins with the release')).toBeVisible();
  expect((await page.goto(`${site.program}/lofts/${race.loft.id}/flights/999999/story`))?.status()).toBe(404);
});

/** Sends readings of birds, minutes after the release. */
let sequence = 0;
async function read(
  program: string,
  race: Awaited<ReturnType<typeof buildRace>>,
  ...landed: [bird: number, minutes: number][]
): Promise<void> {
  const readings = landed.map(([bird, minutes]) => readingOf(race, bird, minutes, { sequence: ++sequence }));
  const answer = await fetch(`${program}/api/devices/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${race.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings }),
  });
  expect(answer.status).toBe(200);
}
