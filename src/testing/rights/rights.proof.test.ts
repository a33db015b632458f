/**
 * Proves the rights (P2): every route, API and pages, is requested by twelve identities, for their own things, another
 * loft's, those in draft, mismatched pairs and missing things, and compared with the hand-written tables beside this
 * file. Private things look the same as missing ones. Every reply and log line is also searched for private data (P3),
 * every body is sent with every further column (P7), and rights are revoked during requests (P6). Each has a control.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlightKey, SeasonKey, TeamKey } from '#domain/keys.ts';
import { changePermission, lockLoftOfRights } from '#server/accounts/permissions.ts';
import { type App, buildApp } from '#server/app.ts';
import { addChampionship, publishChampionship } from '#server/championships/championships.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { registerDevice } from '#server/devices/devices.ts';
import { giveExtraPlaces } from '#server/entries/extra-places.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { addNote } from '#server/lofts/notes.ts';
import { writeNews } from '#server/news/news.ts';
import { inviteStaff, lockInvitation, withdraw } from '#server/people/invitations.ts';
import { claimTeam, withdrawTeamClaim } from '#server/people/team-claims.ts';
import { addRanking, publishRanking } from '#server/rankings/rankings.ts';
import { addDueDate } from '#server/seasons/due-dates.ts';
import { addProduct } from '#server/seasons/products.ts';
import { createSeason } from '#server/seasons/seasons.ts';
import routesOfPages from '#web/routes.ts';
import {
  type BuiltRace,
  buildLoft,
  buildPerson,
  buildRace,
  entryOf,
  type PersonToBuild,
  testConfig,
} from '../builders.ts';
import { builtPages, hasPages } from '../built-pages.ts';
import { testDatabase } from '../database.ts';
import { plantShown } from '../media.ts';
import { plantMoney } from '../payments.ts';
import { proveSize, reportProof, seed, seededRandom } from '../proof.ts';
import { plantListing } from '../sales.ts';
import { plantCollection, plantTransport } from '../transports.ts';
import { calls } from './admin-calls.ts';
import { newChampionship, ranked } from './bodies.ts';
import { pages, providerPages } from './pages.ts';
import { identities } from './policy.ts';
import { forEverybody } from './public-calls.ts';
import { type Ids, type Row, type Subject, subjects } from './rows.ts';

const slow = { timeout: 3_600_000 };

type Person = Awaited<ReturnType<typeof buildPerson>>;
interface Asker {
  name: string;
  api: Record<string, string>;
  page: Record<string, string>;
  person: Person | null;
}

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let app: App;
let data_dir: string;
let askers: Asker[];
let about: Record<Subject, Ids>;
/** An agent of each loft, whose rights are granted and revoked. */
let targets: Person[];
/** The log lines of the program. */
const log: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  data_dir = await mkdtemp(join(tmpdir(), 'loftline-rights-'));
  const config = { ...testConfig, data_dir };
  const logger = { level: 'debug', stream: { write: (line: string) => log.push(line) } };
  const options = { config, db: connection.db, databaseUrl: database.url, version: 'test', logger };
  app = await buildApp({ ...options, ...(hasPages && { pages: builtPages }) });
  await app.app.ready();
  await plant();
});
afterAll(async () => {
  await app?.app.close();
  await connection?.close();
  await database?.drop();
  await rm(data_dir, { recursive: true, force: true });
});

/**
 * Two lofts with a public season and one in draft, and twelve identities; all private data carries the mark of its
 * owner.
 */
