/**
 * One flight, whole: planned, basketed at two desks of which one loses its network for an hour and its power once,
 * sealed, released from a phone without a network, and the birds come home.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserType, expect, type Page } from '@playwright/test';
import { giveExtraPlaces } from '#server/entries/extra-places.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';
import { buildPerson, buildRace } from '#testing/builders.ts';
import { buildEntries } from '#testing/entries.ts';
import { chromiumArgs } from '../dev/browser.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, type Site, seriousIn, signIn, test, untilHydrated } from './support.ts';

const words = english.basketing_desk;
const hour_ms = 3_600_000;

/** A loft with birds for each answer of a desk: eight that fly, one injured, one without a place, one not paid. */
async function loftThatFlies(site: Site) {
  const race = await buildRace(site.db, { birds: 10, until: 'planned' });
  const entries = await buildEntries(site.db, { built: race });
  const order = await entries.order();
  const answer = await fetch(`${site.program}/api/registrations/${order.id}/pigeons`, {
    method: 'POST',
    headers: { ...entries.customer.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ring: 'BE 26-7700001', name: '', color: '', sex: 'unknown' }),
  });
  const { pigeon_id: unpaid } = (await answer.json()) as { pigeon_id: number };
  const season = { loft_id: race.loft.id, season_id: race.season_id };
  await site.db.transaction().execute(async (tx) => {
    const act = { by: null, now_ms: Date.now() };
    const all = [...race.pigeon_ids, unpaid];
    await bringTo(tx, season, await lockPigeons(tx, season, all), 'at_loft', act);
    await bringTo(tx, season, await lockPigeons(tx, season, [unpaid]), 'active', act);
    await bringTo(tx, season, await lockPigeons(tx, season, [race.pigeon_ids[8]!]), 'injured', act);
    const reason = 'Bred at the loft';
    const places = race.pigeon_ids
      .slice(0, 9)
      .map((pigeon_id) => ({ pigeon_id, kind: 'outside_order' as const, reason }));
    await giveExtraPlaces(tx, season, places, act);
  });
  const merchant = await buildPerson(site.db, { entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }] });
  return { race, merchant, unpaid_ring: 'BE 26-7700001' };
}

/** A scanner types at the focus and sends Enter; the answer is awaited. */
async function scan(page: Page, code: string, ...answers: string[]) {
  await expect(page.getByLabel(words.scan)).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  for (const answer of answers) await expect(page.getByText(answer, { exact: true }).first()).toBeVisible();
}
const countOf = (page: Page, list: string) => page.locator(`[data-list=${list}] b`);

/** A tablet: its browser keeps what it holds in a folder, and can lose its power. */
function tablet(browser: BrowserType, folder: string) {
  return {
    switchOn: async (token: string, address: string): Promise<BrowserContext> => {
      const context = await browser.launchPersistentContext(folder, {
        executablePath: process.env.CHROMIUM_PATH!,
        args: chromiumArgs,
        viewport: { width: 1180, height: 820 },
        locale: 'en-GB',
        timezoneId: 'Europe/Brussels',
        serviceWorkers: 'allow',
      });
      await signIn(context, address, token);
      return context;
    },
    losePower: async () => {
      for (const pid of await readdir('/proc')) {
        const command = /^\d+$/.test(pid) ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
        if (command.includes(`--user-data-dir=${folder}`)) process.kill(Number(pid), 'SIGKILL');
      }
    },
  };
}

// A whole day of a loft, with three browsers.
test.setTimeout(400_000);

