/**
 * Flights of a demo's season in every state before and after the release: drafts, planned, postponed, in basketing at
 * two desks, sealed, released, closed, provisional and annulled. Those to come are moved ahead of the calendar.
 */
import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { cratesInBlock, defaultCrateSize } from '#domain/basketing/crates.ts';
import type { DeskEvent, DeskEventAct } from '#domain/basketing/desk-events.ts';
import { clockOf, dayAt } from '#domain/day.ts';
import { sunOn } from '#domain/flights/closed-nights.ts';
import type { Point } from '#domain/flights/distance.ts';
import type { FlightKind } from '#domain/flights/flight.ts';
import type { FlightKey, SeasonKey } from '#domain/keys.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { Act } from '#server/act.ts';
import { recordEvents } from '#server/basketing/desk.ts';
import { callRoll } from '#server/basketing/roll-call.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { giveExtraPlaces } from '#server/entries/extra-places.ts';
import { moveFlight, releaseFlight, sealList } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { planFlight } from '#server/flights/planning.ts';
import { findPlan, postponeFlight } from '#server/flights/plans.ts';
import { addReleasePoint } from '#server/flights/release-points.ts';
import { enterPigeons, enterTeams, wearChips } from '#server/pigeons/pigeons.ts';
import { inventMates } from './demo-names.ts';
import { bringIn } from './demo-pigeons.ts';
import type { ListedBird } from './import-list.ts';
import { enterList, inventedChip } from './import-write.ts';

const hour_ms = 3_600_000;

interface DemoFlight {
  name: string;
  kind: FlightKind;
  latitude: number;
  longitude: number;
  /** Days from today. */
  days: number;
  /** Later steps; without one the flight is planned and shown. */
  state?: DemoState;
}

type DemoState =
  | { as: 'draft' }
  /** To so many days from today. */
  | { as: 'postponed'; to_days: number; reason: string }
  | { as: 'basketing'; birds: number }
  | { as: 'sealed'; birds: number }
  | { as: 'annulled'; reason: string };

export const toCome: Record<'home' | 'away', readonly DemoFlight[]> = {
  home: [
    {
      name: 'Quiévrain',
      kind: 'training',
      latitude: 50.4069,
      longitude: 3.6826,
      days: 1,
      state: { as: 'basketing', birds: 412 },
    },
    {
      name: 'Momignies',
      kind: 'training',
      latitude: 50.0272,
      longitude: 4.1652,
      days: 1,
      state: { as: 'sealed', birds: 96 },
    },
    {
      name: 'Saint-Quentin',
      kind: 'training',
      latitude: 49.8489,
      longitude: 3.2876,
      days: 2,
      state: { as: 'postponed', to_days: 4, reason: 'Fog over the Somme for two days' },
    },
    { name: 'Vierzon', kind: 'hot_spot', latitude: 47.2226, longitude: 2.069, days: 8 },
    {
      name: 'Gien',
      kind: 'hot_spot',
      latitude: 47.6838,
      longitude: 2.6299,
      days: 15,
      state: { as: 'draft' },
    },
    { name: 'Limoges', kind: 'semi_final', latitude: 45.8336, longitude: 1.2611, days: 22 },
    {
      name: 'Arras',
      kind: 'training',
      latitude: 50.2911,
      longitude: 2.7775,
      days: -6,
      state: { as: 'annulled', reason: 'Thunderstorms between Lille and the loft' },
    },
  ],
  away: [
    // The young birds are in the loft once the window of their shipping is over: dev/demo-due-dates.ts.
    { name: 'Bogura', kind: 'training', latitude: 24.8466, longitude: 89.3773, days: 118 },
    { name: 'Rajshahi', kind: 'hot_spot', latitude: 24.3745, longitude: 88.6042, days: 132 },
  ],
};

interface Where {
  loft: Loft;
  season_id: number;
  now_ms: number;
  /** The birds whose teams send young ones. */
  birds: readonly ListedBird[];
}

/** Plans the flights to come, each up to its state, with young birds of teams that fly already. */
export async function planFlights(tx: Tx, flights: readonly DemoFlight[], where: Where): Promise<void> {
  for (const flight of flights) await planOne(tx, flight, where);
}