async function plant(): Promise<void> {
  const { db } = connection;
  const races = [await buildRace(db, { birds: 2 }), await buildRace(db, { birds: 2 })];
  for (const { loft } of races) await registerDevice(db, { loft_id: loft.id, name: 'Spare clock' });
  await Promise.all(races.map(({ loft }, i) => plantNote(loft.id, i + 1)));
  const drafts = await Promise.all(races.map((race, i) => plantDraft(race, i + 1)));
  const [one, two] = races.map(({ loft }) => loft.id) as [number, number];
  // As the identities of `policy.ts`: the tables there and here have the same columns.
  const given: [loft_id: number, entry: Parameters<typeof entryOf>[0]][] = [
    [one, { is_agent: true }],
    [one, { is_agent: true, is_active: false }],
    [one, { is_staff: true }],
    [one, { is_staff: true, has_seasons: true }],
    [one, { is_merchant: true }],
    [one, { is_merchant: true, is_active: false }],
    [two, { is_merchant: true }],
  ];
  const people = [await marked(), ...(await inTurn(given, ([loft_id, entry]) => marked([{ loft_id, entry }])))];
  people.push(await marked([], true));
  targets = await inTurn([one, two], (loft_id) => marked([{ loft_id, entry: { is_agent: true } }]));
  askers = identities.map(([name], i): Asker => {
    if (i === 0) return { name, api: {}, page: {}, person: null };
    if (i < 3) {
      const headers = { authorization: `Bearer ${races[i - 1]!.key}` };
      return { name, api: headers, page: headers, person: null };
    }
    const person = people[i - 3]!;
    return { name, api: person.headers, page: { cookie: `session=${person.token}` }, person };
  });
  await buildPerson(db, { email: 'merchant@example.org' });
  const customer = people[0]!;
  const orders = await inTurn([races[0]!, drafts[0]!, races[1]!, drafts[1]!], ({ loft, season_id }) =>
    plantMoney(db, {
      loft_id: loft.id,
      season_id,
      // Only those who prepare a season may order while it is in draft.
      user_id: (season_id === races[0]!.season_id ? customer : targets[loft.id === one ? 0 : 1]!).user_id,
    }),
  );
  const helper = await buildPerson(db, { entries: [{ loft_id: two, entry: { is_agent: true } }] });
  const collected = await plantCollected(orders[0]!.order_id, one, people[1]!);
  const collectedThere = await plantCollected(orders[2]!.order_id, two, helper);
  const idsOf = ({ ids, user }: { ids: OwnIds; user: Person }) => ({ ...ids, user_id: user.user_id });
  const [ours, theirs] = (await Promise.all(races.map(idsIn))) as [OwnIds, OwnIds];
  const [draft, other] = (await Promise.all(drafts.map(idsIn))) as [OwnIds, OwnIds];
  const nothing = 99_999_999;
  about = {
    own: { ...idsOf({ ids: ours, user: targets[0]! }), ...orders[0]!, ...collected },
    draft: { ...idsOf({ ids: draft, user: targets[0]! }), ...orders[1]!, ...collected },
    foreign: { ...idsOf({ ids: theirs, user: targets[1]! }), ...orders[2]!, ...collectedThere },
    foreign_draft: { ...idsOf({ ids: other, user: targets[1]! }), ...orders[3]!, ...collectedThere },
    mismatched: {
      ...idsOf({ ids: theirs, user: targets[1]! }),
      ...orders[2]!,
      ...collectedThere,
      loft_id: ours.loft_id,
    },
    missing: {
      loft_id: nothing,
      season_id: nothing,
      flight_id: nothing,
      picture_id: crypto.randomUUID(),
      release_point_id: nothing,
      team_id: nothing,
      pigeon_id: nothing,
      user_id: nothing,
      news_id: nothing,
      due_date_id: nothing,
      device_id: nothing,
      file_id: nothing,
      media_id: nothing,
      note_id: nothing,
      subscription_id: nothing,
      product_id: nothing,
      ranking_id: nothing,
      line: nothing,
      championship_id: nothing,
      invitation_id: nothing,
      claim_id: nothing,
      contract_id: nothing,
      fancier_id: nothing,
      order_id: nothing,
      refund_id: nothing,
      payout_id: nothing,
      transport_id: nothing,
      collection_id: nothing,
      agent_id: nothing,
      listing_id: nothing,
      n: nothing,
      number: nothing,
    },
  };
}

async function inTurn<A, B>(list: readonly A[], make: (one: A) => Promise<B>): Promise<B[]> {
  const made: B[] = [];
  for (const one of list) made.push(await make(one));
  return made;
}

/** A person whose every field carries their own mark. */
async function marked(entries: NonNullable<PersonToBuild['entries']> = [], is_admin = false): Promise<Person> {
  const person = await buildPerson(connection.db, { entries, is_admin });
  const { user_id } = person;
  await connection.db
    .updateTable('users')
    .set({
      email: `zmail-${user_id}@example.org`,
      first_name: `zname-${user_id}`,
      street: `zstreet-${user_id}`,
      identity_number: `zipfn-${user_id}`,
    })
    .where('id', '=', user_id)
    .execute();
  return person;
}

async function plantDraft(race: BuiltRace, n: number): Promise<BuiltRace> {
  const { db } = connection;
  const key = { loft_id: race.loft.id, name: `zdraft-${n}`, year: 2027 };
  const { id: season_id } = await db.transaction().execute((tx) => createSeason(tx, key));
  const draft = await buildRace(db, { birds: 2 }, { ...race, season_id });
  const mark = (what: string, id: number) => `zdraft-${n} ${what} ${id}`;
  await db
    .updateTable('flights')
    .set({ name: mark('flight', draft.flight_id) })
    .where('id', '=', draft.flight_id)
    .execute();
  for (const id of draft.pigeon_ids)
    await db
      .updateTable('pigeons')
      .set({ name: mark('pigeon', id) })
      .where('id', '=', id)
      .execute();
  const teams = await db.selectFrom('teams').select('id').where('season_id', '=', season_id).execute();
  for (const { id } of teams)
    await db
      .updateTable('teams')
      .set({ name: mark('team', id), fancier: mark('fancier', id) })
      .where('id', '=', id)
      .execute();
  return draft;
}

