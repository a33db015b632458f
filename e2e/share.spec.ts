/**
 * Shared links: the metadata of a page, its picture, the page that shows both (2.20), and the ways to pass a page on: the
 * Share button, calendars, the text-only page.
 */
import { expect, type Page } from '@playwright/test';
import { buildRace } from '#testing/builders.ts';
import german from '../locales/de.json' with { type: 'json' };
import english from '../locales/en.json' with { type: 'json' };
import { type Race, raceInTheAir, seriousIn, test } from './support.ts';

let race: Race;
test.beforeAll(async ({ site }) => {
  race = await raceInTheAir(site);
});

test('a link with a language opens the page in that language, and the page lists its other languages', async ({
  page,
  site,
}) => {
  await page.goto(`${site.wire.address}${race.path}?lang=ar`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const own = `${site.wire.address}${race.path}`;
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${own}?lang=ar`);
  await expect(page.locator('link[hreflang=x-default]')).toHaveAttribute('href', own);
  await expect(page.locator('link[hreflang=th]')).toHaveAttribute('href', `${own}?lang=th`);
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
  const answer = await page.request.get(picture!);
  expect([answer.status(), answer.headers()['content-type'], answer.headers()['content-language']]).toEqual([
    200,
    'image/png',
    'ar',
  ]);
  // The reader's choice of language overrides that of the link.
  const languages = page.getByRole('contentinfo').locator('select[name=locale]');
  // Before hydration a choice is only sent by a button.
  await expect(async () => {
    await languages.selectOption('ar');
    await languages.selectOption('pl');
    await expect(page.locator('html')).toHaveAttribute('lang', 'pl', { timeout: 3000 });
  }).toPass();
  await expect(page).toHaveURL(own);
});

for (const script of [true, false])
  test(`the page of shared links shows one ${script ? 'with' : 'without'} a script`, async ({ browser, site }) => {
    const context = await browser.newContext({ javaScriptEnabled: script, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.goto(`${site.wire.address}/misc/og-tags`);
    const ask = async (address: string) => {
      await page.getByLabel(english.share.address).fill(address);
      await page.getByRole('button', { name: english.share.show }).click();
    };
    await ask(`${site.wire.address}/lofts/${race.loft.id}/teams/${race.team_ids[0]}/pigeons/${race.pigeon_ids[0]}`);
    await expect(page.getByRole('img', { name: race.rings[0]! })).toBeVisible();
    await expect(page.getByText('summary_large_image')).toBeVisible();
    await ask(race.path);
    const picture = page.getByRole('main').locator('img');
    await expect(picture).toHaveAttribute('src', /\/flights\/\d+\/share\.png/);
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1200);
    await ask('/contact');
    await expect(page.getByText(english.share.none_text)).toBeVisible();
    await ask('https://elsewhere.example/lofts/1');
    await expect(page.getByText(english.share.none_text)).toBeVisible();
    await context.close();
  });

for (const locale of ['en', 'ar', 'th'])
  test(`axe finds nothing serious on the page of shared links in ${locale}, light and dark`, async ({ page, site }) => {
    await page.goto(`${site.wire.address}/misc/og-tags?lang=${locale}&page=${race.path}`);
    await expect(page.getByText('summary_large_image')).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousIn(page)).toEqual([]);
    }
  });

const phone = { width: 390, height: 844 };
/** The one that is seen: on a phone that of the bar. */
const shareButton = (page: Page, words = english.share) =>
  page.getByRole('button', { name: words.do, exact: true }).filter({ visible: true });

test('a phone shares a live flight by what it offers, in the language of the page', async ({ browser, site }) => {
  const context = await browser.newContext({ viewport: phone });
  await context.addInitScript(() => {
    navigator.share = async (shared) => {
      document.documentElement.dataset.shared = JSON.stringify(shared);
    };
  });
  const page = await context.newPage();
  await page.goto(`${site.wire.address}${race.path}?lang=de`);
  await shareButton(page, german.share).click();
  await expect(page.locator('html')).toHaveAttribute('data-shared', /lang=de/);
  const shared = JSON.parse((await page.locator('html').getAttribute('data-shared'))!);
  expect(shared.url).toBe(`${site.wire.address}${race.path}?lang=de`);
  expect(shared.title).toContain(race.loft.name);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await context.close();
});

for (const [where, viewport] of [
  ['a phone', phone],
  ['a desktop', { width: 1280, height: 800 }],
] as const)
  test(`${where} without sharing has a menu with the address to copy and a letter`, async ({ browser, site }) => {
    const context = await browser.newContext({ viewport, permissions: ['clipboard-read', 'clipboard-write'] });
    await context.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
    const page = await context.newPage();
    await page.goto(`${site.wire.address}${race.path}`);
    await shareButton(page).click();
    const menu = page.getByRole('dialog', { name: english.share.do });
    await expect(menu).toBeInViewport({ ratio: 1 });
    const address = `${site.wire.address}${race.path}?lang=en`;
    await expect(menu.getByLabel(english.share.address)).toHaveValue(address);
    expect(await menu.getByRole('link', { name: english.share.mail }).getAttribute('href')).toContain(
      `body=${encodeURIComponent(address)}`,
    );
    await menu.getByRole('button', { name: english.share.copy }).click();
    await expect(menu.getByRole('status')).toHaveText(english.share.copied);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(shareButton(page)).toBeFocused();
    await shareButton(page).click();
    await expect(menu).toBeInViewport({ ratio: 1 });
    await expect(menu.getByRole('link', { name: english.present.show })).toHaveAttribute(
      'href',
      `${race.path}/present`,
    );
    // With the lines of the board it is higher, and still seen to its end.
    await menu.getByRole('button', { name: english.share.embed }).click();
    await expect(menu.getByRole('button', { name: english.share.embed_copy })).toBeInViewport({ ratio: 1 });
    const lines = menu.getByRole('textbox', { name: english.share.embed_hint });
    expect(await lines.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
    await expect(menu).toBeInViewport({ ratio: 1 });
    expect(await seriousIn(page)).toEqual([]);
    await context.close();
  });

test('lofts, seasons, teams, birds and places can be shared too', async ({ page, site }) => {
  const loft = `/lofts/${race.loft.id}`;
  for (const path of [
    loft,
    `${loft}/seasons/${race.season_id}`,
    `${loft}/teams/${race.team_ids[0]}`,
    `${loft}/teams/${race.team_ids[0]}/pigeons/${race.pigeon_ids[0]}`,
  ]) {
    await page.goto(site.wire.address + path);
    await shareButton(page).click();
    await expect(page.getByRole('dialog').getByLabel(english.share.address)).toHaveValue(
      `${site.wire.address}${path}?lang=en`,
    );
  }
});

test('a planned flight goes into the calendar, and the releases of a loft and a season are followed', async ({
  page,
  site,
}) => {
  const { loft, season_id, flight_id } = await buildRace(site.db, { until: 'planned' });
  const release_time = new Date(Date.now() + 5 * 86_400_000).toISOString();
  for (const id of [
    flight_id,
    (await buildRace(site.db, { until: 'planned' }, { ...race, loft, season_id })).flight_id,
  ])
    await site.db.updateTable('flights').set({ release_time }).where('id', '=', id).execute();
  const path = `/lofts/${loft.id}`;
  for (const [at, file] of [
    [`${path}/flights/${flight_id}`, `${path}/flights/${flight_id}.ics?lang=en`],
    [path, `${path}/releases.ics?lang=en`],
    [`${path}/seasons/${season_id}`, `${path}/seasons/${season_id}/releases.ics?lang=en`],
  ] as const) {
    await page.goto(site.wire.address + at);
    const address = await page.getByRole('link', { name: english.calendar.add }).getAttribute('href');
    expect(address).toBe(at.includes('flights') ? file : `webcal://${new URL(site.wire.address).host}${file}`);
    const answer = await page.request.get(site.wire.address + file);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(await answer.text()).toContain(`UID:flight-${flight_id}.loft-${loft.id}@`);
  }
});

