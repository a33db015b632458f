/** What a reader sees between two pages: the bar that runs, the bar that is red, a script that does not come. */
import { expect, type Page } from '@playwright/test';
import english from '../locales/en.json' with { type: 'json' };
import { takenOver, test } from './support.ts';

/** A page that the script has taken over. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  // Only the script opens the menu of a small page by itself; here it marks what it has taken over.
  await takenOver(page);
}

const lofts = (page: Page) => page.getByRole('banner').getByRole('link', { name: english.nav.lofts });

test('a bar runs while the next page is on its way, and is gone with it (2.31)', async ({ page, site }) => {
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

test('the bar is red when the page does not come (2.31)', async ({ page, site }) => {
  await open(page, `${site.wire.address}/privacy`);
  await page.route('**/lofts.data*', (route) => route.abort());
  await lofts(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english.error.away);
  await expect(page.locator('[class*="failed"]')).toBeVisible();
});

test('a script that does not come loads the page anew, once in a minute (8.9)', async ({ page, site }) => {
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
  // What a reload did not mend is said.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english.error.away);
  await open(page, `${site.wire.address}/privacy`);
  expect(loads).toBe(1);
});

test('a browser that is too old is told so, one that is not is not (8.8)', async ({ page, site }) => {
  await page.goto(`${site.wire.address}/`);
  const notice = page.getByText(english.nav.old_browser);
  await expect(notice).toBeAttached();
  await expect(notice).toBeHidden();
  const told = await notice.evaluate((element) =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule instanceof CSSSupportsRule && rule.conditionText.startsWith('not'))
      .flatMap((rule) => [...(rule as CSSSupportsRule).cssRules] as CSSStyleRule[])
      .filter((rule) => element.matches(rule.selectorText))
      .map((rule) => rule.style.display),
  );
  expect(told).toEqual(['block']);
});
