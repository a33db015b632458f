/**
 * Entered texts are escaped: 300 texts that would run a script stand in every field that the pages show, and none runs,
 * even in a browser that ignores the Content Security Policy. All of them are in the lists; some have pages of their
 * own here, and all of them at full size (R7).
 */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { defaultRules } from '#domain/seasons/rules.ts';
import { basketPigeons } from '#server/basketing/basketing.ts';
import { moveFlight, releaseFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { planFlight } from '#server/flights/planning.ts';
import { openLoft } from '#server/lofts/lofts.ts';
import { writeNews } from '#server/news/news.ts';
import { enterPigeons, enterTeams } from '#server/pigeons/pigeons.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';
import { createSeason, lockSeason, moveSeason } from '#server/seasons/seasons.ts';
import { buildPerson } from '#testing/builders.ts';
import { proveSize, reportProof } from '#testing/proof.ts';
import { payloads } from './payloads.ts';
import { type Site, test, untilHydrated } from './support.ts';

/** The payloads with pages of their own here, of every kind. */
const own = payloads.map((_, n) => n).filter((n) => n % proveSize(60, 1) === 0);

let context: BrowserContext;
let page: Page;
const ran: number[] = [];

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({ bypassCSP: true });
  page = await context.newPage();
  await page.exposeBinding('xss', (_source, n: number) => {
    ran.push(n);
  });
});
test.afterAll(() => context?.close());

/** Elements and attributes that can only come from a payload and would run, at once or by a click. */
const planted = () =>
  page.evaluate(() => {
    const leads = /^(href|src|data|action|formaction|xlink:href)$/i;
    const runs = ({ name, value }: Attr) => /^on/i.test(name) || (leads.test(name) && /^\s*javascript:/i.test(value));
    return [...document.querySelectorAll('*')]
      .filter(({ tagName, attributes }) => /^(iframe|object|video|audio)$/i.test(tagName) || [...attributes].some(runs))
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  });

/** Opens a page and waits for hydration. */
async function visit(address: string): Promise<void> {
  await page.goto(address);
  await untilHydrated(page);
  expect(await planted(), address).toEqual([]);
  expect(ran, address).toEqual([]);
}

/** A loft with a race in the air; `texts` gives every text in it. */
function raceOf(site: Site, loftText: string, texts: readonly string[]) {
  return site.db.transaction().execute(async (tx) => {
    const loft = await openLoft(tx, {
      name: loftText,
      unit: 'km',
      time_zone: 'Europe/Brussels',
      latitude: 51,
      longitude: 4.5,
    });
    const season = await createSeason(tx, { loft_id: loft.id, name: loftText, year: 2026 });
    const key = { loft_id: loft.id, season_id: season.id };
    await moveSeason(tx, await lockSeason(tx, key), 'open');
    const teams = await enterTeams(
      tx,
      key,
      texts.map((text) => ({ name: text, fancier: text, country: 'BE' })),
    );
    const pigeon_ids = await enterPigeons(
      tx,
      key,
      texts.map((text, n) => ({
        team_id: teams.get(text)!,
        ring: text.length > 24 ? `<b onclick=xss(${n})>${n}` : `${text} ${n}`,
        name: text,
        color: text,
        sex: 'cock',
      })),
    );
    const flight_id = await planFlight(tx, loft, {
      season_id: season.id,
      name: loftText,
      kind: 'final',
      release_point: loftText,
      distance_m: 400_000,
      rules: defaultRules('km'),
    });
    const flight = { loft_id: loft.id, flight_id };
    const act = { by: null, now_ms: Date.now() };
    await bringTo(tx, key, await lockPigeons(tx, key, pigeon_ids), 'active', act);
    await moveFlight(tx, await lockFlight(tx, flight), 'open_basketing');
    await basketPigeons(tx, await lockFlight(tx, flight), pigeon_ids);
    await releaseFlight(tx, await lockFlight(tx, flight), new Date(Date.now() - 3_600_000).toISOString());
    const path = `${site.program}/lofts/${loft.id}`;
    return {
      path,
      loft_id: loft.id,
      flight_id,
      flight: `${path}/flights/${flight_id}`,
      team_ids: [...teams.values()],
      pigeon_ids,
    };
  });
}

