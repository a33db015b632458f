/** What those who run a race see while birds come. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { readRaceControl } from '#domain/arrivals/race-control-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { registerDevice } from '#server/devices/devices.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { type BuiltRace, buildPerson, buildRace, readingOf } from '#testing/builders.ts';
import { disqualify, setOffset } from '#testing/corrections.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(async () => {
  await site?.end();
});

let sequence = 0;
async function read(race: BuiltRace, bird: number, minutes: number, more: object = {}, key = race.key) {
  sequence += 1;
  const payload = { readings: [{ ...readingOf(race, bird, minutes, { sequence, boot: race.flight_id }), ...more }] };
  const headers = { authorization: `Bearer ${key}` };
  const answer = await site.app.inject({ method: 'POST', url: '/api/devices/readings', headers, payload });
  expect(answer.statusCode, answer.body).toBe(200);
}

/** A race that was released so many minutes ago, with the person who runs it. */
async function underway(minutes: number, race: Parameters<typeof buildRace>[1] = {}) {
  const release_time = new Date(Math.floor(Date.now() / 1000) * 1000 - minutes * 60_000).toISOString();
  const built = await buildRace(site.db, { ...race, release_time });
  const merchant = await buildPerson(site.db, { entries: [{ loft_id: built.loft.id, entry: { is_merchant: true } }] });
  const url = `/api/admin/seasons/${built.season_id}/flights/${built.flight_id}/control`;
  return {
    race: built,
    merchant,
    control: async () => {
      const answer = await site.app.inject({ method: 'GET', url, headers: merchant.headers });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json() as ReplyOf<typeof readRaceControl>;
    },
  };
}

describe('race control', () => {
  it('counts who is home and names who is not; each clock has a stroke for each bird of the last hour', async () => {
    const { race, control } = await underway(300, { birds: 4 });
    const { key, device_id } = await registerDevice(site.db, { loft_id: race.loft.id, name: 'North trap' });
    await read(race, 0, 200);
    await read(race, 1, 290);
    await read(race, 2, 291, {}, key);
    const seen = await control();
    expect(seen).toMatchObject({
      home_count: 3,
      last_home: new Date(race.release_ms + 291 * 60_000).toISOString(),
      not_home: { total: 1, rows: [{ pigeon_id: race.pigeon_ids[3] }] },
      to_mend: { total: 0, rows: [] },
      too_fast: [],
    });
    expect(seen.clocks.map(({ name, strokes, is_corrected }) => [name, strokes.length, is_corrected])).toEqual([
      ['Clock 1', 1, false],
      ['North trap', 1, false],
    ]);
    expect(seen.curve.map(([, home]) => home)).toEqual([1, 2, 3]);
    const { user_id: by } = await buildPerson(site.db);
    const device = { loft_id: race.loft.id, device_id };
    const ruling = { by, now_ms: Date.now(), reason: 'Compared with GPS' };
    await site.db.transaction().execute((tx) => setOffset(tx, device, { offset_ms: 2290 }, ruling));
    const [, north] = (await control()).clocks;
    expect(north).toMatchObject({ is_corrected: true, strokes: [race.release_ms + 291 * 60_000 + 2290] });
  });

  it('names a disqualified bird as what it is, clocked or not, and not among those that are out', async () => {
    const { race, control } = await underway(300, { birds: 4 });
    const [, clocked, unread, out] = race.pigeon_ids as [number, number, number, number];
    await read(race, 0, 200);
    await read(race, 1, 210);
    const { user_id: by } = await buildPerson(site.db);
    const ruling = { by, now_ms: Date.now(), reason: 'Doped' };
    const key = { loft_id: race.loft.id, flight_id: race.flight_id };
    for (const pigeon_id of [clocked, unread])
      await site.db.transaction().execute(async (tx) => disqualify(tx, await lockFlight(tx, key), pigeon_id, ruling));
    const seen = await control();
    expect(seen.not_home).toMatchObject({ total: 1, rows: [{ pigeon_id: out }] });
    expect(seen.disqualified).toMatchObject([
      { pigeon_id: clocked, clocked_at: new Date(race.release_ms + 210 * 60_000).toISOString() },
      { pigeon_id: unread, clocked_at: null },
    ]);
    expect(seen.home_count).toBe(1);
  });

  it('lists the readings that are no arrival once for each chip, with the reason and the bird', async () => {
    const { race, control } = await underway(300, { birds: 2, basketed: 1 });
    await read(race, 1, 200);
    await read(race, 1, 210);
    await read(race, 0, 220, { chip: 'FFFFFFFFFF' });
    const { to_mend } = await control();
    expect(to_mend.total).toBe(2);
    expect(to_mend.rows.map(({ reason, chip, count, bird }) => [reason, chip, count, bird?.pigeon_id ?? null])).toEqual(
      [
        ['unknown_chip', 'FFFFFFFFFF', 1, null],
        ['not_basketed', race.chips[1], 2, race.pigeon_ids[1]],
      ],
    );
  });

  it('marks a bird that was faster than pigeons fly', async () => {
    const { race, control } = await underway(300, { birds: 2, distance_m: 400_000 });
    await read(race, 0, 100);
    await read(race, 1, 280);
    const { too_fast } = await control();
    expect(too_fast).toEqual([expect.objectContaining({ pigeon_id: race.pigeon_ids[0], rank: 1, speed: 4000 })]);
  });

  it('is for those who run the season; to others it does not exist', async () => {
    const { race } = await underway(300, { birds: 1 });
    const stranger = await buildPerson(site.db);
    const url = `/api/admin/seasons/${race.season_id}/flights/${race.flight_id}/control`;
    expect((await site.app.inject({ method: 'GET', url, headers: stranger.headers })).statusCode).toBe(404);
    expect((await site.app.inject({ method: 'GET', url })).statusCode).toBe(401);
  });
});
