/**
 * Proves that it does not matter when a loft enters the facts that its readings are matched by (A4, A9): releases,
 * closings, baskets and chips of two flights with the same birds, clock offsets, voids, manual arrivals, corrected
 * releases and later groups of them come at random moments among the batches of the clocks; in the end every bird and
 * every reading is where the pure projection puts it, by the very same entry. The controls enter releases, offsets,
 * exchanges and groups without rematching.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reading } from '#domain/arrivals/contract.ts';
import { takesArrivals } from '#domain/flights/flight.ts';
import type { FlightKey } from '#domain/keys.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import { basketPigeons } from '#server/basketing/basketing.ts';
import { type Group, groupCorrection } from '#server/basketing/release-groups.ts';
import { markReleased } from '#server/basketing/standings.ts';
import { type Connection, connect, type Tx } from '#server/db/database.ts';
import { closeFlight, moveFlight, releaseFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { declare } from '#server/ledger/declarations.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { rematchWaiting } from '#server/ledger/matching.ts';
import { wearChips } from '#server/pigeons/pigeons.ts';
import { type BuiltRace, buildFlight, buildPerson, buildRace, readingOf } from '#testing/builders.ts';
import { shuffle } from '#testing/clocks.ts';
import { correctRelease, enterManualArrival, exchange, sayGroup, setOffset, voidEntry } from '#testing/corrections.ts';
import { testDatabase } from '#testing/database.ts';
import { proveSize, type Random, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { misplacedIn } from '#testing/race-checks.ts';
import { recordReadings } from './readings.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
});

type Action = (tx: Tx) => Promise<unknown>;
/** The functions by which the loft enters a release, an offset, an exchange and a later group. */
interface LoftCalls {
  release: typeof releaseFlight;
  offset: typeof setOffset;
  exchange: typeof exchange;
  group: typeof sayGroup;
}

const hour = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

/** Runs the two flights of a loft with the same birds, in a random order of actions. @returns both flights. */
async function live(random: Random, calls: LoftCalls): Promise<FlightKey[]> {
  const { db } = connection;
  const race = await buildRace(db, { birds: 6, basketed: 5, until: 'basketing' });
  const loft_id = race.loft.id;
  const first = { loft_id, flight_id: race.flight_id };
  const some = { ...race, pigeon_ids: race.pigeon_ids.slice(1, 5) };
  const second = {
    loft_id,
    flight_id: await db.transaction().execute((tx) => buildFlight(tx, some, { until: 'basketing' })),
  };
  const by = (await buildPerson(db)).user_id;
  const released_ms = [race.release_ms, race.release_ms + hour * (1 + random(4))];
  const actions: Action[][] = [
    ...[first, second].map((key, n): Action[] => {
      const closes = iso(released_ms[n]! + hour * (3 + random(9)));
      return [
        async (tx) => calls.release(tx, await lockFlight(tx, key), iso(released_ms[n]!)),
        // The release may have been corrected to a later time than that.
        ...(random(2) ? [orRefused(async (tx) => closeFlight(tx, await lockFlight(tx, key), closes))] : []),
      ];
    }),
    // A bird forgotten on a list, and one that wears its chip from another day or took over another's.
    ...(random(2) ? [[random(2) ? basket(first, race.pigeon_ids[5]!) : basket(second, race.pigeon_ids[0]!)]] : []),
    ...(random(2)
      ? [[chip(race, { bird: 0, chip: lateChip(race), from: iso(race.release_ms + hour * random(8)) })]]
      : []),
    ...batches(race, random),
    ...Array.from({ length: random(5) }, () => [ruling(race, [first, second], by, random, calls)]),
  ];
  for (const action of interleave(actions, random)) {
    await db.transaction().execute(action);
    await db.transaction().execute((tx) => rematchAll(tx, loft_id));
  }
  return [first, second];
}

function basket(key: FlightKey, pigeon_id: number): Action {
  return async (tx) => {
    const flight = await lockFlight(tx, key);
    await basketPigeons(tx, flight, [pigeon_id]);
  };
}

