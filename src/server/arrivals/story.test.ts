/** The race as it is told, through its calls: late readings, corrections and rulings each once, in whatever parts they came. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { readStory, readStoryBirds } from '#domain/arrivals/story-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { buildApp } from '#server/app.ts';
import type { Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { closeFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { type BuiltRace, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import { setOffset } from '#testing/corrections.ts';
import { buildFinal } from '#testing/finals.ts';
import { type TestSite, testSite } from '#testing/site.ts';

type Story = ReplyOf<typeof readStory>;

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(async () => {
  await site?.end();
});

const write = <Answer>(work: (tx: Tx) => Promise<Answer>) => transact(site.db, work);

function telling(race: BuiltRace, flight_id = race.flight_id) {
  const path = `/api/lofts/${race.loft.id}/flights/${flight_id}/story`;
  let sequence = 0;
  return {
    at: (minutes: number) => race.release_ms + minutes * 60_000,
    async read(...landed: [bird: number, minutes: number][]): Promise<void> {
      const readings = landed.map(([bird, minutes]) => readingOf(race, bird, minutes, { sequence: ++sequence }));
      const headers = { authorization: `Bearer ${race.key}` };
      const url = '/api/devices/readings';
      const answer = await site.app.inject({ method: 'POST', url, headers, payload: { readings } });
      expect(answer.statusCode, answer.body).toBe(200);
    },
    async story(): Promise<Story> {
      const answer = await site.app.inject(path);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json();
    },
    /** Another process has seen nothing yet, and tells the whole stream at once. */
    async toldAnew(): Promise<Story> {
      const { app } = await buildApp({
        config: testConfig,
        db: site.db,
        databaseUrl: site.ownerUrl,
        version: 'test',
      });
      const answer = await app.inject(path);
      await app.close();
      return answer.json();
    },
    async birds(query: string): Promise<ReplyOf<typeof readStoryBirds>> {
      return (await site.app.inject(`${path}/birds?${query}`)).json();
    },
  };
}
const kinds = ({ events }: Story) => events.map(({ kind }) => kind);
const only = ({ events }: Story, kind: string) => events.filter((event) => event.kind === kind);

it('tells a race from its release to its closing, with the birds that it names', async () => {
  const race = await buildRace(site.db, { birds: 4 });
  const { at, read, story } = telling(race);
  expect(kinds(await story())).toEqual(['released']);
  await read([0, 300]);
  await read([1, 301], [2, 302]);
  const told = await story();
  expect(kinds(told)).toEqual(['released', 'first', 'second', 'share', 'share']);
  expect(only(told, 'first')).toEqual([
    {
      at_ms: at(300),
      kind: 'first',
      pigeon_id: race.pigeon_ids[0],
      net_ms: 18_000_000,
      speed: expect.closeTo(1333.33, 1),
    },
  ]);
  expect(told.birds.map(({ pigeon_id }) => pigeon_id)).toEqual(race.pigeon_ids.slice(0, 2));
  expect(told.curve).toEqual([
    [at(300), 1],
    [at(301), 2],
    [at(302), 3],
  ]);
  expect(told).toMatchObject({ is_shown: true, seq: 3 });
  const key = { loft_id: race.loft.id, flight_id: race.flight_id };
  await write(async (tx) => closeFlight(tx, await lockFlight(tx, key), new Date(at(900)).toISOString()));
  expect((await story()).events.slice(-1)).toEqual([{ at_ms: at(900), kind: 'closed', home: 3, birds: 4 }]);
});

it('tells a late reading once, and what it took from a bird of mine', async () => {
  const race = await buildRace(site.db, { birds: 5 });
  const { at, read, story, toldAnew, birds } = telling(race);
  await read([0, 300], [1, 310]);
  await story();
  await read([2, 320]);
  await read([3, 305]);
  const late = { at_ms: at(320), kind: 'late', pigeon_id: race.pigeon_ids[3], rank: 2, readings: 1, moved: 2 };
  expect(only(await story(), 'late')).toEqual([late]);
  await read([4, 330]);
  expect(only(await story(), 'late')).toEqual([late]);
  expect((await toldAnew()).events).toEqual((await story()).events);
  const [first, second, third] = race.pigeon_ids;
  const mine = await birds(`pigeons=${second},${third},${first}`);
  expect(mine.birds.map(({ pigeon_id, rank, lost, gap_ms }) => [pigeon_id, rank, lost, gap_ms])).toEqual([
    [first, 1, 0, 0],
    [second, 3, 1, 600_000],
    [third, 4, 1, 1_200_000],
  ]);
  // 400 km in 310 minutes, 10 of them behind the winner.
  expect(mine.birds[1]!.behind_m).toBe(Math.round((400_000 * 10) / 310));
  expect((await birds('')).birds).toEqual([]);
});

it('tells a ruling, and not the rows that it writes; a correction without one is told as such', async () => {
  const { race, flight_id, marta, ringOf } = await buildFinal(site.db);
  const { at, read, story, toldAnew } = telling(race, flight_id);
  await read([0, 300], [1, 310], [2, 320], [3, 330], [4, 340]);
  await story();
  // It is on none of the places with a prize: no second person signs it.
  const ruling = { kind: 'disqualified', ring: ringOf(3) };
  const url = `/api/admin/seasons/${race.season_id}/flights/${flight_id}/rulings`;
  const call = (path: string, payload: object) =>
    site.app.inject({ method: 'POST', url: path, headers: marta.headers, payload });
  const seen = (await call(`${url}/effect`, { ruling })).json().effect.fingerprint;
  const made = await call(url, { ruling, reason: 'As the film shows', seen });
  expect(made.json(), made.body).toEqual({ n: 1, state: 'made' });
  const told = await story();
  expect(only(told, 'ruling')).toMatchObject([{ n: 1, up: 1, down: 0, come_in: 0, go_out: 1 }]);
  expect(only(told, 'correction')).toEqual([]);
  await read([5, 350]);
  const by = { by: marta.user_id, now_ms: Date.now(), reason: 'Compared with GPS' };
  await write((tx) => setOffset(tx, race.device, { offset_ms: 2290 }, by));
  const corrected = await story();
  expect(only(corrected, 'correction')).toEqual([{ at_ms: at(350), kind: 'correction', birds: 5 }]);
  expect(only(corrected, 'ruling')).toHaveLength(1);
  expect((await toldAnew()).events).toEqual(corrected.events);
});

it('says nothing where the season hides a part of it (3.15), and nothing of a flight that waits', async () => {
  const race = await buildRace(site.db, { birds: 2 });
  const { read, story, birds } = telling(race);
  await read([0, 300]);
  const season = { loft_id: race.loft.id, season_id: race.season_id };
  await write((tx) => changeHidden(tx, null, season, ['results.time']));
  expect(await story()).toMatchObject({ is_shown: false, events: [], birds: [], curve: [], fastest: [] });
  expect(await birds(`pigeons=${race.pigeon_ids[0]}`)).toEqual({ birds: [], out: 0 });
  const waiting = telling(await buildRace(site.db, { birds: 2, until: 'planned' }));
  expect(await waiting.story()).toMatchObject({ is_shown: true, events: [] });
});
