/**
 * P4: the fields that a season hides (3.15) do not leave the server on any public route. Random combinations of
 * switches, one after the other on one running program that caches its replies until they are cleared; every field has
 * texts that occur nowhere else. The expected visibility is written here by hand.
 */

import pg from 'pg';
import type { ServerBuild } from 'react-router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { speed } from '#domain/flights/speed.ts';
import { rankingBy } from '#domain/rankings/ranking-rule.ts';
import { type Switch, switches } from '#domain/seasons/visibility.ts';
import type { Card, Shown } from '#domain/share/card.ts';
import { type App, buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { notifyPart } from '#server/notifications/fans.ts';
import { renderNotice } from '#server/notifications/render.ts';
import { choose, settingsOf } from '#server/notifications/settings.ts';
import { enterPigeons } from '#server/pigeons/pigeons.ts';
import { cardsOf } from '#server/render.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import {
  type BuiltRace,
  buildFlight,
  buildLoft,
  buildPerson,
  buildRace,
  readingOf,
  testConfig,
} from '#testing/builders.ts';
import { builtPages, hasPages } from '#testing/built-pages.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { linesOfPdf } from '#testing/pdf-text.ts';
import { proveSize, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { mayBeCached } from '#web/sw/rules.ts';

const choices = proveSize(60, 5000);
/** Pages take longer than calls; each combination requests one of them. */

type Field =
  | 'team'
  | 'fancier'
  | 'country'
  | 'ring'
  | 'pigeon_name'
  | 'color'
  | 'eye_color'
  | 'hatch_year'
  | 'breeder'
  | 'sire'
  | 'dam'
  | 'sex'
  | 'count'
  | 'rank'
  | 'time'
  | 'speed'
  | 'home';

/** What a route reveals to the public: for each field the switches that must be on; null: it never reveals it. */
type Visibility = Partial<Record<Field, Switch[]>>;
interface PublicRoute {
  path: string;
  says: Visibility;
  /** Without these the route replies 404. */
  needs?: Switch[];
  /** The request; by default an anonymous one. */
  ask?: () => Promise<RouteReply>;
}

interface RouteReply {
  status: number;
  text: string;
}

const looks: Visibility = {
  color: ['fanciers.color'],
  eye_color: ['fanciers.eyeColor'],
  sex: ['fanciers.sex'],
  hatch_year: ['fanciers.hatchYear'],
  breeder: ['fanciers.breeder'],
  sire: ['fanciers.sire'],
  dam: ['fanciers.dam'],
};
const participants: Visibility = {
  team: ['participants.team'],
  fancier: ['participants.fancier'],
  country: ['participants.country'],
};
const fanciers: Visibility = {
  ...participants,
  ...looks,
  ring: ['fanciers.ringDescriptor'],
  pigeon_name: ['fanciers.pigeonName'],
};
const baskets: Visibility = {
  ...looks,
  team: ['baskets.team'],
  fancier: ['baskets.fancier'],
  country: ['baskets.country'],
  ring: ['baskets.ringDescriptor'],
  pigeon_name: ['baskets.pigeonName'],
};
const line: Visibility = { rank: ['results.rank'], time: ['results.time'], speed: ['results.time', 'results.speed'] };
const results: Visibility = {
  ...looks,
  ...line,
  team: ['results.team'],
  fancier: ['results.fancier'],
  country: ['results.country'],
  ring: ['results.ringDescriptor'],
  pigeon_name: ['results.pigeonName'],
};
/** On the page of the same bird in another loft: without its ring the bird is not recognised. */
const inOtherSeasons = Object.fromEntries(
  Object.entries(fanciers).map(([field, wanted]) => [field, ['fanciers.ringDescriptor', ...wanted]]),
) as Visibility;
/** What the search says of a bird, which it finds by its ring. */
const { ring, pigeon_name, team, country, sex } = inOtherSeasons;
const searched: Visibility = { ring, pigeon_name, team, country, sex };
const searchedTeam: Visibility = Object.fromEntries(
  Object.entries(participants).map(([field, wanted]) => [field, ['participants.team', ...wanted]]),
);
/** A career joins teams by their fanciers: where either is hidden there is none. */
const ofCareer: Visibility = Object.fromEntries(
  Object.entries({ ...participants, count: ['participants.pigeonsCount'] as Switch[] }).map(([field, wanted]) => [
    field,
    ['participants.team', 'participants.fancier', ...wanted],
  ]),
);
/** Without ranks no bird is the first of a race. */
const first = Object.fromEntries(
  Object.entries(results).map(([field, wanted]) => [field, [...wanted, 'results.rank']]),
) as Visibility;
/** The winner of a flight, without its rank and time. */
const { rank: _rank, time: _time, ...winner } = first;
const ofLoft: Visibility = { ...winner, speed: line.speed! };
const tied: Switch[] = ['fanciers.ringDescriptor', 'results.ringDescriptor', 'baskets.ringDescriptor'];
const tiedLine: Visibility = {
  rank: ['results.rank', ...tied],
  time: ['results.time', ...tied],
  speed: ['results.time', 'results.speed', ...tied],
};

/** The place of a bird is explained as a whole or not at all. */
const explained: Switch[] = [...tied, 'results.rank', 'results.time', 'results.speed'];
const place: Visibility = Object.fromEntries(
  Object.entries(results).map(([field, wanted]) => [field, [...wanted, ...explained]]),
);

/** The lines of a ranking by places. */
const ranked: Visibility = {
  ...looks,
  team: ['aces.team'],
  fancier: ['aces.fancier'],
  country: ['aces.country'],
  ring: ['aces.ringDescriptor'],
  pigeon_name: ['aces.pigeonName'],
};

/** How the reader's birds came home: without their speeds. */
const { speed: _speed, ...ofMine } = place;

/** The name of a bird and its owner, by the switches of a list. */
const named = (list: 'baskets' | 'results'): Visibility => ({
  team: [`${list}.team`],
  fancier: [`${list}.fancier`],
  country: [`${list}.country`],
  ring: [`${list}.ringDescriptor`],
  pigeon_name: [`${list}.pigeonName`],
});

let database: TestDatabase;
let connection: Connection;
let built: App;
let address: string;
let race: BuiltRace;
let merchant: Awaited<ReturnType<typeof buildPerson>>;
let routes: PublicRoute[];
let pages: PublicRoute[];
/** Routes that are neither calls nor pages. */
let others: PublicRoute[];
let callOfPictures: Parameters<ReturnType<typeof cardsOf>['cardOf']>[0]['call'] | undefined;
let canaries: Record<Exclude<Field, 'rank' | 'home' | 'sex' | 'hatch_year' | 'country' | 'count'>, string[]>;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  const { db } = connection;
  const pagesBuilt = hasPages ? await builtPages.build() : undefined;
  built = await buildApp({
    // A stale cached reply is seen for the rest of the proof.
    config: { ...testConfig, keep_ms: 3_600_000, trust_proxy: readConfig({ TRUST_PROXY: '127.0.0.1' }).trust_proxy },
    db,
    databaseUrl: database.url,
    version: 'test',
    ...(pagesBuilt && { pages: { ...builtPages, build: async () => listening(pagesBuilt) } }),
  });
  address = await built.app.listen({ port: 0, host: '127.0.0.1' });
  const earlier = await buildRace(db, { birds: 4, release_time: '2026-05-30T05:00:00.000Z' });
  await db
    .insertInto('birds')
    .values([0, 1, 2, 3].map((i) => ({ ring_key: `ZZ2677553${i}1` })))
    .execute();
  race = await flownAgain(earlier);
  await startEpochs();
  merchant = await buildPerson(db, { entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }] });
  const birds = await db.selectFrom('pigeons').selectAll().where('loft_id', '=', race.loft.id).orderBy('id').execute();
  for (const [i, { id, team_id }] of birds.entries()) {
    await db
      .updateTable('pigeons')
      .set({
        eye_color: i % 2 ? 'pearl' : 'violet',
        name: `Zname${i}q`,
        color: `Zcolor${i}q`,
        ring: `ZZ 26-77553${i}1`,
        ring_key: `ZZ2677553${i}1`,
        bird_id: db
          .selectFrom('birds')
          .select('id')
          .where('ring_key', '=', `ZZ2677553${i}1`)
          .limit(1) as unknown as number,
        hatch_year: 2184 + i,
        breeder: `Zbreeder${i}q`,
        sire: `ZZ 20-88443${i}2`,
        dam: `ZZ 20-88442${i}4`,
      })
      .where('id', '=', id)
      .execute();
    await db
      .updateTable('teams')
      .set({ name: `Zteam${i}q`, fancier: `Zfan${i}q`, country: ['AD', 'SM', 'LI', 'MC'][i]! })
      .where('id', '=', team_id!)
      .execute();
  }
  // The same bird as the first one, in a loft that hides nothing; its ring has another spelling there.
  const other = await buildLoft(db);
  const [again] = await enterPigeons(db, { loft_id: other.loft.id, season_id: other.season_id }, [
    { ring: 'ZZ 26-77.553.01', team_id: null },
  ]);
  await fly(race);
  const ranking_id = await publishedRanking();
  const times = [0, 1, 2].map((i) => race.release_ms + (307 + 11 * i) * 60_000);
  const rule = { unit: 'm/min', decimals: 4, rounding: 'half-up' } as const;
  const result = await (await fetch(`${address}/api/lofts/${race.loft.id}/flights/${race.flight_id}/result`)).json();
  const speeds = (result.rows as { speed: number }[]).map((row) => row.speed);
  expect(speeds[0]).toBeCloseTo(speed(400_000, 307 * 60_000, rule)!, 2);
  canaries = {
    team: [0, 1, 2, 3].map((i) => `Zteam${i}q`),
    fancier: [0, 1, 2, 3].map((i) => `Zfan${i}q`),
    // Share pictures show it in two parts.
    ring: [0, 1, 2, 3].map((i) => `77553${i}1`),
    pigeon_name: [0, 1, 2, 3].map((i) => `Zname${i}q`),
    color: [0, 1, 2, 3].map((i) => `Zcolor${i}q`),
    // Its value, and its label on pages and in files.
    eye_color: ['violet', 'Violet', 'pearl', 'Pearl'],
    breeder: [0, 1, 2, 3].map((i) => `Zbreeder${i}q`),
    sire: [0, 1, 2, 3].map((i) => `88443${i}2`),
    dam: [0, 1, 2, 3].map((i) => `88442${i}4`),
    // In the loft's local time too.
    time: [...times.flatMap((ms) => [new Date(ms).toISOString(), String(ms)]), '12:07:00', '12:18:00', '12:29:00'],
    speed: [...speeds.map(String), '1,302.', '1,257.', '1,215.'],
  };
  const loft = `/lofts/${race.loft.id}`;
  const flight = `${loft}/flights/${race.flight_id}`;
  const [pigeon_id] = race.pigeon_ids;
  const team_id = birds[0]!.team_id;
  routes = [
    { path: `/api${loft}/teams`, says: { ...participants, count: ['participants.pigeonsCount'] } },
    { path: `/api${loft}/pigeons`, says: fanciers },
    { path: `/api${flight}/basketing`, says: baskets },
    { path: `/api${flight}/basketing/search`, says: { ...baskets, home: ['baskets.time', 'results.ringDescriptor'] } },
    { path: `/api${flight}/result`, says: results },
    { path: `/api${flight}/result?per_page=all&order=latest`, says: results },
    { path: '/api/home', says: first },
    { path: `/api/watch?flights=${race.loft.id}.${race.flight_id}`, says: first },
    // Open data says of a bird whose it is, and nothing of its looks.
    { path: `/api/v1${loft}`, says: {} },
    { path: `/api/v1${flight}`, says: {} },
    { path: `/api/v1${flight}/birds`, says: named('baskets') },
    { path: `/api/v1${flight}/results`, says: { ...named('results'), ...line } },
    { path: `/api/v1${flight}/seal`, says: {} },
    // The first bird is found in its other loft.
    { path: '/api/search?q=zz26.77.553.11', says: searched },
    { path: '/api/search?q=zteam', says: searchedTeam },
    { path: `/api${loft}`, says: ofLoft },
    { path: `/api${flight}`, says: {} },
    {
      path: `/api/followed?pigeons=${race.loft.id}.${pigeon_id}&teams=${race.loft.id}.${team_id}`,
      says: { ...inOtherSeasons, rank: tiedLine.rank! },
    },
    { path: `/api${flight}/places/${pigeon_id}`, says: place, needs: explained },
    { path: `/api${flight}/expected?pigeons=${pigeon_id}`, says: {} },
    // The race is told as a whole or not at all; here only the first one of a country has a rank.
    { path: `/api${flight}/story`, says: { ...place, rank: [...explained, 'results.country'] } },
    { path: `/api${flight}/story/birds?pigeons=${pigeon_id}`, says: ofMine },
    // Its flight is in the air: the list is empty.
    { path: `/api${flight}/late`, says: {} },
    {
      path: `/api${loft}/pigeons/${pigeon_id}`,
      says: { ...fanciers, ...tiedLine },
      needs: ['fanciers.ringDescriptor'],
    },
    {
      path: `/api${loft}/teams/${team_id}`,
      says: { ...fanciers, ...tiedLine, count: ['participants.pigeonsCount'] },
      needs: ['participants.team'],
    },
    { path: `/api${loft}/rankings/${ranking_id}`, says: ranked },
    { path: `/api${flight}/rankings`, says: ranked },
    { path: `/api${loft}/teams/${team_id}/seasons`, says: ofCareer, needs: ['participants.team'] },
    { path: `/api${loft}/releases`, says: {} },
    { path: `/api${loft}/countries`, says: { country: ['participants.country'] } },
    { path: `/api/lofts/${other.loft.id}/pigeons/${again}/seasons`, says: inOtherSeasons },
  ];
  const inWords = { time: line.time!, speed: line.speed! };
  pages = [
    { path: `${flight}`, says: { ...results, ...inWords } },
    { path: `${flight}?tab=basketing`, says: joined(baskets, results) },
    { path: `${flight}/text`, says: { ...results, ...inWords } },
    // The ring in another spelling, because the page repeats it.
    { path: `${flight}/text?ring=zz26.77.553.01`, says: joined(baskets, results) },
    { path: `${flight}/story`, says: { ...results, ...inWords } },
    // Its flight is in the air: a replay comes after the race.
    { path: `${flight}/replay`, says: {} },
    { path: `${flight}/present`, says: { ...results, ...inWords } },
    { path: `${flight}/present?overlay=1`, says: { ...results, ...inWords } },
    { path: `${flight}/present/remote`, says: {} },
    { path: `${flight}.ics`, says: {} },
    { path: `${flight}/map.svg`, says: {} },
    { path: `${flight}/result/sheet`, says: results },
    { path: `${flight}/places/${pigeon_id}`, says: place, needs: explained },
    { path: `${flight}/places/${pigeon_id}.csv`, says: place, needs: explained },
    { path: `${flight}/basketing/sheet`, says: baskets },
    { path: `${flight}/result.csv`, says: results },
    { path: `${flight}/basketing.csv`, says: { ...baskets, home: ['baskets.time', 'results.ringDescriptor'] } },
    { path: `${loft}/teams`, says: participants },
    { path: `${loft}/teams.csv`, says: { ...participants, count: ['participants.pigeonsCount'] } },
    { path: `${loft}/pigeons`, says: fanciers },
    { path: `${loft}/pigeons.csv`, says: fanciers },
    {
      path: `${loft}/teams/pigeons/${pigeon_id}`,
      says: { ...fanciers, ...tiedLine },
      needs: ['fanciers.ringDescriptor'],
    },
    { path: `${loft}/teams/${team_id}`, says: { ...fanciers, ...tiedLine }, needs: ['participants.team'] },
    {
      path: `${loft}/teams/${team_id}/career`,
      says: { ...fanciers, ...tiedLine },
      needs: ['participants.team', 'participants.fancier'],
    },
    { path: `/lofts/${other.loft.id}/teams/pigeons/${again}`, says: { ...inOtherSeasons, ...tiedLine } },
    { path: '/', says: first },
    { path: `/watch?flight=${race.loft.id}.${race.flight_id}`, says: first },
    { path: loft, says: joined(ofLoft, { country: ['participants.country'] }) },
  ];
  const certificate = `${loft}/flights/${earlier.flight_id}/places/${pigeon_id}/certificate.pdf`;
  const certificates = `${loft}/flights/${earlier.flight_id}/certificates.pdf`;
  const own = { loft_id: race.loft.id };
  const fan = await buildPerson(db, { email: 'fan@example.org', language: 'en' });
  const settings = await settingsOf(db, fan.user_id);
  const bird_home = { mail: true, push: false, sms: false };
  await choose(db, fan.user_id, { ...settings, choices: { ...settings.choices, bird_home } });
  const things = [{}, { pigeon_id: pigeon_id! }, { team_id: team_id! }, { flight_id: race.flight_id }];
  const star = { ...own, user_id: fan.user_id, pigeon_id: null, team_id: null, flight_id: null };
  await db
    .insertInto('favorites')
    .values(things.map((thing) => ({ ...star, ...thing })))
    .execute();
  const bird = (wanted: Switch[] = []): Switch[] => ['fanciers.ringDescriptor', ...wanted];
  const starred: Visibility = {
    ...participants,
    ring: bird(),
    pigeon_name: bird(['fanciers.pigeonName']),
    color: bird(['fanciers.color']),
    eye_color: bird(['fanciers.eyeColor']),
    hatch_year: bird(['fanciers.hatchYear']),
    breeder: bird(['fanciers.breeder']),
    sire: bird(['fanciers.sire']),
    dam: bird(['fanciers.dam']),
    sex: bird(['fanciers.sex']),
    count: ['participants.team', 'participants.pigeonsCount'],
    rank: tiedLine.rank!,
  };
  const onCard: Visibility = { ...first, time: ['results.rank', 'results.time'] };
  const notice: Visibility = {
    ring: [...tied, 'results.time'],
    time: [...tied, 'results.time'],
    pigeon_name: [...tied, 'results.time', 'results.pigeonName'],
  };
  others = [
    {
      path: `/api/starred?lofts=${own.loft_id}.${own.loft_id}&pigeons=${own.loft_id}.${pigeon_id}&teams=${own.loft_id}.${team_id}&flights=${own.loft_id}.${race.flight_id}`,
      says: starred,
    },
    { path: '/api/favorites', says: starred, ask: () => asked('/api/favorites', fan.headers) },
    // Fields that are hidden have empty cells in it, and all have their column.
    { path: `/api/v1${flight}/results.csv?`, says: { ...named('results'), ...line } },
    { path: 'a notice', says: notice, ask: () => noticesTo(fan.user_id) },
    ...(hasPages
      ? [
          // As `/api…/story`: told as a whole or not at all, and then in words.
          {
            path: `/api/v1${flight}/story`,
            says: { team: place.team!, fancier: place.fancier!, ring: place.ring!, time: explained, speed: explained },
          },
          // The board in a page of another site.
          {
            path: `/embed/flights/${race.loft.id}/${race.flight_id}?lang=en`,
            says: { ...named('results'), ...inWords },
          },
          { path: certificate, says: place, needs: explained, ask: () => printed(certificate) },
          { path: certificates, says: place, needs: explained, ask: () => printed(certificates) },
          { path: `${loft}/news.rss`, says: {} },
          { path: `${loft}/news.atom`, says: {} },
          { path: '/favorites', says: starred, ask: () => asked('/favorites', { cookie: `session=${fan.token}` }) },
          { path: 'picture of the loft', says: { speed: line.speed! }, ask: () => painted({ kind: 'loft', ...own }) },
          {
            path: 'picture of the flight',
            says: onCard,
            ask: () => painted({ kind: 'flight', ...own, flight_id: race.flight_id }),
          },
          {
            path: 'picture of a team',
            says: { ...fanciers, ...tiedLine, count: ['participants.pigeonsCount'] } as Visibility,
            needs: ['participants.team'] as Switch[],
            ask: () => painted({ kind: 'team', ...own, team_id: team_id! }),
          },
          {
            path: 'picture of a ranking',
            says: {
              team: ['aces.team', 'aces.rank'],
              fancier: ['aces.fancier', 'aces.rank'],
              country: ['aces.country', 'aces.rank'],
              ring: ['aces.ringDescriptor', 'aces.rank'],
              pigeon_name: ['aces.pigeonName', 'aces.rank'],
              rank: ['aces.rank'],
            } as Visibility,
            ask: () => painted({ kind: 'ranking', ...own, ranking_id }),
          },
          {
            path: 'picture of a pigeon',
            says: { ...fanciers, ...tiedLine },
            needs: ['fanciers.ringDescriptor'] as Switch[],
            ask: () => painted({ kind: 'pigeon', ...own, pigeon_id: pigeon_id! }),
          },
          // The data requests of the pages' script.
          ...pages
            .filter(({ path }) => !/\.csv$|\/teams\/pigeons\//.test(path))
            .map((page) => {
              const [at, search] = page.path.split('?');
              const path = `${at === '/' ? '/_' : at}.data${search ? `?${search}` : ''}`;
              return { ...page, path };
            }),
          // The cached copies in the service worker when a season manager opens a page.
          ...pages
            .filter(({ path }) => mayBeCached(path.split('?')[0]!))
            .map((page) => ({ ...page, path: `cached ${page.path}`, ask: () => workerCopy(page.path) })),
        ]
      : []),
  ];
});

