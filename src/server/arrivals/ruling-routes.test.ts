/** Rulings through their calls: rights, refusals with their messages, and two at the same moment. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withdrawals } from '#domain/arrivals/project.ts';
import { defaultRulebook } from '#domain/seasons/rulebook.ts';
import type { RaceRules } from '#domain/seasons/rules.ts';
import { basketPigeons } from '#server/basketing/basketing.ts';
import type { Tx } from '#server/db/database.ts';
import { closeFlight, moveFlight, releaseFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { planFlight } from '#server/flights/planning.ts';
import { corrections, declare } from '#server/ledger/declarations.ts';
import { publishRulebook } from '#server/seasons/rulebook.ts';
import { lockSeason } from '#server/seasons/seasons.ts';
import { type BuiltRace, buildPerson, buildRace, readingOf } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { auditLoft } from './audit.ts';

let scene: TestSite;
beforeAll(async () => {
  scene = await testSite();
});
afterAll(async () => {
  await scene?.end();
});

type Person = Awaited<ReturnType<typeof buildPerson>>;
const write = <Answer>(work: (tx: Tx) => Promise<Answer>) => scene.db.transaction().execute(work);

/** A race with its merchant, and the calls for its rulings. */
async function ruledRace(race: Parameters<typeof buildRace>[1] = {}) {
  const built = await buildRace(scene.db, race);
  const { loft, flight_id, device } = built;
  const merchant = await buildPerson(scene.db, {
    first_name: 'Marc',
    entries: [{ loft_id: loft.id, entry: { is_merchant: true } }],
  });
  const url = `/api/admin/lofts/${loft.id}`;
  const post = (path: string, payload: object, who: Person = merchant) => call('POST', `${url}/${path}`, who, payload);
  return {
    ...built,
    flight: { loft_id: loft.id, flight_id },
    merchant,
    post,
    declared: (query = '') => call('GET', `${url}/declarations${query}`, merchant),
    offset: (body: object, device_id = device.device_id) =>
      post(`devices/${device_id}/offsets`, { reason: 'Compared with GPS', ...body }),
    released: (minutes: number, body: object = {}) =>
      post(`flights/${flight_id}/release-corrections`, {
        release_time: at(built, minutes),
        reason: 'The baskets were opened late',
        ...body,
      }),
    withdraw: (number: number, body: object = { reason: 'Read at the basket' }) => post(`ledger/${number}/void`, body),
    enter: (bird: number, minutes: number, body: object = {}) =>
      post(`flights/${flight_id}/manual-arrivals`, {
        pigeon_id: built.pigeon_ids[bird],
        time: at(built, minutes),
        evidence: 'Ring read by two',
        reason: 'The chip was broken',
        ...body,
      }),
  };
}

const at = (race: BuiltRace, minutes: number) => new Date(race.release_ms + minutes * 60_000).toISOString();

