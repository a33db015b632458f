/** Shared pages, which the browser completes with the reader's own part: nothing shifts, nothing is lost. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { endSessions } from '#server/accounts/sessions.ts';
import { changeFavorites } from '#server/favorites/favorites.ts';
import { buildPerson } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, holdBack, moved, type Race, raceInTheAir, type Site, test, watchMoves } from './support.ts';

let race: Race;
test.beforeAll(async ({ site }) => {
  race = await raceInTheAir(site, 12);
  const clock = await clockOf(site, race, 'Antenna 1');
  for (const bird of [4, 2, 7]) await clock(bird, 240 + bird);
});

const signIn = (context: BrowserContext, site: Site, { token }: { token: string }) =>
  context.addCookies([{ name: 'session', value: token, url: site.program }]);

/** A person with a name and stars: the loft, a bird of the race that is home, one that is not, its team. */
async function somebody(site: Site) {
  const ann = await buildPerson(site.db, {
    first_name: 'Ann',
    last_name: 'Quill',
    email: `${crypto.randomUUID()}@quill.example.org`,
  });
  const things = [
    { kind: 'lofts' as const, id: race.loft.id },
    { kind: 'flights' as const, id: race.flight_id },
    { kind: 'pigeons' as const, id: race.pigeon_ids[4]! },
    { kind: 'teams' as const, id: race.team_ids[5]! },
  ];
  const actor = { kind: 'user' as const, ...ann, is_admin: false, permissions: [] };
  const changes = things.map((thing) => ({ ...thing, loft_id: race.loft.id, starred: true }));
  await site.db.transaction().execute((tx) => changeFavorites(tx, actor, changes));
  return ann;
}

/** Holds back the reader's own part of a page until it is released. */
const holdBackOwn = (page: Page) => holdBack(page, '**/api/me/around*');

/** Opens a page and waits for hydration, which requests the reader's own part, and for typefaces and pictures. */
async function openHydrated(page: Page, go: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForRequest('**/api/me/around*'), go()]);
  await page.evaluate(() => document.fonts.ready.then(() => {}));
}

const account = (page: Page) => page.getByRole('banner').locator('summary', { hasText: english.nav.account });

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a screen', { width: 1280, height: 900 }],
] as const) {
  test(`on ${device} name and stars are added to the page without a layout shift`, async ({ browser, site }) => {
    const ann = await somebody(site);
    const loft = `/lofts/${race.loft.id}`;
    const bird = `${loft}/teams/${race.team_ids[4]}/pigeons/${race.pigeon_ids[4]}`;
    for (const path of ['/', loft, `${loft}/pigeons`, `${loft}/teams/${race.team_ids[5]}`, bird, race.path]) {
      const context = await browser.newContext({ viewport, locale: 'en-GB' });
      await signIn(context, site, ann);
      const page = await context.newPage();
      await watchMoves(page);
      const letGo = await holdBackOwn(page);
      // The live socket opens when the birds are loaded.
      const live = path === race.path ? page.waitForResponse(/\/basketing$/) : null;
      await openHydrated(page, () => page.goto(site.program + path));
      await (await live)?.finished();
      if (live) await expect(page.getByRole('region', { name: english.flight.arrivals })).toBeVisible();
      await expect(account(page)).toBeVisible();
      await moved(page);
      const ownPart = page.waitForResponse('**/api/me/around*');
      letGo();
      await (await ownPart).finished();
      await expect(account(page)).toContainText('AQ');
      if (path === loft) await expect(page.getByRole('main').getByRole('button', { pressed: true })).toBeVisible();
      // The number of a row that is mine is a little narrower now.
      const seen = (await moved(page)).filter(({ value }) => value > 0.0001);
      expect({ path, moved: seen }).toEqual({ path, moved: [] });
      if (live) {
        // My birds appear above the board on request.
        const birds = page.getByRole('region', { name: english.mine.title });
        await expect(birds).toHaveCount(0);
        const asks = new RegExp(`^(${english.mine.title}|${english.dock.mine})`);
        await page.getByRole('button', { name: asks }).first().click();
        await expect(birds).toBeVisible();
      }
      await account(page).click();
      await expect(page.getByText('@quill.example.org')).toBeVisible();
      await context.close();
    }
  });
}

test('the race page shifts no more than a page rendered for its reader alone', async ({ browser, site }) => {
  const ann = await somebody(site);
  const movesOf = async (isAlone: boolean) => {
    const context = await browser.newContext({ locale: 'en-GB' });
    await signIn(context, site, ann);
    if (isAlone) await context.addCookies([{ name: 'alone', value: '1', url: site.program }]);
    const page = await context.newPage();
    await watchMoves(page);
    // The reader's own part comes first here: if it comes later than the board, my birds appear on request.
    const ownPart = isAlone ? null : page.waitForResponse('**/api/me/around*');
    await page.route(/\/basketing$/, async (route) => {
      await (await ownPart)?.finished();
      await route.continue();
    });
    const answer = await page.goto(site.program + race.path);
    expect(answer!.headers()['content-security-policy']?.includes("'nonce-")).toBe(isAlone);
    await expect(page.getByRole('region', { name: english.mine.title })).toBeVisible();
    await expect(account(page)).toContainText('AQ');
    const all = await moved(page);
    await context.close();
    return all.reduce((sum, { value }) => sum + value, 0);
  };
  // The timing of typefaces depends on the machine; a shift by the reader's own part happens every time.
  await expect(async () => {
    const alone = await movesOf(true);
    expect(await movesOf(false)).toBeLessThanOrEqual(alone + 0.001);
  }).toPass({ timeout: 45_000 });
});

