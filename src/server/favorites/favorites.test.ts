/** Favorites: their owner, their records, their limit, and their page. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FavoriteChange } from '#domain/favorites/contract.ts';
import { mostChanges, mostFavorites } from '#domain/favorites/favorite.ts';
import type { Switch } from '#domain/seasons/visibility.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { createSeason, lockSeason, moveSeason } from '#server/seasons/seasons.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { type BuiltRace, buildPerson, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { buildEntries } from '#testing/entries.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;
let race: BuiltRace;
let team_id: number;

type Person = Awaited<ReturnType<typeof buildPerson>>;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  built = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
  race = await buildRace(connection.db, { birds: 12 });
  const bird = await connection.db
    .selectFrom('pigeons')
    .select('team_id')
    .where('id', '=', race.pigeon_ids[0]!)
    .executeTakeFirstOrThrow();
  team_id = bird.team_id!;
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

const star = (kind: FavoriteChange['kind'], id: number, starred = true, loft_id = race.loft.id): FavoriteChange => ({
  kind,
  loft_id,
  id,
  starred,
});

async function change({ headers }: Pick<Person, 'headers'>, changes: readonly FavoriteChange[], of?: number) {
  const payload = { changes, ...(of !== undefined && { of }) };
  const answer = await built.app.inject({ method: 'POST', url: '/api/favorites', payload, headers });
  return { status: answer.statusCode, body: answer.json() };
}

async function read({ headers }: Person, url: string) {
  const answer = await built.app.inject({ url, headers });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const marks = (person: Person, loft_id = race.loft.id) => read(person, `/api/lofts/${loft_id}/favorites`);
const none = { lofts: [], teams: [], pigeons: [], flights: [] };

async function countOf({ user_id }: Person): Promise<number> {
  const rows = await connection.db.selectFrom('favorites').select('id').where('user_id', '=', user_id).execute();
  return rows.length;
}

describe('a favorite (2.3)', () => {
  it('is added for a loft, a team, a pigeon and a flight, and removed; twice is as once', async () => {
    const ann = await buildPerson(connection.db);
    const all = [
      star('lofts', race.loft.id),
      star('teams', team_id),
      star('pigeons', race.pigeon_ids[3]!),
      star('pigeons', race.pigeon_ids[1]!),
      star('flights', race.flight_id),
    ];
    for (let round = 0; round < 2; round++) expect((await change(ann, all)).status).toBe(200);
    expect(await marks(ann)).toEqual({
      lofts: [race.loft.id],
      teams: [team_id],
      pigeons: [race.pigeon_ids[3], race.pigeon_ids[1]],
      flights: [race.flight_id],
    });
    const taken = all.map((one) => ({ ...one, starred: false }));
    for (let round = 0; round < 2; round++) expect((await change(ann, taken)).status).toBe(200);
    expect(await marks(ann)).toEqual(none);
  });

  it('is set by the last change of a record', async () => {
    const ann = await buildPerson(connection.db);
    const [one, two] = race.pigeon_ids as [number, number];
    await change(ann, [
      star('pigeons', one),
      star('pigeons', two, false),
      star('pigeons', one, false),
      star('pigeons', two),
    ]);
    expect(await marks(ann)).toEqual({ ...none, pigeons: [two] });
  });

  it('is private: neither read nor changed by others', async () => {
    const ann = await buildPerson(connection.db);
    const ben = await buildPerson(connection.db);
    await change(ann, [star('pigeons', race.pigeon_ids[0]!)], ann.user_id);
    expect(await marks(ben)).toEqual(none);
    expect(await change(ben, [star('pigeons', race.pigeon_ids[0]!, false)], ann.user_id)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect((await marks(ann)).pigeons).toEqual([race.pigeon_ids[0]]);
    expect((await change({ headers: { authorization: '' } }, [star('lofts', race.loft.id)])).status).toBe(401);
  });

  it('is skipped alike for records that do not exist, of another loft, and in draft', async () => {
    const ann = await buildPerson(connection.db);
    const other = await buildRace(connection.db, { birds: 1 });
    const season = { loft_id: race.loft.id, name: 'Draft', year: 2027 };
    const { id: season_id } = await connection.db.transaction().execute((tx) => createSeason(tx, season));
    const draft = await buildRace(connection.db, { birds: 2 }, { ...race, season_id });
    const refused = [
      star('pigeons', 99_999_999),
      star('flights', other.flight_id),
      star('lofts', other.loft.id),
      star('lofts', 99_999_999, true, 99_999_999),
      star('pigeons', draft.pigeon_ids[0]!),
      star('flights', draft.flight_id),
    ];
    expect(await change(ann, [...refused, star('flights', race.flight_id)])).toEqual({ status: 200, body: {} });
    expect(await marks(ann)).toEqual({ ...none, flights: [race.flight_id] });
    expect(await countOf(ann)).toBe(1);
    const agent = await buildPerson(connection.db, { entries: [{ loft_id: race.loft.id, entry: { is_agent: true } }] });
    await change(agent, refused);
    expect(await marks(agent)).toEqual({ ...none, pigeons: [draft.pigeon_ids[0]], flights: [draft.flight_id] });
    expect((await read(agent, '/api/favorites')).flights[0].flight.id).toBe(draft.flight_id);
    // Without the right the favorite stays, but is not shown.
    await connection.db.deleteFrom('loft_permissions').where('user_id', '=', agent.user_id).execute();
    expect(await read(agent, '/api/favorites')).toMatchObject({ flights: [], pigeons: [], counts: { flights: 0 } });
  });

  it.each([
    ['nothing', []],
    ['more than go in one call', Array.from({ length: mostChanges + 1 }, (_, i) => star('pigeons', i + 1, true, 1))],
    ['another kind', [{ ...star('lofts', 1, true, 1), kind: 'users' }]],
    ['markup instead of an id', [{ ...star('lofts', 1, true, 1), id: '<img src=x onerror=alert(1)>' }]],
    ['a field more', [{ ...star('lofts', 1, true, 1), user_id: 1 }]],
  ])('is refused for %s', async (_name, changes) => {
    const ann = await buildPerson(connection.db);
    expect((await change(ann, changes as FavoriteChange[])).status).toBe(422);
  });
});

describe('the own birds of a person (4.1)', () => {
  /** A customer with two birds in an order, in a race of their own season. */
  async function owner() {
    const built = await buildRace(connection.db, { birds: 4 });
    const { customer, order, move } = await buildEntries(connection.db, { built });
    const { id: order_id } = await order();
    const own = built.pigeon_ids.slice(1, 3);
    const entries = own.map((pigeon_id, at) => ({ pigeon_id, place: at + 1, order_id }));
    const { id: loft_id } = built.loft;
    await connection.db
      .insertInto('entries')
      .values(entries.map((one) => ({ ...one, loft_id, season_id: built.season_id })))
      .execute();
    return { built, customer, own, cancel: () => move(order_id, 'cancel') };
  }
  const birdsOf = async (person: Person, loft_id: number) => (await marks(person, loft_id)).pigeons;
  const followedBy = async (person: Person) => (await read(person, '/api/followed')).count;

  it('are marked by themselves, before those that are starred, and for nobody else', async () => {
    const { built, customer, own } = await owner();
    expect(await birdsOf(customer, built.loft.id)).toEqual(own);
    expect((await read(customer, `/api/me/around?loft_id=${built.loft.id}`)).marks.pigeons).toEqual(own);
    await change(customer, [star('pigeons', built.pigeon_ids[0]!, true, built.loft.id)]);
    expect(await birdsOf(customer, built.loft.id)).toEqual([...own, built.pigeon_ids[0]]);
    expect(await followedBy(customer)).toBe(3);
    expect(await birdsOf(customer, race.loft.id)).toEqual([]);
    const ben = await buildPerson(connection.db);
    expect(await birdsOf(ben, built.loft.id)).toEqual([]);
    expect(await followedBy(ben)).toBe(0);
  });

  it('lose their mark when it is taken, get it back when it is given, and others cannot take it', async () => {
    const { built, customer, own } = await owner();
    const [one, two] = own as [number, number];
    const ben = await buildPerson(connection.db);
    await change(ben, [star('pigeons', one, false, built.loft.id)]);
    expect(await birdsOf(customer, built.loft.id)).toEqual(own);
    for (let round = 0; round < 2; round++) await change(customer, [star('pigeons', one, false, built.loft.id)]);
    expect(await birdsOf(customer, built.loft.id)).toEqual([two]);
    expect(await followedBy(customer)).toBe(1);
    await change(customer, [star('pigeons', one, true, built.loft.id)]);
    expect(await birdsOf(customer, built.loft.id)).toEqual(own);
    const rows = await connection.db.selectFrom('unmarked_birds').select('user_id').execute();
    expect(rows.filter(({ user_id }) => [ben.user_id, customer.user_id].includes(user_id))).toEqual([]);
  });

  it('are no longer theirs when the order ends', async () => {
    const { built, customer, cancel } = await owner();
    await cancel();
    expect(await birdsOf(customer, built.loft.id)).toEqual([]);
  });

  it('include the birds of their teams, and shares from their first day on', async () => {
    const { built, customer, own } = await owner();
    const loft_id = built.loft.id;
    const ben = await buildPerson(connection.db);
    const given = { loft_id, user_id: ben.user_id, share_bp: 2500, given_by: null, reason: null };
    const rights = [
      { ...given, pigeon_id: own[0]!, from_day: '2020-01-01' },
      { ...given, pigeon_id: own[1]!, from_day: '2099-01-01' },
    ];
    const none = { n: 1, until_day: null, order_id: null, at: new Date().toISOString() };
    await connection.db
      .insertInto('pigeon_rights')
      .values(rights.map((one) => ({ ...one, ...none })))
      .execute();
    expect(await birdsOf(ben, loft_id)).toEqual([own[0]]);
    expect(await birdsOf(customer, loft_id)).toEqual(own);

    const last = built.pigeon_ids.at(-1)!;
    const team = { loft_id, season_id: built.season_id, name: 'Ben 1', fancier: 'Ben', country: 'BE' };
    const { id: of } = await connection.db
      .insertInto('teams')
      .values({ ...team, user_id: ben.user_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await connection.db.updateTable('pigeons').set({ team_id: of }).where('id', '=', last).execute();
    expect(await birdsOf(ben, loft_id)).toEqual([own[0], last]);
  });

  it('are told of where the season shows them, and until it is over', async () => {
    const { built, customer } = await owner();
    const { season_id } = built;
    const loft_id = built.loft.id;
    const hide = (hidden: Switch[]) =>
      connection.db.transaction().execute((tx) => changeHidden(tx, null, { loft_id, season_id }, hidden));
    expect(await followedBy(customer)).toBe(2);
    await hide(['fanciers.ringDescriptor']);
    expect(await followedBy(customer)).toBe(0);
    await hide([]);
    expect(await followedBy(customer)).toBe(2);
    await connection.db.transaction().execute(async (tx) => {
      const season = await lockSeason(tx, { loft_id, season_id });
      await moveSeason(tx, season, 'finish', { by: null, now_ms: Date.now(), reason: null });
    });
    expect(await followedBy(customer)).toBe(0);
    expect(await birdsOf(customer, loft_id)).toHaveLength(2);
  });
});

