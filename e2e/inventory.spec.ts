/** The files of a flight's inventory: all four lists, in the order of the FCI, chips and labels; and their refusals. */

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { recordEvents } from '#server/basketing/desk.ts';
import { recordContacts } from '#server/devices/contacts.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';
import { buildFlight, buildPerson, buildRace } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { type Site, seriousIn, signIn, test } from './support.ts';

const words = english.inventory;

/** Six birds: three in a crate, one held back, one lost, one unaccounted; the second one's name is a formula. */
async function basketed(site: Site) {
  const race = await buildRace(site.db, { birds: 6, until: 'planned' });
  const season = { loft_id: race.loft.id, season_id: race.season_id };
  const merchant = await buildPerson(site.db, { entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }] });
  const act = { by: merchant.user_id, now_ms: Date.now() };
  const flight_id = await site.db.transaction().execute(async (tx) => {
    await bringTo(tx, season, await lockPigeons(tx, season, race.pigeon_ids), 'at_loft', act);
    await bringTo(tx, season, await lockPigeons(tx, season, [race.pigeon_ids[4]!]), 'lost', act);
    const id = await buildFlight(tx, { ...race, pigeon_ids: [] }, { until: 'basketing' });
    const event = (n: number, more: object) => ({
      id: randomUUID(),
      n: n + 1,
      pigeon_id: race.pigeon_ids[n]!,
      at: new Date().toISOString(),
      undoes: null,
      ...more,
    });
    const into = (n: number) => event(n, { kind: 'in', crate: 1, number: n + 1, chip: race.chips[n]! });
    const events = [into(0), into(1), into(2), event(3, { kind: 'hold', reason: 'A cough' })];
    await recordEvents(
      tx,
      { ...season, flight_id: id },
      { device: randomUUID(), since: 0, events: events as never },
      act,
    );
    return id;
  });
  await site.db.updateTable('pigeons').set({ name: '=HYPERLINK("x")' }).where('id', '=', race.pigeon_ids[1]!).execute();
  const own = `${site.program}/admin/seasons/${race.season_id}/flights/${flight_id}`;
  return { race, merchant, flight_id, own };
}

test('the inventory is taken whole, for the FCI, for clocks and as labels', async ({ page, site }) => {
  const { race, merchant, own } = await basketed(site);
  await signIn(page.context(), site.program, merchant.token);
  await page.goto(own);
  const panel = page.getByRole('region', { name: words.title });
  await expect(panel).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
  const take = async (line: string, name: string | RegExp) => {
    const downloading = page.waitForEvent('download');
    await panel.getByRole('listitem').filter({ hasText: line }).getByRole('link', { name }).click();
    return readFile(await (await downloading).path());
  };
  const whole = (await take(words.whole, /CSV/)).toString();
  const rows = whole.trim().split('\r\n');
  expect(rows).toHaveLength(6);
  expect(rows[1]).toMatch(/^basketed,1,1,"BE /);
  expect(rows[1]).toContain(race.chips[0]!);
  expect(rows[4]).toMatch(/^"held back",.*"A cough"/);
  expect(rows[5]).toMatch(/^unaccounted,/);
  // What a spreadsheet would run is text.
  expect(whole).toContain(`"'=HYPERLINK(""x"")"`);
  const fci = (await take(words.fci, /CSV/)).toString().trim().split('\r\n');
  expect(fci).toHaveLength(4);
  expect(fci[1]).toMatch(/^1,"BE /);
  const chips = (await take(words.chips, /CSV/)).toString().trim().split('\r\n');
  expect(chips.slice(1).map((row) => row.split(',')[0])).toEqual(race.chips.slice(0, 3));
  expect((await take(words.chips, 'TXT')).toString()).toBe(
    race.chips
      .slice(0, 3)
      .map((chip) => `${chip}\r\n`)
      .join(''),
  );
  expect((await take(words.whole, /XLSX/)).subarray(0, 2).toString()).toBe('PK');
  for (const line of [words.whole, words.labels])
    expect((await take(line, /PDF/)).subarray(0, 5).toString()).toBe('%PDF-');
});

test('a clock with an older list is named, and the file is taken anyway; before the basketing there is none (8.26, 8.27)', async ({
  page,
  site,
}) => {
  const { race, merchant, own, flight_id } = await basketed(site);
  const contact = { loft_id: race.loft.id, device_id: race.device.device_id, at_ms: Date.now() - 3_600_000 };
  await recordContacts(site.db, [{ ...contact, clock_offset_ms: 0, readings: 0, antennas: {} }]);
  await signIn(page.context(), site.program, merchant.token);
  await page.goto(own);
  const panel = page.getByRole('region', { name: words.title });
  await panel.getByRole('link', { name: /CSV/ }).first().click();
  await expect(panel.getByRole('alert')).toContainText(english.refusals.clock_data_out_of_date);
  await expect(panel.getByRole('alert')).toContainText('Clock 1');
  const downloading = page.waitForEvent('download');
  await panel.getByRole('link', { name: words.anyway }).click();
  expect((await readFile(await (await downloading).path())).toString()).toContain('basketed,1,1,');
  // A planned flight has none (8.27).
  await site.db.transaction().execute((tx) => buildFlight(tx, { ...race, pigeon_ids: [] }, { until: 'planned' }));
  const planned = await site.db
    .selectFrom('flights')
    .select('id')
    .where('loft_id', '=', race.loft.id)
    .where('status', '=', 'planned')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const other = own.replace(`/flights/${flight_id}`, `/flights/${planned.id}`);
  await page.goto(other);
  await expect(page.getByRole('heading', { name: words.title })).toHaveCount(0);
  for (const file of ['inventory.csv', 'labels.pdf', 'chips.txt']) {
    await page.goto(`${other}/${file}`);
    await expect(page).toHaveURL(new RegExp(`/flights/${planned.id}\\?`));
    await expect(panel.getByRole('alert')).toContainText(english.refusals.no_inventory_flight);
  }
});
