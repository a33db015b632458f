/**
 * Every page in three languages, light and dark, on a desktop and on a phone: axe finds nothing serious, and nothing
 * overflows the screen. By default each page is checked once, by the twelve combinations in rotation; with PROVE=1 by
 * all of them.
 */
import { type Browser, expect, type Page } from '@playwright/test';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { sql } from 'kysely';
import { asOwner } from '#testing/builders.ts';
import { plantMoney } from '#testing/payments.ts';
import { publicPages } from '#web/public-pages.ts';
import routes from '#web/routes.ts';
import english from '../locales/en.json' with { type: 'json' };
import { type Race, raceInTheAir, type Site, seriousIn, seriousWithoutScript, test } from './support.ts';

/** The address known to the provider; another name of the same machine would be another origin. */
const providerAddress = (site: Site) => `http://localhost:${new URL(site.program).port}`;

const kinds = ['en', 'ar', 'th'].flatMap((locale) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ].map((viewport) => ({ locale, colorScheme, viewport })),
  ),
);
const all = process.env.PROVE === '1';

/** The paths of all routes, nested ones included. */
const pathsOf = (some: readonly RouteConfigEntry[], within = ''): string[] =>
  some.flatMap(({ path = '', children }) => {
    const whole = path ? `${within}/${path}` : within;
    return children ? pathsOf(children, whole) : [whole || '/'];
  });

/** The paths of the public pages, which are read without a script too. */
const publicPaths = new Set([...publicPages].map((path) => `/${path}`));

/** The addresses of all pages; their parameters are those of a race in the air, and of an order of the reader. */
function addressesOf(
  race: Race,
  mine: { order_id: number; product_id: number; user_id: number },
  paths = pathsOf(routes),
): string[] {
  const blanks: Record<string, number> = {
    loft_id: race.loft.id,
    season_id: race.season_id,
    flight_id: race.flight_id,
    team_id: race.team_ids[0]!,
    pigeon_id: race.pigeon_ids[0]!,
    device_id: race.device.device_id,
    ...mine,
  };
  return (
    paths
      // Excluded: files, and routes that only redirect.
      .filter((path) => !/\.|\/pdf$|\/download\/|\/receipts\/|^\/software\/help$|\/teams\/pigeons\//.test(path))
      .map((path) =>
        path.replace(/:(\w+)/g, (_, name: string) => String(blanks[name] ?? 'nothing')).replace('*', 'nothing/is/here'),
      )
  );
}

const email = 'axe@example.org';

/** Signs in an admin who has an account with the provider too: nearly every page is open to them. */
async function signedIn(browser: Browser, site: Site) {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const page = await context.newPage();
  const words = english.identity;
  await page.goto(`${providerAddress(site)}/login?to=/about`);
  await page.goto(page.url().replace('/sign-in', '/register'));
  await page.getByLabel(words.first_name).fill('Ada');
  await page.getByLabel(words.last_name).fill('Admin');
  await page.getByLabel(words.email, { exact: true }).fill(email);
  await page.getByLabel(words.password, { exact: true }).fill('Homing-2026');
  await page.getByLabel(words.password_again).fill('Homing-2026');
  await page.getByRole('main').getByRole('button').first().click();
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mails = await sql<{ text: string }>`select text from idp.outbox where recipient = ${email}`.execute(
        site.db,
      );
      link = /http\S+/.exec(mails.rows[0]?.text ?? '')?.[0];
      return link;
    })
    .toBeDefined();
  await page.goto(link!);
  await page.getByRole('main').getByRole('button').first().click();
  await expect(page).toHaveURL(`${providerAddress(site)}/about`);
  await asOwner(site.db, (tx) => tx.updateTable('users').set({ is_admin: true }).where('email', '=', email).execute());
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

/** The faults of a page in one of the twelve combinations. */
async function faultsOn(page: Page, address: string): Promise<string[]> {
  const answer = await page.goto(address);
  const lost = (answer?.status() ?? 500) >= 500 ? [`${answer?.status()}`] : [];
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  return [...lost, ...(await seriousIn(page)), ...(wide ? ['wider than the screen'] : [])];
}

let addresses: string[];
let publicAddresses: string[];
let cookies: Awaited<ReturnType<typeof signedIn>>;
test.beforeAll(async ({ browser, site }) => {
  cookies = await signedIn(browser, site);
  const race = await raceInTheAir(site, 5);
  const { id: user_id } = await site.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const { order_id } = await plantMoney(site.db, { loft_id: race.loft.id, season_id: race.season_id, user_id });
  const { product_id } = await site.db
    .selectFrom('order_positions')
    .select('product_id')
    .where('order_id', '=', order_id)
    .executeTakeFirstOrThrow();
  const mine = { order_id, product_id: product_id!, user_id };
  addresses = addressesOf(race, mine);
  // The desk and the phone at the lorry are programs: without a script they say so.
  publicAddresses = addressesOf(
    race,
    mine,
    pathsOf(routes).filter((path) => publicPaths.has(path)),
  );
  expect(publicAddresses.length).toBeGreaterThan(15);
  expect(addresses.length).toBeGreaterThan(80);
});

for (const [k, { locale, ...kind }] of kinds.entries()) {
  test(`nothing serious in ${locale}, ${kind.colorScheme}, ${kind.viewport.width} pixels wide`, async ({
    browser,
    site,
  }) => {
    test.setTimeout(all ? 900_000 : 120_000);
    const context = await browser.newContext({ ...kind, locale: 'en-GB' });
    await context.addCookies([...cookies, { name: 'locale', value: locale, url: providerAddress(site) }]);
    const page = await context.newPage();
    const faults: string[] = [];
    for (const [a, path] of addresses.entries())
      if (all || a % kinds.length === k)
        faults.push(...(await faultsOn(page, providerAddress(site) + path)).map((fault) => `${path}: ${fault}`));
    await context.close();
    expect(faults).toEqual([]);
  });
}

test('nothing serious on the public pages where no script runs', async ({ browser, site }) => {
  test.setTimeout(120_000);
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const faults: string[] = [];
  for (const path of publicAddresses)
    faults.push(
      ...(await seriousWithoutScript(page, providerAddress(site) + path)).map((fault) => `${path}: ${fault}`),
    );
  await context.close();
  expect(faults).toEqual([]);
});
