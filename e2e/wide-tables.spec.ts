/** The tables of people at work in windows of three widths: no cell is where nobody can scroll it to. */
import { expect } from '@playwright/test';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import { signIn, test } from './support.ts';

test('each cell of a wide table is reached by scrolling its panel, by keyboard too', async ({ page, site }) => {
  const offer = await buildOffer(site.db);
  const { user_id } = await buildCustomer(site.db);
  await plantOrder(site.db, offer, user_id);
  await signIn(page.context(), site.program, offer.merchant.token);
  const { loft_id, season_id } = offer.season;
  const lists = ['orders', 'pigeons', 'flights', 'products', 'customers', 'payments', 'transports', 'teams'];
  const paths = [...lists.map((list) => `/admin/seasons/${season_id}/${list}`), `/admin/lofts/${loft_id}/devices`];
  const seen = new Set<string>();
  for (const path of paths) {
    await page.goto(site.program + path);
    for (const width of [320, 390, 820, 1100]) {
      await page.setViewportSize({ width, height: 900 });
      if (await page.getByRole('table').count()) seen.add(path);
      expect({ path, width, lost: await page.evaluate(lostCells) }).toEqual({ path, width, lost: [] });
    }
  }
  expect([...seen]).toEqual(expect.arrayContaining([paths[0], paths[3]]));

  await page.setViewportSize({ width: 820, height: 900 });
  await page.goto(site.program + paths[0]);
  const scroller = page.getByRole('group', { name: 'Orders' });
  await scroller.evaluate((element) => {
    // Wider than any window, whatever the words of the columns are.
    element.querySelector('table')!.style.minInlineSize = '1400px';
  });
  await scroller.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => scroller.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
});

for (const locale of ['en', 'ar', 'de'])
  test(`the orders of a season fit a tablet, and stand beside the menu of the season (${locale})`, async ({
    page,
    site,
  }) => {
    const offer = await buildOffer(site.db);
    const { user_id } = await buildCustomer(site.db);
    await plantOrder(site.db, offer, user_id);
    await plantOrder(site.db, offer, user_id, ['confirm']);
    await signIn(page.context(), site.program, offer.merchant.token);
    await page.context().addCookies([{ name: 'locale', value: locale, url: site.program }]);
    await page.goto(`${site.program}/admin/seasons/${offer.season.season_id}/orders`);
    for (const width of [390, 768, 820, 1024, 1100]) {
      await page.setViewportSize({ width, height: 900 });
      const panel = page.getByRole('table').locator('..');
      expect({ width, hidden: await panel.evaluate((box) => box.scrollWidth - box.clientWidth) }).toEqual({
        width,
        hidden: 0,
      });
    }
  });

/** The texts of cells that end outside the first box around their table that cuts them off without scrolling. */
function lostCells(): string[] {
  return [...document.querySelectorAll('main :is(td, th)')].flatMap((cell) => {
    const { left, right, width } = cell.getBoundingClientRect();
    if (width < 2) return [];
    for (let around = cell.parentElement; around; around = around.parentElement) {
      const { overflowX } = getComputedStyle(around);
      if (overflowX === 'auto' || overflowX === 'scroll') return [];
      const box = around.getBoundingClientRect();
      if (overflowX !== 'visible' && box.width > 2 && (right > box.right + 1 || left < box.left - 1))
        return [cell.textContent ?? ''];
    }
    return right > innerWidth + 1 ? [cell.textContent ?? ''] : [];
  });
}
