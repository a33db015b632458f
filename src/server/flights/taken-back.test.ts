/** A release that is taken back, through its calls: what returns, who learns of it, and what comes at the same moment. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reading } from '#domain/arrivals/contract.ts';
import { auditLoft } from '#server/arrivals/audit.ts';
import { recordReadings } from '#server/arrivals/readings.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { buildPerson, buildRace, readingOf } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { sealList } from './lifecycle.ts';
import { lockFlight } from './locked-flight.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site?.end());

const minute_ms = 60_000;

/** A flight with five basketed birds, its planned release, its merchant and their calls. */
async function flightAtThePoint({ sealed = true } = {}) {
  const planned = new Date(Math.floor(Date.now() / 1000) * 1000 + 60 * minute_ms).toISOString();
  const race = await buildRace(site.db, { until: 'basketing' });
  const { loft, season_id, flight_id, key: device_key } = race;
  const key = { loft_id: loft.id, flight_id };
  await site.db.updateTable('flights').set({ release_time: planned }).where('id', '=', flight_id).execute();
  const { headers, user_id } = await buildPerson(site.db, {
    first_name: 'Marta',
    entries: [{ loft_id: loft.id, entry: { is_merchant: true } }],
  });
  if (sealed)
    await site.db
      .transaction()
      .execute(async (tx) => sealList(tx, await lockFlight(tx, key), { by: user_id, now_ms: Date.now() }));
  const url = `/api/admin/seasons/${season_id}/flights/${flight_id}`;
  const call = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const answer = await site.app.inject({ method, url: `${url}${path}`, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const stored = () => site.db.selectFrom('flights').selectAll().where('id', '=', flight_id).executeTakeFirstOrThrow();
  let sequence = 0;
  return {
    ...race,
    planned,
    call,
    stored,
    report: (at_ms: number, more: object = {}) =>
      call('POST', '/release', {
        id: randomUUID(),
        source: 'phone',
        at: new Date(at_ms).toISOString(),
        ...more,
      }),
    takeBack: async (more: object = {}) =>
      call('POST', '/release/withdrawal', {
        release_time: (await stored()).release_time,
        reason: 'Pressed by mistake',
        ...more,
      }),
    view: async () => (await call('GET', '/release')).body,
    log: async () =>
      (await site.app.inject(`/api/lofts/${loft.id}/flights/${flight_id}/log`)).json().log as {
        kind: string;
        reason: string | null;
        details: Record<string, unknown>;
      }[],
    /** A bird is read so long after an instant. */
    read: (bird: number, at_ms: number) => {
      sequence += 1;
      const reading = { ...readingOf(race, bird, 0, { sequence }), device_time: new Date(at_ms).toISOString() };
      return site.app.inject({
        method: 'POST',
        url: '/api/devices/readings',
        headers: { authorization: `Bearer ${device_key}` },
        payload: { readings: [reading] },
      });
    },
    faults: async () => (await site.db.transaction().execute((tx) => auditLoft(tx, loft.id))).faults,
  };
}

/** A release half an hour ago. */
const ago = (minutes: number) => Math.floor(Date.now() / 1000) * 1000 - minutes * minute_ms;

describe('a release that is taken back', () => {
  it('leaves the flight as it was, sealed and planned, and everybody can read when and why', async () => {
    const flight = await flightAtThePoint();
    const { list_fingerprint } = await flight.stored();
    await flight.report(ago(30));
    const { release_time } = await flight.stored();
    expect(await flight.takeBack()).toMatchObject({ status: 200 });
    expect(await flight.stored()).toMatchObject({
      status: 'sealed',
      release_time: flight.planned,
      closes_at: null,
      closed_intervals: [],
      day_starts: [],
      list_fingerprint,
    });
    expect((await flight.log()).slice(-1)).toMatchObject([
      { kind: 'release_taken_back', reason: 'Pressed by mistake', details: { release_time } },
    ]);
    expect((await flight.log()).filter(({ kind }) => kind === 'sealed')).toHaveLength(1);
    const view = await flight.view();
    expect(view.taken_back).toMatchObject([
      { release_time, reason: 'Pressed by mistake', by: expect.stringMatching(/^Marta/) },
    ]);
    expect(view.reports).toMatchObject([{ is_taken_back: true }]);
    const audit = await site.app.inject({
      url: `/api/admin/lofts/${flight.loft.id}/audit`,
      headers: (await buildPerson(site.db, { entries: [{ loft_id: flight.loft.id, entry: { is_merchant: true } }] }))
        .headers,
    });
    expect(audit.json().entries).toContainEqual(
      expect.objectContaining({ kind: 'flight', what: 'release_taken_back', reason: 'Pressed by mistake' }),
    );
    expect(await flight.faults()).toEqual([]);
  });

  it('opens the list again where the release itself had sealed it', async () => {
    const flight = await flightAtThePoint({ sealed: false });
    await flight.report(ago(30));
    await flight.takeBack();
    expect(await flight.stored()).toMatchObject({ status: 'basketing', sealed_at: null, list_fingerprint: null });
    expect((await flight.log()).map(({ kind }) => kind).slice(-1)).toEqual(['release_taken_back']);
  });

  it('needs a reason, and is of the release that was seen', async () => {
    const flight = await flightAtThePoint();
    await flight.report(ago(30));
    expect((await flight.takeBack({ reason: ' ' })).body.codes).toEqual({ reason: ['error_required'] });
    const other = await flight.takeBack({ release_time: new Date(ago(31)).toISOString() });
    expect(other).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect((await flight.stored()).status).toBe('released');
  });

  it('is released again for good: its birds count from that release, and the ledger agrees', async () => {
    const flight = await flightAtThePoint();
    await flight.report(ago(50));
    await flight.takeBack();
    const again_ms = ago(40);
    expect((await flight.report(again_ms, { knows_taken_back: 1 })).body).toMatchObject({ effect: 'released' });
    await flight.read(0, ago(10));
    expect((await flight.stored()).release_time).toBe(new Date(again_ms).toISOString());
    const { rows } = await sql<{ home_count: number }>`
      select home_count::int as home_count from flight_streams where flight_id = ${flight.flight_id}`.execute(site.db);
    expect(rows).toEqual([{ home_count: 1 }]);
    expect(await flight.faults()).toEqual([]);
  });

  it('tells the followers, each time with its own notice', async () => {
    const flight = await flightAtThePoint();
    await flight.report(ago(50));
    await flight.takeBack();
    const events = await site.db
      .selectFrom('race_events')
      .select('status')
      .where('flight_id', '=', flight.flight_id)
      .orderBy('id')
      .execute();
    expect(events.map(({ status }) => status).slice(-2)).toEqual(['released', 'release_taken_back']);
  });

  it('can be annulled: a planned time is no release then', async () => {
    const flight = await flightAtThePoint();
    await flight.report(ago(50));
    await flight.takeBack();
    expect((await flight.call('POST', '/steps', { event: 'annul', reason: 'Storm' })).status).toBe(200);
    await flight.read(0, ago(10));
    const { rows } = await sql<{ reason: string }>`
      select reason from unranked_readings where loft_id = ${flight.loft.id}`.execute(site.db);
    expect(rows).toEqual([{ reason: 'before_release' }]);
    expect(await flight.faults()).toEqual([]);
  });
});

describe('a release stays', () => {
  it('once a bird is home, and the sentence names what is left', async () => {
    const flight = await flightAtThePoint();
    await flight.report(ago(50));
    await flight.read(0, ago(10));
    const no = await flight.takeBack();
    expect(no).toMatchObject({ status: 409, body: { code: 'release_has_arrivals' } });
    expect(no.body.error).toMatch(/ruling.*annul/);
    expect((await flight.stored()).status).toBe('released');
  });

  it('once a ruling on the flight was begun, or a later group is said', async () => {
    const flight = await flightAtThePoint();
    await flight.report(ago(50));
    const rings = await site.db
      .selectFrom('pigeons')
      .select('ring')
      .where('id', '=', flight.pigeon_ids[0]!)
      .executeTakeFirstOrThrow();
    await flight.call('POST', '/release/groups', { group: 2, at: new Date(ago(45)).toISOString(), rings: rings.ring });
    expect((await flight.takeBack()).body.code).toBe('release_has_groups');
    await flight.call('POST', '/release/groups', { group: 2, at: null });
    const ruling = { kind: 'distance', distance: '410' };
    const effect = await flight.call('POST', '/rulings/effect', { ruling });
    const seen = effect.body.effect?.fingerprint;
    const made = await flight.call('POST', '/rulings', { ruling, reason: 'Measured again', seen });
    expect([effect.status, made.status]).toEqual([200, 200]);
    const { rows } = await sql`select from rulings where flight_id = ${flight.flight_id}`.execute(site.db);
    expect([rows.length, (await flight.takeBack()).body.code]).toEqual([1, 'release_has_rulings']);
  });

  it('when two people take it back at once, one of them is refused', async () => {
    const flight = await flightAtThePoint();
    await flight.report(ago(50));
    const { release_time } = await flight.stored();
    const both = await Promise.all([flight.takeBack({ release_time }), flight.takeBack({ release_time })]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(both.find(({ status }) => status === 409)!.body.code).toBe('flight_not_in_the_air');
    expect((await flight.view()).taken_back).toHaveLength(1);
  });
});

describe('a late report of a release that was taken back', () => {
  it('does not release the birds again, whether it is new or sent again', async () => {
    const flight = await flightAtThePoint();
    const id = randomUUID();
    await flight.report(ago(30), { id });
    await flight.takeBack();
    for (const more of [{ id }, {}])
      expect(await flight.report(ago(30), more)).toMatchObject({ status: 409, body: { code: 'release_taken_back' } });
    expect((await flight.stored()).status).toBe('sealed');
  });

  it('stays out after the birds were released for good, too', async () => {
    const flight = await flightAtThePoint();
    await flight.report(ago(30));
    await flight.takeBack();
    await flight.report(ago(20), { knows_taken_back: 1 });
    expect((await flight.report(ago(30))).body.code).toBe('release_taken_back');
    expect((await flight.view()).reports).toHaveLength(2);
  });

  it('is one that was measured after it: the birds have gone, though the phone did not know', async () => {
    const flight = await flightAtThePoint();
    await flight.report(ago(30));
    await flight.takeBack();
    // A phone's clock may run ahead by some seconds.
    expect((await flight.report(Date.now() + 2000)).body).toMatchObject({ effect: 'released' });
  });
});

describe('a bird that is read while the release is taken back', () => {
  /** Takes a release back and reads a bird at the same moment: what came of both. */
  async function both(head_start_ms: number) {
    const flight = await flightAtThePoint();
    await flight.report(ago(50));
    const later = <T>(after_ms: number, act: () => Promise<T>) =>
      new Promise((done) => setTimeout(done, after_ms)).then(act);
    const [answer] = await Promise.all([
      later(Math.max(0, head_start_ms), () => flight.takeBack()),
      later(Math.max(0, -head_start_ms), () => flight.read(0, ago(10))),
    ]);
    const { rows } = await sql<{ home_count: number }>`
      select home_count::int as home_count from flight_streams where flight_id = ${flight.flight_id}`.execute(site.db);
    const { status } = await flight.stored();
    return { answer, home: rows[0]!.home_count, status, faults: await flight.faults() };
  }

  it('is home and keeps the release, or finds none', async () => {
    for (let n = -5; n <= 5; n += 1) {
      const { answer, home, status, faults } = await both(n);
      expect([answer.status, status, home]).toEqual(home ? [409, 'released', 1] : [200, 'sealed', 0]);
      expect(faults).toEqual([]);
    }
  });

  it('waits for a reading that is on its way, and is refused by it', async () => {
    const flight = await flightAtThePoint();
    await flight.report(ago(50));
    const landed = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    // A batch of a clock holds the ledger until it is committed.
    const landing = site.db.transaction().execute(async (tx) => {
      const head = await lockLedger(tx, flight.loft.id);
      locked.resolve();
      await landed.promise;
      const seen = { ...readingOf(flight, 0, 0, { sequence: 1 }), device_time: new Date(ago(10)).toISOString() };
      await recordReadings(
        tx,
        flight.loft.id,
        [{ device: flight.device, readings: [reading.parse(seen)], received_ms: 0 }],
        head,
      );
    });
    await locked.promise;
    const taking = flight.takeBack();
    // Who looks without waiting finds nobody home.
    expect((await flight.view()).flight.home_count).toBe(0);
    landed.resolve();
    await landing;
    expect((await taking).body.code).toBe('release_has_arrivals');
    expect((await flight.stored()).status).toBe('released');
    expect(await flight.faults()).toEqual([]);
  });
});
