/**
 * Stars: given before and after signing in, synchronised to another browser, given offline, and without a script (2.3).
 */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { buildLoft, buildPerson } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, type Race, raceInTheAir, type Site, seriousIn, test } from './support.ts';

let race: Race;
let lofts: string;
test.beforeAll(async ({ site }) => {
  race = await raceInTheAir(site, 12);
  await (await clockOf(site, race, 'Antenna 1'))(4, 240);
  lofts = `${site.wire.address}/lofts/${race.loft.id}`;
});

async function signIn(context: BrowserContext, site: Site, token: string): Promise<void> {
  await context.addCookies([{ name: 'session', value: token, url: site.wire.address }]);
}

/** The number of stars of a person. */
const starsOf =
  (site: Site, { user_id }: { user_id: number }) =>
  async () =>
    (await site.db.selectFrom('favorites').select('id').where('user_id', '=', user_id).execute()).length;

const markOf = (page: Page, bird: number) =>
  page.getByRole('button', { name: english.mine.mark_bird.replace('{{ring}}', race.rings[bird]!) });
const star = (page: Page) => page.getByRole('main').getByRole('button', { name: english.favorites.add, exact: true });
const starred = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: english.favorites.added, exact: true });

test('stars given before signing in go to the account, and appear in another browser', async ({
  page,
  browser,
  site,
}) => {
  const ann = await buildPerson(site.db);
  await page.goto(lofts);
  await star(page).click();
  await expect(starred(page)).toHaveAttribute('aria-pressed', 'true');
  await signIn(page.context(), site, ann.token);
  await page.goto(`${lofts}/pigeons`);
  await expect.poll(starsOf(site, ann)).toBe(1);
  for (const bird of [4, 7]) await markOf(page, bird).click();
  await expect(markOf(page, 7)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(starsOf(site, ann)).toBe(3);
  const inBrowser = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('mine')));
  await expect.poll(inBrowser).toEqual([]);

  const other = await browser.newContext({ locale: 'en-GB' });
  await signIn(other, site, ann.token);
  const there = await other.newPage();
  await there.goto(`${site.wire.address}/favorites`);
  const birds = there.getByRole('table', { name: english.loft.pigeons });
  await expect(birds.getByRole('row', { name: race.rings[4]! })).toContainText('of 1');
  await expect(birds.getByRole('row', { name: race.rings[7]! })).toContainText(english.favorites.not_yet);
  await expect(there.getByRole('heading', { name: race.loft.name })).toBeVisible();
  expect(await seriousIn(there)).toEqual([]);
  await there.goto(`${site.wire.address}${race.path}`);
  const mine = there.getByRole('region', { name: english.mine.title });
  await expect(mine.getByText('1 of 2 home')).toBeVisible();
  // Removed on the board in the other browser, the star is removed here too.
  await mine.getByRole('row').getByRole('button').click();
  await expect(mine.getByText('0 of 1 home')).toBeVisible();
  await expect.poll(starsOf(site, ann)).toBe(2);
  await page.reload();
  await expect(markOf(page, 7)).toHaveAttribute('aria-pressed', 'true');
  await expect(markOf(page, 4)).toHaveAttribute('aria-pressed', 'false');
  await other.close();
});

test('a star given offline is stored, and sent when the network is back', async ({ page, site }) => {
  const ben = await buildPerson(site.db);
  await signIn(page.context(), site, ben.token);
  await page.goto(`${lofts}/pigeons`);
  await expect(markOf(page, 2)).toBeVisible();
  site.wire.cut();
  try {
    await markOf(page, 2).click();
    await expect(markOf(page, 2)).toHaveAttribute('aria-pressed', 'true');
    expect(await starsOf(site, ben)()).toBe(0);
  } finally {
    site.wire.restore();
  }
  await page.goto(`${lofts}/teams`);
  await expect.poll(starsOf(site, ben)).toBe(1);
});