test('control: without escaping the browser runs each of the 300', async () => {
  test.setTimeout(proveSize(60_000, 600_000));
  expect(new Set(payloads).size).toBe(300);
  expect(Math.max(...payloads.map((text) => text.length))).toBeLessThanOrEqual(64);
  const unheard: string[] = [];
  for (const [n, text] of payloads.entries()) {
    if (n % proveSize(10, 1) !== 0) continue;
    const bare = `<p>${text}</p>`;
    const quoted = `<p><a title="${text}" href="${text.startsWith('"') ? '' : text}">x</a></p><script>try{'${text}'\n}catch{}</script>`;
    let heard = false;
    for (const html of [bare, quoted]) {
      ran.length = 0;
      await page.goto('about:blank');
      await page.setContent(html, { waitUntil: 'domcontentloaded' });
      heard ||= (await planted()).length > 0 || ran.includes(n);
    }
    if (!heard) unheard.push(text);
  }
  // The last one may run until its page is left.
  await page.goto('about:blank');
  ran.length = 0;
  expect(unheard).toEqual([]);
});

test('none of the 300 runs in a list, a board or a sheet', async ({ site }) => {
  test.setTimeout(120_000);
  const race = await raceOf(site, `${payloads[0]} of all`, payloads);
  for (const path of ['result/sheet', 'basketing/sheet']) await visit(`${race.flight}/${path}`);
  await visit(race.flight);
  let read = '';
  for (const list of ['pigeons', 'teams']) {
    for (const at of [1, 2, 3]) {
      await visit(`${race.path}/${list}?page=${at}&per_page=100`);
      read += await page.locator('main').textContent();
    }
  }
  expect(payloads.filter((text) => !read.includes(text))).toEqual([]);
});

test('none runs in favorites, nor in the overview of a loft', async ({ site }) => {
  const texts = payloads.filter((_, n) => n % 6 === 0);
  const { loft_id, flight_id, team_ids, pigeon_ids } = await raceOf(site, payloads[1]!, texts);
  const merchant = { loft_id, entry: { is_merchant: true } };
  const { user_id, token } = await buildPerson(site.db, { entries: [merchant], first_name: payloads[2]! });
  const star = { user_id, loft_id, team_id: null, pigeon_id: null, flight_id: null };
  const things = [{}, { flight_id }, ...team_ids.map((team_id) => ({ team_id }))];
  const stars = [...things, ...pigeon_ids.map((pigeon_id) => ({ pigeon_id }))].map((thing) => ({ ...star, ...thing }));
  await site.db.insertInto('favorites').values(stars).execute();
  await context.addCookies([{ name: 'session', value: token, url: site.program }]);
  await visit(`${site.program}/favorites`);
  const read = await page.locator('main').textContent();
  expect(texts.filter((text) => !read?.includes(text))).toEqual([]);
  await visit(`${site.program}/overview/${loft_id}`);
  await context.clearCookies();
});

test('none runs in news: their titles, summaries, texts and links', async ({ site }) => {
  const loft = await site.db.transaction().execute(async (tx) => {
    const place = { name: `${payloads[3]} of news`, unit: 'km' as const, time_zone: 'Europe/Brussels' };
    const opened = await openLoft(tx, place);
    const titles = payloads.filter((_, n) => n % 30 === 0);
    for (const title of titles) {
      const content = payloads.map((text) => {
        const link = { type: 'link' as const, attrs: { href: `https://example.org/${encodeURIComponent(text)}` } };
        return { type: 'paragraph' as const, content: [{ type: 'text' as const, text, marks: [link] }] };
      });
      const text = { title, lead: title, body: { type: 'doc' as const, content } };
      const entry = { is_draft: false, publication_date: null, publication_time: null, texts: { en: text } };
      await writeNews(tx, { loft: opened, season_id: null }, entry, { by: null, now_ms: Date.now() });
    }
    return opened;
  });
  const path = `${site.program}/lofts/${loft.id}`;
  for (const address of [path, `${path}/news`, `${site.program}/`]) await visit(address);
  const { id } = await site.db
    .selectFrom('news')
    .select('id')
    .where('loft_id', '=', loft.id)
    .limit(1)
    .executeTakeFirstOrThrow();
  await visit(`${path}/news/${id}`);
  const read = await page.locator('article').textContent();
  expect(payloads.filter((text) => !read?.includes(text))).toEqual([]);
});

test('none runs in a page of its own, nor in a search', async ({ site }) => {
  test.setTimeout(proveSize(120_000, 3_600_000));
  let pages = 0;
  for (const n of own) {
    const text = payloads[n]!;
    const race = await raceOf(site, text, [text]);
    const wanted = encodeURIComponent(text);
    const visited = [
      race.path,
      race.flight,
      `${race.path}/teams/${race.team_ids[0]}`,
      `${race.path}/teams/${race.team_ids[0]}/pigeons/${race.pigeon_ids[0]}`,
      `${site.program}/lofts?q=${wanted}`,
      `${race.path}/pigeons?q=${wanted}&no=${wanted}`,
    ];
    for (const address of visited) await visit(address);
    pages += visited.length;
  }
  for (const address of [`${site.program}/`, `${site.program}/lofts`]) await visit(address);
  reportProof('R7', { payloads: payloads.length, pages, ran: ran.length });
});