test('without a script the page of a flight leads to its text-only page, which finds a bird', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  const page = await context.newPage();
  await page.goto(site.wire.address + race.path);
  await page.getByRole('link', { name: english.text_only.title }).first().click();
  await expect(page).toHaveURL(`${site.wire.address}${race.path}/text`);
  // Its style is not refused by the policy of the page.
  await expect(page.locator('body')).toHaveCSS('padding-top', '12px');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByLabel(english.text_only.my_rings).fill(race.rings[1]!);
  await page.getByRole('button', { name: english.search.go }).click();
  await expect(page.getByRole('heading', { name: english.mine.title })).toBeVisible();
  await expect(page.getByText(race.rings[1]!)).toBeVisible();
  await page.getByRole('link', { name: english.live.pause }).click();
  await expect(page.getByRole('link', { name: english.live.resume })).toBeVisible();
  await expect(page.getByText(race.rings[1]!)).toBeVisible();
  await context.close();
});

for (const [lang, colorScheme] of [
  ['en', 'light'],
  ['ar', 'dark'],
] as const)
  test(`axe finds nothing serious on the text-only page in ${lang}, ${colorScheme}`, async ({ browser, site }) => {
    const context = await browser.newContext({ colorScheme, viewport: phone });
    const page = await context.newPage();
    // A page that renews itself moves under its reader: who asks for it has one that does not.
    await page.goto(`${site.wire.address}${race.path}/text?lang=${lang}&paused=`);
    await expect(page.locator('h1')).toBeVisible();
    expect(await seriousIn(page)).toEqual([]);
    await context.close();
  });

test('a star given without an account says where it went', async ({ page, site }) => {
  await page.goto(site.wire.address + race.path);
  await page
    .getByRole('button', { name: /^Add .* to favorites$/ })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page.getByText(english.favorites.in_browser)).toBeVisible();
});
