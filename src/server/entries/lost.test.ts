/** The birds that are not home from their last flight: proposed as lost once it is closed. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transact } from '#server/db/transaction.ts';
import { closeFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { changeStatuses } from '#server/pigeons/statuses.ts';
import { buildFlight, buildPerson, buildRace, readingOf } from '#testing/builders.ts';
import { exchange } from '#testing/corrections.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { bringBack } from './lost.ts';

let scene: TestSite;
beforeAll(async () => {
  scene = await testSite();
});
afterAll(async () => {
  await scene?.end();
});

it('proposes as lost who is not home from a closed flight and was not clocked since', async () => {
  const release_time = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const race = await buildRace(scene.db, { birds: 4, release_time });
  const { loft, season_id, flight_id, pigeon_ids } = race;
  const entries = [{ loft_id: loft.id, entry: { is_merchant: true } }];
  const { headers } = await buildPerson(scene.db, { entries });
  const url = `/api/admin/seasons/${season_id}/lost`;
  const notHome = async () => {
    const { not_home } = (await scene.app.inject({ method: 'GET', url, headers })).json();
    return not_home
      .map(({ pigeon_id }: { pigeon_id: number }) => pigeon_ids.indexOf(pigeon_id))
      .sort((a: number, b: number) => a - b);
  };
  let sequence = 0;
  const read = async (bird: number, minutes: number) => {
    const payload = { readings: [readingOf(race, bird, minutes, { sequence: ++sequence })] };
    const authorization = `Bearer ${race.key}`;
    await scene.app.inject({ method: 'POST', url: '/api/devices/readings', headers: { authorization }, payload });
  };
  await read(0, 200);
  expect(await notHome()).toEqual([]);
  const at = new Date(race.release_ms + 900 * 60_000).toISOString();
  await transact(scene.db, async (tx) => closeFlight(tx, await lockFlight(tx, { loft_id: loft.id, flight_id }), at));
  expect(await notHome()).toEqual([1, 2, 3]);
  // It came after the closing: home, outside control.
  await read(1, 1000);
  expect(await notHome()).toEqual([2, 3]);
  const body = { pigeon_ids: [pigeon_ids[2]], status: 'lost', reason: 'Not home' };
  const lost = await scene.app.inject({
    method: 'PUT',
    url: `/api/admin/seasons/${season_id}/pigeon-statuses`,
    headers,
    payload: body,
  });
  expect(lost.statusCode, lost.body).toBe(200);
  expect(await notHome()).toEqual([3]);

  // A clock reads it two days later: it is back as it was, once.
  expect(await bringBack(scene.db, Date.now())).toEqual([]);
  await read(2, 2880);
  expect(await bringBack(scene.db, Date.now())).toEqual([pigeon_ids[2]]);
  expect(await bringBack(scene.db, Date.now())).toEqual([]);
  const { back, lost: none } = (await scene.app.inject({ method: 'GET', url, headers })).json();
  expect(none).toEqual([]);
  expect(back).toMatchObject([
    { pigeon_id: pigeon_ids[2], health: 'active', reason: expect.stringMatching(/^Clock 1, /) },
  ]);
});

it('does not bring back a bird that was home and went missing afterwards, until a clock reads it again', async () => {
  const race = await buildRace(scene.db, { birds: 2 });
  const { loft, season_id, pigeon_ids } = race;
  const headers = { authorization: `Bearer ${race.key}` };
  const read = (minutes: number, sequence: number) =>
    scene.app.inject({
      method: 'POST',
      url: '/api/devices/readings',
      headers,
      payload: { readings: [readingOf(race, 0, minutes, { sequence })] },
    });
  await read(200, 1);
  const act = { by: null, now_ms: Date.now(), reason: 'A hawk' };
  const lost = { pigeon_ids: [pigeon_ids[0]!], status: 'lost' as const };
  await transact(scene.db, (tx) => changeStatuses(tx, { loft_id: loft.id, season_id }, lost, act));
  // The second antenna of its arrival, sent late.
  await read(201, 2);
  expect(await bringBack(scene.db, Date.now())).toEqual([]);
  await read((Date.now() - race.release_ms) / 60_000 + 1, 3);
  expect(await bringBack(scene.db, Date.now())).toEqual([pigeon_ids[0]]);
});

it('brings back the bird that flew with a chip, not the one that wears it, where the two are exchanged in the flight', async () => {
  const release_time = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const race = await buildRace(scene.db, { birds: 2, release_time });
  const { loft, season_id, flight_id, pigeon_ids } = race;
  const [pigeon_id, other_id] = pigeon_ids as [number, number];
  const { user_id: by } = await buildPerson(scene.db);
  const headers = { authorization: `Bearer ${race.key}` };
  const read = (bird: number, minutes: number, sequence: number) =>
    scene.app.inject({
      method: 'POST',
      url: '/api/devices/readings',
      headers,
      payload: { readings: [readingOf(race, bird, minutes, { sequence })] },
    });
  await transact(scene.db, async (tx) =>
    exchange(
      tx,
      await lockFlight(tx, { loft_id: loft.id, flight_id }),
      { pigeon_id, other_id },
      {
        by,
        now_ms: Date.now(),
        reason: 'They carried each other’s chips',
      },
    ),
  );
  const lost = { pigeon_ids: [pigeon_id, other_id], status: 'lost' as const };
  const act = { by: null, now_ms: Date.now(), reason: 'Not home' };
  await transact(scene.db, (tx) => changeStatuses(tx, { loft_id: loft.id, season_id }, lost, act));
  await read(0, 2880, 1);
  expect(await bringBack(scene.db, Date.now())).toEqual([other_id]);
  await read(1, 2900, 2);
  expect(await bringBack(scene.db, Date.now())).toEqual([pigeon_id]);
});

it('knows a chip by its wearer again once that one has flown without an exchange', async () => {
  const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const race = await buildRace(scene.db, { birds: 2, release_time: day(5) });
  const { loft, season_id, flight_id, pigeon_ids } = race;
  const [pigeon_id, other_id] = pigeon_ids as [number, number];
  const { user_id: by } = await buildPerson(scene.db);
  const act = { by, now_ms: Date.now(), reason: 'They carried each other’s chips' };
  await transact(scene.db, async (tx) =>
    exchange(tx, await lockFlight(tx, { loft_id: loft.id, flight_id }), { pigeon_id, other_id }, act),
  );
  const lost = { pigeon_ids: [pigeon_id], status: 'lost' as const };
  await transact(scene.db, (tx) => changeStatuses(tx, { loft_id: loft.id, season_id }, lost, act));
  await transact(scene.db, async (tx) =>
    closeFlight(tx, await lockFlight(tx, { loft_id: loft.id, flight_id }), day(4)),
  );
  await transact(scene.db, (tx) =>
    buildFlight(tx, { ...race, pigeon_ids: [other_id] }, { until: 'released', release_time: day(2) }),
  );
  const answer = await scene.app.inject({
    method: 'POST',
    url: '/api/devices/readings',
    headers: { authorization: `Bearer ${race.key}` },
    payload: { readings: [readingOf(race, 1, 4 * 1440, { sequence: 1 })] },
  });
  expect(answer.json().readings[0].status).toBe('stored');
  expect(await bringBack(scene.db, Date.now())).toEqual([]);
});
