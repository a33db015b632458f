/** A merchant registers a clock, sends a reading with its key, sees it online, and is notified when it goes offline. */
import { expect } from '@playwright/test';
import { lookForSilence } from '#server/devices/silences.ts';
import { buildPerson } from '#testing/builders.ts';
import { raceInTheAir, seriousIn, signIn, test } from './support.ts';

test('a clock is registered, online, offline, and online again', async ({ page, site, browser }) => {
  const race = await raceInTheAir(site, 1);
  const merchant = await buildPerson(site.db, { entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }] });
  const sendReading = async (key: string, n: number) => {
    const answer = await fetch(`${site.program}/api/devices/telemetry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        samples: [{ boot: 1, n, at: new Date().toISOString(), battery_percent: 87, temperature_c: 21.5 }],
      }),
    });
    expect(answer.status).toBe(200);
  };

  // Registered without a script; the reply shows the key.
  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  await signIn(plain, site.program, merchant.token);
  const form = await plain.newPage();
  await form.goto(`${site.program}/admin/lofts/${race.loft.id}/devices`);
  await form.getByRole('link', { name: 'Register a clock' }).click();
  await form.getByLabel('Name').fill('Clock 1');
  await form.getByLabel('Expected online from').fill('00:00');
  await form.getByLabel('Until').fill('00:00');
  await form.getByLabel('Serial number').fill('S-77');
  await form.getByRole('button', { name: 'Register a clock' }).click();
  await expect(form.getByRole('alert').getByText('This is taken already')).toBeVisible();
  await expect(form.getByLabel('Serial number')).toHaveValue('S-77');
  await form.getByLabel('Name').fill('North clock');
  await form.getByRole('button', { name: 'Register a clock' }).click();
  const key = await form.getByRole('region', { name: 'Key' }).locator('code').first().innerText();
  expect(key).toMatch(/^clock_[\w-]{43}$/);
  await form.getByRole('link', { name: 'North clock' }).click();
  await expect(form.getByText('Never heard')).toBeVisible();
  expect(await form.content()).not.toContain(key);
  const path = form.url();
  await plain.close();

  // It is online.
  await sendReading(key, 1);
  await signIn(page.context(), site.program, merchant.token);
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByRole('main').getByText('Online', { exact: true })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.getByRole('term').filter({ hasText: 'Battery' })).toBeVisible();
  await page.getByText('As a table').click();
  await expect(page.getByRole('row', { name: /87/ })).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);

  // It sends nothing for ten minutes; an open page of the race shows that without a reload.
  const watching = await browser.newPage({ locale: 'en-GB' });
  await watching.goto(`${site.program}${race.path}`);
  await expect(watching.getByRole('link', { name: /Basketing/ })).toBeVisible();
  expect(await lookForSilence(site.db, Date.now() + 600_000)).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole('main').getByText('Silent', { exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'still silent' })).toBeVisible();
  await expect(watching.getByText(/^Feed .* late/)).toBeVisible();
  await sendReading(key, 2);
  await expect(watching.getByText(/^Feed .* late/)).toHaveCount(0);
  await watching.close();

  // A new key ends the old one at once; then the clock has no key.
  await page.getByLabel('The key of now holds on for').selectOption('0');
  await page.getByRole('button', { name: 'Issue a new key' }).click();
  const next = await page.getByRole('region', { name: 'Key' }).locator('code').first().innerText();
  expect(next).not.toBe(key);
  await sendReading(next, 3);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('main').getByText('Revoked', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(next)).toHaveCount(0);
});
