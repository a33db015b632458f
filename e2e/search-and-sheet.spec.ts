/** The lists of a race: searched, filtered, sorted, printed and downloaded, with a script and without. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, type Race, raceInTheAir, seriousIn, test } from './support.ts';

let race: Race;
test.beforeAll(async ({ site }) => {
  race = await raceInTheAir(site, 30);
  await site.db
    .updateTable('teams')
    .set({ name: '=HYPERLINK("http://evil.example","Żelazny, 1")', country: 'PL' })
    .where('loft_id', '=', race.loft.id)
    .where('id', '=', race.team_ids[3]!)
    .execute();
  const clock = await clockOf(site, race, 'Antenna 1');
  for (let bird = 0; bird < 12; bird++) await clock(bird, 240 + bird * 2);
});

const path = (site: { wire: { address: string } }, rest = '') => site.wire.address + race.path + rest;
const rings = (page: Page) =>
  page
    .getByRole('table')
    .getByText(/^BE \d/)
    .allInnerTexts();
const ringsOf = (...birds: number[]) => birds.map((bird) => race.rings[bird]!);

test('birds are found while typing, and the address has the search', async ({ page, site }) => {
  await page.goto(path(site));
  await page.getByRole('searchbox').fill(race.rings[7]!.slice(-5));
  await expect.poll(() => rings(page)).toEqual(ringsOf(7));
  expect(new URL(page.url()).searchParams.get('q')).toBe(race.rings[7]!.slice(-5));
  // The others of the team are still out.
  await page.getByRole('searchbox').fill('zelazny');
  await expect.poll(() => rings(page)).toEqual(ringsOf(3, 13, 23));
  const out = page.getByRole('region', { name: english.basketing.air });
  await page.getByRole('searchbox').fill(race.rings[20]!.slice(-5));
  await expect(out.getByText(race.rings[20]!)).toBeVisible();
  await expect(out.getByRole('button', { name: race.rings[20]! })).toBeVisible();
  await expect(page.getByText(english.search.none)).toBeHidden();
  await page.getByRole('searchbox').fill('');
  await expect.poll(async () => (await rings(page)).length).toBe(12);

  await page.getByRole('link', { name: english.board.latest }).click();
  await expect.poll(async () => (await rings(page))[0]).toBe(race.rings[11]);
  await page.getByRole('combobox', { name: english.lofts.country }).selectOption('PL');
  await expect.poll(() => rings(page)).toEqual(ringsOf(3));
  // The address has the whole selection: it opens the same list elsewhere.
  await page.reload();
  await expect.poll(() => rings(page)).toEqual(ringsOf(3));

  await page.getByRole('searchbox').fill('nobody has this');
  await expect(page.getByText(english.search.none)).toBeVisible();
  await page.getByRole('link', { name: english.search.clear }).click();
  await expect.poll(async () => (await rings(page)).length).toBe(12);
});

test('without a script the same form finds the same birds', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(path(site));
  await page.getByRole('searchbox').fill(race.rings[7]!.slice(-5));
  await page.getByRole('searchbox').press('Enter');
  expect(await rings(page)).toEqual(ringsOf(7));
  await page.goto(path(site, `?q=${race.rings[20]!.slice(-5)}`));
  expect(await rings(page)).toEqual(ringsOf(20));
  await page.goto(path(site, '?order=latest&country=PL'));
  expect(await rings(page)).toEqual(ringsOf(3));
  // A search within the selection keeps it.
  await page.getByRole('searchbox').fill('fancier');
  await page.getByRole('searchbox').press('Enter');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    order: 'latest',
    q: 'fancier',
    country: 'PL',
  });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);

  await page.goto(path(site, '?tab=basketing&state=out'));
  expect(await rings(page)).toEqual(ringsOf(...Array.from({ length: 18 }, (_, i) => i + 12)));
  const states = page.getByRole('list', { name: english.basketing.state });
  await states.getByRole('link', { name: english.basketing.home }).click();
  expect(await rings(page)).toEqual(ringsOf(...Array.from({ length: 12 }, (_, i) => i)));
  await page.getByRole('link', { name: race.rings[4]! }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(race.rings[4]!);
  await context.close();
});

test('the selection is printed completely, black on white, with my birds framed', async ({ browser, page, site }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.addInitScript(
    ([key, mine]) => localStorage.setItem(key!, mine!),
    [`mine.${race.loft.id}`, JSON.stringify({ pigeons: [race.pigeon_ids[2]], teams: [] })],
  );
  await page.goto(path(site, '?per_page=25'));
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('main').locator('summary').click();
  await page.getByRole('link', { name: english.sheet.print }).click();
  await expect(page.getByRole('button', { name: english.sheet.do_print })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  expect(await rings(page)).toEqual(ringsOf(...Array.from({ length: 12 }, (_, i) => i)));
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: race.rings[2]! });
  await expect(row).toHaveCSS('outline-style', 'solid');
  await expect(page.getByRole('row').filter({ hasText: race.rings[1]! })).toHaveCSS('outline-style', 'none');
  expect(await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  expect((await page.pdf({ preferCSSPageSize: true })).toString('latin1')).toContain('/Count 1');

  const plain = await browser.newContext({ javaScriptEnabled: false });
  const sheet = await plain.newPage();
  await sheet.goto(path(site, '/basketing/sheet?state=out'));
  expect(await rings(sheet)).toHaveLength(18);
  await sheet.goto(path(site, '/result/sheet?q=zelazny'));
  expect(await rings(sheet)).toEqual(ringsOf(3));
  await plain.close();
});

test('the selection is downloaded, and no name becomes a formula', async ({ page, site }) => {
  await page.goto(path(site, '?country=PL'));
  await page.getByRole('main').locator('summary').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: english.sheet.csv }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/ \d{4}-\d\d-\d\d Arrivals\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  const [head, ...lines] = text.trimEnd().split('\r\n');
  expect(head).toMatch(/^\uFEFFRank,Ring,Name,Sex,Colour,"Eye colour","Hatch year",Breeder,Sire,Dam,Team,/);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`"'=HYPERLINK(""http://evil.example"",""Żelazny, 1"")"`);
  expect(lines[0]).toMatch(/^4,/);

  const answer = await page.request.get(path(site, '/basketing.csv?state=home'), {
    headers: { 'accept-language': 'de', cookie: 'locale=de' },
  });
  expect(answer.headers()['content-type']).toBe('text/csv; charset=utf-8');
  expect((await answer.text()).trimEnd().split('\r\n')).toHaveLength(13);
  for (const hostile of ['/result.csv?country=XX1', '/result.csv?order=team', '/basketing.csv?state=lost']) {
    expect([hostile, (await page.request.get(path(site, hostile))).status()]).toEqual([hostile, 404]);
  }
});

for (const rest of ['?q=zelazny', '?q=nobody', '?tab=basketing', '?tab=info', '/result/sheet', '/basketing/sheet']) {
  test(`axe finds nothing serious on ${rest}`, async ({ page, site }) => {
    await page.goto(path(site, rest));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await seriousIn(page)).toEqual([]);
  });
}

test('on a phone the sheet scrolls within the page, by keyboard too', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path(site, '/result/sheet'));
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expect(await seriousIn(page)).toEqual([]);
});
