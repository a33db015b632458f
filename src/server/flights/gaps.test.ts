/** Readings that will never come are given up for a reason; the result then waits for them no longer (reliability A3). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reading } from '#domain/arrivals/contract.ts';
import type { readResultToSign } from '#domain/arrivals/official-contract.ts';
import type { readRaceControl } from '#domain/arrivals/race-control-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import type { readFlightLog } from '#domain/flights/contract.ts';
import { recordReadings } from '#server/arrivals/readings.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { buildLoftWithoutDisputes, buildPerson, buildRace, readingOf } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { closeFlight, moveFlight } from './lifecycle.ts';
import { lockFlight } from './locked-flight.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(async () => {
  await site?.end();
});

const reason = 'The memory of the clock is broken';

/** A provisional flight of three birds, two of them home; between their readings 2 and 3 are missing, after them 5. */
async function withGaps() {
  const race = await buildRace(site.db, { birds: 3 }, await buildLoftWithoutDisputes(site.db));
  const key = { loft_id: race.loft.id, flight_id: race.flight_id };
  const send = async (bird: number, minutes: number, sequence: number) => {
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/devices/readings',
      headers: { authorization: `Bearer ${race.key}` },
      payload: { readings: [readingOf(race, bird, minutes, { sequence })] },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ readings: { status: string; unranked: string | null }[] }>().readings[0]!;
  };
  await send(0, 300, 1);
  await send(1, 301, 4);
  await send(1, 302, 6);
  await site.db.transaction().execute(async (tx) => {
    await closeFlight(tx, await lockFlight(tx, key), new Date(race.release_ms + 36e6).toISOString());
    await moveFlight(tx, await lockFlight(tx, key), 'publish');
  });
  const person = (entry: object) =>
    buildPerson(site.db, { first_name: 'Inês', entries: [{ loft_id: key.loft_id, entry }] });
  const [ines, tiago] = [await person({ is_merchant: true }), await person({ is_merchant: true })];
  const url = `/api/admin/seasons/${race.season_id}/flights/${race.flight_id}`;
  const call = async <Body>(who: typeof ines, method: 'GET' | 'POST', path: string, payload?: object) => {
    const answer = await site.app.inject({
      method,
      url: `${url}/${path}`,
      headers: who.headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.json<Body>() };
  };
  const toSign = async () => (await call<ReplyOf<typeof readResultToSign>>(ines, 'GET', 'signatures')).body.result!;
  const gap = (from: number, to: number) => ({ device_id: race.device.device_id, boot: '1', from, to });
  return {
    race,
    key,
    ines,
    tiago,
    person,
    send,
    toSign,
    gap,
    giveUp: (gaps: object[], who = ines, why = reason) =>
      call<Record<string, unknown>>(who, 'POST', 'given-up-readings', { gaps, reason: why }),
    control: async (who = ines) => (await call<ReplyOf<typeof readRaceControl>>(who, 'GET', 'control')).body.gaps,
    sign: async (who: typeof ines) =>
      call<Record<string, unknown>>(who, 'POST', 'signatures', { fingerprint: (await toSign()).fingerprint }),
    public: async <Body>(path = '') => {
      const answer = await site.app.inject(`/api/lofts/${key.loft_id}/flights/${key.flight_id}${path}`);
      return answer.json<Body>();
    },
    gapsStored: async () => {
      const gaps = site.db.selectFrom('reading_gaps').select(['from_sequence as from', 'to_sequence as to']);
      return gaps.where('loft_id', '=', key.loft_id).orderBy('from_sequence').execute();
    },
  };
}

