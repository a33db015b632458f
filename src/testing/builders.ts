/** Builders for tests: they call the verbs, so that no test starts from an impossible state. */
import { sql } from 'kysely';
import type { Entry } from '#domain/accounts/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { defaultRulebook } from '#domain/seasons/rulebook.ts';
import { defaultRules, type RaceRules } from '#domain/seasons/rules.ts';
import { changePermission, lockLoftOfRights } from '#server/accounts/permissions.ts';
import { beginSession } from '#server/accounts/sessions.ts';
import { changeStanding, lockStanding } from '#server/accounts/standing.ts';
import { type Claims, enterUser } from '#server/accounts/users.ts';
import { basketPigeons } from '#server/basketing/basketing.ts';
import { connect, type Database, type Tx } from '#server/db/database.ts';
import '#server/consequences.ts';
import { readConfig } from '#server/config.ts';
import { registerDevice } from '#server/devices/devices.ts';
import { moveFlight, releaseFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { type FlightToPlan, planFlight } from '#server/flights/planning.ts';
import { type LoftToOpen, openLoft } from '#server/lofts/lofts.ts';
import { enterPigeons, enterTeams, wearChips } from '#server/pigeons/pigeons.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';
import { publishRulebook } from '#server/seasons/rulebook.ts';
import { createSeason, lockSeason, moveSeason } from '#server/seasons/seasons.ts';

/** A configuration for a test's own application. */
export const testConfig = readConfig({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  DEMO: '0',
  AUTH_SECRET: 'only for tests: nothing is kept that it signs',
});

let lofts = 0;
let flights = 0;

export interface BuiltLoft {
  loft: Loft;
  season_id: number;
  device: { device_id: number; loft_id: number };
  key: string;
}

/** A loft with a season in progress and one clock. */
export async function buildLoft(db: Database, loft: Partial<LoftToOpen> = {}): Promise<BuiltLoft> {
  return db.transaction().execute(async (tx) => {
    const name = `Loft ${++lofts} of ${process.pid}`;
    const opened = await openLoft(tx, {
      name,
      unit: 'km',
      time_zone: 'Europe/Brussels',
      latitude: 51,
      longitude: 4.5,
      ...loft,
    });
    const season = await createSeason(tx, { loft_id: opened.id, name: '2026', year: 2026 });
    await moveSeason(tx, await lockSeason(tx, { loft_id: opened.id, season_id: season.id }), 'open');
    const { device_id, key } = await registerDevice(tx, { loft_id: opened.id, name: 'Clock 1' });
    return { loft: opened, season_id: season.id, device: { device_id, loft_id: opened.id }, key };
  });
}

/** The same with a rulebook that gives no time for disputes: a result is signed as soon as it is published. */
export async function buildLoftWithoutDisputes(db: Database): Promise<BuiltLoft> {
  const built = await buildLoft(db);
  const season = { loft_id: built.loft.id, season_id: built.season_id };
  const rulebook = { ...defaultRulebook('km'), disputes: { hours: 0 } };
  await db.transaction().execute(async (tx) => {
    await lockSeason(tx, season);
    await publishRulebook(tx, season, { user_id: null, after_version: 1, rulebook });
  });
  return built;
}

/** Another season of a loft, in progress. */
export async function buildSeason(db: Database, built: BuiltLoft, year: number): Promise<BuiltLoft> {
  return db.transaction().execute(async (tx) => {
    const { id } = await createSeason(tx, { loft_id: built.loft.id, name: String(year), year });
    await moveSeason(tx, await lockSeason(tx, { loft_id: built.loft.id, season_id: id }), 'open');
    return { ...built, season_id: id };
  });
}

let people = 0;

/** The rights of a person in a loft: none but the given ones. */
export const entryOf = (given: Partial<Entry>): Entry => ({
  is_merchant: false,
  is_agent: false,
  is_staff: false,
  has_seasons: false,
  is_active: true,
  ...given,
});

export interface PersonToBuild extends Partial<Claims> {
  is_admin?: boolean;
  /** Signed in with two factors. */
  is_strong?: boolean;
  /** The time of the last proof of identity. */
  proven_s_ago?: number;
  /** The rights in lofts. */
  entries?: readonly { loft_id: number; entry: Partial<Entry> }[];
}

/** A signed-in person. */
export async function buildPerson(
  db: Database,
  { is_admin = false, entries = [], is_strong = false, proven_s_ago = 0, ...claims }: PersonToBuild = {},
) {
  const built = await db.transaction().execute(async (tx) => {
    const subject = `person-${++people}-${process.pid}`;
    const user_id = await enterUser(tx, { issuer: 'https://id.example.org', subject, ...claims });
    for (const { loft_id, entry } of entries) {
      await lockLoftOfRights(tx, loft_id);
      await changePermission(tx, null, { loft_id, user_id }, entryOf(entry));
    }
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const proof = { proven_ms: Date.now() - proven_s_ago * 1000, is_strong };
    const { session_id, token } = await beginSession(tx, { user_id, expires_at, proof });
    return { user_id, session_id, token, headers: { authorization: `Bearer ${token}` } };
  });
  if (is_admin)
    await asOwner(db, async (tx) =>
      changeStanding(tx, null, await lockStanding(tx, built.user_id), { is_admin, roles: [] }),
    );
  return built;
}

/** A statement that only the owner of a test's database may run. */
export async function asOwner<Answer>(db: Database, work: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  // The browser tests build people too, without Vitest; they set the owner's connection themselves (e2e/support.ts).
  const owner_url = process.env.TESTS_OWNER_URL ?? (await import('vitest')).inject('cluster').ownerUrl;
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const url = Object.assign(new URL(owner_url), { pathname: `/${rows[0]!.name}` }).href;
  const owner = connect(url, () => {}, 1);
  try {
    return await owner.db.transaction().execute(work);
  } finally {
    await owner.close();
  }
}

export interface BuiltRace extends BuiltLoft {
  flight_id: number;
  pigeon_ids: number[];
  chips: string[];
  release_ms: number;
}

export interface RaceToBuild extends FlightToBuild {
  birds?: number;
  /** How many of the birds are basketed; all by default. */
  basketed?: number;
}

export interface FlightToBuild {
  /** The state in which the flight is left. */
  until?: 'planned' | 'basketing' | 'released';
  release_time?: string;
  rules?: Partial<RaceRules>;
  distance_m?: number;
  replay?: FlightToPlan['replay'];
}

/** A name for each team, without digits, because a ring may contain any. */
const fanciers = [
  'Aerts',
  'Bogaert',
  'Claes',
  'Dewulf',
  'Engels',
  'Fierens',
  'Goossens',
  'Hermans',
  'Ilsbroux',
  'Janssens',
];

/** A race of `birds` pigeons of ten teams, each with a chip, in the air by default. */
export async function buildRace(db: Database, race: RaceToBuild = {}, built?: BuiltLoft): Promise<BuiltRace> {
  const { birds = 5, until = 'released', release_time = '2026-06-06T05:00:00.000Z', basketed = birds } = race;
  const at = built ?? (await buildLoft(db));
  const { loft, season_id } = at;
  return db.transaction().execute(async (tx) => {
    const season = { loft_id: loft.id, season_id };
    const tag = `${season_id}${Math.trunc(performance.now() * 1000)}`;
    const names = Array.from({ length: Math.min(10, birds) }, (_, i) => `Team ${i + 1}`);
    const teams = await enterTeams(
      tx,
      season,
      names.map((name, i) => ({ name, fancier: fanciers[i]!, country: 'BE' })),
    );
    const pigeon_ids = await enterPigeons(
      tx,
      season,
      Array.from({ length: birds }, (_, i) => ({
        team_id: teams.get(names[i % names.length]!)!,
        ring: `BE ${tag}-${i + 1}`,
        name: null,
        color: 'Blue bar',
        sex: i % 2 ? ('hen' as const) : ('cock' as const),
      })),
    );
    const act = { by: null, now_ms: Date.parse('2026-01-01T00:00:00.000Z') };
    await bringTo(tx, season, await lockPigeons(tx, season, pigeon_ids), 'active', act);
    const chips = pigeon_ids.map((id) => `C${id.toString(16).toUpperCase().padStart(9, '0')}`);
    await wearChips(
      tx,
      loft.id,
      pigeon_ids.map((pigeon_id, i) => ({ pigeon_id, chip: chips[i]! })),
      '2026-01-01T00:00:00.000Z',
    );
    const flight_id = await buildFlight(
      tx,
      { ...at, pigeon_ids: pigeon_ids.slice(0, basketed) },
      { ...race, until, release_time },
    );
    return { ...at, flight_id, pigeon_ids, chips, release_ms: Date.parse(release_time) };
  });
}

/** A flight of these birds of a loft, up to the state `until`. @returns its id. */
export async function buildFlight(
  tx: Tx,
  { loft, season_id, pigeon_ids }: Pick<BuiltRace, 'loft' | 'season_id' | 'pigeon_ids'>,
  { until, release_time, rules, distance_m = 400_000, replay }: FlightToBuild,
): Promise<number> {
  const flight_id = await planFlight(tx, loft, {
    season_id,
    name: `Flight ${++flights}`,
    kind: 'final',
    release_point: 'Bourges',
    distance_m,
    rules: { ...defaultRules(loft.unit), ...rules },
    ...(replay && { replay }),
  });
  const key = { loft_id: loft.id, flight_id };
  if (until === 'planned') return flight_id;
  await moveFlight(tx, await lockFlight(tx, key), 'open_basketing');
  await basketPigeons(tx, await lockFlight(tx, key), pigeon_ids);
  if (release_time !== undefined && until === 'released')
    await releaseFlight(tx, await lockFlight(tx, key), release_time);
  return flight_id;
}

/** A reading of a built race's bird, this many minutes after the release. */
export function readingOf(
  race: BuiltRace,
  bird: number,
  minutes: number,
  at: { boot?: string | number; sequence: number },
) {
  return {
    boot: String(at.boot ?? 1),
    sequence: at.sequence,
    chip: race.chips[bird]!,
    device_time: new Date(race.release_ms + minutes * 60_000).toISOString(),
    resolution_ms: 1,
  };
}