async function planOne(tx: Tx, flight: DemoFlight, where: Where): Promise<void> {
  const { name, kind, latitude, longitude, days, state } = flight;
  const { loft, season_id, now_ms, birds } = where;
  const at_ms = (to: number) => morningOf(flight, loft, now_ms, to);
  const act = { by: null, now_ms };
  const opened = { ...act, now_ms: now_ms - 3 * hour_ms };
  const isBasketed = state?.as === 'basketing' || state?.as === 'sealed';
  const plan = {
    season_id,
    name,
    kind,
    ...(await keepPlace(tx, loft, { name, latitude, longitude }, act)),
    estimated_average_speed: kind === 'training' ? 1150 : 1250,
    release_time: new Date(at_ms(days)).toISOString(),
    basketing_at: new Date(isBasketed ? opened.now_ms : at_ms(days) - 14 * hour_ms).toISOString(),
    is_draft: state?.as === 'draft',
  };
  const flight_id = await planFlight(tx, loft, plan, plannedBefore(Math.min(now_ms, at_ms(days))));
  const key = { loft_id: loft.id, season_id, flight_id };
  if (state?.as === 'postponed') {
    const { version } = await findPlan(tx, key);
    const { date: release_date, time: release_time } = clockOf(at_ms(state.to_days), loft.time_zone);
    const to = { release_date, release_time, version, reason: state.reason };
    await postponeFlight(tx, { ...key, loft }, to, act);
  } else if (state?.as === 'annulled') {
    const before = { ...act, now_ms: at_ms(days) - hour_ms, reason: state.reason };
    await moveFlight(tx, await lockFlight(tx, key), 'annul', before);
  } else if (state?.as === 'basketing' || state?.as === 'sealed') {
    const young = await enterYoung(tx, key, inventMates(name, state.birds, birds), now_ms);
    await moveFlight(tx, await lockFlight(tx, key), 'open_basketing', opened);
    await basketAtDesks(tx, key, young, now_ms);
    if (state.as === 'sealed') await sealList(tx, await lockFlight(tx, key), act);
  }
}

const quarter_ms = 900_000;

/** When birds are released on a day counted from today: in the light, on a quarter of an hour, epoch ms. */
function morningOf(place: Point, { time_zone }: Loft, now_ms: number, days: number): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now_ms).toZonedDateTimeISO(time_zone).toPlainDate();
  const noon = today.add({ days }).toZonedDateTime({ timeZone: time_zone, plainTime: '12:00' });
  const { latitude, longitude } = place;
  const rise_ms = sunOn(noon.epochMilliseconds, { latitude, longitude, time_zone }).rise_ms!;
  return Math.ceil((rise_ms + 3 * quarter_ms) / quarter_ms) * quarter_ms;
}

/** Flights are planned these weeks ahead. */
export const plannedBefore = (then_ms: number): Act => ({ by: null, now_ms: then_ms - 21 * 24 * hour_ms });

/** Keeps a release point of the loft, and says it as a plan does. */
async function keepPlace(
  tx: Tx,
  loft: Loft,
  { name, latitude, longitude }: Pick<DemoFlight, 'name' | 'latitude' | 'longitude'>,
  act: Act,
) {
  const fields = {
    name,
    latitude,
    longitude,
    measured: 'gps' as const,
    measured_on: dayAt(act.now_ms, loft.time_zone),
  };
  const { id } = await addReleasePoint(tx, loft, fields, act);
  return { release_point_id: id, release_point: name, release_latitude: latitude, release_longitude: longitude };
}

interface Young extends ListedBird {
  pigeon_id: number;
  chip: string;
}

/** Young birds at the loft, each with a chip. */
async function enterYoung(tx: Tx, season: SeasonKey, young: readonly ListedBird[], now_ms: number): Promise<Young[]> {
  const teams = await enterTeams(
    tx,
    season,
    young.map(({ team, fancier, country }) => ({ name: team!, fancier, country })),
  );
  const ids = await enterPigeons(
    tx,
    season,
    young.map(({ team, ring, name, color, sex }) => ({ team_id: teams.get(team!)!, ring, name, color, sex })),
  );
  await bringIn(tx, season, ids, now_ms);
  const birds = young.map((bird, i) => ({ ...bird, pigeon_id: ids[i]!, chip: inventedChip(season, bird.ring) }));
  const worn = birds.map(({ pigeon_id, chip }) => ({ pigeon_id, chip }));
  await wearChips(tx, season.loft_id, worn, new Date(now_ms - 80 * 24 * hour_ms).toISOString());
  return birds;
}

/** Every so many birds one is held back, is only seen, or is not there. */
const heldBack = 60;
const seen = 40;
const missing = 55;

/**
 * Baskets birds at two desks in turn, a crate each; some are held back, some only seen, some not there.
 * @returns those that went in
 */
async function basketAtDesks(
  tx: Tx,
  key: SeasonKey & FlightKey,
  birds: readonly Young[],
  now_ms: number,
): Promise<Young[]> {
  const act = { by: null, now_ms };
  await callRoll(tx, key, new Date(now_ms - 3 * hour_ms).toISOString(), act);
  const desks = [0, 1].map(() => ({ device: randomUUID(), inside: 0, events: [] as DeskEvent[] }));
  const blocks: number[] = [];
  for (const { device } of desks) {
    const reply = await recordEvents(tx, key, { device, since: 0, events: [] }, act);
    blocks.push(reply.blocks[0]!);
  }
  for (const [i, { pigeon_id, chip }] of birds.entries()) {
    if (i % missing === missing - 1) continue;
    const which = Math.floor(i / defaultCrateSize) % desks.length;
    const desk = desks[which]!;
    const happened: DeskEventAct =
      i % heldBack === heldBack - 1
        ? { kind: 'hold', reason: 'Moults a flight feather' }
        : i % seen === seen - 1
          ? { kind: 'present', later: false }
          : {
              kind: 'in',
              crate: (blocks[which]! - 1) * cratesInBlock + 1 + Math.floor(desk.inside / defaultCrateSize),
              number: 1 + (desk.inside++ % defaultCrateSize),
              chip,
            };
    const at = new Date(now_ms - (birds.length - i) * 4000).toISOString();
    desk.events.push({ id: randomUUID(), n: desk.events.length + 1, pigeon_id, at, undoes: null, ...happened });
  }
  for (const { device, events } of desks) {
    const { answers } = await recordEvents(tx, key, { device, since: 0, events }, act);
    const no = answers.find(({ refusal }) => refusal)?.refusal;
    if (no) throw new Error(`The demo cannot basket a bird: ${no.code} ${JSON.stringify(no.params)}`);
  }
  const inside = new Set(desks.flatMap(({ events }) => events.filter(({ kind }) => kind === 'in')).map(idOf));
  return birds.filter((bird) => inside.has(idOf(bird)));
}