describe('at the same moment', () => {
  it('two tabs add the same: there is one favorite', async () => {
    const ann = await buildPerson(connection.db);
    const all = race.pigeon_ids.map((id) => star('pigeons', id));
    const answers = await Promise.all(Array.from({ length: 8 }, () => change(ann, all)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await countOf(ann)).toBe(race.pigeon_ids.length);
  });

  it('one tab adds and another removes: all get a reply, and the last change counts', async () => {
    const ann = await buildPerson(connection.db);
    const [id] = race.pigeon_ids as [number];
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, i) => change(ann, [star('pigeons', id, i % 2 === 0)])),
      );
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      expect(await countOf(ann)).toBeLessThanOrEqual(1);
      const last = round % 2 === 0;
      await change(ann, [star('pigeons', id, last)]);
      expect((await marks(ann)).pigeons).toEqual(last ? [id] : []);
    }
  });

  it(`two fill the last place: ${mostFavorites} is the limit, and a refused call changes nothing`, async () => {
    const ann = await buildPerson(connection.db);
    const big = await buildRace(connection.db, { birds: mostFavorites + 2, until: 'planned' });
    const rows = big.pigeon_ids.slice(0, mostFavorites - 1).map((pigeon_id) => ({
      user_id: ann.user_id,
      loft_id: big.loft.id,
      pigeon_id,
      team_id: null,
      flight_id: null,
    }));
    for (let at = 0; at < rows.length; at += 1000)
      await connection.db
        .insertInto('favorites')
        .values(rows.slice(at, at + 1000))
        .execute();
    const [one, two] = big.pigeon_ids.slice(-2) as [number, number];
    const answers = await Promise.all([one, two].map((id) => change(ann, [star('pigeons', id, true, big.loft.id)])));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'favorites_full',
      params: { max: mostFavorites },
    });
    expect(await countOf(ann)).toBe(mostFavorites);
    // One is removed and another added in one call.
    const added = answers[0]!.status === 200 ? one : two;
    const swap = [star('pigeons', added, false, big.loft.id), star('lofts', big.loft.id, true, big.loft.id)];
    expect((await change(ann, swap)).status).toBe(200);
    const last = await read(ann, '/api/favorites?page=1000');
    expect(last).toMatchObject({ page: 100, page_count: 100, counts: { pigeons: mostFavorites - 1, lofts: 1 } });
    expect(last.pigeons).toHaveLength(49);
  });
});