/** Has the first three birds of a race home. */
/** A ranking of the season by sums of places, published. @returns its id */
async function publishedRanking(): Promise<number> {
  const post = async (path: string, body: object) => {
    const url = `${address}/api/admin/seasons/${race.season_id}/rankings${path}`;
    const headers = { ...merchant.headers, 'content-type': 'application/json' };
    return (await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()).ranking;
  };
  const { id } = await post('', { name: 'Ace pigeon', rule: rankingBy({ by: 'rank_sum' }) });
  await post(`/${id}/publication`, { version: 1 });
  return id;
}

async function fly(flown: BuiltRace): Promise<void> {
  const answer = await fetch(`${address}/api/devices/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${flown.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      readings: [0, 1, 2].map((i) => readingOf(flown, i, 307 + 11 * i, { boot: flown.flight_id, sequence: i + 1 })),
    }),
  });
  expect(answer.status).toBe(200);
}

/** Ends a race with an official result, and has its birds in the air again a week later. */
async function flownAgain(earlier: BuiltRace): Promise<BuiltRace> {
  const { db } = connection;
  await fly(earlier);
  const release_ms = earlier.release_ms + 7 * 86_400_000;
  const flight_id = await db.transaction().execute(async (tx) => {
    for (const step of ['close', 'publish', 'make_official'] as const)
      await moveFlight(tx, await lockFlight(tx, { loft_id: earlier.loft.id, flight_id: earlier.flight_id }), step);
    return buildFlight(tx, earlier, { until: 'released', release_time: new Date(release_ms).toISOString() });
  });
  return { ...earlier, flight_id, release_ms };
}

/** The pages with an observed `cardOf`, which yields the call that share pictures use. */
function listening(pagesBuilt: ServerBuild): ServerBuild {
  const { cardOf } = cardsOf(pagesBuilt);
  const observed: typeof cardOf = (options) => {
    callOfPictures = options.call;
    return cardOf(options);
  };
  return { ...pagesBuilt, entry: { module: { ...pagesBuilt.entry.module, cardOf: observed } as never } };
}
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

/** A page of two lists reveals a field where either does; such a field is not checked here. */
function joined(one: Visibility, other: Visibility): Visibility {
  const both = Object.keys({ ...one, ...other }) as Field[];
  return Object.fromEntries(
    both.flatMap((field) => {
      const [a, b] = [one[field], other[field]];
      return a && b && a.join() !== b.join()
        ? [[field, [...a, ...b].filter((s) => s === 'fanciers.color')]]
        : [[field, (a ?? b)!]];
    }),
  );
}

/**
 * Each combination begins a new epoch, whose number stands in replies: it must not match a year that is searched for.
 */
const firstEpoch = 10_000;
async function startEpochs(): Promise<void> {
  const superuser = new pg.Client({ connectionString: database.superUrl });
  await superuser.connect();
  await superuser.query(`set session_replication_role = replica; update flight_streams set epoch = ${firstEpoch}`);
  await superuser.end();
}

/** The fields that a text reveals. */
function markedIn(text: string): Set<Field> {
  const revealed = new Set<Field>();
  for (const [field, texts] of Object.entries(canaries)) {
    if (texts.some((one) => text.includes(one))) revealed.add(field as Field);
  }
  if (/"rank":\d/.test(text)) revealed.add('rank');
  if (/"home":(true|false)/.test(text)) revealed.add('home');
  if (/"sex":"(cock|hen)"/.test(text)) revealed.add('sex');
  if (/(?<![\w-])218[4-7](?![\w-])/.test(text)) revealed.add('hatch_year');
  if (/"country":"\w/.test(text)) revealed.add('country');
  if (/"pigeon_count":\d/.test(text)) revealed.add('count');
  return revealed;
}

const ofJson: Field[] = [
  'team',
  'fancier',
  'country',
  'ring',
  'pigeon_name',
  'color',
  'eye_color',
  'hatch_year',
  'breeder',
  'sire',
  'dam',
  'sex',
  'count',
  'rank',
  'time',
  'speed',
  'home',
];

/** The column headers of fields in files. */
const headsInFiles: Partial<Record<Field, RegExp>> = {
  team: /Team$/,
  fancier: /^Fancier$/,
  country: /^Country$/,
  ring: /^Ring$/,
  pigeon_name: /^Name$/,
  color: /^Colour$/,
  eye_color: /^"?Eye colour"?$/,
  hatch_year: /^"?Hatch year"?$/,
  breeder: /^Breeder$/,
  sire: /^Sire$/,
  dam: /^Dam$/,
  sex: /^Sex$/,
  count: /^Pigeons$/,
  rank: /^Rank$/,
  time: /^Time$/,
  speed: /^"?Speed/,
  home: /^State$/,
};

/** Hidden fields that a route reveals, and, for calls, shown fields that it does not reveal. */
function faultsOf(
  route: PublicRoute,
  status: number,
  text: string,
  hidden: ReadonlySet<Switch>,
  both: boolean,
): string[] {
  const isOn = (wanted: readonly Switch[]) => !wanted.some((one) => hidden.has(one));
  const is = markedIn(text);
  const there = isOn(route.needs ?? []);
  const faults = (status === 200) === there ? [] : [`${route.path} is answered ${status}`];
  // That of a place has a row for each step, and no columns of birds.
  const isList = route.path.endsWith('.csv') && !route.path.includes('/places/');
  const heads = isList ? text.split('\r\n', 1)[0]!.split(',') : undefined;
  for (const field of ofJson) {
    const wanted = route.says[field];
    const may = there && wanted !== undefined && isOn(wanted);
    const head = headsInFiles[field];
    // A hidden column is missing.
    if (heads && head && heads.some((one) => head.test(one)) !== may)
      faults.push(`${route.path}, the column of ${field}`);
    if (is.has(field) && !may) faults.push(`${route.path} reveals ${field}`);
    if (both && may && !is.has(field)) faults.push(`${route.path} does not reveal ${field}`);
  }
  return faults;
}

let networks = 0;
function fetched(path: string, headers: Record<string, string> = {}): Promise<Response> {
  // One network may not request so many lists.
  const from = `198.18.${Math.floor(++networks / 250) % 250}.${networks % 250}`;
  return fetch(address + path, { headers: { ...headers, 'x-forwarded-for': from } });
}

async function asked(path: string, headers: Record<string, string> = {}): Promise<RouteReply> {
  const answer = await fetched(path, headers);
  return { status: answer.status, text: await answer.text() };
}

/** What a document says in print. */
async function printed(path: string): Promise<RouteReply> {
  const answer = await fetched(path);
  if (answer.status !== 200) return { status: answer.status, text: '' };
  return { status: 200, text: (await linesOfPdf(Buffer.from(await answer.arrayBuffer()))).flat().join('\n') };
}

const readRoute = ({ path, ask }: PublicRoute): Promise<RouteReply> => ask?.() ?? asked(path);

/** The content of a share picture, before it is painted. */
async function painted(shown: Shown): Promise<RouteReply> {
  if (!callOfPictures) await fetch(`${address}/lofts/${race.loft.id}/share.png`);
  const { cardOf } = cardsOf(await builtPages.build());
  const card = cardOf({ call: callOfPictures!, shown, locale: 'en', now_ms: Date.now() });
  return card.then(
    (card: Card) => ({ status: 200, text: JSON.stringify(card).replaceAll('"name":"Place"', '"rank":1') }),
    (no: unknown) => ({ status: (no as { code: string }).code === 'not_found' ? 404 : 500, text: '' }),
  );
}

/** The notice about a favorite's arrival; mail, push and SMS have the same facts. */
async function noticesTo(user_id: number): Promise<RouteReply> {
  const tx = await connection.db.startTransaction().execute();
  try {
    const { id } = await tx
      .insertInto('race_events')
      .values({ loft_id: race.loft.id, flight_id: race.flight_id, pigeon_id: race.pigeon_ids[0]! })
      .returning('id')
      .executeTakeFirstOrThrow();
    await notifyPart(tx, id, 1000);
    const facts = tx.selectFrom('notifications').select('facts').where('user_id', '=', user_id);
    const notices = (await facts.execute()).map((one) =>
      renderNotice('bird_home', one.facts as never, { locale: 'en', time_zone: 'UTC' }),
    );
    return { status: 200, text: JSON.stringify(notices) };
  } finally {
    // The bird arrives again for the next combination.
    await tx.rollback().execute();
  }
}

/**
 * The service worker's copy of a page that the merchant opens: the public page, else the worker requests it
 * anonymously.
 */
async function workerCopy(path: string): Promise<RouteReply> {
  const answer = await fetch(address + path, { headers: { cookie: `session=${merchant.token}` } });
  const isPublic = answer.headers.get('cache-control')?.includes('public');
  return isPublic ? { status: answer.status, text: await answer.text() } : asked(path);
}

interface Frame {
  topic: string;
  epoch?: number;
  rows?: unknown[];
}

describe('what a season hides', () => {
  it(
    'does not leave the server on any public route, for every combination (3.15, P4)',
    async () => {
      const random = seededRandom(seed);
      const key = { loft_id: race.loft.id, season_id: race.season_id };
      const socket = new WebSocket(`${address.replace('http', 'ws')}/live`);
      const frames: Frame[] = [];
      socket.on('message', (raw: Buffer) => frames.push(JSON.parse(raw.toString())));
      await new Promise((resolve) => socket.once('open', resolve));
      socket.send(JSON.stringify({ subscribe: `flight:${race.flight_id}`, epoch: firstEpoch, after: 0 }));
      await expect.poll(() => frames.length, { timeout: 20_000 }).toBeGreaterThan(0);
      expect(frames[0]!.rows).toHaveLength(3);

      // The control: a reply from before anything was hidden must not pass for a current one.
      const original = new Map<PublicRoute, RouteReply>();
      const unseen = new Set<PublicRoute>();
      // Each combination requests all calls, and one of the rest.
      const inTurn = [...(hasPages ? pages : []), ...others];
      for (const route of [...routes, ...inTurn]) {
        const whole = await readRoute(route);
        original.set(route, whole);
        if (markedIn(whole.text).size) unseen.add(route);
      }
      expect([...original.keys()].filter((route) => Object.keys(route.says).length > 0 && !unseen.has(route))).toEqual(
        [],
      );
      const faults: string[] = [];
      let before: Switch[] = [];
      let epoch = firstEpoch;
      let count = 0;
      let seenByControl = 0;
      for (let n = 0; n < choices; n += 1) {
        // Now and then a single switch, or all: chance seldom picks those.
        const share = random(10);
        const hidden = switches.filter((_, at) => (n < switches.length ? at === n : random(10) < share));
        if (hidden.join() === before.join()) continue;
        before = hidden;
        const off = new Set(hidden);
        frames.length = 0;
        await connection.db.transaction().execute((tx) => changeHidden(tx, null, key, hidden));
        epoch += 1;
        const own = epoch;
        await expect
          .poll(() => frames.some((frame) => frame.epoch === own), { timeout: 20_000, interval: 2 })
          .toBe(true);
        // The first one: a heartbeat without rows may follow it.
        const live = frames.find((frame) => frame.epoch === own)!;
        const mayLive =
          [...tied, 'results.rank', 'results.time', 'results.speed', 'baskets.time'].every(
            (one) => !off.has(one as Switch),
          ) &&
          ['team', 'fancier', 'country', 'pigeonName'].every(
            (name) => off.has(`results.${name}` as Switch) === off.has(`baskets.${name}` as Switch),
          );
        if ((live.rows?.length ?? 0) !== (mayLive ? 3 : 0)) faults.push(`frames have ${live.rows?.length} rows`);

        const answers = await Promise.all(routes.map(async (route) => ({ route, ...(await readRoute(route)) })));
        for (const { route, status, text } of answers) {
          const found = faultsOf(route, status, text, off, true);
          faults.push(...found.map((fault) => `${fault} without ${hidden.join(' ')}`));
        }
        const snapshot = await (
          await fetch(`${address}/api/lofts/${key.loft_id}/flights/${race.flight_id}/arrivals`)
        ).json();
        if (snapshot.rows.length !== (mayLive ? 3 : 0)) faults.push(`the snapshot has ${snapshot.rows.length} rows`);
        const stream = JSON.parse(
          (await asked(`/api/v1/lofts/${key.loft_id}/flights/${race.flight_id}/arrivals`)).text,
        );
        if (stream.arrivals.length !== (mayLive ? 3 : 0)) faults.push(`the stream has ${stream.arrivals.length} lines`);
        count += routes.length + 2;

        // A search does not find hidden values either.
        for (const [one, path, text] of [
          ['results.ringDescriptor', `flights/${race.flight_id}/result`, '7755301'],
          ['results.team', `flights/${race.flight_id}/result`, 'Zteam0q'],
          ['baskets.fancier', `flights/${race.flight_id}/basketing/search`, 'Zfan1q'],
          ['participants.team', 'teams', 'Zteam2q'],
          ['fanciers.pigeonName', 'pigeons', 'Zname1q'],
        ] as const) {
          const found = await (await fetch(`${address}/api/lofts/${key.loft_id}/${path}?q=${text}`)).json();
          if ((found.match_count ?? found.total) !== (off.has(one) ? 0 : 1))
            faults.push(`${path} finds ${text} without ${hidden.join(' ')}`);
          count += 1;
        }
        const route = inTurn[n % inTurn.length]!;
        const { status, text } = await readRoute(route);
        faults.push(
          ...faultsOf(route, status, text, off, false).map((fault) => `${fault} without ${hidden.join(' ')}`),
        );
        count += 1;
        // A season manager gets all fields, and the same check sees that.
        if (hidden.length > 20) {
          const { status, text } = await asked(routes[4]!.path, merchant.headers);
          seenByControl += faultsOf(routes[4]!, status, text, off, false).length;
          for (const route of unseen)
            if (faultsOf(route, 200, original.get(route)!.text, off, false).length) unseen.delete(route);
        }
        if (faults.length > 20) break;
      }
      socket.terminate();
      expect(faults.slice(0, 20)).toEqual([]);
      expect(seenByControl).toBeGreaterThan(0);
      expect([...unseen].map(({ path }) => path)).toEqual([]);
      reportProof('P4', { choices, asked: count, hidden_but_shown: faults.length, control_told: seenByControl });
    },
    proveSize(300_000, 3_600_000),
  );
});