async function call(method: 'GET' | 'POST', url: string, who: Person, payload?: object) {
  const answer = await scene.app.inject({ method, url, headers: who.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

/** Sends the reading of a bird at minutes after the release. @returns the number of its entry. */
async function sendReading(race: BuiltRace, bird: number, minutes: number, sequence: number): Promise<number> {
  const headers = { authorization: `Bearer ${race.key}` };
  const payload = { readings: [readingOf(race, bird, minutes, { sequence })] };
  const answer = await scene.app.inject({ method: 'POST', url: '/api/devices/readings', headers, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  const { head } = await scene.db
    .selectFrom('ledgers')
    .select('head')
    .where('loft_id', '=', race.loft.id)
    .executeTakeFirstOrThrow();
  return head;
}

/** Minutes after the release of the birds that are home. */
async function homes(race: BuiltRace): Promise<(number | null)[]> {
  const url = `/api/lofts/${race.loft.id}/flights/${race.flight_id}/arrivals`;
  const { rows } = (await scene.app.inject({ method: 'GET', url })).json() as {
    rows: [number, number, number | null][];
  };
  const times = new Map(rows.map(([, pigeon_id, time_ms]) => [pigeon_id, time_ms]));
  return race.pigeon_ids.map((id) => {
    const time_ms = times.get(id) ?? null;
    return time_ms === null ? null : (time_ms - race.release_ms) / 60_000;
  });
}

async function official({ flight }: Awaited<ReturnType<typeof ruledRace>>, closes: string): Promise<void> {
  await write(async (tx) => closeFlight(tx, await lockFlight(tx, flight), closes));
  for (const event of ['publish', 'make_official'] as const)
    await write(async (tx) => moveFlight(tx, await lockFlight(tx, flight), event));
}

const refused = (code: string, field?: string) => ({
  status: field && code.startsWith('error') ? 422 : expect.any(Number),
  body: field ? { errors: { [field]: [code] } } : { error: code },
});

describe('rulings', () => {
  it('move birds, and are listed with author, time and reason', async () => {
    const race = await ruledRace({ birds: 3 });
    const first = await sendReading(race, 0, 300, 1);
    await sendReading(race, 1, 310, 2);
    const offset = (await race.offset({ offset_ms: 60_000 })).body.number;
    const manual = (await race.enter(2, 305)).body.number;
    expect(await homes(race)).toEqual([301, 311, 305]);
    const gone = (await race.withdraw(first)).body.number;
    expect(await homes(race)).toEqual([null, 311, 305]);
    expect((await race.withdraw(offset)).status).toBe(200);
    expect(await homes(race)).toEqual([null, 310, 305]);

    const { body } = await race.declared();
    expect(body).toMatchObject({
      has_more: false,
      declarations: [
        { kind: 'void', voids: offset },
        { number: gone, kind: 'void', voids: first, reason: 'Read at the basket', is_withdrawn: false },
        {
          number: manual,
          kind: 'manual',
          flight_id: race.flight_id,
          pigeon_id: race.pigeon_ids[2],
          content: { time_ms: race.release_ms + 305 * 60_000, evidence: 'Ring read by two' },
        },
        {
          number: offset,
          kind: 'offset',
          device_id: race.device.device_id,
          content: { offset_ms: 60_000, from_us: null, to_us: null },
          reason: 'Compared with GPS',
          by: 'Marc',
          is_withdrawn: true,
        },
        { number: 2, kind: 'release', by: null },
        { number: 1, kind: 'rules' },
      ],
    });
    expect(
      (await race.declared(`?before=${offset}`)).body.declarations.map(({ number }: { number: number }) => number),
    ).toEqual([2, 1]);
    expect((await auditLoft(scene.db, race.loft.id)).faults).toEqual([]);
  });

  it('are for the people who run the loft; others cannot learn what exists', async () => {
    const race = await ruledRace();
    const other = await ruledRace();
    const agent = await buildPerson(scene.db, { entries: [{ loft_id: race.loft.id, entry: { is_agent: true } }] });
    const body = { offset_ms: 1, reason: 'x' };
    for (const who of [agent, other.merchant])
      expect((await race.post(`devices/${race.device.device_id}/offsets`, body, who)).status).toBe(404);
    const admin = await buildPerson(scene.db, { is_admin: true });
    expect((await race.post(`devices/${race.device.device_id}/offsets`, body, admin)).status).toBe(200);
    // Under the address of one's own loft.
    expect((await race.offset({ offset_ms: 1 }, other.device.device_id)).status).toBe(404);
    expect(
      (
        await race.post(`flights/${other.flight_id}/manual-arrivals`, {
          pigeon_id: other.pigeon_ids[0],
          time: at(other, 1),
          evidence: 'x',
          reason: 'x',
        })
      ).status,
    ).toBe(404);
    expect((await race.withdraw(9_999)).status).toBe(404);
  });

  it.each([
    ['an offset without a number', { offset_ms: null }, 'offset_ms', 'error_type'],
    ['one beyond reason', { offset_ms: 1e15 }, 'offset_ms', 'error_max_value'],
    [
      'one that ends before it begins',
      { offset_ms: 1, from: '2026-06-06T05:02:00Z', to: '2026-06-06T05:02:00Z' },
      'to',
      'due_date_range_invalid',
    ],
    ['one of no start', { offset_ms: 1, boot: 'a b' }, 'boot', 'error_format'],
    ['one without a reason', { offset_ms: 1, reason: ' ' }, 'reason', 'error_required'],
  ])('refuse %s, at its field', async (_what, body, field, code) => {
    const race = await ruledRace({ birds: 1 });
    expect(await race.offset(body)).toMatchObject({ status: 422, body: { errors: { [field]: [code] } } });
    expect((await race.declared()).body.declarations.length).toBe(2);
  });

  it('refuse an impossible manual arrival, and one that the rulebook does not rank', async () => {
    const race = await ruledRace({ birds: 2, basketed: 1 });
    expect(await race.enter(1, 300)).toMatchObject(refused('pigeon_not_basketed', 'pigeon_id'));
    expect(await race.enter(0, -1)).toMatchObject(refused('time_outside_flight', 'time'));
    expect(await race.enter(0, 1, { evidence: ' ' })).toMatchObject(refused('error_required', 'evidence'));
    expect(await race.enter(0, 1, { reason: '' })).toMatchObject(refused('error_required', 'reason'));
    expect(await race.enter(0, 1, { time: 'noon' })).toMatchObject(refused('error_format', 'time'));
    await official(race, at(race, 900));
    expect(await race.enter(0, 300)).toMatchObject({ status: 409, body: { error: 'result_not_open' } });

    const { loft, season_id, pigeon_ids } = race;
    const season = { loft_id: loft.id, season_id };
    const flight_id = await write(async (tx) => {
      await lockSeason(tx, season);
      const rulebook = { ...defaultRulebook('km'), manual_arrival: 'not_ranked' as const };
      await publishRulebook(tx, season, { user_id: null, after_version: 1, rulebook });
      const id = await planFlight(tx, loft, { season_id, name: 'By the book', kind: 'hot_spot', distance_m: 100_000 });
      const key = { loft_id: loft.id, flight_id: id };
      await moveFlight(tx, await lockFlight(tx, key), 'open_basketing');
      await basketPigeons(tx, await lockFlight(tx, key), [pigeon_ids[0]!]);
      await releaseFlight(tx, await lockFlight(tx, key), at(race, 2000));
      return id;
    });
    const seen = { pigeon_id: pigeon_ids[0], time: at(race, 2100), evidence: 'x', reason: 'x' };
    expect(await race.post(`flights/${flight_id}/manual-arrivals`, seen)).toMatchObject(refused('manual_not_ranked'));
  });

  it('correct the release of a flight: its nights, its end and its birds follow', async () => {
    const rules = {
      closing: { kind: 'hours', hours: 10 },
      closed_night: { kind: 'hours', closes: '13:00', opens: '14:00' },
    };
    const race = await ruledRace({ birds: 3, rules: rules as Partial<RaceRules> });
    await sendReading(race, 0, 5, 1);
    await sendReading(race, 1, 300, 2);
    await sendReading(race, 2, 605, 3);
    expect(await homes(race)).toEqual([5, 300, null]);
    expect((await race.released(10)).status).toBe(200);
    expect(await homes(race)).toEqual([null, 300, 605]);
    const url = `/api/lofts/${race.loft.id}/flights/${race.flight_id}`;
    const { flight } = (await scene.app.inject({ method: 'GET', url })).json();
    expect(flight).toMatchObject({ release_time: at(race, 10), closes_at: at(race, 610) });
    const { rows } = (await scene.app.inject({ method: 'GET', url: `${url}/result` })).json();
    // 07:00 at the loft; the closed hour lies between.
    expect(rows[0]).toMatchObject({ net_ms: 290 * 60_000 });
    expect(rows[1]).toMatchObject({ net_ms: (595 - 60) * 60_000 });
    expect((await race.declared()).body.declarations).toMatchObject([
      {
        kind: 'release',
        by: 'Marc',
        reason: 'The baskets were opened late',
        content: { release_ms: race.release_ms + 600_000 },
      },
      { kind: 'rules', content: { closes_ms: race.release_ms + 610 * 60_000 } },
      { kind: 'release', by: null },
      { kind: 'rules' },
    ]);
    expect((await race.released(0)).status).toBe(200);
    expect(await homes(race)).toEqual([5, 300, null]);
    expect(await race.released(0, { release_time: '2090-01-01T00:00:00Z' })).toMatchObject(
      refused('release_in_future', 'release_time'),
    );
    expect(await race.released(0, { reason: '' })).toMatchObject(refused('error_required', 'reason'));
    expect((await auditLoft(scene.db, race.loft.id)).faults).toEqual([]);
    await expect(
      write((tx) =>
        tx
          .updateTable('flights')
          .set({ release_time: at(race, 20) })
          .where('id', '=', race.flight_id)
          .execute(),
      ),
    ).rejects.toThrow(/are frozen/);
    await official(race, at(race, 900));
    expect(await race.released(1)).toMatchObject({ status: 409, body: { error: 'result_not_open' } });
  });

  it('leave an end that was set by hand', async () => {
    const race = await ruledRace({ birds: 1 });
    await write(async (tx) => closeFlight(tx, await lockFlight(tx, race.flight), at(race, 400)));
    await sendReading(race, 0, 401, 1);
    expect((await race.released(30)).status).toBe(200);
    expect(await homes(race)).toEqual([null]);
    expect(await race.released(400)).toMatchObject(refused('closing_before_release', 'release_time'));
    expect((await auditLoft(scene.db, race.loft.id)).faults).toEqual([]);
  });

  it('refuse an end before the release (A4)', async () => {
    const race = await ruledRace({ birds: 1 });
    expect((await race.released(60)).status).toBe(200);
    const close = (minute: number) =>
      write(async (tx) => closeFlight(tx, await lockFlight(tx, race.flight), at(race, minute)));
    await expect(close(60)).rejects.toMatchObject({ code: 'closing_before_release' });
    await close(61);
    expect((await auditLoft(scene.db, race.loft.id)).faults).toEqual([]);
  });

  it('do not touch official results: their entries are not withdrawn, and an offset moves other flights only', async () => {
    const race = await ruledRace({ birds: 1 });
    const entry = await sendReading(race, 0, 300, 1);
    await official(race, at(race, 900));
    expect(await race.withdraw(entry)).toMatchObject({ status: 409, body: { error: 'result_not_open' } });
    expect((await race.offset({ offset_ms: 1000 })).status).toBe(200);
    expect(await homes(race)).toEqual([300]);
  });
});

describe('two at the same moment', () => {
  it('withdraw an entry once', async () => {
    const race = await ruledRace({ birds: 1 });
    const entry = await sendReading(race, 0, 300, 1);
    const answers = await Promise.all(Array.from({ length: 12 }, () => race.withdraw(entry)));
    const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.error));
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(codes.filter((code) => code === 'entry_withdrawn')).toHaveLength(11);
    expect(await homes(race)).toEqual([null]);
  });

  it('control: a check before the ledger is locked withdraws it twice', async () => {
    const race = await ruledRace({ birds: 1 });
    const { id: loft_id } = race.loft;
    const entry = await sendReading(race, 0, 300, 1);
    let looked = 0;
    let meet = () => {};
    const both = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const unguarded = () =>
      write(async (tx) => {
        if (withdrawals(await corrections(tx, loft_id, []))(entry)) return false;
        looked += 1;
        if (looked === 2) meet();
        await both;
        const act = { by: race.merchant.user_id, now_ms: Date.now(), reason: 'x' };
        await declare(tx, loft_id, [{ kind: 'void', voids: entry, is_reading: true }], act);
        return true;
      });
    expect(await Promise.all([unguarded(), unguarded()])).toEqual([true, true]);
  });

  it('a manual arrival is either in the official result or refused', async () => {
    for (let round = 0; round < 6; round += 1) {
      const race = await ruledRace({ birds: 2 });
      await sendReading(race, 0, 300, 1);
      await write(async (tx) => closeFlight(tx, await lockFlight(tx, race.flight), at(race, 900)));
      await write(async (tx) => moveFlight(tx, await lockFlight(tx, race.flight), 'publish'));
      const [entered] = await Promise.all([
        race.enter(1, 305),
        write(async (tx) => moveFlight(tx, await lockFlight(tx, race.flight), 'make_official')),
      ]);
      expect(entered.status === 200 || entered.body.error === 'result_not_open', JSON.stringify(entered)).toBe(true);
      expect(await homes(race)).toEqual([300, entered.status === 200 ? 305 : null]);
      expect((await auditLoft(scene.db, race.loft.id)).faults).toEqual([]);
    }
  });
});
