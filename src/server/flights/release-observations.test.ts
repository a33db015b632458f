/** What the person at the lorry observes, through its call: once for each id, in the log, and refused when it is over. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultReleaseLimits } from '#domain/seasons/rulebook-parts.ts';
import { buildPerson, buildRace } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { moveFlight } from './lifecycle.ts';
import { lockFlight } from './locked-flight.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site?.end());

const fine = {
  visibility_km: 18,
  wind_kmh: 12,
  wind_from: 'sw',
  temperature_c: 19,
  rain: false,
  low_cloud: false,
  thunder: false,
};

async function flightAtThePoint() {
  const race = await buildRace(site.db, { until: 'basketing' });
  const { loft, season_id, flight_id } = race;
  const merchant = await buildPerson(site.db, {
    first_name: 'Marta',
    entries: [{ loft_id: loft.id, entry: { is_merchant: true } }],
  });
  const url = `/api/admin/seasons/${season_id}/flights/${flight_id}/release`;
  const call = async (method: 'GET' | 'POST', path = '', payload?: object) => {
    const answer = await site.app.inject({
      method,
      url: url + path,
      headers: merchant.headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const note = (observed: object, more: object = {}) =>
    call('POST', '/observations', {
      id: randomUUID(),
      at: new Date(Date.now() - 60_000).toISOString(),
      observed,
      ...more,
    });
  return { key: { loft_id: loft.id, flight_id }, note, read: () => call('GET') };
}

it('weather, crates and the way of the lorry are kept, sent twice or not, and the weather and the way are in the log that everybody reads', async () => {
  const flight = await flightAtThePoint();
  expect((await flight.read()).body).toMatchObject({ observations: [], crates: [], limits: defaultReleaseLimits });
  const id = randomUUID();
  for (const _ of [1, 2]) expect((await flight.note({ kind: 'weather', weather: fine }, { id })).status).toBe(200);
  // A phone that kept its count before crates were named says nothing of those that were missing.
  await flight.note({ kind: 'crates', count: 12 });
  await flight.note({ kind: 'departed' });
  await flight.note({ kind: 'arrived' });
  await flight.note({ kind: 'driven', km: '540' });
  const { observations } = (await flight.read()).body;
  expect(observations.map(({ observed }: { observed: object }) => observed)).toEqual(
    expect.arrayContaining([
      { kind: 'weather', weather: fine },
      { kind: 'crates', count: 12, missing: [] },
      { kind: 'departed' },
      { kind: 'arrived' },
      { kind: 'driven', km: 540 },
    ]),
  );
  expect(observations).toHaveLength(5);
  expect(observations[0].by).toMatch(/^Marta/);
  const { loft_id, flight_id } = flight.key;
  const log = await site.app.inject({ method: 'GET', url: `/api/lofts/${loft_id}/flights/${flight_id}/log` });
  expect(log.json().log).toContainEqual(expect.objectContaining({ kind: 'weather', details: { weather: fine } }));
  expect(log.json().log.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(['departed', 'arrived']),
  );
});

it('the crates of the flight are named, each with its birds, and so is one that is missing', async () => {
  const flight = await flightAtThePoint();
  await site.db
    .updateTable('baskets')
    .set(({ eb }) => ({
      desk: 1,
      crate: eb.case().when('position', '=', 1).then(9).else(4).end(),
      crate_number: eb.ref('position'),
    }))
    .where('flight_id', '=', flight.key.flight_id)
    .execute();
  await flight.note({ kind: 'crates', count: 1, missing: [9] });
  const { body } = await flight.read();
  expect(body.crates).toEqual([
    { crate: 4, birds: 4 },
    { crate: 9, birds: 1 },
  ]);
  expect(body.observations).toMatchObject([{ observed: { kind: 'crates', count: 1, missing: [9] } }]);
});

it('a wrong figure is refused at its field, a moment to come too, and after the end everything', async () => {
  const flight = await flightAtThePoint();
  const wrong = await flight.note({ kind: 'weather', weather: { ...fine, wind_kmh: 'strong' } });
  expect(wrong).toMatchObject({ status: 422, body: { errors: { 'observed.weather.wind_kmh': [{}] } } });
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const ahead = await flight.note({ kind: 'arrived' }, { at });
  expect(ahead.body.codes).toMatchObject({ at: ['release_in_future'] });
  await site.db
    .transaction()
    .execute(async (tx) =>
      moveFlight(tx, await lockFlight(tx, flight.key), 'annul', { by: null, now_ms: Date.now(), reason: 'Storm' }),
    );
  expect((await flight.note({ kind: 'arrived' })).body.code).toBe('flight_plan_fixed');
});
