/** What those who run a race see while birds come. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { readRaceControl } from '#domain/arrivals/race-control-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { registerDevice } from '#server/devices/devices.ts';
import { moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { type BuiltRace, buildFlight, buildPerson, buildRace, readingOf } from '#testing/builders.ts';
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
  const key = { loft_id: built.loft.id, flight_id: built.flight_id };
  return {
    race: built,
    merchant,
    close: () => site.db.transaction().execute(async (tx) => moveFlight(tx, await lockFlight(tx, key), 'close')),
    control: async (flight_id = built.flight_id) => {
      const url = `/api/admin/seasons/${built.season_id}/flights/${flight_id}/control`;
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

  it('gives a reading the corrected time of its clock, to the millisecond', async () => {
    const { race, control } = await underway(300, { birds: 1 });
    await read(race, 0, 200, { chip: 'FFFFFFFF02' });
    const { user_id: by } = await buildPerson(site.db);
    const device = { loft_id: race.loft.id, device_id: race.device.device_id };
    const ruling = { by, now_ms: Date.now(), reason: 'Compared with GPS' };
    await site.db.transaction().execute((tx) => setOffset(tx, device, { offset_ms: -2291 }, ruling));
    const { to_mend } = await control();
    expect(to_mend.rows[0]!.time).toBe(new Date(race.release_ms + 200 * 60_000 - 2291).toISOString());
  });

  it('lists readings of this flight only: a bird that flies in another one is the other one’s', async () => {
    const { race, control } = await underway(300, { birds: 3, basketed: 1 });
    const { pigeon_ids } = race;
    // Long ago it flew: in this flight it is not on the list, whatever became of that one.
    await site.db.transaction().execute(async (tx) => {
      const rules = { closing: { kind: 'hours' as const, hours: 4 } };
      const long_ago = { until: 'released' as const, release_time: '2026-03-01T08:00:00.000Z', rules };
      const flight_id = await buildFlight(tx, { ...race, pigeon_ids: [pigeon_ids[2]!] }, long_ago);
      await moveFlight(tx, await lockFlight(tx, { loft_id: race.loft.id, flight_id }), 'close');
    });
    const release_time = new Date(race.release_ms + 30 * 60_000).toISOString();
    const other = await site.db
      .transaction()
      .execute((tx) =>
        buildFlight(tx, { ...race, pigeon_ids: [race.pigeon_ids[1]!] }, { until: 'released', release_time }),
      );
    // Before the release of the other flight, and a bird of no flight.
    await read(race, 1, 20);
    await read(race, 2, 210);
    const rowsOf = (rows: { bird: { pigeon_id: number } | null }[]) => rows.map(({ bird }) => bird?.pigeon_id);
    const { rows } = (await control()).to_mend;
    expect(rowsOf(rows)).toEqual([pigeon_ids[2]]);
    expect(rows[0]!.reason).toBe('not_basketed');
    expect(rowsOf((await control(other)).to_mend.rows)).toEqual([race.pigeon_ids[2], race.pigeon_ids[1]]);
  });

  it('shows a bird once as what it is after the closing: home late, or disqualified whatever was read of it later', async () => {
    const rules = { closing: { kind: 'hours' as const, hours: 4 } };
    const { race, control, close } = await underway(300, { birds: 4, rules });
    const [, late, disqualified, out] = race.pigeon_ids as [number, number, number, number];
    await read(race, 0, 200);
    await read(race, 2, 210);
    const { user_id: by } = await buildPerson(site.db);
    const key = { loft_id: race.loft.id, flight_id: race.flight_id };
    const open = `/api/lofts/${key.loft_id}/flights/${key.flight_id}`;
    const list = async (state = '') => {
      const { pigeons } = (await site.app.inject(`${open}/basketing/search?state=${state}`)).json();
      return pigeons.map((bird: Record<string, unknown>) => [bird.pigeon_id, bird.home, bird.without_place]);
    };
    const lists = async () => {
      const reply = (await site.app.inject(`${open}/late`)).json();
      const ids = (birds: { pigeon_id: number }[]) => birds.map(({ pigeon_id }) => pigeon_id);
      return { late: ids(reply.birds), disqualified: ids(reply.disqualified) };
    };
    const ruling = { by, now_ms: Date.now(), reason: 'Doped' };
    await site.db.transaction().execute(async (tx) => disqualify(tx, await lockFlight(tx, key), disqualified, ruling));
    expect(await lists()).toEqual({ late: [], disqualified: [disqualified] });
    await close();
    await read(race, 1, 250);
    await read(race, 2, 251);
    expect(await lists()).toEqual({ late: [late], disqualified: [disqualified] });
    const seen = await control();
    expect(seen.late.map(({ pigeon_id }) => pigeon_id)).toEqual([late]);
    expect(seen.disqualified).toMatchObject([
      { pigeon_id: disqualified, clocked_at: new Date(race.release_ms + 210 * 60_000).toISOString() },
    ]);
    expect(seen.not_home).toMatchObject({ total: 1, rows: [{ pigeon_id: out }] });
    expect(seen.to_mend.rows.map(({ bird }) => bird?.pigeon_id)).toEqual([late]);
    const why = (await site.app.inject(`${open}/places/${disqualified}`)).json();
    expect(why).toMatchObject({ is_disqualified: true, late_at: null });
    expect(await list()).toEqual([
      [race.pigeon_ids[0], true, null],
      [late, false, 'late'],
      [disqualified, false, 'disqualified'],
      [out, false, null],
    ]);
    expect(await list('out')).toEqual([[out, false, null]]);
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
