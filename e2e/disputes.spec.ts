/** A participant disputes a provisional result on a phone, the loft answers, and only then it becomes official. */
import { expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { transact } from '#server/db/transaction.ts';
import { closeFlight, moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { asOwner, buildPerson } from '#testing/builders.ts';
import { pictureOf } from '#testing/files.ts';
import { buildFinal } from '#testing/finals.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, overflow, pageOf, type Race, type Site, seriousIn, test } from './support.ts';

const { dispute, official, refusals, ruling } = english;

/** A final that was published so long ago, and the owner of the team of its first bird. */
async function published(site: Site, hours_ago: number) {
  const release_time = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 30 * 3_600_000).toISOString();
  const final = await buildFinal(site.db, { birds: 6, release_time, book: { disputes: { hours: 24 } } });
  const { race, flight_id } = final;
  const clock = await clockOf(site, { ...race, flight_id } as Race, 'North trap');
  for (let bird = 0; bird < 3; bird += 1) await clock(bird, 200 + bird / 2);
  const key = { loft_id: race.loft.id, flight_id };
  await transact(site.db, async (tx) =>
    closeFlight(tx, await lockFlight(tx, key), new Date(race.release_ms + 300 * 60_000).toISOString()),
  );
  await transact(site.db, async (tx) =>
    moveFlight(tx, await lockFlight(tx, key), 'publish', { now_ms: Date.now() - hours_ago * 3_600_000 }),
  );
  const owner = await buildPerson(site.db, { first_name: 'Olga', last_name: 'Owner' });
  await site.db
    .updateTable('teams')
    .set({ user_id: owner.user_id })
    .where('loft_id', '=', key.loft_id)
    .where('id', '=', ({ selectFrom }) => selectFrom('pigeons').select('team_id').where('id', '=', race.pigeon_ids[0]!))
    .execute();
  return {
    ...final,
    owner,
    flight: `${site.program}/lofts/${key.loft_id}/flights/${flight_id}`,
    admin: `${site.program}/admin/seasons/${race.season_id}/flights/${flight_id}`,
    /** The time for disputes ends: as if the result had been published a day earlier. */
    end: () =>
      asOwner(site.db, async (tx) => {
        await sql`alter table flight_history disable trigger user`.execute(tx);
        await sql`update flight_history set at = at - interval '1 day'
          where flight_id = ${flight_id} and to_status = 'provisional'`.execute(tx);
        await sql`alter table flight_history enable trigger user`.execute(tx);
      }),
  };
}

test('Olga disputes a place with a line and a picture, Marta answers, and only then the result becomes official', async ({
  browser,
  site,
}) => {
  const { flight, admin, end, owner, marta, ines, ringOf, race } = await published(site, 1);
  const page = await pageOf(browser, site, owner);
  // From the page of a place, on a phone.
  await page.goto(`${flight}/places/${race.pigeon_ids[1]}`);
  await page.getByRole('link', { name: dispute.do_place }).click();
  await expect(page.getByLabel(ruling.ring)).toHaveValue(ringOf(1));
  expect(await overflow(page)).toBe(0);
  await page.getByRole('button', { name: dispute.send }).click();
  await expect(page.getByLabel(dispute.text)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel(ruling.ring)).toHaveValue(ringOf(1));
  await page.getByLabel(dispute.text).fill('My bird was on the board before it.');
  const buffer = await pictureOf(640, 480);
  await page.locator('input[type=file]').setInputFiles({ name: 'board.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('img', { name: 'board.png' })).toBeVisible();
  await page.getByRole('button', { name: dispute.send }).click();
  await expect(page.getByText(dispute.sent)).toBeVisible();
  const own = page.getByRole('region', { name: dispute.own });
  await expect(own.getByRole('listitem')).toContainText('My bird was on the board before it.');
  const picture = own.getByRole('img', { name: 'board.png' });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await overflow(page)).toBe(0);
  expect(await seriousIn(page)).toEqual([]);

  // Everybody reads that, not what and by whom.
  await page.goto(`${flight}?tab=info`);
  const log = page.getByRole('region', { name: english.flights.log });
  await expect(log.getByRole('listitem').filter({ hasText: dispute.opened })).toContainText(ringOf(1));
  await expect(log).not.toContainText('on the board');

  const loft = await pageOf(browser, site, marta, { viewport: { width: 1440, height: 900 } });
  await loft.goto(admin);
  const toSign = loft.getByRole('region', { name: official.title });
  await expect(toSign).toContainText(dispute.until);
  const sign = toSign.getByRole('button', { name: official.sign });
  await expect(sign).toBeDisabled();
  await expect(sign).toHaveAccessibleDescription(new RegExp(`${official.open_first}.*${official.sign_from}`));
  await end();
  await loft.reload();
  await expect(toSign).not.toContainText(dispute.until);
  await expect(sign).toBeDisabled();
  await expect(sign).toHaveAccessibleDescription(official.open_first);
  await loft.goto(`${admin}/control`);
  const open = loft.getByRole('region', { name: dispute.title });
  await expect(open.getByRole('listitem')).toContainText('Olga Owner: My bird was on the board before it.');
  await open.getByRole('link', { name: dispute.number.replace('{{n}}', '1') }).click();
  await expect(loft.getByRole('heading', { level: 1, name: dispute.title })).toBeVisible();
  await expect(loft.getByRole('img', { name: 'board.png' })).toBeVisible();
  expect(await seriousIn(loft)).toEqual([]);
  // The bird is filled in where it is ruled on.
  await loft.getByRole('link', { name: ruling.rule_on_it }).click();
  await loft.getByRole('link', { name: ruling.kind_disqualified }).click();
  await expect(loft.getByLabel(ruling.ring)).toHaveValue(ringOf(1));
  await loft.goto(`${admin}/disputes`);
  await loft.getByRole('button', { name: dispute.reject }).click();
  await expect(loft.getByLabel(dispute.answer)).toHaveAttribute('aria-invalid', 'true');
  await loft.getByLabel(dispute.answer).fill('Camera 2 shows it came later.');
  await loft.getByRole('button', { name: dispute.reject }).click();
  await expect(loft.getByText(dispute.rejected, { exact: true })).toBeVisible();

  await page.goto(`${flight}/disputes`);
  await expect(own.getByRole('listitem')).toContainText('Camera 2 shows it came later.');
  await expect(page.getByText(refusals.dispute_time_over)).toBeVisible();
  await page.goto(`${flight}?tab=info`);
  await expect(log).toContainText('Camera 2 shows it came later.');

  await loft.goto(admin);
  await toSign.getByRole('button', { name: official.sign }).click();
  await expect(toSign).toContainText('Signed: Marta Lopes');
  const second = await pageOf(browser, site, ines);
  await second.goto(admin);
  await second.getByRole('button', { name: official.sign_second }).click();
  await expect(second.getByText(english.status.official).first()).toBeVisible();
  for (const one of [page, loft, second]) await one.context().close();
});

test('without a script a dispute is opened, withdrawn, and answered; a stranger is told who can', async ({
  browser,
  site,
}) => {
  const { flight, admin, owner, ines } = await published(site, 1);
  const page = await pageOf(browser, site, owner, { javaScriptEnabled: false });
  await page.goto(flight);
  await page.getByRole('link', { name: dispute.own }).click();
  await page.getByLabel(dispute.text).fill('The clock was fast.');
  await page.getByRole('button', { name: dispute.send }).click();
  await expect(page.getByText(dispute.sent)).toBeVisible();
  const loft = await pageOf(browser, site, ines, { javaScriptEnabled: false });
  await loft.goto(`${admin}/disputes`);
  await loft.getByLabel(dispute.answer).fill('It was right.');
  await page.getByRole('button', { name: dispute.withdraw }).click();
  await expect(page.getByText(dispute.withdrawn, { exact: true })).toBeVisible();
  // Withdrawn meanwhile: what was typed stays.
  await loft.getByRole('button', { name: dispute.reject }).click();
  await expect(loft.getByText(refusals.dispute_withdrawn)).toBeVisible();
  await expect(loft.getByLabel(dispute.not_sent)).toHaveValue('It was right.');
  await page.getByLabel(dispute.text).fill('The clock was slow.');
  await page.getByRole('button', { name: dispute.send }).click();
  await loft.goto(`${admin}/disputes`);
  await loft.getByLabel(dispute.answer).fill('It was right.');
  await loft.getByRole('button', { name: dispute.uphold }).click();
  await expect(loft.getByText(refusals.dispute_ruling_needed).first()).toBeVisible();
  await expect(loft.getByLabel(dispute.mended_by)).toHaveAttribute('aria-invalid', 'true');
  await expect(loft.getByLabel(dispute.answer)).toHaveValue('It was right.');
  await loft.getByRole('button', { name: dispute.reject }).click();
  await expect(loft.getByText(dispute.rejected, { exact: true })).toBeVisible();
  expect(await overflow(loft)).toBe(0);
  const stranger = await pageOf(browser, site, await buildPerson(site.db), { javaScriptEnabled: false });
  await stranger.goto(`${flight}/disputes`);
  await expect(stranger.getByText(refusals.dispute_not_participant)).toBeVisible();
  await expect(stranger.getByRole('button', { name: dispute.send })).toHaveCount(0);
  for (const one of [page, loft, stranger]) await one.context().close();
});

test('the way to a dispute stands for who can open one; others read by whom and until when', async ({
  browser,
  site,
}) => {
  const { flight, end, owner, marta, race } = await published(site, 1);
  const page = await pageOf(browser, site, owner);
  await page.goto(flight);
  const way = (on: Page, name: string) => on.getByRole('link', { name });
  await expect(way(page, dispute.do)).toBeVisible();
  // Who runs the loft has no bird in it.
  const stranger = await pageOf(browser, site, marta);
  const nobody = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  for (const one of [stranger, nobody]) {
    const known = one.waitForLoadState('networkidle');
    await one.goto(flight);
    await known;
    await expect(one.getByText(dispute.until)).toBeVisible();
    await expect(one.getByText(refusals.dispute_not_participant)).toBeVisible();
    for (const name of [dispute.do, dispute.own]) await expect(way(one, name)).toHaveCount(0);
    await one.goto(`${flight}/places/${race.pigeon_ids[1]}`);
    await one.waitForLoadState('networkidle');
    await expect(way(one, dispute.do_place)).toHaveCount(0);
  }
  await end();
  await page.goto(flight);
  await expect(page.getByText(refusals.dispute_time_over)).toBeVisible();
  for (const name of [dispute.do, dispute.own]) await expect(way(page, name)).toHaveCount(0);
  for (const one of [page, stranger, nobody]) await one.context().close();
});
