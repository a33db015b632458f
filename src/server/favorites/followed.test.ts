/** What the birds that a reader follows do now, without an account and with one (2.3). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSeason } from '#server/seasons/seasons.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { type BuiltRace, buildFlight, buildPerson, buildRace, readingOf } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let site: TestSite;
/** Twelve birds in the air, of which the second is home; a team has the birds 0 and 10. */
let race: BuiltRace;
let team_id: number;

beforeAll(async () => {
  site = await testSite();
  const now_ms = Date.now();
  const release_time = new Date(now_ms - 5.2 * 3_600_000).toISOString();
  race = await buildRace(site.db, { birds: 12, release_time });
  await site.db
    .updateTable('flights')
    .set({ estimated_average_speed: 1200 })
    .where('id', '=', race.flight_id)
    .execute();
  const { team_id: of } = await site.db
    .selectFrom('pigeons')
    .select('team_id')
    .where('id', '=', race.pigeon_ids[0]!)
    .executeTakeFirstOrThrow();
  team_id = of!;
  const reply = await site.app.inject({
    method: 'POST',
    url: '/api/devices/readings',
    headers: { authorization: `Bearer ${race.key}` },
    payload: { readings: [readingOf(race, 1, 300, { sequence: 1 })] },
  });
  expect(reply.statusCode).toBe(200);
});
afterAll(() => site?.end());

async function followed(query: string, headers: Record<string, string> = {}) {
  const answer = await site.app.inject({ url: `/api/followed${query}`, headers });
  return { status: answer.statusCode, body: answer.json() };
}
const bird = (index: number) => `${race.loft.id}.${race.pigeon_ids[index]}`;

it('is told without an account: birds of marked teams too, those out with their window before those at home', async () => {
  const { body } = await followed(`?pigeons=${bird(1)},${bird(10)}&teams=${race.loft.id}.${team_id}`);
  expect(body).toMatchObject({ count: 3, waiting: [] });
  const [{ loft, flight, birds }, ...others] = body.flights;
  expect(others).toEqual([]);
  expect([loft.id, flight.id, flight.status]).toEqual([race.loft.id, race.flight_id, 'released']);
  expect(birds.map((one: { pigeon: { pigeon_id: number } }) => one.pigeon.pigeon_id).slice(2)).toEqual([
    race.pigeon_ids[1],
  ]);
  expect(birds[2]).toMatchObject({ is_home: true, rank: 1, expected: null });
  for (const out of birds.slice(0, 2)) {
    expect(out).toMatchObject({ is_home: false, rank: null });
    expect(out.expected.from_ms).toBeGreaterThanOrEqual(Date.parse(body.read_at));
    expect(out.expected.to_ms).toBeGreaterThan(out.expected.from_ms);
  }
});

it('says for which flight a bird is basketed, and that one has none yet', async () => {
  const basketing = await buildRace(site.db, { birds: 3, basketed: 2, until: 'basketing' });
  const [one, , other] = basketing.pigeon_ids;
  const { body } = await followed(`?pigeons=${basketing.loft.id}.${one},${basketing.loft.id}.${other},${bird(1)}`);
  expect(body.flights.map(({ flight }: { flight: { id: number } }) => flight.id)).toEqual([
    race.flight_id,
    basketing.flight_id,
  ]);
  expect(body.flights[1].birds).toMatchObject([{ is_home: false, rank: null, expected: null }]);
  expect(body.waiting).toMatchObject([{ pigeon: { pigeon_id: other } }]);
});

it('shows a bird in each of its races, the one in the air before its replay', async () => {
  const replayed = await site.db.transaction().execute((tx) => {
    const own = { ...race, pigeon_ids: race.pigeon_ids.slice(4, 5) };
    const replay = { of: race.flight_id, factor: 1 };
    return buildFlight(tx, own, { until: 'basketing', replay });
  });
  const { body } = await followed(`?pigeons=${bird(4)},${bird(6)}`);
  expect(body).toMatchObject({ count: 2, waiting: [] });
  const birds = body.flights.map((one: { flight: { id: number }; birds: { pigeon: { pigeon_id: number } }[] }) => [
    one.flight.id,
    ...one.birds.map(({ pigeon }) => race.pigeon_ids.indexOf(pigeon.pigeon_id)).sort((a, b) => a - b),
  ]);
  expect(birds).toEqual([
    [race.flight_id, 4, 6],
    [replayed, 4],
  ]);
});

it('is that of the account too for who is signed in, and of nobody else', async () => {
  const ann = await buildPerson(site.db);
  const changes = [{ kind: 'pigeons', loft_id: race.loft.id, id: race.pigeon_ids[3], starred: true }];
  await site.app.inject({ method: 'POST', url: '/api/favorites', payload: { changes }, headers: ann.headers });
  expect((await followed('', ann.headers)).body.flights[0].birds).toMatchObject([
    { pigeon: { pigeon_id: race.pigeon_ids[3] } },
  ]);
  const ben = await buildPerson(site.db);
  for (const headers of [{}, ben.headers]) expect((await followed('', headers)).body).toMatchObject({ count: 0 });
});

it('skips what is in draft, does not exist, or belongs to another loft, and birds whose rings are not public', async () => {
  const { id: season_id } = await site.db
    .transaction()
    .execute((tx) => createSeason(tx, { loft_id: race.loft.id, name: 'Draft', year: 2027 }));
  const draft = await buildRace(site.db, { birds: 1 }, { ...race, season_id });
  const other = await buildRace(site.db, { birds: 1 });
  const asked = [
    `${race.loft.id}.${draft.pigeon_ids[0]}`,
    `${race.loft.id}.99999999`,
    `${race.loft.id}.${other.pigeon_ids[0]}`,
    bird(1),
  ];
  expect((await followed(`?pigeons=${asked.join()}`)).body.count).toBe(1);
  const secret = { loft_id: other.loft.id, season_id: other.season_id };
  await site.db.transaction().execute((tx) => changeHidden(tx, null, secret, ['fanciers.ringDescriptor']));
  expect((await followed(`?pigeons=${other.loft.id}.${other.pigeon_ids[0]}`)).body.count).toBe(0);
});

it.each([
  ['a number alone', '3'],
  ['no thing of the loft', '3.'],
  ['a word', '3.x'],
  ['more than a hundred', `${'1.2,'.repeat(100)}1.2`],
])('refuses %s', async (_name, pigeons) => {
  expect((await followed(`?pigeons=${encodeURIComponent(pigeons)}`)).status).toBe(422);
});

it('tells a browser without an account how everything stands that it has starred', async () => {
  const own = race.loft.id;
  const read = async (query: string) => {
    const answer = await site.app.inject({ url: `/api/starred?${query}` });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  const starred = `lofts=${own}.${own}&flights=${own}.${race.flight_id}&teams=${own}.${team_id}&pigeons=${bird(1)}`;
  expect(await read(`${starred},${own}.999999999`)).toMatchObject({
    counts: { lofts: 1, flights: 1, teams: 1, pigeons: 1 },
    lofts: [{ id: own, live_flight: { id: race.flight_id } }],
    flights: [{ loft: { id: own }, flight: { id: race.flight_id } }],
    teams: [{ team: { team_id } }],
    pigeons: [{ pigeon: { pigeon_id: race.pigeon_ids[1] }, last: { home: 1, rank: 1 } }],
  });
  expect((await read('')).counts).toEqual({ lofts: 0, flights: 0, teams: 0, pigeons: 0 });
});