/** A random ruling on the current entries: an offset, a void of any entry, a manual arrival, a corrected release, an exchange, a later group. */
function ruling(race: BuiltRace, flights: FlightKey[], by: number, random: Random, declare: LoftCalls): Action {
  const loft_id = race.loft.id;
  const what = random(10);
  const at = (hours: number) => iso(race.release_ms + hour * hours);
  const from = random(12);
  const offset = {
    offset_ms: random(2 * hour) - hour,
    ...(random(2) && { from_us: Date.parse(at(from)) * 1000, to_us: Date.parse(at(from + 1 + random(6))) * 1000 }),
  };
  const key = flights[random(2)]!;
  const seen = { pigeon_id: race.pigeon_ids[random(6)]!, time_ms: Date.parse(at(1 + random(12))), evidence: 'by eye' };
  const released = at(random(12) - 2);
  const [pigeon_id, other_id] = [race.pigeon_ids[random(6)]!, race.pigeon_ids[random(6)]!];
  const part = random(1000) / 1000;
  const birds = race.pigeon_ids.filter(() => random(3) === 0);
  const later = { group: 2 + random(2), after_ms: 1 + random(3 * hour), birds };
  return orRefused(async (tx) => {
    const act = { by, now_ms: Date.now(), reason: 'as it was' };
    const { number: head } = await lockLedger(tx, loft_id);
    const number = 1 + Math.floor(part * head);
    if (what < 2) await declare.offset(tx, race.device, offset, act);
    else if (what === 2) await enterManualArrival(tx, await lockFlight(tx, key), seen, act);
    else if (what > 8) await declare.group(tx, await lockFlight(tx, key), await groupIn(tx, key, later), act);
    else if (what > 5) await declare.exchange(tx, await lockFlight(tx, key), { pigeon_id, other_id }, act);
    else if (what === 3) await correctRelease(tx, await lockFlight(tx, key), released, act);
    else await voidEntry(tx, { loft_id, number }, act);
  });
}

/** A later group of those of some birds that are on the list of a flight; without one of them it is taken back. */
async function groupIn(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
  { group, after_ms, birds }: { group: number; after_ms: number; birds: readonly number[] },
): Promise<Group> {
  const { release_time } = await lockFlight(tx, { loft_id, flight_id });
  if (release_time === null) throw new Refusal('result_not_open');
  const listed = await tx
    .selectFrom('baskets')
    .select('pigeon_id')
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .execute();
  const pigeon_ids = listed.map(({ pigeon_id }) => pigeon_id).filter((id) => birds.includes(id));
  return { group, release_ms: Date.parse(release_time) + after_ms, crates: null, pigeon_ids };
}

