/** The rankings of a season as readers see them: on a phone, without a script, with their own birds, as a file. */
import { expect } from '@playwright/test';
import { rankingBy } from '#domain/rankings/ranking-rule.ts';
import { addRanking, publishRanking } from '#server/rankings/rankings.ts';
import { asOwner, buildPerson } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, raceInTheAir, type Site, seriousIn, signIn, test, untilHydrated } from './support.ts';

const words = english.aces;

/** A race in the air of which two birds are home, with a ranking by mean speed. */
async function raceWithRanking(site: Site) {
  const race = await raceInTheAir(site, 4);
  const season = { loft_id: race.loft.id, season_id: race.season_id };
  await site.db.transaction().execute(async (tx) => {
    const rule = rankingBy({ by: 'mean_speed', unit: 'm/min', decimals: 2, rounding: 'half-up' });
    const { id } = await addRanking(tx, null, season, { name: 'Ace pigeon', names: {}, rule, prizes: null });
    await publishRanking(tx, { by: null, now_ms: Date.now() }, season, { ranking_id: id, version: 1 });
  });
  const read = await clockOf(site, race, 'Clock at the landing board');
  await read(0, 250);
  await read(1, 260);
  return { race, read };
}

test('a ranking moves while birds fly, and says what those in the air would need (3.15)', async ({ page, site }) => {
  const { race, read } = await raceWithRanking(site);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.program}/lofts/${race.loft.id}/aces`);
  await expect(page.getByRole('heading', { name: 'Ace pigeon' })).toBeVisible();
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText('1,600.00');
  await expect(rows.last()).toContainText(words.if_home);
  await expect(page.getByText(words.by_mean_speed)).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);

  // A third bird lands; the page follows by itself.
  await read(2, 270);
  await expect(rows.filter({ hasText: words.if_home })).toHaveCount(1, { timeout: 30_000 });

  // The bird that is still out is the reader's.
  const path = `/api/lofts/${race.loft.id}/rankings`;
  const { rankings } = (await (await page.request.get(site.program + path)).json()) as { rankings: { id: number }[] };
  const birds = await page.request.get(`${site.program}${path}/${rankings[0]!.id}/birds?pigeons=${race.pigeon_ids[3]}`);
  expect(((await birds.json()) as { birds: { in_the_air: object | null }[] }).birds[0]!.in_the_air).not.toBeNull();
});

test('without a script the same page has the whole ranking, and a file', async ({ browser, site }) => {
  const { race } = await raceWithRanking(site);
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${site.program}/lofts/${race.loft.id}/aces`);
  await expect(page.locator('tbody tr')).toHaveCount(4);
  const file = await page.request.get(`${site.program}/lofts/${race.loft.id}/aces.csv`);
  expect(await file.text()).toContain('1600.00');
  await context.close();
});

test('the value of a line leads to every number that it was made from, on a phone, and as a file (domain 2.12)', async ({
  page,
  site,
}) => {
  const { race } = await raceWithRanking(site);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.program}/lofts/${race.loft.id}/aces`);
  await page.locator('tbody tr').first().getByRole('link', { name: '1,600.00' }).click();
  await expect(page.getByRole('heading', { name: english.place.why })).toBeVisible();
  const steps = page.getByRole('main').locator('ol > li');
  await expect(steps.first()).toContainText(`${words.place}: `);
  await expect(steps.first()).toContainText('4:10:00.000');
  await expect(page.getByText(words.line_below)).toBeVisible();
  await expect(page.getByText(words.line_above)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: words.counted })).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(client);
  const file = await page.getByRole('link', { name: 'CSV' }).getAttribute('href');
  const text = await (await page.request.get(site.program + file)).text();
  expect(text).toContain('Ace pigeon');
  expect(text).toContain(words.sum);
});

test('two pigeons are chosen in the ranking and compared, on a phone with the keyboard alone (3.15)', async ({
  page,
  site,
}) => {
  const { race, read } = await raceWithRanking(site);
  await read(2, 270);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.program}/lofts/${race.loft.id}/aces`);
  await untilHydrated(page);
  const boxes = page.locator('tbody tr').getByRole('checkbox');
  await expect(boxes).toHaveCount(4);
  for (const box of [boxes.nth(0), boxes.nth(1)]) {
    await box.focus();
    await page.keyboard.press('Space');
    await expect(box).toBeChecked();
  }
  const button = page.getByRole('button', { name: words.compare_two });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: words.head_to_head })).toBeVisible();
  expect(new URL(page.url()).searchParams.getAll('of')).toHaveLength(2);
  const flight = page.locator('tbody tr').first();
  await expect(flight.locator('td').first()).toContainText('1,600.00');
  await expect(flight.locator('td').first()).toContainText(words.ahead);
  await expect(page.locator('tbody tr').last()).toContainText(words.balance);
  expect(await seriousIn(page)).toEqual([]);
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(client);
  // The address of the page is that of its two pigeons, for whoever opens its link.
  const canonical = await page.locator('link[rel="canonical"]').getAttribute('href');
  expect(new URL(canonical!).searchParams.getAll('of')).toEqual(new URL(page.url()).searchParams.getAll('of'));
  await expect(page).toHaveTitle(new RegExp(words.head_to_head));
});

