/** Feedback between two pages: the loading bar, the red bar after a failure, and a script that fails to load. */
import { expect, type Page } from '@playwright/test';
import english from '../locales/en.json' with { type: 'json' };
import { test, untilHydrated } from './support.ts';

/** Opens a page and waits until it is hydrated. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  // Only the script opens the menu of a small page by itself: here that shows the hydration.
  await untilHydrated(page);
}

const lofts = (page: Page) => page.getByRole('banner').getByRole('link', { name: english.nav.lofts });

test('a loading bar shows until the next page is there (2.31)', async ({ page, site }) => {
  await open(page, `${site.wire.address}/privacy`);
  const answered = Promise.withResolvers<void>();
  await page.route('**/lofts.data*', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await lofts(page).click();
  await expect(page.getByRole('progressbar', { name: english.nav.loading })).toBeVisible();
  answered.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english.lofts.title);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('the bar turns red when the next page fails (2.31)', async ({ page, site }) => {
  await open(page, `${site.wire.address}/privacy`);
  await page.route('**/lofts.data*', (route) => route.abort());
  await lofts(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english.error.away);
  await expect(page.locator('[class*="failed"]')).toBeVisible();
});

test('a script that fails to load reloads the page, once in a minute (8.9)', async ({ page, site }) => {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().endsWith('/lofts')) loads += 1;
  });
  await page.route('**/assets/LoftsPage-*.js', (route) => route.fulfill({ status: 404 }));
  await open(page, `${site.wire.address}/privacy`);
  await lofts(page).click();
  await expect.poll(() => loads).toBe(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english.lofts.title);
  await open(page, `${site.wire.address}/privacy`);
  await lofts(page).click();
  // An error that a reload did not repair is shown.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english.error.away);
  await open(page, `${site.wire.address}/privacy`);
  expect(loads).toBe(1);
});

test('a notice appears only in a browser that is too old (8.8)', async ({ page, site }) => {
  await page.goto(`${site.wire.address}/`);
  const notice = page.getByText(english.nav.old_browser);
  await expect(notice).toBeAttached();
  await expect(notice).toBeHidden();
  const displays = await notice.evaluate((element) =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule instanceof CSSSupportsRule && rule.conditionText.startsWith('not'))
      .flatMap((rule) => [...(rule as CSSSupportsRule).cssRules] as CSSStyleRule[])
      .filter((rule) => element.matches(rule.selectorText))
      .map((rule) => rule.style.display),
  );
  expect(displays).toEqual(['block']);
});