/** A due date of the season, in its original state. */
async function plantDueDate({ loft_id, season_id }: Pick<Ids, 'loft_id' | 'season_id'>): Promise<number> {
  const name = `Window of ${season_id}`;
  const range = { starts_at: '2027-03-01', ends_at: '2027-03-31', max_duration: null, description: '' };
  const fields = { due_date_category_id: 3 as const, name, ...range };
  const added = await connection.db.transaction().execute((tx) => addDueDate(tx, null, { loft_id, season_id }, fields));
  return added.id;
}

/** A product of the season, in its original state; others with the entry fee stay where it is removed. */
async function plantProduct({ loft_id, season_id }: Pick<Ids, 'loft_id' | 'season_id'>): Promise<number> {
  const pigeons = { pigeons_active: 1, pigeons_reserve: 0 };
  const fields = { product_category_id: 1 as const, name: `Entry of ${season_id}`, description: '', amount_cents: 100 };
  const terms = { ...fields, ...pigeons, max_quantity: null, starts_at: null, ends_at: null };
  return connection.db.transaction().execute(async (tx) => {
    await addProduct(tx, null, { loft_id, season_id }, terms);
    return (await addProduct(tx, null, { loft_id, season_id }, terms)).id;
  });
}

/** A published ranking of the season. */
async function plantRanking({ loft_id, season_id }: Pick<Ids, 'loft_id' | 'season_id'>): Promise<number> {
  const key = { loft_id, season_id };
  return connection.db.transaction().execute(async (tx) => {
    const fields = { ...ranked, name: crypto.randomUUID(), names: {}, prizes: null };
    const { id } = await addRanking(tx, null, key, fields);
    await publishRanking(tx, { by: null, now_ms: Date.now() }, key, { ranking_id: id, version: 1 });
    return id;
  });
}

/** A published championship, the world list of a year of its own. */
async function plantChampionship(): Promise<number> {
  return connection.db.transaction().execute(async (tx) => {
    championships += 1;
    const fields = { ...newChampionship(), year: 2040 + championships, is_world_list: true };
    const added = await addChampionship(tx, null, fields);
    await publishChampionship(tx, { by: null, now_ms: Date.now() }, added, added.version);
    return added.id;
  });
}
let championships = 0;

/** An invitation of the loft that was withdrawn: it can be withdrawn again, but not sent again. */
async function plantInvitation(loft_id: number): Promise<number> {
  const act = { by: null, now_ms: Date.now(), secret: 'of no link' };
  const rights = { is_merchant: false, is_agent: true, is_staff: false, has_seasons: false };
  return connection.db.transaction().execute(async (tx) => {
    const email = `${crypto.randomUUID()}@example.org`;
    const id = await inviteStaff(tx, act, { loft_id, email, language: 'en', rights });
    await withdraw(tx, act, await lockInvitation(tx, { loft_id, id }));
    return id;
  });
}

/** The data of each season; its people and orders are created afterwards. */
type OwnIds = Omit<Ids, 'user_id' | 'order_id' | 'refund_id' | 'transport_id' | 'collection_id' | 'agent_id'>;

async function idsIn({ loft, season_id, flight_id, pigeon_ids }: BuiltRace): Promise<OwnIds> {
  const [pigeon_id] = pigeon_ids as [number];
  const { team_id } = await connection.db
    .selectFrom('pigeons')
    .select('team_id')
    .where('id', '=', pigeon_id)
    .executeTakeFirstOrThrow();
  const key = { loft_id: loft.id, season_id };
  await plantExtraPlace(key, pigeon_id);
  const shown = await plantShown(connection.db, key);
  await plantRuling({ loft_id: loft.id, flight_id });
  await plantDispute({ loft_id: loft.id, flight_id });
  return {
    ...key,
    // No prize was paid there.
    payout_id: 99_999_999,
    flight_id,
    team_id: team_id!,
    pigeon_id,
    due_date_id: await plantDueDate(key),
    product_id: await plantProduct(key),
    ranking_id: await plantRanking(key),
    line: pigeon_id,
    championship_id: await plantChampionship(),
    // The other bird.
    listing_id: await plantListing(connection.db, key, pigeon_ids.at(-1)!),
    n: await plantRight(key.loft_id, pigeon_id),
    number: 1,
    news_id: await plantNews(key),
    device_id: await spareClockOf(loft.id),
    ...shown,
    picture_id: await plantReleasePicture({ loft_id: loft.id, flight_id }, shown.file_id),
    note_id: notes.get(loft.id)!,
    subscription_id: subscriptions.get(loft.id)!,
    invitation_id: await plantInvitation(key.loft_id),
    claim_id: await plantClaim({ loft_id: loft.id, team_id: team_id! }),
    fancier_id: fanciers.get(loft.id)!,
    release_point_id: points.get(loft.id)!,
  };
}

