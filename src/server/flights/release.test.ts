/** The release through its call: reported by phones and by word of mouth, once, late, and in disagreement. */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealedListText } from '#domain/flights/sealed-list.ts';
import { buildPerson, buildRace } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { decisionLog } from './decisions.ts';
import { reopenList, sealList } from './lifecycle.ts';
import { lockFlight } from './locked-flight.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(async () => {
  await site?.end();
});

/** A flight with basketed birds, sealed or not, and the calls of its merchant. */
async function flightToRelease({ sealed = true, precision_ms = 100 as 1 | 10 | 100 | 1000 } = {}) {
  const race = await buildRace(site.db, { until: 'basketing', rules: { precision_ms } });
  const { loft, season_id, flight_id } = race;
  const key = { loft_id: loft.id, flight_id };
  const { token, user_id } = await buildPerson(site.db, {
    first_name: 'Marta',
    entries: [{ loft_id: loft.id, entry: { is_merchant: true } }],
  });
  const act = { by: user_id, now_ms: Date.now() };
  if (sealed) await site.db.transaction().execute(async (tx) => sealList(tx, await lockFlight(tx, key), act));
  const url = `/api/admin/seasons/${season_id}/flights/${flight_id}/release`;
  const headers = { cookie: `session=${token}` };
  const call = async (method: 'GET' | 'POST', payload?: object) => {
    const answer = await site.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const report = (at_ms: number, more: object = {}) =>
    call('POST', { id: randomUUID(), source: 'phone', at: new Date(at_ms).toISOString(), ...more });
  const stored = () => site.db.selectFrom('flights').selectAll().where('id', '=', flight_id).executeTakeFirstOrThrow();
  return { ...race, key, act, report, read: () => call('GET'), stored };
}

it('a release counts from the measured moment, in the steps of the rulebook; the report keeps it as measured', async () => {
  const flight = await flightToRelease();
  const at_ms = Math.floor((Date.now() - 30_000) / 1000) * 1000 + 487;
  const counted = new Date(at_ms - 87).toISOString();
  const position = { latitude: 47.0836, longitude: 2.3956, accuracy_m: 8 };
  expect(await flight.report(at_ms, { clock: { offset_ms: -180, within_ms: 50 }, position })).toEqual({
    status: 200,
    body: { flight_id: flight.flight_id, effect: 'released', release_time: counted },
  });
  expect(await flight.stored()).toMatchObject({ status: 'released', release_time: counted });
  const { body } = await flight.read();
  expect(body.reports).toMatchObject([
    { source: 'phone', at: new Date(at_ms).toISOString(), by: expect.stringMatching(/^Marta/) },
  ]);
});

it('two phones at the same second release once; the one that differs is a second entry, nothing is overwritten', async () => {
  const flight = await flightToRelease();
  const at_ms = Date.now() - 30_000;
  const answers = await Promise.all([flight.report(at_ms), flight.report(at_ms + 2000)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(answers.map(({ body }) => body.effect))).toEqual(new Set(['differs', 'released']));
  const first = answers.find(({ body }) => body.effect === 'released')!;
  expect((await flight.stored()).release_time).toBe(first.body.release_time);
  expect((await flight.read()).body.reports).toHaveLength(2);
  const log = await decisionLog(site.db, flight.key);
  expect(log.map(({ kind }) => kind).filter((kind) => kind === 'released' || kind === 'release_reported')).toHaveLength(
    3,
  );
});

it('a report that is sent again is the same one; a spoken time is confirmed by the phone', async () => {
  const flight = await flightToRelease({ precision_ms: 1000 });
  const at_ms = Math.floor(Date.now() / 1000) * 1000 - 30_000;
  const id = randomUUID();
  const first = await flight.report(at_ms, { id, source: 'spoken' });
  expect(first.body.effect).toBe('released');
  expect((await flight.report(at_ms, { id, source: 'spoken' })).body).toEqual({ ...first.body, effect: 'confirmed' });
  expect((await flight.report(at_ms + 640)).body.effect).toBe('confirmed');
  expect((await flight.read()).body.reports).toMatchObject([{ source: 'spoken' }, { source: 'phone' }]);
});

const markOf = (chip: string) => createHash('sha256').update(chip).digest('hex').slice(0, 16);

it('birds whose list nobody sealed are released, and the list is sealed at that moment', async () => {
  const flight = await flightToRelease({ sealed: false });
  expect((await flight.report(Date.now() - 1000)).body.effect).toBe('released');
  const birds = await site.db
    .selectFrom('baskets as b')
    .innerJoin('pigeons as p', 'p.id', 'b.pigeon_id')
    .select(['b.position', 'p.ring', 'p.id'])
    .where('b.flight_id', '=', flight.flight_id)
    .execute();
  const chipOf = new Map(flight.pigeon_ids.map((id, i) => [id, flight.chips[i]!]));
  const text = sealedListText(
    flight.key,
    birds.map(({ id, ...bird }) => ({ ...bird, chip_mark: markOf(chipOf.get(id)!) })),
  );
  const { list_fingerprint } = await flight.stored();
  expect(list_fingerprint).toBe(createHash('sha256').update(text).digest('hex'));
});

it('a sealed list takes no bird and loses none, and opens again for a reason only', async () => {
  const flight = await flightToRelease();
  const { loft_id, season_id } = { loft_id: flight.loft.id, season_id: flight.season_id };
  const insert = site.db
    .insertInto('baskets')
    .values({ loft_id, season_id, flight_id: flight.flight_id, pigeon_id: flight.pigeon_ids[0]!, position: 99 });
  const remove = site.db.deleteFrom('baskets').where('flight_id', '=', flight.flight_id);
  await expect(remove.execute()).rejects.toMatchObject({ constraint: 'basketing_not_open' });
  const reopen = (reason: string | null) =>
    site.db.transaction().execute(async (tx) => {
      await reopenList(tx, await lockFlight(tx, flight.key), { ...flight.act, reason });
    });
  await expect(reopen(' ')).rejects.toMatchObject({ errors: { reason: [{ code: 'error_required' }] } });
  await reopen('A bird was left in its box');
  expect(await flight.stored()).toMatchObject({ status: 'basketing', sealed_at: null, list_fingerprint: null });
  // Control: only the seal kept the list.
  await expect(insert.execute()).rejects.toMatchObject({ code: '23505' });
});

it.each([
  ['to come', 60_000, 'release_in_future'],
  ['of the week before', -7 * 86_400_000, 'release_too_old'],
] as const)('a release %s is refused at its field, and the birds stay', async (_name, later_ms, code) => {
  const flight = await flightToRelease();
  expect(await flight.report(Date.now() + later_ms)).toMatchObject({ status: 409, body: { codes: { at: [code] } } });
  expect((await flight.stored()).status).toBe('sealed');
});

it('the checklist names the list, the clocks, the sun and the point', async () => {
  const flight = await flightToRelease();
  const { status, body } = await flight.read();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    flight: {
      status: 'sealed',
      basketed_count: 5,
      precision_ms: 100,
      list_fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
    clocks: [{ synchronised_at: null, silent_since: null }],
    reports: [],
  });
});