const idOf = ({ pigeon_id }: { pigeon_id: number }) => pigeon_id;

interface FlownFlight {
  name: string;
  /**
   * The morning of its release, before the last one whose birds are home by now: two days before it, the flight is
   * closed by its rule, until which clocks may still bring readings that count.
   */
  days_before: number;
  until: 'released' | 'closed' | 'provisional';
}

/** Within this time of the release everybody is home who comes. */
const flown_ms = 4 * hour_ms;

const noyon = { name: 'Noyon', latitude: 49.5817, longitude: 2.9993 };

const flown: readonly FlownFlight[] = [
  { name: 'Noyon I', days_before: 4, until: 'provisional' },
  { name: 'Noyon II', days_before: 2, until: 'closed' },
  { name: 'Noyon III', days_before: 0, until: 'released' },
];

/** Trainings with the clockings of a published list, moved to these days; the last of the birds are still out. */
export async function flyTrainings(
  tx: Tx,
  { loft, season_id, now_ms, birds }: Where,
  { came, release_ms }: { came: readonly ListedBird[]; release_ms: number },
): Promise<void> {
  const place = await keepPlace(tx, loft, noyon, { by: null, now_ms });
  const last = morningOf(noyon, loft, now_ms, 0) < now_ms - flown_ms ? 0 : -1;
  for (const { name, days_before, until } of flown) {
    const released_ms = morningOf(noyon, loft, now_ms, last - days_before);
    const release = new Date(released_ms).toISOString();
    const plan = {
      season_id,
      name,
      kind: 'training' as const,
      ...place,
      estimated_average_speed: 1150,
    };
    const flight_id = await planFlight(tx, loft, plan, plannedBefore(released_ms));
    const key = { loft_id: loft.id, season_id, flight_id };
    const young = await enterYoung(tx, key, inventMates(name, came.length + 8, birds), now_ms);
    const evening = { by: null, now_ms: released_ms - 15 * hour_ms };
    await moveFlight(tx, await lockFlight(tx, key), 'open_basketing', evening);
    const inside = await basketAtDesks(tx, key, young, evening.now_ms + hour_ms);
    const sealing = { ...evening, now_ms: evening.now_ms + 2 * hour_ms };
    await sealList(tx, await lockFlight(tx, key), sealing);
    await releaseFlight(tx, await lockFlight(tx, key), release, undefined, { by: null, now_ms: released_ms });
    // A chip is a hash: by it the birds come home in another order than they were basketed.
    const moved = inside
      .toSorted((a, b) => (a.chip < b.chip ? -1 : 1))
      .map((bird, i): ListedBird => {
        const home = came[i]?.home ?? null;
        const time = home && new Date(released_ms + Date.parse(home.time) - release_ms).toISOString();
        return { ...bird, home: home && { ...home, time: time! } };
      });
    const hash = createHash('sha256').update(`${name} ${release}`).digest('hex');
    await enterList(tx, key, moved, { hash, release, closes: until !== 'released' });
    if (until === 'provisional') await moveFlight(tx, await lockFlight(tx, key), 'publish');
  }
}

/** Gives every bird of a season a place, so that a desk takes it: these birds were there before places were sold. */
export async function givePlaces(tx: Tx, season: SeasonKey, now_ms: number): Promise<void> {
  const birds = await tx
    .selectFrom('pigeons')
    .select('id as pigeon_id')
    .where('loft_id', '=', season.loft_id)
    .where('season_id', '=', season.season_id)
    .where('health', 'not in', ['lost', 'died'])
    .orderBy('id')
    .execute();
  const reason = 'Was in the season before its places were sold';
  const places = birds.map((bird) => ({ ...bird, kind: 'outside_order' as const, reason }));
  await giveExtraPlaces(tx, season, places, { by: null, now_ms });
}

/** Moves flights whose day has passed by whole weeks, so that the demo always has flights to come. */
export async function planAhead(db: Database, lofts: readonly string[], now_ms: number): Promise<void> {
  const now = new Date(now_ms).toISOString();
  await sql`
    update flights set release_time = release_time + interval '7 days'
      * ceil(extract(epoch from ${now}::timestamptz - release_time) / (7 * 86400))
    from lofts
    where lofts.id = flights.loft_id and lofts.name = any(${lofts})
      and flights.status in ('planned', 'basketing', 'sealed') and release_time < ${now}`.execute(db);
}
