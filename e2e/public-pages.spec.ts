/** The public pages around the races: search for lofts, navigation, files, and pages that are not found. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { enterTeams } from '#server/pigeons/pigeons.ts';
import arabic from '../locales/ar.json' with { type: 'json' };
import english from '../locales/en.json' with { type: 'json' };
import { type Race, raceInTheAir, test } from './support.ts';

let race: Race;
test.beforeAll(async ({ site }) => {
  race = await raceInTheAir(site);
});

const parts = (page: Page) => page.getByRole('navigation', { name: english.loft.parts });
const scripts = (page: Page) =>
  page.evaluate<string[]>('performance.getEntriesByType("resource").map(({ name }) => name)');

test.describe('search for lofts', () => {
  test('finds a loft by name, and by birds in the air (2.7)', async ({ page, site }) => {
    await page.goto(`${site.wire.address}/lofts`);
    await page.getByRole('searchbox').fill(race.loft.name);
    await expect(page).toHaveURL(/q=/);
    await expect(page.getByRole('link', { name: race.loft.name })).toBeVisible();
    await page.getByRole('checkbox', { name: english.lofts.live }).check();
    await expect(page).toHaveURL(/live=1/);
    await expect(page.getByRole('link', { name: race.loft.name })).toBeVisible();
    await page.getByRole('searchbox').fill('nobody has this');
    await expect(page.getByText(english.search.none)).toBeVisible();
    await page.getByRole('link', { name: english.search.clear }).click();
    await expect(page.getByRole('searchbox')).toHaveValue('');
    await expect(page.getByText(english.search.none)).toHaveCount(0);
  });

  test('without a script it is a plain form', async ({ browser, site }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } });
    const page = await context.newPage();
    await page.goto(`${site.wire.address}/lofts`);
    await page.getByRole('searchbox').fill('nobody has this');
    await page.getByRole('searchbox').press('Enter');
    await expect(page).toHaveURL(/q=nobody/);
    await expect(page.getByText(english.search.none)).toBeVisible();
    await context.close();
  });
});

test.describe('navigation to another page', () => {
  test('announces the name of the page, and the keyboard continues from its top', async ({ page, site }) => {
    await page.goto(`${site.wire.address}/lofts/${race.loft.id}`);
    await expect(page.locator('[data-moved]')).toBeEmpty();
    const teams = parts(page).getByRole('link', { name: english.loft.teams });
    await teams.focus();
    await teams.press('Enter');
    await expect(page).toHaveTitle(new RegExp(`^${english.teams.title} · `));
    await expect(page.locator('main')).toBeFocused();
    await expect(page.locator('[data-moved]')).toHaveText(await page.title());
  });

  test('a search keeps the focus in its field', async ({ page, site }) => {
    await page.goto(`${site.wire.address}/lofts/${race.loft.id}/pigeons`);
    await page.getByRole('searchbox').pressSequentially('BE');
    await expect(page).toHaveURL(/q=BE/);
    await expect(page.getByRole('searchbox')).toBeFocused();
    await expect(page.locator('[data-moved]')).toBeEmpty();
  });

  test('prefetches the script of a page, but not on a metered connection (2.36)', async ({ browser, site }) => {
    for (const saveData of [false, true]) {
      const context = await browser.newContext();
      await context.addInitScript(
        `Object.defineProperty(navigator, 'connection', { value: { saveData: ${saveData} } })`,
      );
      const page = await context.newPage();
      await page.goto(`${site.wire.address}/lofts`);
      const others = async () => (await scripts(page)).filter((name) => name.includes('/LoftPage-')).length;
      if (saveData) {
        // Prefetching happens when the browser is idle.
        await page.evaluate('new Promise((done) => requestIdleCallback(() => setTimeout(done, 500)))');
        expect(await others()).toBe(0);
      } else await expect.poll(others).toBeGreaterThan(0);
      await context.close();
    }
  });
});

test.describe('download as a table for a spreadsheet', () => {
  /** Follows a page's link and reads the file. */
  async function taken(page: Page, path: string): Promise<{ name: string; lines: string[] }> {
    await page.goto(path);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: english.sheet.csv }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    return { name: download.suggestedFilename(), lines: text.replace('\uFEFF', '').trimEnd().split('\r\n') };
  }

  test('has all pigeons of the search, whatever the page number', async ({ page, site }) => {
    const loft = `${site.wire.address}/lofts/${race.loft.id}`;
    const all = await taken(page, `${loft}/pigeons?per_page=25`);
    expect(all.lines).toHaveLength(1 + race.rings.length);
    const [ring] = race.rings;
    const one = await taken(page, `${loft}/pigeons?q=${ring!.slice(-6)}`);
    expect(one.lines).toHaveLength(2);
    expect(one.lines[1]).toContain(ring);
    expect(one.name).toContain(race.loft.name);
  });

  test('has the flights of a team and of a bird; a name that looks like a formula is escaped', async ({
    page,
    site,
  }) => {
    const { loft, season_id } = race;
    const key = { loft_id: loft.id, season_id };
    await site.db
      .transaction()
      .execute((tx) => enterTeams(tx, key, [{ name: '=HYPERLINK("http://evil")', fancier: null, country: null }]));
    const teams = await taken(page, `${site.wire.address}/lofts/${loft.id}/teams`);
    expect(teams.lines.filter((line) => line.includes('HYPERLINK'))).toEqual([expect.stringMatching(/^"'=HYPERLINK/)]);
    const team = `${site.wire.address}/lofts/${loft.id}/teams/${race.team_ids[0]}`;
    for (const path of [team, `${team}/pigeons/${race.pigeon_ids[0]}`]) {
      const { lines } = await taken(page, path);
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain(race.rings[0]);
      expect(lines[1]).toContain(english.bird.air);
    }
  });

  test('answers 404 where its page does', async ({ page, site }) => {
    for (const path of [
      '/lofts/99999999/pigeons.csv',
      '/lofts/x/teams.csv',
      `/lofts/${race.loft.id}/pigeons.csv?season=99999999`,
      `/lofts/${race.loft.id}/teams/99999999/flights.csv`,
      `/lofts/${race.loft.id}/pigeons/x/flights.csv`,
    ]) {
      expect((await page.request.get(site.wire.address + path)).status(), path).toBe(404);
    }
  });
});

test.describe('a page that is not found (2.32)', () => {
  for (const path of ['/nothing', '/lofts/99999999', '/lofts/x', '/lofts/1/teams/pigeons/99999999']) {
    test(`${path} answers 404, with a link home`, async ({ page, site }) => {
      const answer = await page.goto(site.wire.address + path);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(english.error.not_found);
      await page.getByRole('main').getByRole('link', { name: english.error.home }).click();
      await expect(page).toHaveURL(`${site.wire.address}/`);
    });
  }

  test('is in the reader’s language', async ({ page, context, site }) => {
    await context.addCookies([{ name: 'locale', value: 'ar', url: site.wire.address }]);
    await page.goto(`${site.wire.address}/nothing`);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(arabic.error.not_found);
  });

  test('also for a bird of another loft or under another team', async ({ page, site }) => {
    const other = await raceInTheAir(site);
    for (const path of [
      `/lofts/${race.loft.id}/teams/pigeons/${other.pigeon_ids[0]}`,
      `/lofts/${race.loft.id}/teams/${race.team_ids[1]}/pigeons/${race.pigeon_ids[0]}`,
    ]) {
      expect((await page.goto(site.wire.address + path))?.status()).toBe(404);
    }
    // Without its team the address redirects to the one with it (2.11).
    await page.goto(`${site.wire.address}/lofts/${race.loft.id}/teams/pigeons/${race.pigeon_ids[0]}`);
    expect(new URL(page.url()).pathname).toBe(
      `/lofts/${race.loft.id}/teams/${race.team_ids[0]}/pigeons/${race.pigeon_ids[0]}`,
    );
  });
});