test('without a script one that is chosen waits for the other, and of three the first two are compared', async ({
  browser,
  site,
}) => {
  const { race } = await raceWithRanking(site);
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const page = await context.newPage();
  const aces = `${site.program}/lofts/${race.loft.id}/aces`;
  await page.goto(aces);
  const boxes = page.locator('tbody tr').getByRole('checkbox');
  const compare = page.getByRole('button', { name: words.compare_two });
  await compare.click();
  await expect(page.getByText(words.choose_both)).toBeVisible();
  await boxes.nth(3).check();
  await compare.click();
  await expect(page.getByText(words.choose_second.replace('{{name}} ', ''))).toBeVisible();
  await expect(boxes.nth(3)).toBeDisabled();
  await boxes.nth(0).check();
  await compare.click();
  // One of them is in the air.
  await expect(page.locator('tbody tr').first()).toContainText(english.mine.air);
  await page.goto(aces);
  for (const at of [0, 1, 2]) await boxes.nth(at).check();
  await compare.click();
  await expect(page.getByText(words.first_two)).toBeVisible();
  await expect(page.locator('thead th')).toHaveCount(2);
  await context.close();
});

test('the owner of a team names its pigeons for a ranking, too many are refused with what was chosen kept', async ({
  page,
  site,
}) => {
  const race = await raceInTheAir(site, 4);
  const season = { loft_id: race.loft.id, season_id: race.season_id };
  const owner = await buildPerson(site.db);
  const merchant = await buildPerson(site.db, {
    entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }],
  });
  await asOwner(site.db, async (tx) => {
    const { id } = await tx
      .insertInto('teams')
      .values({ ...season, name: 'Zilver', user_id: owner.user_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.updateTable('pigeons').set({ team_id: id }).where('season_id', '=', race.season_id).execute();
    // Pigeons are named before a flight that counts is released.
    await tx.updateTable('flights').set({ kind: 'activation' }).where('id', '=', race.flight_id).execute();
  });
  await signIn(page.context(), site.program, merchant.token);
  const rankings = `${site.program}/admin/seasons/${race.season_id}/rankings`;
  await page.goto(`${rankings}/create`);
  await untilHydrated(page);
  await page.getByLabel(english.product.name).fill('Team prize');
  await page.getByLabel(english.ranking_admin.whom).selectOption('team');
  await page.getByLabel(english.ranking_admin.named, { exact: true }).check();
  await page.getByRole('button', { name: english.rights.save }).click();
  await expect(page.getByLabel(english.ranking_admin.named_before)).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel(english.ranking_admin.named_before).fill('2099-05-01');
  await page.getByRole('button', { name: english.rights.save }).click();
  await page.getByRole('link', { name: 'Team prize' }).click();
  await page.getByText(english.ranking_admin.publish, { exact: true }).first().click();
  await page.getByRole('button', { name: english.ranking_admin.publish }).click();
  await expect(page.getByText(english.ranking_admin.published.split(' ')[0]!)).toBeVisible();

  await page.context().clearCookies();
  await signIn(page.context(), site.program, owner.token);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.program}/registrations/flock`);
  await page.getByRole('link', { name: english.flock.named }).click();
  const boxes = page.getByRole('main').getByRole('checkbox');
  await expect(boxes).toHaveCount(4);
  for (const at of [0, 1, 2]) await boxes.nth(at).check();
  const save = page.getByRole('main').getByRole('button', { name: english.rights.save });
  await save.click();
  await expect(page.getByText(english.refusals.naming_too_many.replace('{{max}}', '2'))).toBeVisible();
  await expect(boxes.nth(2)).toBeChecked();
  await boxes.nth(0).uncheck();
  await save.click();
  await expect(page.getByText(english.product.saved)).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2);

  // The loft sees who was named.
  await page.context().clearCookies();
  await signIn(page.context(), site.program, merchant.token);
  await page.goto(rankings);
  await page.getByRole('link', { name: 'Team prize' }).click();
  await expect(page.getByRole('row', { name: /Zilver/ })).toContainText(race.rings[1]!.slice(-4));
});