describe('readings that will never come', () => {
  it('block the official result until they are given up, each of them; the gap stays readable', async () => {
    const flight = await withGaps();
    const { ines, tiago, gap, giveUp, toSign, sign, control } = flight;
    expect((await toSign()).gaps).toMatchObject([gap(2, 3), gap(5, 5)]);
    // The control: without giving up, and with one of two given up, nobody signs.
    expect(await sign(ines)).toMatchObject({ status: 409, body: { code: 'readings_missing' } });
    expect(await giveUp([gap(2, 3)])).toMatchObject({ status: 200 });
    expect(await sign(ines)).toMatchObject({ status: 409, body: { code: 'readings_missing', params: { from: 5 } } });
    expect((await flight.public<{ flight: object }>()).flight).toMatchObject({ missing_readings: 1 });
    expect(await giveUp([gap(5, 5)], ines, 'As the maker says')).toMatchObject({ status: 200 });
    const given_up = [
      { by: 'Inês', reason, gaps: [{ clock: 'Clock 1', from: 2, to: 3 }] },
      { by: 'Inês', reason: 'As the maker says', gaps: [{ clock: 'Clock 1', from: 5, to: 5 }] },
    ];
    expect(await toSign()).toMatchObject({ gaps: [], given_up });
    expect(await control()).toMatchObject({ total: 0, rows: [], given_up });
    expect((await flight.public<{ flight: object }>()).flight).toMatchObject({ missing_readings: 0 });
    expect(await flight.gapsStored()).toEqual([
      { from: 2, to: 3 },
      { from: 5, to: 5 },
    ]);
    await sign(ines);
    expect(await sign(tiago)).toMatchObject({ body: { status: 'official' } });
  });

  it('are in the public log of every flight of their boot, and of no other', async () => {
    const { gap, giveUp, public: read, race } = await withGaps();
    const of = async () =>
      (await read<ReplyOf<typeof readFlightLog>>('/log')).log.filter(({ kind }) => kind === 'readings_given_up');
    expect(await of()).toEqual([]);
    await giveUp([gap(5, 5), gap(2, 3)]);
    const gaps = [
      { clock: 'Clock 1', from: 2, to: 3 },
      { clock: 'Clock 1', from: 5, to: 5 },
    ];
    expect(await of()).toMatchObject([{ reason, details: { by: 'Inês', gaps } }]);
    const other = await buildRace(
      site.db,
      { birds: 1, release_time: new Date(race.release_ms + 9e7).toISOString() },
      race,
    );
    const { log } = (await site.app.inject(`/api/lofts/${other.loft.id}/flights/${other.flight_id}/log`)).json<
      ReplyOf<typeof readFlightLog>
    >();
    expect(log.map(({ kind }) => kind)).not.toContain('readings_given_up');
  });

  it('are given up as they are missing, for a reason, by whoever may rule', async () => {
    const { gap, giveUp, person, control } = await withGaps();
    expect(await giveUp([])).toMatchObject({ body: { codes: { gaps: ['nothing_chosen'] } } });
    expect(await giveUp([gap(5, 5)], undefined, ' ')).toMatchObject({
      body: { codes: { reason: ['error_required'] } },
    });
    for (const wrong of [gap(2, 2), gap(1, 3), gap(4, 4), gap(7, 9), { ...gap(5, 5), boot: '2' }])
      expect(await giveUp([gap(2, 3), wrong])).toMatchObject({ status: 409, body: { code: 'gap_changed' } });
    const helper = await person({ is_staff: true, has_seasons: true });
    expect(await giveUp([gap(5, 5)], helper)).toMatchObject({ status: 404 });
    expect(await control(helper)).toMatchObject({ total: 2, given_up: [], may_give_up: false });
    expect(await control()).toMatchObject({ total: 2, given_up: [], may_give_up: true });
    expect(await giveUp([gap(5, 5), gap(5, 5)])).toMatchObject({ status: 200 });
    expect(await giveUp([gap(5, 5)])).toMatchObject({ status: 409, body: { code: 'gap_changed' } });
    expect((await control()).given_up).toHaveLength(1);
  });

  it('count by the rules when they come after all', async () => {
    const { gap, giveUp, send, sign, ines, tiago, toSign } = await withGaps();
    await giveUp([gap(2, 3), gap(5, 5)]);
    await sign(ines);
    expect(await send(2, 310, 3)).toMatchObject({ status: 'stored', unranked: null });
    expect(await toSign()).toMatchObject({ home_count: 3, gaps: [], signatures: [{ is_current: false }] });
    await sign(ines);
    expect(await sign(tiago)).toMatchObject({ body: { status: 'official' } });
    // An earlier time of a bird that is home, too late for the official result.
    const { fingerprint } = await toSign();
    await send(2, 305, 2);
    expect(await toSign()).toMatchObject({ is_official: true, fingerprint, gaps: [] });
  });

  it('wait for a reading that fills the gap at that moment: it is then owed no longer', async () => {
    const { race, key, gap, giveUp, control } = await withGaps();
    const recording = await site.db.startTransaction().execute();
    const head = await lockLedger(recording, key.loft_id);
    const sent = reading.parse(readingOf(race, 2, 310, { sequence: 2 }));
    await recordReadings(recording, key.loft_id, [{ device: race.device, readings: [sent], received_ms: 0 }], head);
    const given = giveUp([gap(2, 3)]);
    const first = await Promise.race([given, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))]);
    await recording.commit().execute();
    expect(first).toBe('waits');
    expect(await given).toMatchObject({ status: 409, body: { code: 'gap_changed' } });
    expect(await control()).toMatchObject({ rows: [gap(3, 3), gap(5, 5)], given_up: [] });
  });

  it('are given up once by two people at one moment', async () => {
    const { gap, giveUp, ines, tiago, control } = await withGaps();
    const answers = await Promise.all([ines, tiago].map((who) => giveUp([gap(2, 3)], who)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await control()).given_up).toHaveLength(1);
  });

  it('stay given up: nobody changes that in the database', async () => {
    const { gap, giveUp, key } = await withGaps();
    await giveUp([gap(2, 3)]);
    const changes = [
      site.db.updateTable('given_up_readings').set({ reason: 'Another' }).where('loft_id', '=', key.loft_id),
      site.db.deleteFrom('given_up_readings').where('loft_id', '=', key.loft_id),
    ];
    for (const change of changes) await expect(change.execute()).rejects.toThrow(/permission denied|append-only/);
  });
});
