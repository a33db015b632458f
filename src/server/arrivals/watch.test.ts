/** Several flights watched at once: which they are, and what is said of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planFlight } from '#server/flights/planning.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { type BuiltRace, buildRace, readingOf } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let scene: TestSite;
let first: BuiltRace;
let second: BuiltRace;
beforeAll(async () => {
  scene = await testSite();
  first = await buildRace(scene.db, { birds: 3 });
  second = await buildRace(scene.db, { birds: 2 });
  const answer = await scene.app.inject({
    method: 'POST',
    url: '/api/devices/readings',
    headers: { authorization: `Bearer ${second.key}` },
    payload: { readings: [0, 1].map((i) => readingOf(second, i, 300 + i, { sequence: i + 1 })) },
  });
  expect(answer.statusCode).toBe(200);
});
afterAll(() => scene?.end());

const nameOf = ({ loft, flight_id }: BuiltRace) => `${loft.id}.${flight_id}`;
async function watched(flights?: string) {
  const answer = await scene.app.inject({ url: `/api/watch${flights === undefined ? '' : `?flights=${flights}`}` });
  return { status: answer.statusCode, ...answer.json() };
}
const idsOf = (list: { flight: { id: number } }[]) => list.map(({ flight }) => flight.id);

describe('several flights at once', () => {
  it('are those in the air, the one with the most birds first, each with its first birds', async () => {
    const { flights, others } = await watched();
    expect(idsOf(flights)).toEqual([first.flight_id, second.flight_id]);
    expect(others).toEqual([]);
    expect(flights[0].first).toEqual([]);
    expect(flights[1]).toMatchObject({
      loft: { id: second.loft.id },
      seq: 2,
      first: [
        { pigeon_id: second.pigeon_ids[0], rank: 1 },
        { pigeon_id: second.pigeon_ids[1], rank: 2 },
      ],
    });
  });

  it('are those that are chosen, in their order, and what else is in the air can be added', async () => {
    const { flights, others } = await watched(`${nameOf(second)},${nameOf(second)},9.999999`);
    expect(idsOf(flights)).toEqual([second.flight_id]);
    expect(idsOf(others)).toEqual([first.flight_id]);
  });

  it('can be chosen ahead: the next releases stand beside those of today', async () => {
    const plan = {
      season_id: first.season_id,
      name: 'Ahead',
      kind: 'training',
      distance_m: 20_000,
      release_time: new Date(Date.now() + 3 * 24 * 3_600_000).toISOString(),
    } as const;
    const id = await scene.db.transaction().execute((tx) => planFlight(tx, first.loft, plan));
    const { flights, others } = await watched();
    expect(idsOf(flights)).not.toContain(id);
    expect(idsOf(others)).toEqual([id]);
    await scene.db.updateTable('flights').set({ is_draft: true }).where('id', '=', id).execute();
    expect(idsOf((await watched()).others)).toEqual([]);
  });

  it('are at most as many as one connection follows, and named by loft and flight', async () => {
    const many = Array.from({ length: 17 }, (_, i) => `1.${i + 1}`);
    expect((await watched(many.join())).status).toBe(422);
    expect((await watched(many.slice(1).join())).status).toBe(200);
    expect((await watched('1')).status).toBe(422);
    // A flight of another loft under this one's number is none.
    expect((await watched(`${first.loft.id}.${second.flight_id}`)).flights).toEqual([]);
  });

  it('show no birds where the season shows no ranks, and nothing of a flight in draft (3.15)', async () => {
    const key = { loft_id: second.loft.id, season_id: second.season_id };
    const hide = (hidden: Parameters<typeof changeHidden>[3]) =>
      scene.db.transaction().execute((tx) => changeHidden(tx, null, key, hidden));
    await hide(['results.rank']);
    expect((await watched(nameOf(second))).flights[0].first).toEqual([]);
    await hide([]);
    const plan = { season_id: first.season_id, name: 'Plan', kind: 'training', distance_m: 20_000 } as const;
    const id = await scene.db.transaction().execute((tx) => planFlight(tx, first.loft, plan));
    const asked = `${first.loft.id}.${id}`;
    expect(idsOf((await watched(asked)).flights)).toEqual([id]);
    await scene.db.updateTable('flights').set({ is_draft: true }).where('id', '=', id).execute();
    expect((await watched(asked)).flights).toEqual([]);
  });
});