/** A picture of the release of a flight. */
async function plantReleasePicture(key: FlightKey, file_id: number): Promise<string> {
  const id = crypto.randomUUID();
  const at = new Date().toISOString();
  await connection.db
    .insertInto('release_pictures')
    .values({ ...key, id, at, file_id, user_id: null, received_at: at })
    .execute();
  return id;
}

/** The bird already has a place. */
const plantExtraPlace = (key: SeasonKey, pigeon_id: number) =>
  connection.db.transaction().execute((tx) =>
    giveExtraPlaces(tx, key, [{ pigeon_id, kind: 'outside_order', reason: 'Planted' }], {
      by: null,
      now_ms: Date.parse('2026-01-01T00:00:00Z'),
    }),
  );

/** A bird right that a person had once. */
async function plantRight(loft_id: number, pigeon_id: number): Promise<number> {
  const { user_id } = await buildPerson(connection.db);
  const had = { from_day: '2026-01-01', until_day: '2026-02-01', share_bp: 3500, at: new Date().toISOString() };
  const byHand = { reason: null, order_id: null, given_by: null };
  await connection.db
    .insertInto('pigeon_rights')
    .values({ loft_id, pigeon_id, n: 1, user_id, ...had, ...byHand })
    .execute();
  return 1;
}

/** A ruling that its maker has taken back. Its number is that of the right. */
async function plantRuling(key: FlightKey): Promise<void> {
  const { user_id } = await buildPerson(connection.db);
  const at = new Date().toISOString();
  const ruling = { ...key, n: 1, needs_second: true };
  const content = JSON.stringify({ kind: 'closing', closes_ms: 0 });
  await connection.db
    .insertInto('rulings')
    .values({ ...ruling, kind: 'closing', content, pigeon_id: null, reason: 'Planted', user_id, prepared_at: at })
    .execute();
  await connection.db
    .insertInto('ruling_decisions')
    .values({ ...ruling, decision: 'taken_back', user_id, prepared_by: user_id, at, reason: null, effect: null })
    .execute();
}

/** A dispute that was withdrawn, with the same number. */
async function plantDispute(key: FlightKey): Promise<void> {
  const { user_id } = await buildPerson(connection.db);
  const at = new Date().toISOString();
  const dispute = { ...key, n: 1 };
  await connection.db
    .insertInto('disputes')
    .values({ ...dispute, pigeon_id: null, text: 'Planted', user_id, opened_at: at })
    .execute();
  await connection.db
    .insertInto('dispute_answers')
    .values({ ...dispute, decision: 'withdrawn', text: null, ruling_n: null, user_id, at, opened_by: user_id })
    .execute();
}

/** A claim to the team that was withdrawn. */
async function plantClaim(team: TeamKey): Promise<number> {
  const { user_id } = await buildPerson(connection.db);
  return connection.db.transaction().execute(async (tx) => {
    const act = { by: user_id, now_ms: Date.now() };
    const claim_id = await claimTeam(tx, team, 'Planted', act);
    await withdrawTeamClaim(tx, { claim_id }, act);
    return claim_id;
  });
}

