/** The release on a phone: held for two seconds, without network too, and entered by voice without a script. */
import { expect, type Page } from '@playwright/test';
import { sealList } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { buildPerson, buildRace } from '#testing/builders.ts';
import { pictureOf } from '#testing/files.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, raceInTheAir, type Site, seriousIn, signIn, test, untilHydrated } from './support.ts';

const { release: words, ruling } = english;

test.use({
  viewport: { width: 390, height: 844 },
  permissions: ['geolocation'],
  geolocation: { latitude: 47.0836, longitude: 2.3956 },
});

/** A sealed flight of a merchant, and its page of the release. */
async function sealedFlight(site: Site) {
  const race = await buildRace(site.db, { until: 'basketing' });
  const { loft, season_id, flight_id } = race;
  const key = { loft_id: loft.id, flight_id };
  const merchant = await buildPerson(site.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
  await site.db.transaction().execute(async (tx) => sealList(tx, await lockFlight(tx, key)));
  const stored = () => site.db.selectFrom('flights').selectAll().where('id', '=', flight_id).executeTakeFirstOrThrow();
  const report = () =>
    site.db.selectFrom('release_reports').selectAll().where('flight_id', '=', flight_id).executeTakeFirstOrThrow();
  const address = `${site.program}/admin/seasons/${season_id}/flights/${flight_id}/release`;
  const shown = `${site.program}/lofts/${loft.id}/flights/${flight_id}`;
  return { token: merchant.token, loft_id: loft.id, flight_id, address, shown, stored, report };
}

/** Opens the page of a release and takes its network away. */
async function openOffline(page: Page, site: Site, flight: { token: string; address: string }): Promise<void> {
  await signIn(page.context(), site.program, flight.token);
  await page.goto(flight.address);
  await untilHydrated(page);
  await page.context().setOffline(true);
  await expect(page.getByText(words.offline)).toBeVisible();
}

/** Holds the button; before sunrise, or far from the plan, it asks first. */
async function hold(page: Page, length_ms: number): Promise<void> {
  const isAsked = page.getByLabel(words.all_the_same);
  if (await isAsked.isVisible()) await isAsked.check();
  await press(page, length_ms);
}

async function press(page: Page, length_ms: number): Promise<void> {
  const { x, y, width, height } = (await page.getByRole('button', { name: words.hold }).boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.waitForTimeout(length_ms);
  await page.mouse.up();
}

test.afterEach(({ site }) => site.wire.restore());

test('a hold of two seconds releases; a shorter one does nothing', async ({ page, site }) => {
  const flight = await sealedFlight(site);
  await signIn(page.context(), site.program, flight.token);
  await page.goto(flight.address);
  await untilHydrated(page);
  await expect(page.getByText(words.sealed)).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
  await hold(page, 1000);
  expect((await flight.stored()).status).toBe('sealed');
  const before_ms = Date.now();
  await hold(page, 2300);
  await expect(page.getByRole('heading', { name: words.released })).toBeVisible();
  await expect(page.getByText(words.phone, { exact: true })).toBeVisible();
  const { status, release_time } = await flight.stored();
  expect(status).toBe('released');
  // The moment is the end of the hold, within what the comparison of the clocks left open.
  const { within_ms } = await flight.report();
  expect(Date.parse(release_time!)).toBeGreaterThanOrEqual(before_ms + 2000 - (within_ms ?? 0));
  expect(await seriousIn(page)).toEqual([]);
});

test('far from its plan a release is asked about, also without network (domain 2.7)', async ({ page, site }) => {
  const flight = await sealedFlight(site);
  await site.db
    .updateTable('flights')
    .set({ release_time: '2026-06-06T05:00:00.000Z' })
    .where('id', '=', flight.flight_id)
    .execute();
  await openOffline(page, site, flight);
  await expect(page.getByText(/Planned for .*6 Jun 2026 .*Now it is /)).toBeVisible();
  await expect(page.getByRole('button', { name: words.hold })).toBeDisabled();
  await press(page, 2300);
  await expect(page.getByText(words.kept)).toHaveCount(0);
  await hold(page, 2300);
  await expect(page.getByText(words.kept)).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(async () => (await flight.stored()).status).toBe('released');
});

test('without network the moment stays on the phone, through a reload, and is sent later', async ({ page, site }) => {
  const flight = await sealedFlight(site);
  await openOffline(page, site, flight);
  await hold(page, 2300);
  await expect(page.getByText(words.kept)).toBeVisible();
  const shown = await page.locator('section bdi').first().textContent();
  expect((await flight.stored()).status).toBe('sealed');
  await page.context().setOffline(false);
  await page.reload();
  await expect.poll(async () => (await flight.stored()).status).toBe('released');
  await expect(page.getByText(words.phone, { exact: true })).toBeVisible();
  await expect(page.locator('section bdi').first()).toHaveText(shown!);
});

test('a picture that was taken without network stays on the phone, and stands in the log that everybody reads', async ({
  page,
  site,
}) => {
  const flight = await sealedFlight(site);
  await signIn(page.context(), site.program, flight.token);
  await page.goto(flight.address);
  await untilHydrated(page);
  await page.context().setOffline(true);
  await hold(page, 2300);
  await page.getByText(words.add_picture).click({ trial: true });
  const picture = { name: 'crates.png', mimeType: 'image/png', buffer: await pictureOf(1200, 900) };
  await page.getByLabel(words.add_picture).setInputFiles(picture);
  const waiting = page.locator('li[data-waits]');
  await expect(waiting.getByText(words.kept)).toBeVisible();
  const width = () => waiting.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth);
  await expect.poll(width).toBe(1200);
  await expect(waiting.locator('time')).toHaveText(/^\d\d:\d\d:\d\d$/);
  // What is no picture is refused with its reason, and nothing else is lost.
  const text = { name: 'list.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
  await page.getByLabel(words.add_picture).setInputFiles(text);
  await expect(page.getByText(english.refusals['pedigree.import_invalid_file'])).toBeVisible();
  await page.context().setOffline(false);
  await page.reload();
  await expect.poll(async () => (await flight.stored()).status).toBe('released');
  await expect(page.locator('li:not([data-waits]) img')).toBeVisible({ timeout: 20_000 });
  await expect(waiting).toHaveCount(0);
  expect(await seriousIn(page)).toEqual([]);

  const reader = await page.context().newPage();
  await reader.goto(`${flight.shown}?tab=info`);
  const entry = reader.getByRole('listitem').filter({ hasText: words.picture });
  await expect(entry.getByRole('img', { name: words.picture })).toBeVisible();
  expect(await seriousIn(reader)).toEqual([]);
  await page.getByText(english.bird_photo.remove, { exact: true }).first().click();
  await page.getByRole('button', { name: english.bird_photo.remove }).click();
  await expect(page.locator('li img')).toHaveCount(0);
  await reader.reload();
  await expect(reader.getByRole('img', { name: words.picture })).toHaveCount(0);
});

test('the lamp follows what is measured; what is noted without network is kept, through a reload, and sent', async ({
  browser,
  site,
}) => {
  const flight = await sealedFlight(site);
  // A loft without a place has no sunset: the lamp is the same at any time of the day.
  await site.db
    .updateTable('lofts')
    .set({ latitude: null, longitude: null })
    .where('id', '=', flight.loft_id)
    .execute();
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'allow',
    locale: 'en-GB',
  });
  const address = flight.address.replace(site.program, site.wire.address);
  await signIn(context, site.wire.address, flight.token);
  const page = await context.newPage();
  await page.goto(address);
  await untilHydrated(page);
  const lamp = page.locator('[data-lamp]');
  await expect(lamp).toHaveAttribute('data-lamp', 'wait');
  await expect(lamp).toContainText(words.weather);
  await expect.poll(() => page.evaluate(async () => (await caches.match('/release')) !== undefined)).toBe(true);
  expect(await seriousIn(page)).toEqual([]);

  site.wire.cut();
  await page.getByText(words.note, { exact: true }).click();
  await page.getByLabel(words.visibility_km).fill('18');
  await page.getByLabel(words.wind_kmh).fill('strong');
  await page.getByRole('button', { name: words.note_weather }).click();
  await expect(page.getByLabel(words.wind_kmh)).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel(words.wind_kmh).fill('12');
  await page.getByLabel(words.wind_from).selectOption('sw');
  await page.getByLabel(words.temperature_c).fill('19');
  await page.getByLabel(words.limit_no_rain, { exact: true }).check();
  await page.getByRole('button', { name: words.note_weather }).click();
  await expect(lamp).toHaveAttribute('data-lamp', 'stop');
  await expect(lamp).toContainText(words.limit_no_rain);

  // The page is opened again without a network: the shell of the worker shows what the phone holds.
  await page.reload();
  await expect(page).toHaveURL(/\/release\?season_id=\d+&flight_id=\d+/);
  await expect(lamp).toHaveAttribute('data-lamp', 'stop');
  await expect(page.getByRole('button', { name: words.hold })).toBeVisible();
  await page.getByRole('button', { name: words.arrived }).click();
  await expect(page.getByRole('button', { name: words.arrived })).toHaveCount(0);
  site.wire.restore();
  const noted = () =>
    site.db
      .selectFrom('release_observations')
      .select('kind')
      .where('flight_id', '=', flight.flight_id)
      .orderBy('at')
      .execute();
  await expect.poll(noted, { timeout: 20_000 }).toEqual([{ kind: 'weather' }, { kind: 'arrived' }]);
  await context.close();
});