describe('the page of favorites (2.3)', () => {
  it('shows of each its live flight and the birds at home, the latest favorite first', async () => {
    const ann = await buildPerson(connection.db);
    const flying = await buildRace(connection.db, { birds: 12 });
    const { loft, flight_id, pigeon_ids, key } = flying;
    const readings = [readingOf(flying, 1, 300, { sequence: 1 }), readingOf(flying, 10, 310, { sequence: 2 })];
    const reply = await built.app.inject({
      method: 'POST',
      url: '/api/devices/readings',
      headers: { authorization: `Bearer ${key}` },
      payload: { readings },
    });
    expect(reply.statusCode).toBe(200);
    const of = await connection.db
      .selectFrom('pigeons')
      .select('team_id')
      .where('id', '=', pigeon_ids[0]!)
      .executeTakeFirstOrThrow();
    await change(ann, [
      star('pigeons', pigeon_ids[10]!, true, loft.id),
      star('pigeons', pigeon_ids[2]!, true, loft.id),
      // Its birds are 0 and 10.
      star('teams', of.team_id!, true, loft.id),
      star('flights', flight_id, true, loft.id),
      star('lofts', loft.id, true, loft.id),
    ]);
    const page = await read(ann, '/api/favorites');
    expect(page).toMatchObject({
      page: 1,
      page_count: 1,
      counts: { lofts: 1, teams: 1, pigeons: 2, flights: 1 },
      lofts: [{ id: loft.id, live_flight: { id: flight_id, home_count: 2 } }],
      flights: [
        { loft: { id: loft.id }, flight: { id: flight_id, status: 'released', home_count: 2, basketed_count: 12 } },
      ],
      teams: [{ team: { pigeon_count: 2 }, last: { flight: { id: flight_id }, basketed: 2, home: 1, rank: 2 } }],
      pigeons: [
        { pigeon: { pigeon_id: pigeon_ids[2] }, last: { flight: { id: flight_id }, home: 0, rank: null } },
        { pigeon: { pigeon_id: pigeon_ids[10] }, last: { flight: { id: flight_id }, home: 1, rank: 2 } },
      ],
    });
    expect(await read(await buildPerson(connection.db), '/api/favorites')).toMatchObject({ ...none, page_count: 1 });
  });

  it('shows no flight of a bird without a flown one', async () => {
    const ann = await buildPerson(connection.db);
    const waiting = await buildRace(connection.db, { birds: 1, until: 'basketing' });
    await change(ann, [star('pigeons', waiting.pigeon_ids[0]!, true, waiting.loft.id)]);
    expect((await read(ann, '/api/favorites')).pigeons[0].last).toBeNull();
  });
});

it('the database refuses a favorite for two records, for an unknown one, and a second time', async () => {
  const { user_id } = await buildPerson(connection.db);
  const row = { user_id, loft_id: race.loft.id, team_id: null, pigeon_id: null, flight_id: null };
  const insert = (more: object) =>
    connection.db
      .insertInto('favorites')
      .values({ ...row, ...more })
      .execute();
  await insert({});
  await expect(insert({})).rejects.toMatchObject({ code: '23505' });
  await expect(insert({ team_id, flight_id: race.flight_id })).rejects.toMatchObject({ code: '23514' });
  await expect(insert({ pigeon_id: 99_999_999 })).rejects.toMatchObject({ code: '23503' });
});
