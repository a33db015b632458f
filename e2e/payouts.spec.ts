/** A prize is paid by two people, taken back, and paid in parts; who won it reads each step on a phone. */
import { expect } from '@playwright/test';
import { transact } from '#server/db/transaction.ts';
import { closeFlight, moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { buildPerson } from '#testing/builders.ts';
import { buildFinal } from '#testing/finals.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, overflow, pageOf, type Race, type Site, seriousIn, test } from './support.ts';

const { pay, prizes, product, refusals } = english;

/** A final with 2,500.00 for its first bird, signed by two people, and the owner of that bird. */
async function signedFinal(site: Site) {
  const release_time = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 30 * 3_600_000).toISOString();
  const book = { prizes: { final: { basis: 'amount' as const, steps: [{ from: 1, to: 1, value: 250_000 }] } } };
  const { race, flight_id, marta, ines } = await buildFinal(site.db, { release_time, book });
  const zoe = await buildPerson(site.db, { first_name: 'Zoë', last_name: 'Ortuño' });
  const key = { loft_id: race.loft.id, flight_id };
  await site.db
    .updateTable('teams')
    .set({ user_id: zoe.user_id })
    .where('loft_id', '=', key.loft_id)
    .where('id', '=', ({ selectFrom }) => selectFrom('pigeons').select('team_id').where('id', '=', race.pigeon_ids[0]!))
    .execute();
  const clock = await clockOf(site, { ...race, flight_id } as Race, 'North trap');
  for (let bird = 0; bird < 3; bird += 1) await clock(bird, 200 + bird);
  const closed = new Date(race.release_ms + 300 * 60_000).toISOString();
  await transact(site.db, async (tx) => closeFlight(tx, await lockFlight(tx, key), closed));
  await transact(site.db, async (tx) => moveFlight(tx, await lockFlight(tx, key), 'publish'));
  const season = `/admin/seasons/${race.season_id}`;
  for (const { headers } of [marta, ines]) {
    const at = `${site.program}/api${season}/flights/${flight_id}/signatures`;
    const { result } = await (await fetch(at, { headers })).json();
    const body = JSON.stringify({ fingerprint: result.fingerprint });
    const signed = await fetch(at, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    expect(signed.status).toBe(200);
  }
  return {
    marta,
    ines,
    zoe,
    payouts: `${site.program}${season}/payouts`,
    shown: `${site.program}/lofts/${key.loft_id}/seasons/${race.season_id}/prizes`,
  };
}

test('Marta enters a payout, Inês approves it without a script, it is taken back, and Zoë reads all of it', async ({
  browser,
  site,
}) => {
  const { marta, ines, zoe, payouts, shown } = await signedFinal(site);
  const office = await pageOf(browser, site, marta);
  await office.goto(payouts);
  const winner = office.getByRole('listitem').filter({ has: office.getByRole('heading', { name: 'Zoë Ortuño' }) });
  await winner.locator('summary').click();
  const save = winner.getByRole('button', { name: english.identity.save });
  // Without a reason the field is named, and nothing is paid.
  await save.click();
  await expect(winner.getByLabel(pay.reason)).toHaveAttribute('aria-invalid', 'true');
  await expect(winner.getByText(prizes.second_hint.replace('{{amount}}', '€1,000.00'))).toBeVisible();
  expect(await seriousIn(office)).toEqual([]);
  expect(await overflow(office)).toBe(0);
  await winner.getByLabel(pay.how).selectOption({ label: pay.transfer });
  await winner.getByLabel(pay.reason).fill('Statement 12');
  await save.click();
  await expect(office.getByText(product.saved)).toBeVisible();
  const entered = office.getByRole('region', { name: english.admin.payouts }).getByRole('listitem');
  await expect(entered).toContainText(prizes.waits);
  await expect(entered).toContainText(refusals.second_person);
  await expect(office.getByRole('button', { name: pay.approve })).toHaveCount(0);

  const second = await pageOf(browser, site, ines, { javaScriptEnabled: false });
  await second.goto(payouts);
  await second.getByRole('button', { name: pay.approve }).click();
  await expect(second.getByRole('link', { name: /Receipt of payout/ })).toBeVisible();

  const phone = await pageOf(browser, site, zoe);
  const own = phone.locator('details').filter({ hasText: prizes.yours });
  await expect(async () => {
    await phone.goto(shown);
    await own.locator('summary').click();
    await expect(own.getByText('Paid', { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(own.locator('summary')).toContainText('€0.00');
  const receipt = own.getByRole('link', { name: /^Receipt of payout/ });
  const path = await receipt.getAttribute('href');
  const file = await phone.request.get(new URL(path!, shown).href);
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf']);
  // The receipt is nobody else's.
  const stranger = await pageOf(browser, site, await buildPerson(site.db, { first_name: 'Olga' }));
  expect((await stranger.request.get(new URL(path!, shown).href)).status()).toBe(404);

  // Taken back by two people as well, with a reason that Zoë reads; then a part is paid.
  await office.goto(payouts);
  await entered.locator('summary').click();
  await entered.getByLabel(pay.reason).fill('To the wrong account');
  await entered.getByRole('button', { name: pay.revoke }).click();
  await second.goto(payouts);
  await second.getByRole('button', { name: prizes.take_back_yes }).click();
  await office.goto(payouts);
  await winner.locator('summary').click();
  await winner.getByLabel(new RegExp(`^${pay.amount}`)).fill('1,000.00');
  await winner.getByLabel(pay.reason).fill('Statement 13');
  await winner.getByRole('button', { name: english.identity.save }).click();
  await expect(office.getByText(product.saved)).toBeVisible();
  // A part of what takes two people takes two people (decision 94).
  await second.goto(payouts);
  await second.getByRole('button', { name: pay.approve }).click();
  await expect(second.getByRole('button', { name: pay.approve })).toHaveCount(0);

  await expect(async () => {
    await phone.goto(shown);
    await own.locator('summary').click();
    await expect(own.getByText(/To the wrong account/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(own.getByText('€1,000.00 paid, €1,500.00 left')).toBeVisible();
  await expect(own.locator('summary')).toContainText('€1,500.00');
  expect(await overflow(phone)).toBe(0);
});