test('a star given before the reader is known goes to the account', async ({ page, site }) => {
  const ben = await buildPerson(site.db, { first_name: 'Ben' });
  await signIn(page.context(), site, ben);
  const letGo = await holdBackOwn(page);
  await openHydrated(page, () => page.goto(`${site.program}/lofts/${race.loft.id}`));
  const star = page.getByRole('main').getByRole('button', { name: english.favorites.add, exact: true });
  await star.click();
  const pressed = page.getByRole('main').getByRole('button', { pressed: true });
  await expect(pressed).toBeVisible();
  letGo();
  const stars = () => site.db.selectFrom('favorites').select('loft_id').where('user_id', '=', ben.user_id).execute();
  await expect.poll(stars).toEqual([{ loft_id: race.loft.id }]);
  await expect(pressed).toBeVisible();
  await page.reload();
  await expect(pressed).toBeVisible();
});

test('the next pages do not request the own part of the reader again, except for the stars of another loft', async ({
  page,
  site,
}) => {
  const cid = await somebody(site);
  await signIn(page.context(), site, cid);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/me/around') asked.push(search);
  });
  await page.goto(`${site.program}/lofts/${race.loft.id}`);
  await expect(account(page)).toContainText('AQ');
  await page.getByRole('link', { name: english.loft.pigeons, exact: true }).first().click();
  await expect(page).toHaveURL(/\/pigeons$/);
  await expect(page.getByRole('button', { pressed: true }).first()).toBeVisible();
  await expect(account(page)).toContainText('AQ');
  expect(asked).toEqual([`?loft_id=${race.loft.id}`]);
});

test('without a script the page shows that one is signed in, and a star shows its effect', async ({
  browser,
  site,
}) => {
  const dan = await buildPerson(site.db, { first_name: 'Dan' });
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  await signIn(context, site, dan);
  const page = await context.newPage();
  await page.goto(`${site.program}/lofts/${race.loft.id}`);
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: english.nav.log_in })).toHaveCount(0);
  await expect(banner.getByRole('link', { name: english.nav.favorites }).first()).toBeVisible();
  await account(page).click();
  await expect(banner.getByRole('button', { name: english.nav.log_out })).toBeVisible();
  await account(page).click();
  await page.getByRole('main').getByRole('button', { name: english.favorites.add, exact: true }).click();
  await expect(page.getByRole('main').getByRole('button', { pressed: true })).toBeVisible();
  // The next pages are rendered for this reader alone, with the name.
  await page.goto(`${site.program}/lofts`);
  await expect(account(page)).toContainText('D');
  await context.close();
});

test('after the end of a session the next page and the one from the history are signed out', async ({ page, site }) => {
  const eva = await buildPerson(site.db, { first_name: 'Eva' });
  await signIn(page.context(), site, eva);
  await page.goto(`${site.program}/lofts/${race.loft.id}`);
  await expect(account(page)).toContainText('E');
  await page.goto(`${site.program}/about`);
  await site.db.transaction().execute((tx) => endSessions(tx, { user_id: eva.user_id }));
  await page.goBack();
  const logIn = page.getByRole('banner').getByRole('link', { name: english.nav.log_in });
  await expect(logIn).toBeVisible();
  await expect(page.getByText('Eva')).toHaveCount(0);
});

test('after a sign-in as another person in another tab the page shows the new name on return', async ({
  page,
  site,
}) => {
  const [fay, gus] = [
    await buildPerson(site.db, { first_name: 'Fay' }),
    await buildPerson(site.db, { first_name: 'Gus' }),
  ];
  await signIn(page.context(), site, fay);
  await page.goto(`${site.program}/lofts/${race.loft.id}`);
  await expect(account(page)).toContainText('F');
  await signIn(page.context(), site, gus);
  // Tabs of this browser are never hidden from one another.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(account(page)).toContainText('G');
});

// At any moment the loft's date differs from that of one of these two.
for (const timezoneId of ['Pacific/Auckland', 'Pacific/Pago_Pago'])
  test(`the head of a race reserves the space for the time in ${timezoneId}`, async ({ browser, site }) => {
    const heights: number[] = [];
    for (const javaScriptEnabled of [false, true]) {
      const viewport = { width: 390, height: 844 };
      const context = await browser.newContext({ viewport, javaScriptEnabled, locale: 'en-GB', timezoneId });
      const page = await context.newPage();
      await page.goto(site.program + race.path);
      const released = page.getByRole('main').getByRole('paragraph').filter({ hasText: 'Released' }).first();
      if (javaScriptEnabled) await expect(released).toContainText('Your time');
      heights.push((await released.boundingBox())!.height);
      await context.close();
    }
    expect(heights[1]).toBe(heights[0]);
  });