/** Not the clock of the identity: its key is created and revoked. */
async function spareClockOf(loft_id: number): Promise<number> {
  const clocks = connection.db.selectFrom('devices').select('id').where('loft_id', '=', loft_id);
  return (await clocks.orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
}

/** Published news; those of a season in draft are private. */
async function plantNews({ loft_id, season_id }: SeasonKey): Promise<number> {
  const text = { title: 'Basketing begins', lead: '', body: { type: 'doc' as const, content: [] } };
  const entry = { is_draft: false, publication_date: null, publication_time: null, texts: { en: text } };
  return connection.db.transaction().execute(async (tx) => {
    const { loft } = await loadLoft(tx, loft_id);
    const { news_id } = await writeNews(tx, { loft, season_id }, entry, { by: null, now_ms: Date.now() });
    return news_id;
  });
}

const nobodyYet = { email: null, phone: null, street: null, zipcode: null, city: null, country: null, note: null };

/** The note of each loft. */
const notes = new Map<number, number>();
/** A subscription of each loft. */
const subscriptions = new Map<number, number>();
/** A fancier of each loft, whose name carries the same mark. */
const fanciers = new Map<number, number>();
/** A release point of each loft. */
const points = new Map<number, number>();

/** A note of a loft that carries its mark, written by a person without another mark. */
async function plantNote(loft_id: number, n: number): Promise<void> {
  const { user_id } = await buildPerson(connection.db);
  const note = { text: `znote-${n}`, is_pinned: false };
  const { id } = await connection.db
    .insertInto('fanciers')
    .values({ ...nobodyYet, loft_id, name: `znote-${n}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  fanciers.set(loft_id, id);
  const place = { loft_id, name: `Place ${n}`, latitude: 50, longitude: 4, measured: 'map' as const };
  const point = await connection.db.insertInto('release_points').values(place).returning('id').execute();
  points.set(loft_id, point[0]!.id);
  const later = { loft_id, months: 12 as const, starts_at: '2040-01-01', user_id: null };
  const added = await connection.db.insertInto('loft_subscriptions').values(later).returning('id').execute();
  subscriptions.set(loft_id, added[0]!.id);
  notes.set(loft_id, await connection.db.transaction().execute((tx) => addNote(tx, loft_id, note, user_id)));
}

/** The agent collects the birds of the order, long ago: future collections are public. */
async function plantCollected(order_id: number, loft_id: number, { user_id: agent_id }: Person) {
  const long_ago = Date.parse('2020-01-01T12:00:00Z');
  const collection_id = await plantCollection(connection.db, { loft_id, agent_id }, long_ago);
  const transport_id = await plantTransport(connection.db, { order_id, collection_id }, ['confirm'], long_ago);
  return { transport_id, collection_id, agent_id };
}

/** The rights, keys and rows that calls change, in their original state. */
async function restore(): Promise<void> {
  await connection.db.updateTable('seasons').set({ version: 1 }).where('version', '>', 1).execute();
  for (const subject of ['own', 'draft', 'foreign', 'foreign_draft'] as const) {
    const ids = about[subject];
    const untouched = await connection.db
      .selectFrom('due_dates')
      .select('id')
      .where('id', '=', ids.due_date_id)
      .where('version', '=', 1)
      .executeTakeFirst();
    if (!untouched) ids.due_date_id = await plantDueDate(ids);
    const as_was = { version: 1, removed_at: null, is_draft: false, published_at: '2026-01-01T00:00:00.000Z' };
    await connection.db.updateTable('news').set(as_was).where('id', '=', ids.news_id).execute();
    Object.assign(ids, await plantShown(connection.db, ids, ids));
    const product = await connection.db
      .selectFrom('products')
      .select('id')
      .where('id', '=', ids.product_id)
      .where('version', '=', 1)
      .executeTakeFirst();
    if (!product) ids.product_id = await plantProduct(ids);
    const ranking = await connection.db
      .selectFrom('rankings')
      .select('id')
      .where('id', '=', ids.ranking_id)
      .where('version', '=', 2)
      .executeTakeFirst();
    if (!ranking) ids.ranking_id = await plantRanking(ids);
  }
  const [one, two] = [about.own.loft_id, about.foreign.loft_id];
  return connection.db.transaction().execute(async (tx) => {
    await lockLoftOfRights(tx, one);
    await lockLoftOfRights(tx, two);
    await tx.updateTable('lofts').set({ settings_version: 1, address_version: 1 }).execute();
    await tx.updateTable('fanciers').set({ version: 1 }).execute();
    for (const [i, loft_id] of [one, two].entries())
      await tx
        .updateTable('loft_notes')
        .set({ text: `znote-${i + 1}` })
        .where('id', '=', notes.get(loft_id)!)
        .execute();
    const agent = entryOf({ is_agent: true });
    await changePermission(tx, null, { loft_id: one, user_id: targets[0]!.user_id }, agent);
    await changePermission(tx, null, { loft_id: two, user_id: targets[1]!.user_id }, agent);
    const key = { loft_id: one, user_id: targets[1]!.user_id };
    await changePermission(tx, null, key, agent);
    await changePermission(tx, null, key, null);
  });
}

interface Check {
  method: string;
  path: string;
  row: Row;
  subject: Subject;
  asker: number;
}

function checksOf(table: Record<string, Row>): Check[] {
  return Object.entries(table).flatMap(([key, row]) => {
    const [method, path] = key.startsWith('/') ? ['GET', key] : (key.split(' ') as [string, string]);
    return subjects
      .filter((subject) => row[subject] !== undefined)
      .flatMap((subject) => identities.map((_, asker) => ({ method, path, row, subject, asker })));
  });
}

const isPicture = ({ path }: Check) => path.endsWith('.png');

/** All at full size; else one random check for each reply of what is alike. */
function someOf(
  checks: readonly Check[],
  likeness = ({ path, row, subject, asker }: Check) => `${path} ${row[subject]![asker]}`,
): readonly Check[] {
  if (proveSize(0, 1)) return checks;
  const random = seededRandom(seed);
  return [...Map.groupBy(checks, likeness).values()].map((some) => some[random(some.length)]!);
}

/**
 * The checks of the calls. What is in loft 1, public or in draft, is always requested by all, as this shows which right
 * a call asks for. At other places the merchants could have rights by mistake; of the others one for each reply is
 * enough there, and so it is for pictures, which take as long as many calls.
 */
function checksOfCalls(): readonly Check[] {
  const all = checksOf(calls);
  const merchants = new Set(['merchant', 'merchant of loft 2']);
  const { pictures = [], some = [] } = Object.groupBy(all, (check) => {
    if (isPicture(check)) return 'pictures';
    const isIn1 = check.subject === 'own' || check.subject === 'draft';
    return isIn1 || merchants.has(askers[check.asker]!.name) ? 'each' : 'some';
  });
  const alike = ({ method, path, row, subject, asker }: Check) =>
    `${method} ${path} ${subject} ${row[subject]![asker]}`;
  // In the order of the tables: a call may find what one before it has changed.
  const kept = new Set([...someOf(pictures), ...someOf(some, alike)]);
  const left_out = new Set([...pictures, ...some].filter((check) => !kept.has(check)));
  return all.filter((check) => !left_out.has(check));
}

const bodyOf = ({ body }: Row, ids: Ids): object => (typeof body === 'function' ? body(ids) : (body ?? {}));

const seasonPath = '/admin/seasons/:season_id';

const isList = /(csv|xlsx|pdf)$|\/(download|receipts)\//;

let networks = 0;
async function ask(check: Omit<Check, 'subject'>, ids: Ids): Promise<{ status: number; body: string }> {
  const { method, path, row, asker } = check;
  const url = path.replace(/:(\w+)/g, (_, name: keyof Ids) => String(ids[name]));
  const { api, page } = askers[asker]!;
  const { statusCode: status, body } = await app.app.inject({
    method: method as 'GET',
    url: row.query ? `${url}?${row.query(ids)}` : url,
    // One network may not request so many lists.
    remoteAddress: `198.18.${Math.floor(++networks / 250) % 250}.${networks % 250}`,
    headers: { 'accept-language': 'en', ...(path.startsWith('/api/') ? api : page), ...row.headers?.(ids) },
    ...(row.body && { payload: bodyOf(row, ids) }),
  });
  // One person may have only so many files in progress: the next one waits for them.
  if (status === 429 && isList.test(path)) {
    await sleep(200);
    return ask(check, ids);
  }
  return { status, body };
}

const statuses: Record<string, number> = { y: 200, r: 301, s: 302, '1': 401, '3': 403, '.': 404, '9': 409 };

/** A page in its public form: without its nonce, and without the numbers of its address. */
const plain = (body: string) => body.replace(/nonce="[^"]*"|nonce":"[^"]*"/g, '').replace(/\d+/g, '#');

/** The faults in the replies to these checks. */
async function faultsOf(checks: readonly Check[], should = (check: Check) => check.row[check.subject]![check.asker]!) {
  const faults: string[] = [];
  const missing = new Map<string, ReturnType<typeof ask>>();
  /** The reply about a missing thing: requested once, and compared with. */
  const askMissing = (check: Check) => {
    const key = `${check.method} ${check.path} ${check.asker}`;
    const known = missing.get(key) ?? ask(check, about.missing);
    missing.set(key, known);
    return known;
  };
  const examine = async (check: Check) => {
    const { method, path, subject, asker } = check;
    const who = askers[asker]!;
    const { status, body } = await (subject === 'missing' ? askMissing(check) : ask(check, about[subject]));
    const what = `${method} ${path}, ${subject}, by ${who.name}`;
    if (status !== statuses[should(check)]) faults.push(`${what}: ${status} instead of ${statuses[should(check)]}`);
    faults.push(...leaksIn(body, asker, path).map((leak) => `${what} reveals ${leak}`));
    // A key is shown by the reply that creates it and never again.
    if (method === 'GET' && deviceKey.test(body)) faults.push(`${what} reveals the key of a device`);
    // A refused page contains its breadcrumbs, which everyone who may open the season may read.
    const hasBreadcrumbs = path.startsWith(`${seasonPath}/`) && pages[seasonPath]![subject]?.[asker] === 'y';
    // Byte by byte.
    if (status === 404 && subject !== 'missing' && !hasBreadcrumbs)
      if (plain(body) !== plain((await askMissing(check)).body))
        faults.push(`${what} looks otherwise than what does not exist`);
    return status;
  };
  const [reads, writes] = [
    checks.filter(({ method }) => method === 'GET'),
    checks.filter(({ method }) => method !== 'GET'),
  ];
  // Reads change nothing: several at once, so that neither the program nor the database waits for the other.
  const next = reads.values();
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const check of next) await examine(check);
    }),
  );
  let isAsItWas = false;
  for (const check of writes) {
    // A refusal changes nothing; otherwise later calls would find another state than the table describes.
    if (!isAsItWas) await restore();
    isAsItWas = (await examine(check)) >= 400;
  }
  return faults;
}

// -- private data -----------------------------------------------------------------------------------------------------

/** The marks in a text at a path that its reader may not see. */
function leaksIn(text: string, asker: number, path: string): string[] {
  return [...text.matchAll(/z(draft|mail|name|street|ipfn|note)-(\d+)/g)]
    .filter(([, kind, id]) => !maySee(asker, kind!, Number(id), path))
    .map(([mark]) => mark);
}

const deviceKey = /clock_[\w-]{20}/;

/** The personal data, drafts or keys in the log, which the operator's staff may read. */
function marksInLog(): string[] {
  expect(log.length).toBeGreaterThan(50);
  return log.filter((line) => /z(draft|mail|name|street|ipfn|note)-\d/.test(line) || deviceKey.test(line)).slice(0, 3);
}

/** Written by hand: which marks each identity may read. */
function maySee(asker: number, kind: string, id: number, path: string): boolean {
  const name = askers[asker]!.name;
  if (kind === 'draft') {
    const readers = { 1: ['agent', 'staff with seasons', 'merchant', 'admin'], 2: ['merchant of loft 2', 'admin'] };
    return readers[id as 1 | 2].includes(name);
  }
  // Notes of the loft's managers.
  if (kind === 'note') return (id === 1 ? ['merchant', 'admin'] : ['merchant of loft 2', 'admin']).includes(name);
  if (askers[asker]!.person?.user_id === id) return true;
  const idOf = (one: string) => askers.find((other) => other.name === one)?.person?.user_id;
  // The agent of a collection and its customers know each other.
  if (name === 'agent' && id === idOf('customer') && (kind === 'name' || kind === 'street')) return true;
  if (name === 'customer' && id === idOf('agent') && kind === 'name') return true;
  // An order of a season shows to those who manage it where its customer lives (decision 20), and nothing else does.
  if (kind === 'street' && path.endsWith('/admin/seasons/:season_id/orders/:order_id'))
    return ['admin', 'merchant', 'staff with seasons', 'merchant of loft 2'].includes(name);
  if (kind === 'street' || kind === 'ipfn') return false;
  // Merchants see the people of their loft, and the actors of its rights log: themselves and admins.
  const ofOne = ['agent', 'agent, not active', 'staff', 'staff with seasons', 'merchant, not active', 'admin'].map(
    idOf,
  );
  const given = targets.map(({ user_id }) => user_id);
  if (name === 'admin') return true;
  // Sellers know their customers.
  if (name === 'merchant') return [...ofOne, idOf('customer'), ...given].includes(id);
  // Season managers work with the people of the season.
  if (name === 'staff with seasons') return [...ofOne, idOf('merchant'), idOf('customer'), ...given].includes(id);
  if (name !== 'merchant of loft 2') return false;
  // Whoever does not work for a loft may claim a team of it, and its managers decide on that; the trail names them too.
  const claimants = askers
    .slice(identities.findIndex(([one]) => one === 'customer'))
    .map(({ person }) => person?.user_id);
  const isOfClaims = /\/(team-claims|claims|audit)(\.\w+)?$/.test(path);
  return [idOf('admin'), given[1], ...(isOfClaims ? claimants : [])].includes(id);
}

describe('the rights', () => {
  it('cover every route of the API and every page (P1)', () => {
    const known = new Set([...Object.keys(calls), ...forEverybody]);
    const own = app.routes.filter(({ method }) => method !== 'HEAD').map(({ method, path }) => `${method} ${path}`);
    expect(own.filter((route) => !known.has(route))).toEqual([]);
    const paths = pathsOf(routesOfPages as RouteOfPage[]);
    expect(paths.filter((path) => !(path in pages) && !providerPages.has(path))).toEqual([]);
    expect(Object.keys(calls).filter((route) => !own.includes(route))).toEqual([]);
    expect(Object.keys(pages).filter((path) => !paths.includes(path))).toEqual([]);
    // Public routes may not require a right, and HEAD is as GET.
    const wrong = app.routes.filter(
      ({ method, path, access }) => forEverybody.has(`${method} ${path}`) && access !== 'site.read',
    );
    expect(wrong).toEqual([]);
    const access = new Map(app.routes.map((route) => [`${route.method} ${route.path}`, route.access]));
    for (const { method, path, access: own } of app.routes)
      if (method === 'HEAD') expect(own).toBe(access.get(`GET ${path}`));
  });

  it('are those of the table on every call, and nothing leaks (P2, P3)', slow, async () => {
    const checks = checksOfCalls();
    expect(await faultsOf(checks)).toEqual([]);
    expect(marksInLog()).toEqual([]);
    reportProof('P2 calls', { routes: Object.keys(calls).length, checks: checks.length });
  });

  it.skipIf(!hasPages)('are those of the table on every page, and nothing leaks (P2, P3)', slow, async () => {
    // The admin of the calls above sees the site as another person since then.
    await connection.db.updateTable('user_sessions').set({ sees_user_id: null, sees_until: null }).execute();
    const checks = someOf(checksOf(pages));
    expect(await faultsOf(checks)).toEqual([]);
    expect(marksInLog()).toEqual([]);
    reportProof('P2 pages', { routes: Object.keys(pages).length, checks: checks.length });
  });

  it('control: a wrong letter in a table is found, and so is a mark in a reply to the wrong identity', async () => {
    const [check] = checksOf({ 'GET /api/lofts/:loft_id/permissions': { own: 'yyyyyyyyyyyy' } });
    expect(await faultsOf([check!])).toHaveLength(1);
    const merchant = identities.findIndex(([name]) => name === 'merchant');
    const path = '/api/lofts/:loft_id/permissions';
    const { body } = await ask({ method: 'GET', path, row: {}, asker: merchant }, about.own);
    expect(leaksIn(body, merchant, path)).toEqual([]);
    expect(leaksIn(body, 0, path).length).toBeGreaterThan(5);
    // An address stands on an order of a season, and is a leak anywhere else.
    const order = '/api/admin/seasons/:season_id/orders/:order_id';
    expect([order, path].map((at) => leaksIn('zstreet-1', merchant, at).length)).toEqual([0, 1]);
    expect(askers.find(({ name }) => name === 'clock')!.api.authorization).toMatch(deviceKey);
  });
});

interface RouteOfPage {
  path?: string;
  index?: boolean;
  file: string;
  children?: RouteOfPage[];
}

function pathsOf(routes: readonly RouteOfPage[], above = ''): string[] {
  return routes.flatMap(({ path, children }) => {
    const own = path === undefined ? above : `${above}/${path}`;
    return children ? pathsOf(children, own) : [own || '/'];
  });
}

describe('a body', () => {
  it('with any further column is refused, and changes nothing (P7)', slow, async () => {
    const columns = await connection.db
      .selectFrom('information_schema.columns' as never)
      .select('column_name' as never)
      .where('table_schema' as never, '=', 'public' as never)
      .distinct()
      .execute()
      .then((rows) => (rows as { column_name: string }[]).map(({ column_name }) => column_name));
    expect(columns.length).toBeGreaterThan(50);
    await restore();
    const before = await stateOf();
    let tried = 0;
    const random = seededRandom(seed);
    const { paths } = (await app.app.inject('/api/openapi.json')).json();
    for (const [route, row] of Object.entries(calls).filter(([, { body }]) => body)) {
      const answered = Math.max(row.own!.lastIndexOf('y'), row.own!.lastIndexOf('9'));
      // Without a subject the admin sends it: the body is checked first.
      const asker = answered < 0 ? identities.length - 1 : answered;
      const [method, path] = route.split(' ') as [string, string];
      const whole = bodyOf(row, about.own);
      const others = columns.filter((name) => !(name in whole));
      const known = JSON.stringify(paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()].requestBody);
      // Here only the columns that the call knows by name, and some of the others.
      const alone = others.filter((name) => known.includes(`"${name}"`) || random(proveSize(12, 1)) === 0);
      for (const column of alone) {
        const body = { ...whole, [column]: column.startsWith('is_') ? true : 1 };
        const answer = await ask({ method, path, row: { ...row, body }, asker }, about.own);
        tried += 1;
        expect({ route, column, status: answer.status }).toEqual({ route, column, status: 422 });
      }
    }
    expect(await stateOf()).toEqual(before);
    reportProof('P7', { tried, columns: columns.length });
  });

  /** Everything that bodies could have changed. */
  async function stateOf() {
    const people = await connection.db.selectFrom('users').selectAll().orderBy('id').execute();
    const entries = await connection.db.selectFrom('loft_permissions').selectAll().orderBy('user_id').execute();
    const lofts = await connection.db.selectFrom('lofts').selectAll().orderBy('id').execute();
    const { count } = await connection.db
      .selectFrom('readings')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return { people, entries, lofts, count };
  }
});

describe('a revoked right', () => {
  it('is gone with the next request, also during running ones (P6)', slow, async () => {
    const rounds = proveSize(25, 1000);
    const { loft } = await buildLoft(connection.db);
    const path = `/api/lofts/${loft.id}/permissions`;
    const { user_id, headers } = await buildPerson(connection.db);
    await buildPerson(connection.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
    const set = (entry: ReturnType<typeof entryOf> | null) =>
      connection.db.transaction().execute(async (tx) => {
        await lockLoftOfRights(tx, loft.id);
        await changePermission(tx, null, { loft_id: loft.id, user_id }, entry);
      });
    const status = async () => (await app.app.inject({ url: path, headers })).statusCode;
    let meanwhile = 0;
    for (let round = 0; round < rounds; round++) {
      await set(entryOf({ is_merchant: true }));
      expect(await status()).toBe(200);
      const taking = set(round % 2 ? null : entryOf({ is_merchant: true, is_active: false }));
      const [during] = await Promise.all([status(), taking]);
      if (during === 200) meanwhile += 1;
      expect(await status()).toBe(404);
    }
    reportProof('P6', { rounds, meanwhile });
  });
});