test('without a script a star is a form that leads through the sign-in and back', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${lofts}/pigeons`);
  await page.getByRole('link', { name: race.rings[3]! }).click();
  const address = page.url();
  await expect(page.getByRole('button', { name: english.mine.mark, exact: true })).toBeVisible();
  const [asked] = await Promise.all([
    page.waitForRequest((request) => new URL(request.url()).pathname === '/login'),
    page.getByRole('button', { name: english.mine.mark, exact: true }).click(),
  ]);
  expect(new URL(asked.url()).searchParams.get('to')).toBe(
    `/lofts/${race.loft.id}/teams/pigeons/${race.pigeon_ids[3]}`,
  );

  const cid = await buildPerson(site.db);
  await signIn(context, site, cid.token);
  await page.goto(address);
  await page.getByRole('button', { name: english.mine.mark, exact: true }).click();
  expect(page.url()).toBe(address);
  await expect(page.getByRole('button', { name: english.mine.marked, exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.goto(`${site.wire.address}${race.path}`);
  const flight = await site.db
    .selectFrom('flights')
    .select('name')
    .where('id', '=', race.flight_id)
    .executeTakeFirstOrThrow();
  await page.getByRole('button', { name: english.favorites.add_named.replace('{{name}}', flight.name) }).click();
  await page.goto(`${site.wire.address}/favorites`);
  await expect(page.getByRole('table', { name: english.loft.flights })).toContainText('of 12');
  await page.getByRole('button', { name: english.mine.mark_bird.replace('{{ring}}', race.rings[3]!) }).click();
  await expect(page.getByRole('link', { name: race.rings[3]! })).toHaveCount(0);
  expect(await starsOf(site, cid)()).toBe(1);
  await context.close();
});

test('the page of favorites has the stars of this browser, else of the account, and explains how to begin', async ({
  page,
  site,
}) => {
  const own = `${site.program}/favorites`;
  await page.goto(own);
  await expect(page.getByText(english.favorites.empty_text)).toBeVisible();
  await page.goto(`${site.program}/lofts/${race.loft.id}`);
  await star(page).click();
  await page.goto(own);
  await expect(page.getByRole('main').getByRole('link', { name: race.loft.name }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: english.favorites.in_browser })).toBeVisible();
  const dan = await buildPerson(site.db);
  await signIn(page.context(), site, dan.token);
  await page.goto(`${site.wire.address}/favorites`);
  await expect(page.getByText(english.favorites.empty_text)).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
});

test('a merchant of one loft is led to its overview, of two to the list, others to neither (2.13, 2.14)', async ({
  page,
  site,
}) => {
  const merchant = (loft_ids: number[]) =>
    buildPerson(site.db, { entries: loft_ids.map((loft_id) => ({ loft_id, entry: { is_merchant: true } })) });
  const one = await merchant([race.loft.id]);
  await signIn(page.context(), site, one.token);
  await page.goto(`${site.wire.address}/`);
  await page.getByRole('banner').locator('nav summary', { hasText: english.nav.of_loft }).click();
  await page.getByRole('banner').getByRole('link', { name: english.nav.overview }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(race.loft.name);
  await expect(page.getByRole('table', { name: english.bird.air })).toContainText('of 12');
  await expect(page.getByRole('table', { name: english.overview.clocks })).toContainText('Antenna 1');
  expect(await seriousIn(page)).toEqual([]);
  await page.goto(`${site.wire.address}/overview`);
  expect(new URL(page.url()).pathname).toBe(`/overview/${race.loft.id}`);

  const { loft } = await buildLoft(site.db);
  const two = await merchant([race.loft.id, loft.id]);
  await signIn(page.context(), site, two.token);
  await page.goto(`${site.wire.address}/overview`);
  await expect(page.getByRole('row', { name: race.loft.name })).toContainText('of 12');
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('link', { name: loft.name }).click();
  await expect(page.getByText(english.home.calm)).toBeVisible();

  const nobody = await buildPerson(site.db);
  await signIn(page.context(), site, nobody.token);
  expect((await page.goto(`${site.wire.address}/overview`))?.status()).toBe(403);
  await expect(page.getByRole('heading', { name: english.error.lacks_right })).toBeVisible();
  expect((await page.goto(`${site.wire.address}/overview/${race.loft.id}`))?.status()).toBe(404);
});