/** A refusal is thrown before anything is written, and ignored. */
function orRefused(action: Action): Action {
  return async (tx) => {
    try {
      await action(tx);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  };
}

function chip(
  { loft, pigeon_ids }: BuiltRace,
  { bird, chip, from }: { bird: number; chip: string; from: string },
): Action {
  return (tx) => wearChips(tx, loft.id, [{ pigeon_id: pigeon_ids[bird]!, chip }], from);
}

const lateChip = ({ loft }: BuiltRace) => `1A7E${String(loft.id).padStart(6, '0')}`;

/** Readings of all birds over half a day in a few batches; the order in which they come is drawn later. */
function batches(race: BuiltRace, random: Random): Action[][] {
  const all = Array.from({ length: 24 }, (_, i) => {
    const one = readingOf(race, random(6), random(12 * 60), { sequence: i + 1 });
    return reading.parse(random(6) ? one : { ...one, chip: lateChip(race) });
  });
  shuffle(all, random);
  const actions: Action[][] = [];
  while (all.length) {
    const readings = all.splice(0, 1 + random(6));
    actions.push([
      async (tx) => {
        const head = await lockLedger(tx, race.loft.id);
        await recordReadings(tx, race.loft.id, [{ device: race.device, readings, received_ms: 0 }], head);
      },
    ]);
  }
  return actions;
}

/** Merges the lists into one that keeps the order of each. */
function interleave(lists: Action[][], random: Random): Action[] {
  const left = lists.map((list) => [...list]);
  const order = shuffle(
    left.flatMap((list, n) => list.map(() => n)),
    random,
  );
  return order.map((n) => left[n]!.shift()!);
}

async function rematchAll(tx: Tx, loft_id: number): Promise<void> {
  await lockLedger(tx, loft_id);
  await rematchWaiting(tx, loft_id, 0);
}

/** A release that affects only the readings after it. */
const releaseOnly: LoftCalls['release'] = async (tx, flight, release_time) => {
  await tx.updateTable('flights').set({ release_time }).where('id', '=', flight.id).execute();
  await moveFlight(tx, flight, 'seal');
  await moveFlight(tx, { ...flight, status: 'sealed' }, 'release');
};

/** An offset that affects only the readings after it. */
const offsetOnly: LoftCalls['offset'] = async (
  tx,
  { loft_id, device_id },
  { from_us = null, to_us = null, offset_ms },
  act,
) => {
  const entry = { kind: 'offset' as const, device_id, boot: null, from_us, to_us, offset_ms };
  return (await declare(tx, loft_id, [entry], act))[0]!;
};

/** An exchange that is declared, and affects no reading. */
const exchangeOnly: typeof exchange = async (tx, { loft_id, id: flight_id, status }, pair, act) => {
  const birds = await tx
    .selectFrom('baskets')
    .select('pigeon_id')
    .where('flight_id', '=', flight_id)
    .where('pigeon_id', 'in', [pair.pigeon_id, pair.other_id])
    .execute();
  if (birds.length < 2 || !takesArrivals(status)) throw new Refusal('result_not_open');
  return (await declare(tx, loft_id, [{ kind: 'exchanged' as const, flight_id, ...pair }], act))[0]!;
};

/** A group that is declared, and affects no reading. */
const groupOnly: typeof sayGroup = async (tx, flight, group, act) => {
  const { declared, released } = await groupCorrection(tx, flight, group, { now_ms: act.now_ms, field: 'time' });
  const numbers = await declare(tx, flight.loft_id, declared, act);
  await markReleased(tx, { loft_id: flight.loft_id, flight_id: flight.id }, released.releases);
  return numbers[0]!;
};

const asItIs: LoftCalls = { release: releaseFlight, offset: setOffset, exchange, group: sayGroup };

/** The number of histories in which something is misplaced. With `enough` of them it stops: a control needs no more. */
async function wrongOf(histories: number, calls: LoftCalls, enough = histories): Promise<number> {
  const random = seededRandom(seed + 7);
  let wrong = 0;
  for (let n = 0; n < histories && wrong < enough; n++) {
    let misplaced = 0;
    for (const key of await live(random, calls)) misplaced += await misplacedIn(connection.db, key);
    if (misplaced) wrong += 1;
  }
  return wrong;
}

describe(`two flights of the same birds, seed ${seed}`, () => {
  const histories = proveSize(12, 2_000);
  /** A control shows that such faults are found: once is enough, and at full size it shows how often. */
  const seen = (times: number) => proveSize(1, times);

  it(`end alike in ${histories} histories, whenever the facts are entered (A4, A9)`, async () => {
    const wrong = await wrongOf(histories, asItIs);
    reportProof('A4-late-facts', { histories, wrong });
    expect(wrong, `seed ${seed}`).toBe(0);
  });

  it('control: a release without rematching leaves birds in the wrong flight', async () => {
    const wrong = await wrongOf(40, { ...asItIs, release: releaseOnly }, seen(5));
    reportProof('A4-late-facts-control', { wrong });
    // A corrected release repairs what the first one left.
    expect(wrong, `seed ${seed}`).toBe(seen(5));
  });

  it('control: an offset without rematching leaves birds at their old times', async () => {
    const wrong = await wrongOf(40, { ...asItIs, offset: offsetOnly }, seen(3));
    reportProof('A4-offsets-control', { wrong });
    expect(wrong, `seed ${seed}`).toBe(seen(3));
  });

  it('control: an exchange without rematching leaves the birds with their own readings', async () => {
    const wrong = await wrongOf(40, { ...asItIs, exchange: exchangeOnly }, seen(2));
    reportProof('A4-exchanges-control', { wrong });
    expect(wrong, `seed ${seed}`).toBe(seen(2));
  });

  it('control: a later group without rematching leaves its birds with readings before it', async () => {
    const wrong = await wrongOf(40, { ...asItIs, group: groupOnly }, seen(2));
    reportProof('A4-groups-control', { wrong });
    expect(wrong, `seed ${seed}`).toBe(seen(2));
  });
});
