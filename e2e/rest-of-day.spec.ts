/**
 * The rest of a day: 300 birds come home over three clocks, of which one goes silent and one is 2.3 s fast; a bird comes
 * without its chip, an owner disputes a place, two people make the result official, and a mistake is corrected
 * afterwards as version 2. A reader whose board is open the whole time ends with what the database holds.
 */
import { expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import type { readResult } from '#domain/arrivals/contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { clockOf as timeOf } from '#domain/day.ts';
import { registerDevice } from '#server/devices/devices.ts';
import { asOwner, buildPerson } from '#testing/builders.ts';
import { buildFinal } from '#testing/finals.ts';
import english from '../locales/en.json' with { type: 'json' };
import { desktop, overflow, pageOf, type Site, seriousIn, test } from './support.ts';

const { control, dispute, flights, official, ruling } = english;

const birds = 300;
const fast_ms = 2300;

/** A clock of the loft: it delivers the readings of birds, by its own time, and says how long its call before took. */
async function threeClocks(site: Site, final: Awaited<ReturnType<typeof buildFinal>>) {
  const { race } = final;
  const register = (name: string) => registerDevice(site.db, { loft_id: race.loft.id, name });
  const devices = [
    { device_id: race.device.device_id, key: race.key, ahead_ms: 0 },
    { ...(await register('Clock 2')), ahead_ms: fast_ms },
    { ...(await register('Clock 3')), ahead_ms: 0 },
  ];
  const sequences = [0, 0, 0];
  const readingOf = (clock: number, bird: number) => ({
    boot: '1',
    sequence: ++sequences[clock]!,
    chip: race.chips[bird]!,
    device_time: new Date(landing(race.release_ms, bird) + devices[clock]!.ahead_ms).toISOString(),
    resolution_ms: 1,
  });
  const send = async (clock: number, readings: ReturnType<typeof readingOf>[]) => {
    const { key, ahead_ms } = devices[clock]!;
    const own = (ms: number) => new Date(ms + ahead_ms).toISOString();
    const now_ms = Date.now();
    const round_trip = {
      sent_at: own(now_ms - 120),
      received_at: new Date(now_ms - 100).toISOString(),
      replied_at: own(now_ms - 80),
    };
    const answer = await fetch(`${site.program}/api/devices/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings, sent_at: own(now_ms), round_trip }),
    });
    expect(answer.status, await answer.clone().text()).toBe(200);
    return ((await answer.json()) as { readings: { status: string }[] }).readings.map(({ status }) => status);
  };
  return { devices, readingOf, send };
}

/**
 * Every bird lands a while after the one before it, but the tenth of each ten 8 ms after it, on another clock; and the
 * third of all a second after the second one, which the fast clock reads.
 */
const landing = (release_ms: number, bird: number) => {
  const after_ms = bird % 10 === 9 ? (bird - 1) * 9000 + 8 : bird === 2 ? 9000 + 1000 : bird * 9000;
  return release_ms + 240 * 60_000 + after_ms;
};
const clockOfBird = (bird: number) => bird % 3;
/** It lost its chip. */
const unread = 299;

/** Sends a ruling as its effect is shown, and has it signed by another person where it takes one. */
async function rule(page: Page, second: Page, own: string, reason: string): Promise<void> {
  await page.getByRole('textbox', { name: ruling.reason }).fill(reason);
  await page.getByRole('button', { name: new RegExp(`^(${ruling.do_make}|${ruling.do_prepare})$`) }).click();
  await page.waitForURL(/\/rulings\/\d+\?done=1/);
  const [, n] = /\/rulings\/(\d+)/.exec(page.url())!;
  await second.goto(`${own}/rulings/${n}`);
  const made = second.getByText(ruling.made, { exact: true });
  const sign = second.getByRole('button', { name: ruling.sign });
  await expect(made.or(sign).first()).toBeVisible();
  if (await sign.isVisible()) await sign.click();
  await expect(made.first()).toBeVisible();
}

test.setTimeout(240_000);
// A step that waits in vain says which one it was.
test.use({ actionTimeout: 15_000 });

test('300 birds over three clocks, a dispute, two signatures, and version 2', async ({ browser, site }) => {
  const release_ms = Math.floor(Date.now() / 60_000) * 60_000 - 6 * 3_600_000;
  const release_time = new Date(release_ms).toISOString();
  const book = { close_times: 'tie' as const, disputes: { hours: 1 } };
  const final = await buildFinal(site.db, { birds, release_time, book });
  const { race, flight_id, marta, ines, ringOf } = final;
  const loft_id = race.loft.id;
  const { devices, readingOf, send } = await threeClocks(site, final);
  const own = `${site.program}/admin/seasons/${race.season_id}/flights/${flight_id}`;
  const open = `${site.program}/lofts/${loft_id}/flights/${flight_id}`;
  const owner = await buildPerson(site.db, { first_name: 'Olga', last_name: 'Owner' });
  await site.db
    .updateTable('teams')
    .set({ user_id: owner.user_id })
    .where('loft_id', '=', loft_id)
    .where('id', '=', ({ selectFrom }) => selectFrom('pigeons').select('team_id').where('id', '=', race.pigeon_ids[5]!))
    .execute();

  const reader = await pageOf(browser, site, null);
  await reader.goto(open);
  const page = await pageOf(browser, site, marta, desktop);
  await page.goto(`${own}/control`);

  // The first 200 come in over all three; the third clock then loses its network with its part of the others.
  const ofClock = (clock: number, from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => from + n).filter(
      (bird) => clockOfBird(bird) === clock && bird !== unread,
    );
  for (const clock of [0, 1, 2])
    await send(
      clock,
      ofClock(clock, 0, 200).map((bird) => readingOf(clock, bird)),
    );
  for (const clock of [0, 1])
    await send(
      clock,
      ofClock(clock, 200, birds).map((bird) => readingOf(clock, bird)),
    );
  const late = ofClock(2, 200, birds).map((bird) => readingOf(2, bird));
  const home = birds - 1 - late.length;
  await expect(page.getByText(`Home: ${home} of ${birds}`)).toBeVisible();
  await asOwner(site.db, async (tx) => {
    await sql`update devices set online_from = '00:00', online_to = '00:00', silent_after_s = 60 where id = ${devices[2]!.device_id}`.execute(
      tx,
    );
    await sql`update device_contacts set last_at = last_at - interval '20 minutes' where device_id = ${devices[2]!.device_id}`.execute(
      tx,
    );
  });
  await page.reload();
  const clocks = page.getByRole('region', { name: control.clocks, exact: true });
  await expect(clocks).toContainText('Clock 3: silent since');
  // The second clock is 2.3 s fast, give or take its round trip.
  await expect(clocks.getByRole('listitem').filter({ hasText: 'Clock 2' })).toContainText(/2\.[2-6]\d* secs ahead/);
  expect(await seriousIn(page)).toEqual([]);

  // Its correction changes prizes: Marta prepares it, Inês signs it on a phone.
  await page.goto(`${own}/rulings/create?kind=offset&device_id=${devices[1]!.device_id}`);
  await page.getByLabel(ruling.offset).fill('-2.3');
  await page.getByRole('button', { name: ruling.show_effect }).click();
  await expect(page.getByRole('region', { name: ruling.effect })).toContainText(ruling.retimed);
  await expect(page.getByRole('button', { name: ruling.do_prepare })).toBeVisible();
  const second = await pageOf(browser, site, ines);
  await rule(page, second, own, 'Compared with the GPS time at the read-out.');

  // The third clock is back; it sends everything, and a part of it twice.
  expect(await send(2, late)).toEqual(late.map(() => 'stored'));
  expect(await send(2, late.slice(0, 10))).toEqual(Array.from({ length: 10 }, () => 'duplicate'));
  await page.goto(`${own}/control`);
  await expect(page.getByText(`Home: ${birds - 1} of ${birds}`)).toBeVisible();

  // The bird without a chip was seen with the last drop.
  await page.getByRole('region', { name: control.not_home }).getByText(ringOf(unread).slice(-3)).click();
  const seen = timeOf(landing(release_ms, unread), race.loft.time_zone);
  await page.getByLabel(ruling.day, { exact: true }).fill(seen.date);
  await page.getByLabel(ruling.time_seen).fill(seen.time);
  await page.getByRole('button', { name: ruling.show_effect }).click();
  await rule(page, second, own, 'Seen on the board by camera 2.');

  // Birds that the clocks cannot tell apart share their place, as the rulebook says.
  await page.goto(`${own}/control`);
  await page.getByRole('link', { name: control.close_decide }).click();
  await expect(page.getByRole('region', { name: ruling.effect })).toContainText(ruling.retimed);
  await rule(page, second, own, 'The rulebook says so.');

  // Closed and published; Olga disputes a place from her phone.
  const flight = await pageOf(browser, site, marta, desktop);
  await flight.goto(own);
  await flight.getByText(flights.close, { exact: true }).first().click();
  const closing = flight.locator('form', { has: flight.getByRole('button', { name: flights.close, exact: true }) });
  const now = timeOf(Date.now() - 60_000, race.loft.time_zone);
  await closing.getByLabel(flights.closing_day).fill(now.date);
  await closing.getByLabel(flights.release_time).fill(now.time.slice(0, 5));
  await closing.getByLabel(flights.public_reason).fill('All birds are home.');
  await closing.getByRole('button', { name: flights.close, exact: true }).click();
  await flight.locator('summary').filter({ hasText: flights.publish }).click();
  await flight.getByRole('button', { name: flights.publish }).click();
  await expect(flight.getByRole('region', { name: official.title })).toContainText(`Home: ${birds} of ${birds}`);

  const olga = await pageOf(browser, site, owner);
  await olga.goto(`${open}/places/${race.pigeon_ids[5]}`);
  await olga.getByRole('link', { name: dispute.do_place }).click();
  await olga.getByLabel(dispute.text).fill('My bird was on the board before it.');
  await olga.getByRole('button', { name: dispute.send }).click();
  await expect(olga.getByText(dispute.sent)).toBeVisible();

  await flight.reload();
  const toSign = flight.getByRole('region', { name: official.title });
  await expect(toSign.getByRole('button', { name: official.sign, exact: true })).toBeDisabled();
  await toSign.getByRole('link').filter({ hasText: /\d/ }).first().click();
  await flight.getByLabel(dispute.answer).fill('The camera shows it second.');
  await flight.getByRole('button', { name: dispute.reject }).click();
  await expect(flight.getByText('The camera shows it second.').first()).toBeVisible();
  // The time for disputes is over: as if the result had been published an hour earlier.
  await asOwner(site.db, async (tx) => {
    await sql`alter table flight_history disable trigger user`.execute(tx);
    await sql`update flight_history set at = at - interval '61 minutes'
      where flight_id = ${flight_id} and to_status = 'provisional'`.execute(tx);
    await sql`alter table flight_history enable trigger user`.execute(tx);
  });

  await flight.goto(own);
  await toSign.getByRole('button', { name: official.sign, exact: true }).click();
  await expect(toSign).toContainText('Signed: Marta');
  await second.goto(own);
  await second.getByRole('button', { name: official.sign_second }).click();
  await expect(second.getByRole('region', { name: official.title })).toContainText('Signed: Inês');

  // A mistake is found afterwards: version 2, and the first stays readable with the difference.
  await page.goto(`${own}/rulings/create?kind=disqualified&ring=${encodeURIComponent(ringOf(30))}&show=1`);
  await rule(page, second, own, 'It was entered by mistake.');
  await olga.goto(`${open}?tab=info`);
  await expect(olga.getByText('The official result was corrected: version 2', { exact: false }).first()).toBeVisible();
  expect(await overflow(olga)).toBe(0);
  expect(await seriousIn(olga)).toEqual([]);

  // The board that was open the whole day shows what the database holds.
  const answer = await fetch(`${site.program}/api/lofts/${loft_id}/flights/${flight_id}/result?per_page=25`);
  const result = (await answer.json()) as ReplyOf<typeof readResult>;
  expect(result.home_count ?? result.match_count).toBe(birds - 1);
  const first = result.rows.slice(0, 8).map(({ pigeon_id, rank }) => [String(pigeon_id), String(rank)]);
  await expect
    .poll(() =>
      reader
        .locator('[data-bird]')
        .evaluateAll((rows) =>
          rows.slice(0, 8).map((row) => [row.getAttribute('data-bird'), row.querySelector('bdi')?.textContent]),
        ),
    )
    .toEqual(first);
  for (const one of [reader, page, second, flight, olga]) await one.context().close();
});