test('a time that was reported by voice is entered without a script, and a wrong one is refused', async ({
  browser,
  site,
}) => {
  const flight = await sealedFlight(site);
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  await signIn(context, site.program, flight.token);
  const page = await context.newPage();
  await page.goto(flight.address);
  await page.getByText(words.enter_spoken).click();
  await page.getByLabel(words.day).fill('2031-05-01');
  await page.getByLabel(words.time).fill('07:15:00');
  await page.getByRole('button', { name: words.enter }).click();
  await expect(page.getByText(english.refusals.release_in_future)).toBeVisible();
  const now = new Date(Date.now() - 60_000);
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Brussels',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
    .format(now)
    .split(' ');
  await page.getByLabel(words.day).fill(local[0]!);
  await page.getByLabel(words.time).fill(local[1]!);
  await page.getByRole('button', { name: words.enter }).click();
  await expect(page.getByRole('heading', { name: words.released })).toBeVisible();
  await expect(page.getByText(words.spoken, { exact: true })).toBeVisible();
  expect((await flight.stored()).status).toBe('released');
  await context.close();
});

test('a second group is said by its crates, without a script too; once a bird is home a ruling takes it back', async ({
  browser,
  page,
  site,
}) => {
  const race = await raceInTheAir(site, 4);
  const { season_id, flight_id, loft, pigeon_ids } = race;
  for (const [index, pigeon_id] of pigeon_ids.entries())
    await site.db
      .updateTable('baskets')
      .set({ desk: 1, crate: index < 2 ? 1 : 2, crate_number: 1 + (index % 2) })
      .where('flight_id', '=', flight_id)
      .where('pigeon_id', '=', pigeon_id)
      .execute();
  const merchant = await buildPerson(site.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
  const local = (minutes: number) =>
    new Date(race.release_ms + minutes * 60_000).toLocaleTimeString('en-GB', { timeZone: 'Europe/Brussels' });

  const live = page;
  await live.goto(`${site.program}/lofts/${loft.id}/flights/${flight_id}`);
  await untilHydrated(live);
  const lines = live.getByRole('row').filter({ hasText: 'BE ' });
  const inOrder = (...birds: number[]) => birds.map((bird) => new RegExp(race.rings[bird]!));

  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  await signIn(context, site.program, merchant.token);
  const desk = await context.newPage();
  await desk.goto(`${site.program}/admin/seasons/${season_id}/flights/${flight_id}/release`);
  const form = desk.locator('details', { hasText: words.group_later });
  await form.locator('summary').click();
  const say = async (time: string, crates: string) => {
    await form.getByLabel(words.time).fill(time);
    await form.getByLabel(words.group_crates_field).fill(crates);
    await form.getByRole('button', { name: words.group_enter }).click();
  };
  await say(local(1), '3');
  await expect(form.getByText('No bird of this flight is in crate 3.')).toBeVisible();
  await say(local(-1), '2');
  await expect(form.getByLabel(words.time)).toHaveAttribute('aria-invalid', 'true');
  await say(local(1), '2');
  await expect(desk.getByRole('heading', { name: words.groups })).toBeVisible();
  await expect(desk.getByText(/^Crates .2. · Birds: 2$/)).toBeVisible();

  // The board of a follower ranks by the releases, without loading the page again.
  await expect(live.getByText('Group 2')).toBeVisible({ timeout: 20_000 });
  const clocked = await clockOf(site, race, 'Trap');
  await clocked(0, 300);
  await clocked(2, 300.5);
  await expect(lines).toHaveText(inOrder(2, 0), { timeout: 20_000 });
  expect(await seriousIn(live)).toEqual([]);

  // A bird is home: what moves it is seen before, and has a reason.
  await desk.reload();
  await expect(desk.getByText(english.refusals.group_by_ruling)).toBeVisible();
  await expect(desk.getByRole('button', { name: words.group_enter })).toHaveCount(0);
  await desk.getByRole('link', { name: words.group_later }).click();
  await expect(desk.getByLabel(words.groups)).toHaveValue('3');
  await desk.goBack();
  await desk.getByRole('link', { name: 'Correct group 2' }).click();
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText(ruling.kind_release_group);
  await expect(desk.getByLabel(words.groups)).toHaveValue('2');
  await expect(desk.getByLabel(words.group_crates_field)).toHaveValue('2');
  await expect(desk.getByLabel(ruling.time_release)).toHaveValue(`${local(1)}.000`);
  await desk.getByRole('button', { name: ruling.show_effect }).click();
  await expect(desk.getByText(english.refusals.ruling_same)).toBeVisible();
  await desk.getByLabel(words.group_take_back).check();
  await desk.getByRole('button', { name: ruling.show_effect }).click();
  const effect = desk.getByRole('region', { name: ruling.effect });
  await expect(effect.getByRole('row').filter({ hasText: race.rings[2]!.slice(-3) })).toContainText('5:00:30');
  await desk.getByRole('textbox', { name: ruling.reason }).fill('The film shows one release.');
  await desk.getByRole('button', { name: ruling.do_make }).click();
  await expect(desk.getByText(ruling.made, { exact: true }).first()).toBeVisible();
  await expect(lines).toHaveText(inOrder(0, 2), { timeout: 20_000 });
  await live.goto(`${live.url()}?tab=info`);
  await expect(live.getByRole('listitem').filter({ hasText: 'Group 2 released' })).toContainText(/Crates .2/);
  const entry = live.getByRole('listitem').filter({ hasText: ruling.kind_release_group });
  await expect(entry).toContainText('Group 2 was not released apart');
  await expect(entry).toContainText('The film shows one release.');
  await context.close();
});
