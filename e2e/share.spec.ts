/** Shared links: the metadata of a page, its picture, and the page that shows both (2.20). */
import { expect } from '@playwright/test';
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
  for (const colorScheme of ['light', 'dark'] as const)
    test(`axe finds nothing serious on the page of shared links in ${locale}, ${colorScheme}`, async ({
      browser,
      site,
    }) => {
      const context = await browser.newContext({ colorScheme });
      const page = await context.newPage();
      await page.goto(`${site.wire.address}/misc/og-tags?lang=${locale}&page=${race.path}`);
      await expect(page.getByText('summary_large_image')).toBeVisible();
      expect(await seriousIn(page)).toEqual([]);
      await context.close();
    });
