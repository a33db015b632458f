/**
 * Somebody who follows birds over a race: an owner without marking them, a guest who signs in on the way, and both on a
 * phone whose network is slow or gone (2.3, 2.36).
 */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { buildPerson } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, holdBack, linkTo, type Race, raceInTheAir, type Site, seriousIn, signIn, test } from './support.ts';

test.use({ serviceWorkers: 'allow' });
test.afterEach(({ site }) => site.wire.restore());

const mineOn = (page: Page) => page.getByRole('region', { name: english.mine.title });

/** A person whose team has the birds 0 and 10 of the race. */
async function owner(site: Site, race: Race) {
  const person = await buildPerson(site.db);
  await site.db.updateTable('teams').set({ user_id: person.user_id }).where('id', '=', race.team_ids[0]!).execute();
  return person;
}

async function asGuest(context: BrowserContext, race: Race, ...birds: number[]): Promise<void> {
  const marks = JSON.stringify({ pigeons: birds.map((bird) => race.pigeon_ids[bird]), teams: [] });
  await context.addInitScript(
    ([name, text]) => {
      // Once: signing in moves them to the account.
      if (sessionStorage.getItem('given')) return;
      sessionStorage.setItem('given', '1');
      localStorage.setItem(name!, text!);
    },
    [`mine.${race.loft.id}`, marks],
  );
}

test('an owner sees their own birds without marking them, is told when one lands, and can leave one out', async ({
  page,
  browser,
  site,
}) => {
  const race = await raceInTheAir(site, 12);
  const clock = await clockOf(site, race, 'Antenna 1');
  await clock(3, 240);
  const { token } = await owner(site, race);
  await signIn(page.context(), site.wire.address, token);
  await page.goto(site.wire.address + race.path);
  const show = page.getByRole('button', { name: new RegExp(`^${english.mine.title}`) });
  const mine = mineOn(page);
  // Where the board was live before the reader was known, the panel waits for a click.
  await expect(mine.or(show).first()).toBeVisible();
  if (await show.isVisible()) await show.click();
  await expect(mine).toContainText('0 of 2 home');
  await clock(0, 250);
  await expect(mine).toContainText('1 of 2 home');
  const said = english.mine.came_home.replace('{{bird}}', race.rings[0]!).replace('{{rank}}', '2');
  await expect(page.getByRole('status').filter({ hasText: said })).toHaveCount(1);
  await mine.getByRole('listitem').getByRole('button').click();
  await expect(mine).toContainText('1 of 1 home');
  await expect
    .poll(async () => (await site.db.selectFrom('unmarked_birds').select('pigeon_id').execute()).length)
    .toBe(1);
  await page.goto(`${site.wire.address}/mine`);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  // Who uses the browser next finds none of it.
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((name) => /^(my-birds|followed)/.test(name)));
  expect((await kept()).sort()).toEqual(['followed-view', `my-birds:${race.flight_id}`]);
  const banner = page.getByRole('banner');
  await banner.locator('summary').filter({ hasText: english.nav.account }).click();
  await banner.getByRole('button', { name: english.nav.log_out }).click();
  await expect(page).toHaveURL(`${site.wire.address}/`);
  expect(await kept()).toEqual([]);

  // The page of others has none of it.
  const other = await browser.newContext({ locale: 'en-GB' });
  const stranger = await other.newPage();
  await stranger.goto(site.wire.address + race.path);
  await expect(stranger.getByRole('row').filter({ hasText: race.rings[0]! })).toBeVisible();
  await expect(mineOn(stranger)).toHaveCount(0);
  await other.close();
});

test('a guest who signs in on a flight is back on it, with the marks at once', async ({ page, site }) => {
  const race = await raceInTheAir(site, 12);
  await (await clockOf(site, race, 'Antenna 1'))(3, 240);
  const address = `http://localhost:${new URL(site.program).port}`;
  await asGuest(page.context(), race, 3, 7);
  await page.goto(`${address}${race.path}?order=latest`);
  await expect(mineOn(page)).toContainText('1 of 2 home');
  await page.getByRole('banner').getByRole('link', { name: english.identity.register }).click();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Aerts');
  await page.getByLabel('E-mail').fill('follower@example.org');
  await page.getByLabel('Password', { exact: true }).fill('Homing-2026');
  await page.getByLabel('Password again').fill('Homing-2026');
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  const link = await linkTo(site, 'follower@example.org');
  // The reader is known late.
  const letGo = await holdBack(page, '**/api/me/around*');
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(`${address}${race.path}?order=latest`);
  await expect(mineOn(page)).toContainText('1 of 2 home');
  letGo();
  await expect(page.getByText(english.mine.taken_other.replace('{{count}}', '2'))).toBeVisible();
  await expect(mineOn(page)).toContainText('1 of 2 home');
  const stored = await site.db
    .selectFrom('favorites')
    .select('pigeon_id')
    .where('loft_id', '=', race.loft.id)
    .execute();
  expect(stored).toHaveLength(2);
});

