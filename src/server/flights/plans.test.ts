/** Release points and the plans of flights through the API, and what the database refuses with the same code (T4). */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { basketPigeons } from '#server/basketing/basketing.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { registerDevice } from '#server/devices/devices.ts';
import { notifyFans } from '#server/notifications/fans.ts';
import { type BuiltLoft, buildLoft, buildPerson, buildRace, buildSeason } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { releaseFlight } from './lifecycle.ts';
import { lockFlight } from './locked-flight.ts';

let site: TestSite;
let owner: pg.Client;
let at: BuiltLoft;
let merchant: Awaited<ReturnType<typeof buildPerson>>;

beforeAll(async () => {
  site = await testSite();
  owner = new pg.Client({ connectionString: site.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await site?.end();
});
beforeEach(async () => {
  at = await buildLoft(site.db);
  merchant = await buildPerson(site.db, { entries: [{ loft_id: at.loft.id, entry: { is_merchant: true } }] });
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
async function call(method: Method, path: string, payload?: object, headers = merchant.headers) {
  const answer = await site.app.inject({ method, url: path, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}
const nobody = (path: string) => call('GET', path, undefined, {} as never);

/** The refusal of a reply as `code.field`. */
const codesOf = ({ body }: { body: { code?: string; codes?: Record<string, string[]> } }) => [
  ...Object.entries(body.codes ?? {}).flatMap(([field, codes]) => codes.map((code) => `${code}.${field}`)),
  ...(body.codes || !body.code ? [] : [body.code]),
];
async function refusedByDatabase(statement: string, values: readonly unknown[]) {
  const error = await owner.query(statement, [...values]).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return refusalOfDatabase(error)?.code ?? null;
}

const points = () => `/api/admin/lofts/${at.loft.id}/release-points`;
const flights = () => `/api/admin/seasons/${at.season_id}/flights`;
const albacete = { name: 'Albacete', latitude: `38° 59' 40" N`, longitude: '-1,856', measured: 'map', measured_on: '' };
const plan = {
  name: 'Serra Alta Final',
  kind: 'final',
  entry: 'activated',
  release_date: '2036-09-12',
  release_time: '07:15',
  basketing_date: '2036-09-11',
  basketing_time: '03:30',
  release_point_id: null as number | null,
  distance: '',
  distance_note: '',
  estimated_average_speed: 1000,
  notifies_followers: true,
  is_draft: false,
};

const addPoint = async (fields: object = {}) => {
  const { body } = await call('POST', points(), { ...albacete, ...fields });
  return body.release_point;
};
const add = async (fields: object = {}) => (await call('POST', flights(), { ...plan, ...fields })).body.flight;
const flightPath = ({ id }: { id: number }) => `${flights()}/${id}`;
const readLog = async (flight: { id: number }) =>
  (await call('GET', flightPath(flight))).body.log.map(({ kind, reason }: { kind: string; reason: string | null }) => [
    kind,
    reason,
  ]);

describe('a release that is over', () => {
  // Yesterday anywhere, and not too old to be reported.
  const over = {
    release_date: new Date(Date.now() - 30 * 3_600_000).toISOString().slice(0, 10),
    release_time: '12:00',
  };
  const fields = { ...plan, ...over, basketing_date: '', basketing_time: '' };

  it('is asked about before the flight is shown: planned, as a series, or out of a draft', async () => {
    const asked = await call('POST', flights(), fields);
    expect(codesOf(asked)).toEqual(['release_is_over.release_date']);
    const { flight: draft } = (await call('POST', flights(), { ...fields, is_draft: true })).body;
    const shown = { ...fields, version: draft.version, reason: '' };
    expect(codesOf(await call('PUT', flightPath(draft), shown))).toEqual(['release_is_over.release_date']);
    const answer = await call('PUT', flightPath(draft), { ...shown, is_over: true });
    expect(answer.body.flight).toMatchObject({ is_draft: false, status: 'planned' });
    // What is changed of it later asks no more.
    const later = { ...shown, version: answer.body.flight.version, estimated_average_speed: 1100 };
    expect((await call('PUT', flightPath(draft), later)).status).toBe(200);
  });
});

describe('release points', () => {
  it('are kept once, with their distance, and offered until they are removed; flights keep them', async () => {
    const far = await addPoint();
    expect(far).toMatchObject({ name: 'Albacete', latitude: 38.994444, longitude: -1.856, version: 1 });
    expect(far.distance_m).toBeGreaterThan(1_300_000);
    expect(far.distance).toBe(far.distance_m / 1000);
    await addPoint({ name: 'Near', latitude: '51.1', longitude: '4.5' });
    const list = await call('GET', points());
    expect(list.body.release_points.map(({ name }: { name: string }) => name)).toEqual(['Near', 'Albacete']);
    const flight = await add({ release_point_id: far.id });
    expect((await call('DELETE', `${points()}/${far.id}`, { version: 2 })).body.code).toBe('changed_meanwhile');
    expect((await call('DELETE', `${points()}/${far.id}`, { version: 1 })).status).toBe(200);
    expect((await call('GET', points())).body.release_points).toHaveLength(1);
    expect((await call('GET', flightPath(flight))).body.flight).toMatchObject({
      release_point: 'Albacete',
      distance_m: far.distance_m,
    });
    // Its name is free again.
    expect((await addPoint()).id).not.toBe(far.id);
  });

  it.each<[string, object, string]>([
    ['no name', { name: ' ' }, 'error_required.name'],
    ['no latitude', { latitude: '' }, 'error_required.latitude'],
    ['a latitude of 91°', { latitude: '91' }, 'error_latitude.latitude'],
    ['a day without GPS ahead', { measured_on: '2199-01-01' }, 'measured_in_future.measured_on'],
    ['GPS without a day', { measured: 'gps' }, 'error_required.measured_on'],
    ['a name that is taken, in other letters', { name: 'ALBACETE' }, 'error_unique.name'],
  ])('refuse %s', async (_what, fields, code) => {
    await addPoint();
    expect(codesOf(await call('POST', points(), { ...albacete, ...fields }))).toEqual([code]);
  });

  it('take the flights along that are not released: a shown one for a reason, which its log has', async () => {
    const point = await addPoint();
    const shown = await add({ release_point_id: point.id });
    const draft = await add({ name: 'Draft', release_point_id: point.id, is_draft: true });
    const stated = await add({
      name: 'Stated',
      release_point_id: point.id,
      is_draft: true,
      distance: '306 miles 780 yards',
      distance_note: 'By the federation',
    });
    const moved = { ...albacete, latitude: '39', version: 1 };
    const path = `${points()}/${point.id}`;
    expect(codesOf(await call('PUT', path, moved))).toEqual(['point_move_needs_reason.reason']);
    const { body } = await call('PUT', path, { ...moved, reason: 'Measured again' });
    expect(body.release_point).toMatchObject({ latitude: 39, version: 2 });
    for (const one of [shown, draft])
      expect((await call('GET', flightPath(one))).body.flight).toMatchObject({
        distance_m: body.release_point.distance_m,
        release_latitude: 39,
      });
    expect((await call('GET', flightPath(stated))).body.flight.distance_m).toBe(stated.distance_m);
    expect(await readLog(shown)).toEqual([
      ['planned', null],
      ['point_moved', 'Measured again'],
    ]);
    expect(await readLog(draft)).toEqual([['planned', null]]);
    // A new name moves nothing.
    expect((await call('PUT', path, { ...moved, name: 'Albacete 2', version: 2 })).status).toBe(200);
    expect(await readLog(shown)).toHaveLength(2);
  });

  it('are only of their own loft', async () => {
    const point = await addPoint();
    const other = await buildLoft(site.db);
    const theirs = await buildPerson(site.db, {
      entries: [{ loft_id: other.loft.id, entry: { is_merchant: true } }],
    });
    const path = `/api/admin/lofts/${other.loft.id}/release-points/${point.id}`;
    expect((await call('PUT', path, { ...albacete, version: 1 }, theirs.headers)).status).toBe(404);
    const planned = await call(
      'POST',
      `/api/admin/seasons/${other.season_id}/flights`,
      { ...plan, release_point_id: point.id },
      theirs.headers,
    );
    expect(planned.status).toBe(404);
  });
});

describe('a plan', () => {
  it('has its times by the clock of the loft, its distance measured, and a name of its own', async () => {
    const point = await addPoint();
    const flight = await add({ release_point_id: point.id });
    expect(flight).toMatchObject({
      release_time: '2036-09-12T05:15:00.000Z',
      basketing_at: '2036-09-11T01:30:00.000Z',
      release_clock: '07:15',
      distance_m: point.distance_m,
      distance_source: 'geodesic',
      rulebook_version: 1,
      next_action: 'open_basketing',
      version: 1,
    });
    const list = await call('GET', flights());
    expect(list.body).toMatchObject({
      total: 1,
      next: { id: flight.id },
      birds: { all: 0, activated: 0, not_activated: 0 },
    });
    expect(codesOf(await call('POST', flights(), { ...plan, name: 'serra alta FINAL' }))).toEqual([
      'error_unique.name',
    ]);
    const insert = `insert into flights (loft_id, season_id, name, rules) values ($1, $2, 'SERRA alta final', '{}')`;
    expect(await refusedByDatabase(insert, [at.loft.id, at.season_id])).toBe('error_unique');
  });

  it.each<[string, object, string]>([
    ['a day without a time', { release_time: '' }, 'error_required.release_time'],
    ['a time of 24:00', { release_time: '24:00' }, 'error_time.release_time'],
    [
      'basketing after the release',
      { basketing_date: '2036-09-12', basketing_time: '07:15' },
      'basketing_after_release.basketing_time',
    ],
    ['a distance with a comma', { distance: '493,182 km' }, 'error_distance.distance'],
    ['a stated distance alone', { distance: '493.182 km' }, 'distance_note_needed.distance_note'],
    ['an average speed of 0', { estimated_average_speed: 0 }, 'error_min_value.estimated_average_speed'],
  ])('refuses %s', async (_what, fields, code) => {
    expect(codesOf(await call('POST', flights(), { ...plan, ...fields }))).toEqual([code]);
  });

  it('is changed by one of two, and not back to a draft; its time is postponed, its place moved with a reason', async () => {
    const [point, other] = [await addPoint(), await addPoint({ name: 'Toledo', latitude: '39.86' })];
    const flight = await add({ release_point_id: point.id });
    const path = flightPath(flight);
    const same = { ...plan, release_point_id: point.id, version: 1 };
    const renamed = await call('PUT', path, { ...same, name: 'Final' });
    expect(renamed.body.flight).toMatchObject({ name: 'Final', version: 2 });
    expect(codesOf(await call('PUT', path, same))).toEqual(['changed_meanwhile']);
    const put = (fields: object) => call('PUT', path, { ...same, version: 2, ...fields });
    expect(codesOf(await put({ is_draft: true }))).toEqual(['flight_is_shown.is_draft']);
    expect(codesOf(await put({ release_time: '08:00' }))).toEqual(['flight_to_postpone.release_time']);
    expect(codesOf(await put({ release_point_id: other.id }))).toEqual(['flight_move_needs_reason.reason']);
    const moved = await put({ release_point_id: other.id, reason: 'Low cloud' });
    expect(moved.body.flight).toMatchObject({ release_point: 'Toledo', distance_m: other.distance_m, version: 3 });
    const postpone = (fields: object) =>
      call('POST', `${path}/postponement`, { release_date: '2036-09-13', release_time: '07:00', ...fields });
    expect(codesOf(await postpone({ reason: '', version: 3 }))).toEqual(['error_required.reason']);
    expect(codesOf(await postpone({ reason: 'Rain', version: 2 }))).toEqual(['changed_meanwhile']);
    const later = await postpone({ reason: 'Rain', version: 3 });
    expect(later.body.flight).toMatchObject({
      release_time: '2036-09-13T05:00:00.000Z',
      basketing_at: '2036-09-12T01:15:00.000Z',
    });
    expect(codesOf(await postpone({ reason: 'Rain', version: 4 }))).toEqual(['flight_time_same.release_time']);
    const open = await postpone({ reason: 'Storm', version: 4, release_date: '', release_time: '' });
    expect(open.body.flight).toMatchObject({ release_time: null, basketing_at: null });
    expect(await readLog(flight)).toEqual([
      ['planned', null],
      ['point_moved', 'Low cloud'],
      ['postponed', 'Rain'],
      ['postponed', 'Storm'],
    ]);
    const moves = await owner.query(
      `select details from flight_decisions where flight_id = $1 and kind = 'point_moved'`,
      [flight.id],
    );
    expect(moves.rows[0].details).toMatchObject({ from: { name: 'Albacete' }, to: { name: 'Toledo' } });
    const audit = await owner.query(`select action from audit_log where loft_id = $1 order by id`, [at.loft.id]);
    const actions = audit.rows.map(({ action }) => action).filter((action) => action.startsWith('flight.'));
    // Postponed is a decision, and no change beside it.
    expect(actions).toEqual(['flight.plan', 'flight.change', 'flight.change']);
  });

  it('goes through its steps; a sealed list is opened again, and a flight annulled, for a reason', async () => {
    const flight = await add();
    const step = (event: string, reason = '') => call('POST', `${flightPath(flight)}/steps`, { event, reason });
    expect((await step('open_basketing')).body.flight).toMatchObject({ status: 'basketing', next_action: 'seal' });
    expect(codesOf(await step('open_basketing'))).toEqual(['step_not_possible']);
    // Opened by mistake, and closed again.
    expect((await step('close_basketing')).body.flight).toMatchObject({ status: 'planned' });
    await step('open_basketing');
    const kind = { ...plan, kind: 'hot_spot', version: 1 };
    expect(codesOf(await call('PUT', flightPath(flight), kind))).toEqual(['flight_basketing_began.kind']);
    expect(codesOf(await step('seal'))).toEqual(['basket_list_empty']);
    const key = { loft_id: at.loft.id, flight_id: flight.id };
    const { pigeon_ids } = await buildRace(site.db, { birds: 1, basketed: 0, until: 'basketing' }, at);
    await site.db.transaction().execute(async (tx) => basketPigeons(tx, await lockFlight(tx, key), pigeon_ids));
    expect(codesOf(await step('close_basketing'))).toEqual(['flight_has_basket']);
    const sealed = (await step('seal')).body.flight;
    expect(sealed).toMatchObject({ status: 'sealed', next_action: 'release' });
    expect(sealed.list_fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(codesOf(await step('reopen'))).toEqual(['error_required.reason']);
    expect((await step('reopen', 'One bird late')).body.flight).toMatchObject({ status: 'basketing', sealed_at: null });
    expect(codesOf(await step('annul', ' '))).toEqual(['error_required.reason']);
    expect((await step('annul', 'Storm')).body.flight).toMatchObject({
      status: 'annulled',
      next_action: 'reason',
      annulled_because: 'Storm',
    });
    expect(codesOf(await call('PUT', flightPath(flight), { ...plan, version: 1 }))).toEqual(['flight_plan_fixed']);
    expect(codesOf(await call('DELETE', flightPath(flight), { version: 1 }))).toEqual(['flight_has_basket']);
    expect(await refusedByDatabase('delete from flights where id = $1', [flight.id])).toBe('flight_has_basket');
    const empty = await add({ name: 'Empty' });
    await call('POST', `${flightPath(empty)}/steps`, { event: 'annul', reason: 'Storm' });
    expect(codesOf(await call('DELETE', flightPath(empty), { version: 1 }))).toEqual(['flight_plan_fixed']);
    expect(await refusedByDatabase('delete from flights where id = $1', [empty.id])).toBe('flight_plan_fixed');
  });

  it('is removed with its history, but not with a basket', async () => {
    const race = await buildRace(site.db, { birds: 1, basketed: 0, until: 'basketing' }, at);
    const path = `${flights()}/${race.flight_id}`;
    await site.db.transaction().execute(async (tx) => {
      const locked = await lockFlight(tx, { loft_id: at.loft.id, flight_id: race.flight_id });
      await basketPigeons(tx, locked, race.pigeon_ids);
    });
    expect(codesOf(await call('DELETE', path, { version: 1 }))).toEqual(['flight_has_basket']);
    expect(await refusedByDatabase('delete from flights where id = $1', [race.flight_id])).toBe('flight_has_basket');
    const flight = await add();
    expect(codesOf(await call('DELETE', flightPath(flight), { version: 2 }))).toEqual(['changed_meanwhile']);
    expect((await call('DELETE', flightPath(flight), { version: 1 })).status).toBe(200);
    expect((await call('GET', flightPath(flight))).status).toBe(404);
    const kept = 'select from flight_history where flight_id = $1';
    expect((await owner.query(kept, [flight.id])).rowCount).toBe(0);
    // The history of a flight that stays does not go.
    const history = (await owner.query(kept, [race.flight_id])).rowCount;
    await expect(owner.query('delete from flight_history where flight_id = $1', [race.flight_id])).rejects.toThrow(
      'append-only',
    );
    expect((await owner.query(kept, [race.flight_id])).rowCount).toBe(history);
  });
});

describe('a draft', () => {
  it('is for those who prepare the season: in no list, under no address, and steps only once it is shown', async () => {
    const draft = await add({ is_draft: true });
    const page = `/api/lofts/${at.loft.id}/flights/${draft.id}`;
    const season = `/api/lofts/${at.loft.id}/seasons/${at.season_id}`;
    const listed = async () => {
      const loft = (await nobody(`/api/lofts/${at.loft.id}`)).body.flights;
      const calendar = (await nobody(season)).body.flights;
      const lofts = (await nobody(`/api/lofts?q=${encodeURIComponent(at.loft.name)}`)).body.lofts;
      // The name of one loft may be part of another's.
      const own = lofts.find(({ id }: { id: number }) => id === at.loft.id);
      return [(await nobody(page)).status, loft.length, calendar.length, own.flight_count];
    };
    expect(await listed()).toEqual([404, 0, 0, 0]);
    expect((await call('GET', page)).status).toBe(200);
    const step = () => call('POST', `${flightPath(draft)}/steps`, { event: 'open_basketing', reason: '' });
    expect(codesOf(await step())).toEqual(['flight_is_draft']);
    const postponement = { release_date: '', release_time: '', reason: 'Rain', version: 1 };
    expect(codesOf(await call('POST', `${flightPath(draft)}/postponement`, postponement))).toEqual(['flight_is_draft']);
    const reader = await buildPerson(site.db);
    const change = { kind: 'flights', loft_id: at.loft.id, id: draft.id, starred: true };
    const starred = async () => {
      await call('POST', '/api/favorites', { changes: [change] }, reader.headers);
      return (await call('GET', '/api/favorites', undefined, reader.headers)).body.counts.flights;
    };
    expect(await starred()).toBe(0);
    expect((await call('PUT', flightPath(draft), { ...plan, version: 1 })).status).toBe(200);
    expect(await listed()).toEqual([200, 1, 1, 1]);
    expect(await starred()).toBe(1);
  });
});

describe('a series', () => {
  it('is planned at once: numbered days from a place each, by the clock of the loft also in winter', async () => {
    const [near, far] = [await addPoint({ name: 'Near', latitude: '51.1', longitude: '4.5' }), await addPoint()];
    const series = {
      name: 'Training',
      kind: 'training',
      entry: 'racing',
      estimated_average_speed: null,
      notifies_followers: false,
      is_draft: false,
      first_day: '2036-10-19',
      release_time: '08:00',
      days_between: 7,
      release_point_ids: [near.id, far.id],
    };
    const { body } = await call('POST', `${flights()}/series`, series);
    const facts = body.flights.map(({ name, release_time, release_point }: Record<string, string>) => [
      name,
      release_time,
      release_point,
    ]);
    expect(facts).toEqual([
      ['Training 1', '2036-10-19T06:00:00.000Z', 'Near'],
      ['Training 2', '2036-10-26T07:00:00.000Z', 'Albacete'],
    ]);
    const copied = await call('GET', `${flights()}/preparation?copy=${body.flights[0].id}`);
    expect(copied.body.copied).toMatchObject({ name: 'Training 3', release_date: null, release_point: 'Near' });
    expect(codesOf(await call('POST', `${flights()}/series`, { ...series, release_point_ids: [] }))).toEqual([
      'error_min_items.release_point_ids',
    ]);
    // One that fails leaves none of them.
    const wrong = await call('POST', `${flights()}/series`, { ...series, release_point_ids: [near.id, 99_999_999] });
    expect(wrong.status).toBe(404);
    const list = await call('GET', `${flights()}?kind=training&q=near&sort=-name`);
    expect(list.body).toMatchObject({ total: 1, flights: [{ name: 'Training 1' }] });
    expect(list.body.season_flights).toHaveLength(2);
  });
});

it.each([
  ['with news notifies its followers', true, 1],
  ['without news notifies nobody', false, 0],
])('a flight %s of its release', async (_what, notifies_followers, notices) => {
  const fan = await buildPerson(site.db, { email: `fan-${notices}@example.org` });
  const wanted = `insert into notification_choices (user_id, event, channel, wanted) values ($1, 'released', 'mail', true)`;
  await owner.query(wanted, [fan.user_id]);
  const flight = await add({ notifies_followers, distance: '1 km', distance_note: 'By foot' });
  for (const event of ['open_basketing', 'seal'])
    await call('POST', `${flightPath(flight)}/steps`, { event, reason: '' });
  const change = { kind: 'flights', loft_id: at.loft.id, id: flight.id, starred: true };
  await call('POST', '/api/favorites', { changes: [change] }, fan.headers);
  await site.db.transaction().execute(async (tx) => {
    const locked = await lockFlight(tx, { loft_id: at.loft.id, flight_id: flight.id });
    await releaseFlight(tx, locked, '2036-09-12T05:15:00.000Z');
  });
  await notifyFans(site.db, Date.now());
  const sent = `select from notifications where user_id = $1 and event = 'released' and channel = 'mail'`;
  expect((await owner.query(sent, [fan.user_id])).rowCount).toBe(notices);
});

it('a flight is copied to the next season of its loft under its own name, and to no other loft', async () => {
  const flight = await add();
  expect((await call('GET', flightPath(flight))).body.next_season).toBeNull();
  const next = await buildSeason(site.db, at, 2027);
  expect((await call('GET', flightPath(flight))).body.next_season).toMatchObject({ id: next.season_id });
  const preparation = `/api/admin/seasons/${next.season_id}/flights/preparation?copy=${flight.id}&from=${at.season_id}`;
  expect((await call('GET', preparation)).body.copied).toMatchObject({ name: plan.name, release_time: null });
  const foreign = await buildRace(site.db, { birds: 1 });
  const other = `/api/admin/seasons/${next.season_id}/flights/preparation?copy=${foreign.flight_id}&from=${foreign.season_id}`;
  expect((await call('GET', other)).status).toBe(404);
});

describe('rules of its own', () => {
  it('a flight takes some of its rules differently, and follows the rulebook again', async () => {
    const flight = await add();
    const path = flightPath(flight);
    const { rules } = (await call('GET', path)).body;
    const whole = { ...rules, precision_ms: 1000, closing: { kind: 'hours', hours: 48 } };
    expect((await call('PUT', `${path}/rules`, { version: flight.version, rules: whole })).body.flight).toMatchObject({
      version: flight.version + 1,
      rulebook_version: null,
    });
    expect((await call('GET', path)).body).toMatchObject({ rules: whole, differs: ['ties', 'closing'] });
    // Of two people who change them at once, the second sees the first one's.
    expect(codesOf(await call('PUT', `${path}/rules`, { version: flight.version, rules }))).toEqual([
      'changed_meanwhile',
    ]);
    const wrong = { ...rules, closing: { kind: 'hours', hours: -1 } };
    expect((await call('PUT', `${path}/rules`, { version: flight.version + 1, rules: wrong })).status).toBe(422);
    // Rules equal to the rulebook's follow it.
    await call('PUT', `${path}/rules`, { version: flight.version + 1, rules });
    expect((await call('GET', path)).body).toMatchObject({ differs: [], flight: { rulebook_version: 1 } });
  });

  it('not after the release', async () => {
    const race = await buildRace(site.db, { birds: 1 }, at);
    const path = flightPath({ id: race.flight_id });
    const { flight, rules } = (await call('GET', path)).body;
    const answer = await call('PUT', `${path}/rules`, { version: flight.version, rules });
    expect(codesOf(answer)).toEqual(['flight_plan_fixed']);
  });
});

describe('the clocks of a flight', () => {
  const checked = async (flight: { id: number }) =>
    (await call('GET', `${flightPath(flight)}/release`)).body.clocks.map(({ name }: { name: string }) => name);

  it('are all of the loft, or those chosen; a copy and a series take them along', async () => {
    const spare = await site.db
      .transaction()
      .execute((tx) => registerDevice(tx, { loft_id: at.loft.id, name: 'Clock 2' }));
    const flight = await add();
    expect(await checked(flight)).toEqual(['Clock 1', 'Clock 2']);
    const chosen = { ...plan, clock_ids: [spare.device_id], version: 1, reason: '' };
    const { body } = await call('PUT', flightPath(flight), chosen);
    expect(body.flight.clock_ids).toEqual([spare.device_id]);
    expect(await checked(flight)).toEqual(['Clock 2']);
    const { copied, clocks } = (await call('GET', `${flights()}/preparation?copy=${flight.id}`)).body;
    expect(copied.clock_ids).toEqual([spare.device_id]);
    expect(clocks.map(({ name }: { name: string }) => name)).toEqual(['Clock 1', 'Clock 2']);
    const { kind, entry, estimated_average_speed, notifies_followers, is_draft } = plan;
    const series = { name: 'Training', first_day: '2037-06-01', release_time: '08:00', days_between: 7 };
    const common = { kind, entry, estimated_average_speed, notifies_followers, is_draft };
    const made = await call('POST', `${flights()}/series`, {
      ...series,
      ...common,
      clock_ids: [spare.device_id],
      release_point_ids: [null, null],
    });
    for (const one of made.body.flights) expect(await checked(one)).toEqual(['Clock 2']);
    await call('PUT', flightPath(flight), { ...chosen, clock_ids: [], version: 2 });
    expect(await checked(flight)).toEqual(['Clock 1', 'Clock 2']);
  });

  it('are of its loft: a clock of another one is refused, and nothing is changed', async () => {
    const flight = await add({ clock_ids: [at.device.device_id] });
    const foreign = (await buildLoft(site.db)).device.device_id;
    const change = { ...plan, name: 'Other', clock_ids: [foreign], version: 1, reason: '' };
    expect((await call('PUT', flightPath(flight), change)).status).toBe(404);
    const { body } = await call('GET', flightPath(flight));
    expect(body.flight).toMatchObject({ name: plan.name, version: 1, clock_ids: [at.device.device_id] });
    const insert = 'insert into flight_clocks (loft_id, flight_id, device_id) values ($1, $2, $3)';
    await expect(owner.query(insert, [at.loft.id, flight.id, foreign])).rejects.toMatchObject({ code: '23503' });
  });
});
