/** A fancier claims an old team on a phone and its loft decides; two accounts of one person are merged. */
import { expect } from '@playwright/test';
import { sql } from 'kysely';
import { buildPerson, buildRace } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { overflow, pageOf, type Site, seriousIn, test } from './support.ts';

const { admin, claims, merge, nav } = english;

/** The path of the link in the mail to an address, once it is sent. */
async function linkTo(site: Site, email: string): Promise<string> {
  let path: string | undefined;
  await expect(async () => {
    const { rows } = await sql<{ text: string }>`select text from idp.outbox where recipient = ${email}`.execute(
      site.db,
    );
    path = rows.map(({ text }) => /\/account\/merge\/confirm\?token=[\w.-]+/.exec(text)?.[0]).find(Boolean);
    expect(path).toBeDefined();
  }).toPass();
  return path!;
}

test('Zoë claims her old team with a line, Marta accepts it, and takes it back', async ({ browser, site }) => {
  const { loft, season_id } = await buildRace(site.db, { birds: 2 });
  const entries = [{ loft_id: loft.id, entry: { is_merchant: true } }];
  const marta = await buildPerson(site.db, { first_name: 'Marta', last_name: 'Lopes', entries });
  const zoe = await buildPerson(site.db, { first_name: 'Zoë', last_name: 'Ortuño' });
  const old = { loft_id: loft.id, season_id, name: 'Ortuño 1', fancier: 'Ortuño Zoë', country: 'ES' };
  const { id } = await site.db.insertInto('teams').values(old).returning('id').executeTakeFirstOrThrow();
  const team = `${site.program}/lofts/${loft.id}/teams/${id}`;

  const page = await pageOf(browser, site, zoe);
  await page.goto(team);
  await page.getByRole('link', { name: claims.ask }).click();
  await page.getByRole('button', { name: claims.send }).click();
  await expect(page.getByLabel(claims.text)).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel(claims.text).fill('The ring ES-26-1 is mine');
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: claims.send }).click();
  await expect(page.getByText(claims.sent)).toBeVisible();
  expect(await overflow(page)).toBe(0);

  const office = await pageOf(browser, site, marta);
  await office.goto(`${site.program}/admin/lofts/${loft.id}/claims`);
  await expect(office.getByRole('heading', { name: admin.claims, level: 1 })).toBeVisible();
  await expect(office.getByText(claims.same_name)).toBeVisible();
  // Refused without a reason: what is missing is named, and nothing is decided.
  await office.getByRole('button', { name: claims.refuse }).click();
  await expect(office.getByLabel(claims.reason)).toHaveAttribute('aria-invalid', 'true');
  expect(await seriousIn(office)).toEqual([]);
  expect(await overflow(office)).toBe(0);
  await office.getByRole('button', { name: claims.accept }).click();
  await expect(office.getByText(claims.accepted, { exact: true })).toBeVisible();

  await page.goto(`${site.program}/account/claims`);
  await expect(page.getByText(claims.accepted, { exact: true })).toBeVisible();
  await expect(async () => {
    await page.goto(team);
    await expect(page.getByRole('link', { name: claims.ask })).toBeHidden({ timeout: 500 });
  }).toPass();

  await office.getByLabel(claims.reason).fill('A namesake');
  await office.getByRole('button', { name: claims.take_back }).click();
  await expect(office.getByText(claims.taken_back, { exact: true })).toBeVisible();
  await page.goto(`${site.program}/account/claims`);
  await expect(page.getByText('A namesake')).toBeVisible();

  const arabic = await pageOf(browser, site, marta, { locale: 'ar' });
  await arabic.goto(`${site.program}/admin/lofts/${loft.id}/claims`);
  await expect(arabic.locator('html')).toHaveAttribute('dir', 'rtl');
  expect(await overflow(arabic)).toBe(0);
});

test('two accounts of Zoë are merged by the link in the mailbox of the one that is closed', async ({
  browser,
  site,
}) => {
  const address = (name: string) => `${name}-${crypto.randomUUID()}@merge.example`;
  const emails = [address('stays'), address('goes')] as const;
  const into = await buildPerson(site.db, { first_name: 'Zoë', email: emails[0] });
  const from = await buildPerson(site.db, { email: emails[1] });
  const { loft, season_id } = await buildRace(site.db, { birds: 1 });
  const team = { loft_id: loft.id, season_id, name: 'Zoë 1', fancier: 'Zoë', country: 'BE', user_id: from.user_id };
  await site.db.insertInto('teams').values(team).execute();

  const asks = await pageOf(browser, site, into);
  await asks.goto(`${site.program}/account/merge`);
  await asks.getByLabel(merge.other).fill(address('nobody'));
  await asks.getByRole('button', { name: merge.ask }).click();
  await expect(asks.getByText(merge.sent)).toBeVisible();
  expect(await seriousIn(asks)).toEqual([]);
  expect(await overflow(asks)).toBe(0);

  await asks.getByLabel(merge.other).fill(emails[1]);
  await asks.getByRole('button', { name: merge.ask }).click();
  const link = `${site.program}${await linkTo(site, emails[1])}`;
  // In the browser of the account that asked it opens nothing.
  await asks.goto(link);
  await expect(asks.getByText(merge.other_reader)).toBeVisible();

  const page = await pageOf(browser, site, from);
  await page.goto(link);
  await expect(page.getByText(emails[0])).toBeVisible();
  await expect(page.locator('dl')).toContainText('1');
  expect(await seriousIn(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.getByRole('button', { name: merge.do }).click();
  await expect(page.getByRole('heading', { name: merge.done })).toBeVisible();
  await expect(page.locator('main').getByRole('link', { name: nav.log_in })).toBeVisible();

  await asks.goto(link);
  await expect(asks.getByText(merge.link_over)).toBeVisible();
  const arabic = await pageOf(browser, site, into, { locale: 'ar' });
  await arabic.goto(`${site.program}/account/merge`);
  await expect(arabic.locator('html')).toHaveAttribute('dir', 'rtl');
  expect(await overflow(arabic)).toBe(0);
});