test('the bell says why it cannot ring, what helps, and leads to mail', async ({ browser, site }) => {
  const race = await raceInTheAir(site, 12);
  await (await clockOf(site, race, 'Antenna 1'))(3, 240);
  const { token } = await buildPerson(site.db);
  const pressed = async (init: () => void, signed_in = false) => {
    const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' });
    if (signed_in) await signIn(context, site.wire.address, token);
    await asGuest(context, race, 3, 7);
    await context.addInitScript(init);
    const page = await context.newPage();
    await page.goto(site.wire.address + race.path);
    await mineOn(page).getByRole('button', { name: english.mine.alerts }).click();
    const help = mineOn(page).getByRole('status');
    await expect(help).toBeVisible();
    const links = await help.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    expect(await seriousIn(page)).toEqual([]);
    const text = await help.textContent();
    await context.close();
    return { text, links };
  };
  const blocked = () => Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  const closed = () => {
    // A browser without windows blocks notifications from the start.
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    Object.assign(Notification, { requestPermission: async () => 'default' as NotificationPermission });
  };
  const iphone = () => {
    Reflect.deleteProperty(globalThis, 'Notification');
    Object.defineProperty(navigator, 'standalone', { get: () => false });
  };
  const guest = await pressed(blocked);
  expect(guest.text).toContain(english.mine.alerts_blocked);
  expect(guest.links).toEqual([expect.stringContaining('/login?to=')]);
  const person = await pressed(blocked, true);
  expect(person.links).toEqual(['/notifications']);
  expect((await pressed(closed)).text).toContain(english.mine.alerts_not_allowed);
  expect((await pressed(iphone)).text).toContain(english.mine.alerts_not_installed);
});

test('without a network the board and the page of my pigeons show them as they were, with the time', async ({
  page,
  context,
  site,
}) => {
  const race = await raceInTheAir(site, 12);
  await (await clockOf(site, race, 'Antenna 1'))(3, 240);
  await asGuest(context, race, 3, 7);
  await page.goto(site.wire.address + race.path);
  await expect(mineOn(page)).toContainText('1 of 2 home');
  const isKept = (path: string) => page.evaluate(async (one) => (await caches.match(one)) !== undefined, path);
  await expect.poll(() => isKept(race.path)).toBe(true);
  // Neither home nor the page itself was opened.
  await expect.poll(() => isKept('/mine'), { timeout: 20_000 }).toBe(true);
  await context.setOffline(true);
  site.wire.cut();
  await page.reload();
  await expect(mineOn(page)).toContainText('1 of 2 home');
  await expect(mineOn(page)).toContainText(/as of .*\d\d:\d\d/);
  await expect(mineOn(page).getByRole('listitem')).toContainText(race.rings[7]!);
  expect(await seriousIn(page)).toEqual([]);
  await page.goto(`${site.wire.address}/mine`);
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(race.rings[7]!);
  await expect(page.getByText(english.offline.as_of.split('{{time}}')[0]!)).toBeVisible();
});

test('on a slow line the first list is there after its style alone, and arrivals are shown long before the board is live', async ({
  page,
  site,
}) => {
  const race = await raceInTheAir(site, 800);
  const clock = await clockOf(site, race, 'Antenna 1');
  await clock.all(Array.from({ length: 30 }, (_, bird) => [bird, 200 + bird]));
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  const bytes = 50_000 / 8;
  const slow = { offline: false, latency: 400, downloadThroughput: bytes, uploadThroughput: bytes };
  await line.send('Network.emulateNetworkConditions', { ...slow, connectionType: 'cellular2g' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site.wire.address + race.path, { waitUntil: 'commit' });
  const opened = Date.now();
  await page.locator('tr[data-bird]').first().waitFor({ timeout: 60_000 });
  // Page, style and fonts are 150 kB.
  expect(Date.now() - opened).toBeLessThan(40_000);
  await clock(30, 240);
  const began = Date.now();
  await expect(page.getByText(race.rings[30]!.slice(-4)).filter({ visible: true }).first()).toBeVisible({
    timeout: 20_000,
  });
  test.info().annotations.push({ type: 'arrival, ms', description: String(Date.now() - began) });
});
