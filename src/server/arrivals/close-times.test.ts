/** Clocks compared with the server, and birds whose order is within their uncertainty. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { readCloseBirds } from '#domain/arrivals/close-times-contract.ts';
import type { readResultToSign } from '#domain/arrivals/official-contract.ts';
import type { readPlace } from '#domain/arrivals/place-contract.ts';
import type { readRaceControl } from '#domain/arrivals/race-control-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { clockOf } from '#domain/day.ts';
import type { CloseTimesRule } from '#domain/seasons/rulebook-parts.ts';
import { transact } from '#server/db/transaction.ts';
import { registerDevice } from '#server/devices/devices.ts';
import { moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { setOffset } from '#testing/corrections.ts';
import { buildFinal } from '#testing/finals.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { createLiveMarks } from './close-times.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(async () => {
  await site?.end();
});

const iso = (ms: number) => new Date(ms).toISOString();

/** A final of now with two clocks; each batch says how sure its clock is. */
async function flown(close_times: CloseTimesRule) {
  const release_ms = Math.floor(Date.now() / 1000) * 1000 - 300 * 60_000;
  const final = await buildFinal(site.db, { birds: 6, book: { close_times }, release_time: iso(release_ms) });
  const { race, flight_id, marta } = final;
  const loft_id = race.loft.id;
  const second = await registerDevice(site.db, { loft_id, name: 'Clock 2' });
  const clocks = [{ device_id: race.device.device_id, key: race.key }, second];
  const sequences = [0, 0];
  /** @param within_ms half of how long the round trip before took; `is_behind_ms`: the offset of the clock */
  const read = async (
    clock: 0 | 1,
    birds: Record<number, number>,
    { within_ms = 20, is_behind_ms = 0, antenna = null as string | null } = {},
  ) => {
    const { key, device_id } = clocks[clock]!;
    const now_ms = Date.now();
    const own = (true_ms: number) => iso(true_ms - is_behind_ms);
    const readings = Object.entries(birds).map(([bird, after_ms]) => {
      const sequence = ++sequences[clock]!;
      const device_time = own(release_ms + 250 * 60_000 + after_ms);
      const chip = race.chips[Number(bird)]!;
      return { boot: String(device_id), sequence, chip, device_time, resolution_ms: 1, antenna };
    });
    const round_trip = {
      sent_at: own(now_ms - 100 - within_ms),
      received_at: iso(now_ms - 100),
      replied_at: own(now_ms - 100 + within_ms),
    };
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/devices/readings',
      headers: { authorization: `Bearer ${key}` },
      payload: { readings, round_trip },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(Date.parse(answer.json().received_at)).toBeGreaterThanOrEqual(now_ms);
    // Contacts are written a moment after the reply.
    await vi.waitFor(async () => {
      const compared = await site.db
        .selectFrom('device_minutes')
        .select('offset_at')
        .where('device_id', '=', device_id)
        .where('offset_at', 'is not', null)
        .execute();
      expect(compared.length).toBeGreaterThan(0);
    }, 3000);
  };
  const get = async <Reply>(url: string): Promise<Reply> => {
    const answer = await site.app.inject({ method: 'GET', url, headers: marta.headers });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json() as Reply;
  };
  const admin = `/api/admin/seasons/${race.season_id}/flights/${flight_id}`;
  const open = `/api/lofts/${loft_id}/flights/${flight_id}`;
  const id = (bird: number) => race.pigeon_ids[bird]!;
  return {
    ...final,
    admin,
    id,
    read,
    control: () => get<ReplyOf<typeof readRaceControl>>(`${admin}/control`),
    close: async () => (await get<ReplyOf<typeof readCloseBirds>>(`${open}/close-birds`)).birds,
    place: async (bird: number) => (await get<ReplyOf<typeof readPlace>>(`${open}/places/${id(bird)}`)).place!,
    toSign: async () => (await get<ReplyOf<typeof readResultToSign>>(`${admin}/signatures`)).result!,
    move: async (...steps: ('close' | 'publish')[]) => {
      for (const step of steps)
        await transact(site.db, async (tx) => moveFlight(tx, await lockFlight(tx, { loft_id, flight_id }), step));
    },
  };
}

