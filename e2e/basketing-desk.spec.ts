/** Two desks basket one flight; one of them loses its network and its page, and nothing that it showed as in is lost. */
import { expect, type Page } from '@playwright/test';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';
import { buildFlight, buildPerson, buildRace } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { seriousIn, test } from './support.ts';

test.use({ serviceWorkers: 'allow' });

test.afterEach(({ site }) => site.wire.restore());

const words = english.basketing_desk;

const fieldOf = (page: Page) => page.getByLabel(words.scan);
/** A scanner types at the focus and sends Enter; the answer is awaited. */
async function scan(page: Page, code: string, answer: string) {
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: answer, exact: true })).toBeVisible();
}
const countOf = (page: Page, list: string) => page.locator(`[data-list=${list}] b`);

test('a desk without network carries on, is closed and opened again, and each bird is in once', async ({
  browser,
  site,
}) => {
  const race = await buildRace(site.db, { birds: 8, until: 'planned' });
  const season = { loft_id: race.loft.id, season_id: race.season_id };
  const merchant = await buildPerson(site.db, {
    first_name: 'Zdenobia',
    entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }],
  });
  const flight_id = await site.db.transaction().execute(async (tx) => {
    const act = { by: null, now_ms: Date.now() };
    await bringTo(tx, season, await lockPigeons(tx, season, race.pigeon_ids), 'at_loft', act);
    await bringTo(tx, season, await lockPigeons(tx, season, [race.pigeon_ids[7]!]), 'injured', act);
    return buildFlight(tx, { ...race, pigeon_ids: [] }, { until: 'basketing' });
  });
  const path = `/admin/seasons/${race.season_id}/flights/${flight_id}/basketing`;
  const cookie = { name: 'session', value: merchant.token, domain: '127.0.0.1', path: '/' };
  const open = async (address: string) => {
    const context = await browser.newContext({ viewport: { width: 1180, height: 820 }, serviceWorkers: 'allow' });
    await context.addCookies([cookie]);
    const page = await context.newPage();
    await page.goto(address + path);
    await expect(countOf(page, 'unaccounted')).toHaveText('7');
    return page;
  };
  const a = await open(site.wire.address);
  // The network of the second desk is another one.
  const b = await open(site.program);
  const [chip0, chip1, chip2, chip3, chip4] = race.chips as [string, string, string, string, string];

  await scan(a, chip0, words.in);
  await scan(b, chip1, words.in);
  await scan(b, race.chips[7]!, words.not_in);
  await expect(b.getByText(words.no_not_racing, { exact: true })).toBeVisible();
  expect(await seriousIn(b)).toEqual([]);
  await expect.poll(() => a.evaluate(async () => (await caches.match('/basketing')) !== undefined)).toBe(true);

  site.wire.cut();
  await scan(a, chip2, words.in);
  await scan(a, chip3, words.in);
  await expect(a.locator('[data-waiting="2"]')).toBeVisible();
  // The other desk baskets one of them meanwhile.
  await scan(b, chip3, words.in);
  await expect(countOf(b, 'basketed')).toHaveText('3');

  // The battery of the tablet was empty: the page is gone, and is opened again without a network.
  const context = a.context();
  await a.close();
  const again = await context.newPage();
  await again.goto(site.wire.address + path);
  await expect(again).toHaveURL(/\/basketing\?season_id=\d+&flight_id=\d+/);
  await expect(countOf(again, 'basketed')).toHaveText('3');
  await expect(again.locator('[data-waiting="2"]')).toBeVisible();
  await scan(again, chip2, words.no_already_in);
  await scan(again, chip4, words.in);
  const kept = await again.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        texts.push(await (await (await caches.open(name)).match(request))!.text());
    return texts.join('\n');
  });
  expect(kept).not.toContain('Zdenobia');
  expect(kept).not.toContain(chip0);

  site.wire.restore();
  // What the other desk was first with is listed, and everything else has arrived once.
  await expect(again.getByRole('heading', { name: words.refused })).toBeVisible({ timeout: 30_000 });
  await expect(again.locator('[data-waiting]')).toHaveCount(0);
  const rows = await site.db
    .selectFrom('baskets')
    .select(['pigeon_id', 'crate', 'crate_number', 'desk'])
    .where('loft_id', '=', race.loft.id)
    .where('flight_id', '=', flight_id)
    .orderBy('pigeon_id')
    .execute();
  expect(rows.map(({ pigeon_id, desk }) => [race.pigeon_ids.indexOf(pigeon_id), desk])).toEqual([
    [0, 1],
    [1, 2],
    [2, 1],
    [3, 2],
    [4, 1],
  ]);
  expect(new Set(rows.map(({ crate, crate_number }) => `${crate}.${crate_number}`)).size).toBe(5);
  await again.getByRole('button', { name: words.settled }).click();
  await expect(again.getByRole('heading', { name: words.refused })).toHaveCount(0);

  // Who signs out leaves no birds behind.
  const held = () =>
    again.evaluate(
      () =>
        new Promise<unknown[]>((resolve) => {
          const opening = indexedDB.open('basketing');
          opening.onsuccess = () => {
            const all = opening.result.transaction('data').objectStore('data').getAll();
            all.onsuccess = () => {
              resolve(all.result);
              opening.result.close();
            };
          };
        }),
    );
  expect(await held()).toEqual([expect.objectContaining({ birds: expect.anything() })]);
  await again.goto(site.wire.address);
  const banner = again.getByRole('banner');
  await banner.locator('summary').filter({ hasText: english.nav.account }).click();
  await banner.getByRole('button', { name: english.nav.log_out }).click();
  await expect(banner.getByRole('link', { name: english.nav.log_in })).toBeVisible();
  await expect.poll(held).toEqual([]);
  await again.context().close();
  await b.context().close();
});
