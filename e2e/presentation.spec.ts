/** A flight on a television: its slides, a bird that lands before them, a phone that leads the screen, and the lower third. */
import { expect, type Page } from '@playwright/test';
import german from '../locales/de.json' with { type: 'json' };
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, raceInTheAir, seriousIn, test } from './support.ts';

const words = english.present;
const television = { width: 1920, height: 1080 };
const slide = (page: Page, name: string) => page.locator(`[data-slide="${name}"]`);

test('slides turn by keys, a bird that lands stands before them, and the line comes back', async ({
  site,
  browser,
}) => {
  const race = await raceInTheAir(site, 12);
  const clock = await clockOf(site, race, 'Trap of the screen');
  await clock(0, 60);
  const context = await browser.newContext({ viewport: television, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(`${site.wire.address}${race.path}/present`);
  await expect(slide(page, 'cover')).toBeVisible();
  await expect(page.getByRole('button', { name: words.hold })).toBeAttached();
  expect(await seriousIn(page)).toEqual([]);
  for (const name of ['info', 'podium', 'progress']) {
    await page.keyboard.press('ArrowRight');
    await expect(slide(page, name)).toBeVisible();
    expect(await seriousIn(page)).toEqual([]);
  }
  await expect(page.locator('li', { hasText: race.rings[0]!.slice(-3) })).toBeVisible();
  site.wire.cut();
  await expect(page.getByText(words.lost)).toBeVisible({ timeout: 15_000 });
  // It stands above the head of the slide, not on it.
  const [notice, clock_box] = await Promise.all([
    page.getByText(words.lost).boundingBox(),
    page.getByRole('timer').first().boundingBox(),
  ]);
  expect(notice!.y + notice!.height).toBeLessThanOrEqual(clock_box!.y);
  site.wire.restore();
  await clock(1, 61);
  await expect(slide(page, 'landing')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('status').filter({ hasText: race.rings[1]!.slice(-3) })).toBeVisible();
  expect(errors).toEqual([]);
  await context.close();
});

test('a phone that read the code turns, holds, darkens and translates the screen; another one does not', async ({
  site,
  browser,
}) => {
  const race = await raceInTheAir(site, 3);
  const context = await browser.newContext({ viewport: television });
  const screen = await context.newPage();
  await screen.goto(`${site.program}${race.path}/present`);
  await screen.getByRole('button', { name: words.hold }).waitFor({ state: 'attached' });
  await screen.keyboard.press('r');
  await expect(screen.getByRole('dialog', { name: words.scan })).toBeVisible();
  const code = await screen.evaluate(() => (JSON.parse(sessionStorage.getItem('screen')!) as { code: string }).code);
  const phones = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await phones.newPage();
  await phone.goto(`${site.program}${race.path}/present/remote#${code}`);
  await expect(phone.getByText(words.connected)).toBeVisible();
  await expect(screen.getByRole('dialog')).toHaveCount(0);
  // Its buttons are all there is to press.
  await expect(phone.getByRole('banner')).toHaveCount(0);
  expect(await seriousIn(phone)).toEqual([]);
  for (const page of ['progress', 'cover']) {
    await phone
      .locator('label', { hasText: new RegExp(`^${words.page}`) })
      .getByRole('combobox')
      .selectOption(page);
    await expect(slide(screen, page)).toBeVisible();
  }
  await phone.getByRole('button', { name: english.paging.next }).click();
  await expect(slide(screen, 'info')).toBeVisible();
  await phone.getByRole('button', { name: words.hold }).click();
  await expect(screen.getByText(words.held)).toBeVisible();
  await expect(phone.getByRole('button', { name: words.go_on })).toBeVisible();
  // Also before anybody has chosen it, the phone says how the screen looks.
  await expect(phone.getByRole('button', { name: english.footer.light })).toHaveAttribute('aria-pressed', 'true');
  await phone.getByRole('button', { name: english.footer.dark }).click();
  await expect(screen.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(phone.getByRole('button', { name: english.footer.dark })).toHaveAttribute('aria-pressed', 'true');
  await phone.getByLabel(english.footer.language).selectOption('de');
  // Nothing is said to a page that is on its way out.
  await expect(phone.getByRole('button', { name: english.paging.next })).toBeDisabled();
  await expect(screen.locator('html')).toHaveAttribute('lang', /^de/);
  // The tab still has the slide, that it is held, and the code.
  await expect(screen.getByRole('button', { name: german.present.go_on })).toBeAttached();
  await expect(slide(screen, 'info')).toBeVisible();
  await expect(screen.getByText(german.present.held)).toBeVisible();
  await expect(phone.getByRole('button', { name: words.go_on })).toBeEnabled();
  await phone.getByRole('button', { name: english.paging.next }).click();
  await expect(slide(screen, 'progress')).toBeVisible();

  // Nothing is pressed in vain, and the same code holds when the phone is back.
  await phones.setOffline(true);
  await expect(phone.getByText(words.offline)).toBeVisible();
  await expect(phone.getByRole('button', { name: english.paging.next })).toBeDisabled();
  await phones.setOffline(false);
  await expect(phone.getByText(words.connected)).toBeVisible({ timeout: 20_000 });
  // A screen that has gone is missed without a press.
  await context.setOffline(true);
  await expect(phone.getByText(words.nobody)).toBeVisible({ timeout: 30_000 });
  await context.setOffline(false);

  const stranger = await phones.newPage();
  await stranger.goto(`${site.program}${race.path}/present/remote#${'x'.repeat(22)}`);
  await expect(stranger.getByText(words.code_over)).toBeVisible({ timeout: 10_000 });
  await expect(stranger.getByRole('button', { name: english.paging.next })).toBeDisabled();
  await phones.close();
  await context.close();
});

test('for stream software there is only the lower third; without a script the first slide', async ({
  site,
  browser,
}) => {
  const race = await raceInTheAir(site, 3);
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.program}${race.path}?tab=info`);
  await page.getByRole('link', { name: words.overlay }).click();
  await expect(page).toHaveURL(/\/present\?overlay=1$/);
  await expect(page.getByRole('region', { name: words.title })).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgba(0, 0, 0, 0)');
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.goto(`${site.program}${race.path}/present`);
  await expect(slide(page, 'cover')).toBeVisible();
  await expect(page.getByRole('link', { name: english.text_only.title })).toBeVisible();
  await context.close();
});