describe('birds whose order is within the clocks’ uncertainty (A7)', () => {
  it('are marked with the places that they may have; one clock tells its own birds apart', async () => {
    const { read, id, close, place, control } = await flown('as_read');
    await read(0, { 0: 0, 1: 5, 2: 5000 });
    await read(1, { 3: 30, 4: 9000 });
    expect(await close()).toEqual([
      [id(0), 0, 2],
      [id(1), 0, 1],
      [id(3), 2, 0],
    ]);
    expect((await place(3)).sure).toMatchObject({ is_torn: false, best: 1, worst: 3 });
    expect((await place(4)).sure).toMatchObject({ best: 5, worst: 5 });
    const { close: shown, clocks } = await control();
    expect(shown).toMatchObject({ rule: 'as_read', total: 3, to_decide: 0 });
    expect(clocks.map(({ bounds }) => Math.round(bounds!.to_ms - bounds!.from_ms))).toEqual(
      [40, 40].map((width) => expect.closeTo(width, -1)),
    );
  });

  it('are marked on the live board as on the page, as more of them come; not where the season hides a part of it', async () => {
    const { read, id, close, race, flight_id } = await flown('as_read');
    const marks = createLiveMarks();
    const key = { loft_id: race.loft.id, flight_id };
    await read(0, { 0: 0 });
    expect(await marks(site.db, key)).toEqual([]);
    await read(1, { 3: 30 });
    expect(await marks(site.db, key)).toEqual([
      [id(0), 0, 1],
      [id(3), 1, 0],
    ]);
    await read(0, { 1: 5 });
    expect(await marks(site.db, key)).toEqual(await close());
    const season = { loft_id: race.loft.id, season_id: race.season_id };
    await transact(site.db, (tx) => changeHidden(tx, null, season, ['results.time']));
    expect(await marks(site.db, key)).toEqual([]);
  });

  it('without a comparison nothing is said about them', async () => {
    const { race, close, place } = await flown('tie');
    const device_time = iso(race.release_ms + 60_000 * 250);
    const payload = { readings: [{ boot: '9', sequence: 1, chip: race.chips[0], device_time, resolution_ms: 1 }] };
    const headers = { authorization: `Bearer ${race.key}` };
    await site.app.inject({ method: 'POST', url: '/api/devices/readings', headers, payload });
    expect(await close()).toEqual([]);
    expect((await place(0)).sure).toBeNull();
  });

  it('what the rulebook decides about them stands before the signatures', async () => {
    const { read, move, toSign, admin, marta, ines, place, control } = await flown('tie');
    await read(0, { 0: 0 });
    await read(1, { 1: 30 });
    await move('close', 'publish');
    const { fingerprint, close_to_decide } = await toSign();
    expect(close_to_decide).toBe(1);
    const answer = await site.app.inject({
      method: 'POST',
      url: `${admin}/signatures`,
      headers: marta.headers,
      payload: { fingerprint },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'close_times_open']);

    // One ruling decides them all; it moves a prize, so that two people make it.
    const post = async (url: string, payload: object, by = marta) => {
      const reply = await site.app.inject({
        method: 'POST',
        url: `${admin}/rulings${url}`,
        headers: by.headers,
        payload,
      });
      return { status: reply.statusCode, body: reply.json() };
    };
    const ruling = { kind: 'close_times' };
    const { effect } = (await post('/effect', { ruling })).body;
    expect(effect).toMatchObject({ retimed: 1, up: 1, needs_second: true });
    const prepared = await post('', { ruling, reason: 'The rulebook says so', seen: effect.fingerprint });
    expect(prepared.body).toEqual({ n: 1, state: 'prepared' });
    expect((await post('/1/signature', { seen: effect.fingerprint }, ines)).body).toEqual({ state: 'made' });
    expect((await toSign()).close_to_decide).toBe(0);
    expect((await place(1)).rank).toBe(1);
    expect((await place(1)).tied).toBe(1);
    expect((await post('/effect', { ruling })).body.code).toBe('nothing_close');
    // The clock itself is not corrected.
    expect((await control()).clocks.map(({ is_corrected }) => is_corrected)).toEqual([false, false]);
  });
});

/** A moment as it is typed, to the millisecond. */
const exactly = (ms: number, timeZone: string) => ({
  date: clockOf(ms, timeZone).date,
  time: new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  }).format(ms),
});

