/**
 * Proves that it does not matter when the loft tells what its readings are settled by (A4, A9): releases, closings,
 * baskets and chips of two flights with the same birds are told at random moments among the batches of the clocks, and
 * in the end every bird and every reading is where the pure projection puts it. The control tells the releases without
 * settling again.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reading } from '#domain/arrivals/contract.ts';
import { basketPigeons } from '#server/basketing/basketing.ts';
import { type Connection, connect, type Tx } from '#server/db/database.ts';
import { testDatabase } from '#server/db/test-database.ts';
import type { FlightKey } from '#server/flights/flights.ts';
import { closeFlight, lockFlight, moveFlight, releaseFlight } from '#server/flights/lifecycle.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { mendReadings } from '#server/ledger/matching.ts';
import { wearChips } from '#server/pigeons/pigeons.ts';
import {
  type BuiltRace,
  buildFlight,
  buildRace,
  proveSize,
  type Random,
  readingOf,
  seed,
  seededRandom,
  tellProof,
} from '#server/testing.ts';
import { recordReadings } from './readings.ts';
import { misplacedIn } from './test-checks.ts';
import { shuffle } from './test-clocks.ts';

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

type Deed = (tx: Tx) => Promise<void>;
type Release = typeof releaseFlight;

const hour = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

/** A loft's two flights of the same birds, lived through in a random order. @returns both flights. */
async function live(random: Random, release: Release): Promise<FlightKey[]> {
  const { db } = connection;
  const race = await buildRace(db, { birds: 6, basketed: 5, until: 'basketing' });
  const loft_id = race.loft.id;
  const first = { loft_id, flight_id: race.flight_id };
  const some = { ...race, pigeon_ids: race.pigeon_ids.slice(1, 5) };
  const second = {
    loft_id,
    flight_id: await db.transaction().execute((tx) => buildFlight(tx, some, { until: 'basketing' })),
  };
  const released_ms = [race.release_ms, race.release_ms + hour * (1 + random(4))];
  const deeds: Deed[][] = [
    ...[first, second].map((key, n): Deed[] => {
      const closes = iso(released_ms[n]! + hour * (3 + random(9)));
      return [
        async (tx) => release(tx, await lockFlight(tx, key), iso(released_ms[n]!)),
        ...(random(2) ? [async (tx: Tx) => closeFlight(tx, await lockFlight(tx, key), closes)] : []),
      ];
    }),
    // A bird that was forgotten on a list, and one that wears its chip since another day or took over another's.
    ...(random(2) ? [[random(2) ? basket(first, race.pigeon_ids[5]!) : basket(second, race.pigeon_ids[0]!)]] : []),
    ...(random(2)
      ? [[chip(race, { bird: 0, chip: lateChip(race), from: iso(race.release_ms + hour * random(8)) })]]
      : []),
    ...batches(race, random),
  ];
  for (const deed of interleave(deeds, random)) {
    await db.transaction().execute(deed);
    await db.transaction().execute((tx) => mend(tx, loft_id));
  }
  return [first, second];
}

function basket(key: FlightKey, pigeon_id: number): Deed {
  return async (tx) => {
    const flight = await lockFlight(tx, key);
    await basketPigeons(tx, flight, [pigeon_id]);
  };
}

function chip(
  { loft, pigeon_ids }: BuiltRace,
  { bird, chip, from }: { bird: number; chip: string; from: string },
): Deed {
  return (tx) => wearChips(tx, loft.id, [{ pigeon_id: pigeon_ids[bird]!, chip }], from);
}

const lateChip = ({ loft }: BuiltRace) => `1A7E${String(loft.id).padStart(6, '0')}`;

/** Readings of all birds over half a day in a few batches; in what order they come is drawn later. */
function batches(race: BuiltRace, random: Random): Deed[][] {
  const told = Array.from({ length: 24 }, (_, i) => {
    const one = readingOf(race, random(6), random(12 * 60), { sequence: i + 1 });
    return reading.parse(random(6) ? one : { ...one, chip: lateChip(race) });
  });
  shuffle(told, random);
  const deeds: Deed[][] = [];
  while (told.length) {
    const readings = told.splice(0, 1 + random(6));
    deeds.push([
      async (tx) => {
        const head = await lockLedger(tx, race.loft.id);
        await recordReadings(tx, race.loft.id, [{ device: race.device, readings, received_ms: 0 }], head);
      },
    ]);
  }
  return deeds;
}

/** One list of the lists, each in its own order. */
function interleave(lists: Deed[][], random: Random): Deed[] {
  const left = lists.map((list) => [...list]);
  const order = shuffle(
    left.flatMap((list, n) => list.map(() => n)),
    random,
  );
  return order.map((n) => left[n]!.shift()!);
}

async function mend(tx: Tx, loft_id: number): Promise<void> {
  await lockLedger(tx, loft_id);
  await mendReadings(tx, loft_id, 0);
}

/** How a release would be told if it only concerned what comes after it. */
const releaseOnly: Release = async (tx, flight, release_time) => {
  await tx.updateTable('flights').set({ release_time }).where('id', '=', flight.id).execute();
  await moveFlight(tx, flight, 'release');
};

/** In how many of so many histories something is misplaced. */
async function wrongOf(histories: number, release: Release): Promise<number> {
  const random = seededRandom(seed + 7);
  let wrong = 0;
  for (let n = 0; n < histories; n++) {
    let misplaced = 0;
    for (const key of await live(random, release)) misplaced += await misplacedIn(connection.db, key);
    if (misplaced) wrong += 1;
  }
  return wrong;
}

describe(`two flights of the same birds, seed ${seed}`, () => {
  const histories = proveSize(40, 2_000);

  it(`end alike in ${histories} histories, whenever the loft tells what happened (A4, A9)`, async () => {
    const wrong = await wrongOf(histories, releaseFlight);
    tellProof('A4-late-facts', { histories, wrong });
    expect(wrong, `seed ${seed}`).toBe(0);
  });

  it('control: a release that looks only ahead leaves birds in the wrong flight', async () => {
    const wrong = await wrongOf(40, releaseOnly);
    tellProof('A4-late-facts-control', { histories: 40, wrong });
    expect(wrong, `seed ${seed}`).toBeGreaterThan(10);
  });
});