test('a flight is planned, basketed, sealed, released without a network, and its birds come home', async ({
  browser,
  page,
  playwright,
  site,
}) => {
  const { race, merchant, unpaid_ring } = await loftThatFlies(site);
  const { chips, pigeon_ids } = race;
  const flights = `/admin/seasons/${race.season_id}/flights`;
  await signIn(page.context(), site.program, merchant.token);

  // On Friday evening: a training series of two and a hot spot, from a place that is kept once.
  await page.goto(`${site.program}${flights}/create`);
  await untilHydrated(page);
  await page.getByLabel('Name', { exact: true }).fill('Sermoise 1');
  await page.getByRole('radio', { name: 'Hot spot' }).check();
  await page.getByText('Another place: click the map or type coordinates').click();
  await page.getByLabel('Name of the place').fill('Sermoise');
  await page.getByLabel('Latitude').fill('48.9');
  await page.getByLabel('Longitude').fill("2° 30' E");
  await page.getByRole('button', { name: 'Keep this place' }).click();
  await expect(page.getByRole('radio', { name: 'Sermoise' })).toBeChecked();
  await page.getByLabel('Day of the release').fill('2037-06-06');
  await page.getByLabel('Time, by the loft’s clock').first().fill('07:15');
  await page.getByLabel('Estimated average speed, m/min').fill('1200');
  await page.getByRole('button', { name: 'Save and show' }).click();
  await expect(page.getByRole('row', { name: /Sermoise 1/ })).toContainText('Planned');
  await page.goto(`${site.program}${flights}/create?as=series`);
  await page.getByLabel('Number of flights').fill('2');
  await page.getByRole('button', { name: 'Show the places' }).click();
  await expect(page.getByLabel('Release point, flight 3')).toHaveCount(0);
  await page.getByLabel('Name; a number follows').fill('Training');
  await page.getByLabel('First day').fill('2037-05-02');
  await page.getByLabel('Time, by the loft’s clock').fill('08:00');
  await page.getByRole('button', { name: 'Save as a draft' }).click();
  await expect(page.getByRole('row', { name: /Training 2/ })).toContainText('Draft');
  await page.getByRole('link', { name: 'Sermoise 1', exact: true }).click();
  await page.getByRole('button', { name: 'Open basketing' }).click();
  await expect(page.locator('summary', { hasText: 'Seal the list' })).toBeVisible();
  const { id: flight_id } = await site.db
    .selectFrom('flights')
    .select('id')
    .where('loft_id', '=', race.loft.id)
    .where('name', '=', 'Sermoise 1')
    .executeTakeFirstOrThrow();
  const desk = `${flights}/${flight_id}/basketing`;

  // Two desks. The clock of the tablet is the evening's: an hour will pass on it.
  const folder = await mkdtemp(join(tmpdir(), 'loftline-tablet-'));
  const device = tablet(playwright.chromium, folder);
  let context = await device.switchOn(merchant.token, site.wire.address);
  await context.clock.install({ time: Date.now() - hour_ms });
  let a = context.pages()[0]!;
  await a.goto(site.wire.address + desk);
  await expect(countOf(a, 'unaccounted')).toHaveText('10');
  const second = await browser.newContext({ viewport: { width: 1180, height: 820 }, serviceWorkers: 'allow' });
  await signIn(second, site.program, merchant.token);
  const b = await second.newPage();
  await b.goto(site.program + desk);
  await expect(countOf(b, 'unaccounted')).toHaveText('10');
  await scan(a, chips[0]!, words.in);
  await scan(b, chips[1]!, words.in);
  await expect.poll(() => a.evaluate(async () => (await caches.match('/basketing')) !== undefined)).toBe(true);

  // Four birds are refused for four reasons, one is in already; each stays so, and the desk goes on.
  await scan(b, 'FFFFFFFFFF', words.not_in, words.no_unknown);
  await scan(b, chips[8]!, words.not_in, words.no_not_racing);
  await scan(b, chips[9]!, words.not_in, words.no_place);
  await scan(b, unpaid_ring.slice(-7), words.not_in, words.no_unpaid);
  await scan(b, chips[1]!, words.no_already_in);
  expect(await seriousIn(b)).toEqual([]);

  // The first desk has no network for an hour, and its power goes.
  await expect(countOf(a, 'basketed')).toHaveText('2', { timeout: 30_000 });
  site.wire.cut();
  await scan(a, chips[2]!, words.in);
  await scan(a, chips[3]!, words.in);
  await context.clock.fastForward(hour_ms);
  await scan(a, chips[4]!, words.in);
  await expect(a.locator('[data-waiting="3"]')).toBeVisible();
  await device.losePower();
  context = await device.switchOn(merchant.token, site.wire.address);
  a = context.pages()[0]!;
  await a.goto(site.wire.address + desk);
  await expect(countOf(a, 'basketed')).toHaveText('5');
  await expect(a.locator('[data-waiting="3"]')).toBeVisible();
  await scan(a, chips[5]!, words.in);
  // Held back by hand at the other desk: seen, and not fit.
  await scan(b, chips[6]!, words.in);
  await b.getByRole('button', { name: words.take_out }).click();
  await b.getByRole('button', { name: words.roll_call }).click();
  await b.getByRole('button', { name: words.roll_call }).click();
  site.wire.restore();
  await expect(a.locator('[data-waiting]')).toHaveCount(0, { timeout: 60_000 });
  await scan(b, chips[7]!, words.in);
  for (const one of [a, b]) await expect(countOf(one, 'basketed')).toHaveText('7', { timeout: 30_000 });

  const rows = await site.db
    .selectFrom('baskets')
    .select('pigeon_id')
    .where('flight_id', '=', flight_id)
    .orderBy('pigeon_id')
    .execute();
  expect(rows.map(({ pigeon_id }) => pigeon_ids.indexOf(pigeon_id))).toEqual([0, 1, 2, 3, 4, 5, 7]);
  await context.close();
  await second.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });

  // Sealed: the fingerprint stands on the page that everybody can read.
  await page.reload();
  await page.locator('summary', { hasText: 'Seal the list' }).click();
  await page.getByRole('button', { name: 'Seal the list' }).click();
  await expect(page.getByRole('link', { name: 'Release' })).toBeVisible();
  const { list_fingerprint } = await site.db
    .selectFrom('flights')
    .select('list_fingerprint')
    .where('id', '=', flight_id)
    .executeTakeFirstOrThrow();
  const anyone = await browser.newContext({ locale: 'en-GB' });
  const reader = await anyone.newPage();
  await reader.goto(`${site.program}/lofts/${race.loft.id}/flights/${flight_id}`);
  await expect(reader.locator('#check')).toContainText(list_fingerprint!);
  await untilHydrated(reader);
  await reader.getByText(english.before_release.check).click();
  const downloading = reader.waitForEvent('download');
  await reader.getByRole('link', { name: english.before_release.download }).click();
  const list = await (await downloading).path();
  await reader.getByLabel(english.before_release.choose).setInputFiles(list);
  await expect(reader.getByText(english.before_release.same)).toBeVisible();
  const changed = {
    name: 'changed.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(`${await readFile(list, 'utf8')} `),
  };
  await reader.getByLabel(english.before_release.choose).setInputFiles(changed);
  await expect(reader.getByText(english.before_release.other)).toBeVisible();
  expect(await seriousIn(reader)).toEqual([]);

  // Released by a phone that has no network; the report goes out when there is one.
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    permissions: ['geolocation'],
    geolocation: { latitude: 48.9, longitude: 2.5 },
  });
  await signIn(phone, site.program, merchant.token);
  const lorry = await phone.newPage();
  await lorry.goto(`${site.program}${flights}/${flight_id}/release`);
  await untilHydrated(lorry);
  await phone.setOffline(true);
  await expect(lorry.getByText(english.release.offline)).toBeVisible();
  // Before sunrise it asks first.
  const isAsked = lorry.getByLabel(english.release.all_the_same);
  if (await isAsked.isVisible()) await isAsked.check();
  const box = (await lorry.getByRole('button', { name: english.release.hold }).boundingBox())!;
  await lorry.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await lorry.mouse.down();
  await lorry.waitForTimeout(2300);
  await lorry.mouse.up();
  await expect(lorry.getByText(english.release.kept)).toBeVisible();
  await phone.setOffline(false);
  const flight = () =>
    site.db
      .selectFrom('flights')
      .select(['status', 'release_time'])
      .where('id', '=', flight_id)
      .executeTakeFirstOrThrow();
  await expect.poll(async () => (await flight()).status, { timeout: 30_000 }).toBe('released');

  // The birds come: the clock at the trap sends them, and everybody sees them arrive.
  const released = Date.parse((await flight()).release_time!);
  const arrive = await clockOf(
    site,
    { ...race, flight_id, release_ms: released, path: '', rings: [], team_ids: [] },
    'Trap',
  );
  await reader.goto(`${site.program}/lofts/${race.loft.id}/flights/${flight_id}`);
  for (const [bird, minutes] of [
    [3, 200],
    [0, 201],
    [7, 204],
  ] as const)
    await arrive(bird, minutes);
  await expect(
    reader
      .getByRole('tab', { name: /Arrivals/ })
      .or(reader.getByRole('link', { name: /Arrivals/ }))
      .first(),
  ).toContainText('3');
  await phone.close();
  await anyone.close();
});