describe('a clock that jumps in mid-flight', () => {
  it('is corrected since then: what the server had before keeps its time, what comes later is corrected too', async () => {
    const { read, admin, marta, ines, place, race } = await flown('as_read');
    const at = (minutes: number) => minutes * 60_000;
    // It was right until now, and is set back by an hour, as at the end of summer time.
    await read(0, { 0: at(30), 1: at(35) });
    await setTimeout(20);
    const since = exactly(Date.now(), race.loft.time_zone);
    await setTimeout(20);
    const now = () => Date.now() - race.release_ms - at(250);
    const third = now();
    await read(0, { 2: third }, { is_behind_ms: 3_600_000 });
    const post = async (url: string, payload: object, by = marta) => {
      const reply = await site.app.inject({
        method: 'POST',
        url: `${admin}/rulings${url}`,
        headers: by.headers,
        payload,
      });
      return { status: reply.statusCode, body: reply.json() };
    };
    const ruling = { kind: 'offset', device_id: race.device.device_id, offset_ms: 3_600_000 };
    const half = await post('/effect', { ruling: { ...ruling, date: since.date } });
    expect(half.body.codes).toEqual({ 'ruling.time': ['error_required'] });
    const { effect, about } = (await post('/effect', { ruling: { ...ruling, ...since } })).body;
    expect(effect).toMatchObject({ retimed: 1, come_in: 0, go_out: 0 });
    expect(about.time).not.toBeNull();
    const timeOf = async (bird: number) => Date.parse((await place(bird)).time) - race.release_ms - at(250);
    expect(await Promise.all([0, 1, 2].map(timeOf))).toEqual([at(30), at(35), third - 3_600_000]);
    // It moves a prize, so that two people make it.
    const reason = 'Summer time ended';
    const prepared = await post('', { ruling: { ...ruling, ...since }, reason, seen: effect.fingerprint });
    expect(prepared.body).toEqual({ n: 1, state: 'prepared' });
    expect((await post('/1/signature', { seen: effect.fingerprint }, ines)).body).toEqual({ state: 'made' });
    expect(await Promise.all([0, 1, 2].map(timeOf))).toEqual([at(30), at(35), third]);
    const fourth = now();
    await read(0, { 3: fourth }, { is_behind_ms: 3_600_000 });
    expect(await timeOf(3)).toBe(fourth);
  });

  it('is named with the correction until a ruling has corrected it since then, also to those who sign', async () => {
    const { read, race, control, move, toSign, marta } = await flown('as_read');
    await read(0, { 0: 0 });
    const { device_id } = race.device;
    const compared = (minutes: number, behind_ms: number) => {
      const at = iso(Math.floor(race.release_ms / 60_000 + minutes) * 60_000);
      const [offset_from, offset_to] = [behind_ms - 10, behind_ms + 10];
      return { loft_id: race.loft.id, device_id, minute: at, readings: 0, offset_at: at, offset_from, offset_to };
    };
    // The last one is of the reading above; a jump before the release is none of this flight.
    await site.db
      .insertInto('device_minutes')
      .values([compared(-60, 5000), compared(-30, 2300), compared(100, 2300), compared(150, 0)])
      .execute();
    const jumps = async () => (await control()).clocks[0]!.jumps.map(({ by_ms, offset_ms }) => [by_ms, offset_ms]);
    expect(await jumps()).toEqual([[2300, 0]]);
    const [jump] = (await control()).clocks[0]!.jumps;
    const offset = { offset_ms: 0, from_us: Date.parse(jump!.at) * 1000, to_us: null };
    const ruling = { by: marta.user_id, now_ms: Date.now(), reason: 'It was set right' };
    await transact(site.db, (tx) => setOffset(tx, { loft_id: race.loft.id, device_id }, offset, ruling));
    expect(await jumps()).toEqual([]);
    await move('close', 'publish');
    expect((await toSign()).jumps).toEqual([]);
  });
});

describe('race control', () => {
  it('compares two clocks by the birds that both read, and names those that differ', async () => {
    const { read, control, id } = await flown('as_read');
    await read(0, { 0: 0, 1: 10_000, 2: 20_000, 3: 30_000 });
    await read(1, { 0: 2300, 1: 12_300, 2: 22_310, 3: 39_000 });
    const { compared } = await control();
    expect(compared).toEqual([
      expect.objectContaining({
        earlier: 'Clock 1',
        later: 'Clock 2',
        birds: 4,
        by_ms: 2305,
        apart: [expect.objectContaining({ pigeon_id: id(3), by_ms: 9000 })],
      }),
    ]);
  });

  it('names the birds that came over the antennas the other way round', async () => {
    const { read, control, id } = await flown('as_read');
    await read(0, { 0: 0, 1: 1000, 2: 2000, 3: 3900 }, { antenna: 'outer' });
    await read(0, { 0: 500, 1: 1500, 2: 2500, 3: 3400 }, { antenna: 'inner' });
    expect((await control()).antennas).toEqual([
      { clock: 'Clock 1', first: 'outer', second: 'inner', birds: [expect.objectContaining({ pigeon_id: id(3) })] },
    ]);
  });

  it('of a minute the surest comparison is kept', async () => {
    const { read, control } = await flown('as_read');
    await read(0, { 0: 0 }, { within_ms: 400 });
    await read(0, { 1: 10 }, { within_ms: 10, is_behind_ms: 3 });
    await read(0, { 2: 20 }, { within_ms: 300 });
    await vi.waitFor(async () => {
      const { bounds } = (await control()).clocks[0]!;
      expect([Math.round(bounds!.from_ms), Math.round(bounds!.to_ms)]).toEqual([-7, 13]);
    }, 5000);
  });
});
