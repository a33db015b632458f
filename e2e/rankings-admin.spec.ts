/** A merchant sets up a ranking: chosen, tried with the season's birds, saved, published, and from then on fixed. */
import { expect } from '@playwright/test';
import { buildPerson } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, raceInTheAir, seriousIn, signIn, test } from './support.ts';

const { ranking_admin: words, aces, rights, product, refusals } = english;

test('a ranking is chosen, tried, saved and published (domain 2.12)', async ({ page, site }) => {
  const race = await raceInTheAir(site, 3);
  const read = await clockOf(site, race, 'Clock at the landing board');
  await read(0, 250);
  const merchant = await buildPerson(site.db, { entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }] });
  await signIn(page.context(), site.program, merchant.token);
  await page.setViewportSize({ width: 390, height: 844 });
  const at = `${site.program}/admin/seasons/${race.season_id}/rankings`;
  await page.goto(at);
  await expect(page.getByText(words.empty_text)).toBeVisible();
  await page.goto(`${at}/create`);
  await page.getByLabel(product.name, { exact: true }).fill('Ace pigeon');
  await page.getByLabel(words.best).fill('1');
  const prizes = page.locator('[name=prizes]');
  await prizes.fill('first: much');
  await page.getByRole('button', { name: rights.save }).click();
  await expect(prizes).toHaveAttribute('aria-invalid', 'true');
  await prizes.fill('1: 500\n2: 250');
  await page.getByLabel(words.least).fill('2');
  await page.getByRole('button', { name: rights.save }).click();
  await expect(page.getByLabel(words.least)).toHaveAttribute('aria-invalid', 'true');
  expect(await seriousIn(page)).toEqual([]);
  await page.getByLabel(words.least).fill('');
  await page.getByRole('button', { name: words.try, exact: true }).click();
  await expect(page.getByRole('heading', { name: words.tried })).toBeVisible();
  await expect(page.locator('tbody tr')).toHaveCount(3);
  await expect(page.getByLabel(product.name, { exact: true })).toHaveValue('Ace pigeon');
  await page.getByRole('button', { name: rights.save }).click();
  await expect(page.getByText(words.draft)).toBeVisible();

  await page.getByRole('link', { name: 'Ace pigeon' }).click();
  await page.locator('summary', { hasText: words.publish }).click();
  await page.getByRole('button', { name: words.publish }).click();
  await page.getByRole('link', { name: 'Ace pigeon' }).click();
  await expect(page.getByText(aces.by_mean_speed)).toBeVisible();
  await expect(page.getByLabel(words.best)).toHaveCount(0);
  // From now on its prizes are only raised.
  await prizes.fill('1: 400\n2: 250');
  await page.getByRole('button', { name: rights.save }).click();
  await expect(page.getByText(refusals.ranking_prizes_lowered).first()).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
  await prizes.fill('1: 600\n2: 250');
  await page.getByRole('button', { name: rights.save }).click();
  await expect(page.getByRole('link', { name: 'Ace pigeon' })).toBeVisible();
  await page.goto(`${site.program}/lofts/${race.loft.id}/aces`);
  await expect(page.getByRole('heading', { name: 'Ace pigeon' })).toBeVisible();
  await expect(page.locator('tbody tr').first()).toContainText('€600');
  await expect(page.getByText(aces.prize_example)).toBeVisible();
  await page.goto(`${site.program}/lofts/${race.loft.id}/seasons/${race.season_id}/prizes`);
  await expect(page.getByRole('heading', { name: 'Ace pigeon' })).toBeVisible();
  await expect(page.getByText(english.prizes.nobody)).toBeVisible();
});
