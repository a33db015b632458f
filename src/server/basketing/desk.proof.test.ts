/**
 * Proves that nothing is lost and nothing is in twice: four desks basket without a network, some birds at two of them;
 * afterwards their batches arrive mixed, repeated, and with replies lost. Each bird is in once, and each event is
 * accepted or on the list of its desk. The control forgets the ids of the events. Of two desks of two flights that
 * basket one bird at the same moment one has it; the control drops the lock of the bird.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { serialize } from 'node:v8';
import { type KyselyPlugin, RawNode } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cratesOf } from '#domain/basketing/crates.ts';
import type { DeskEvent } from '#domain/basketing/desk-events.ts';
import { photoAddress } from '#domain/pigeons/photo.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { type BuiltRace, buildFlight, buildRace } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { proveSize, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { recordEvents } from './desk.ts';
import { deskBirds } from './desk-birds.ts';
import type { DeskFlight } from './desk-flight.ts';

const birds = proveSize(120, 5000);
const deskCount = 4;
const crate_size = 28;
const batch = 50;

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let race: BuiltRace;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  race = await buildRace(connection.db, { birds, until: 'planned' });
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
});

async function newFlight(): Promise<DeskFlight> {
  const flight_id = await connection.db
    .transaction()
    .execute((tx) => buildFlight(tx, { ...race, pigeon_ids: [] }, { until: 'basketing' }));
  return { loft_id: race.loft.id, season_id: race.season_id, flight_id };
}

const send = (flight: DeskFlight, device: string, events: readonly DeskEvent[], db = connection.db) =>
  transact(db, (tx) => recordEvents(tx, flight, { device, since: 0, events }, { by: null, now_ms: Date.now() }));

/** What four desks do without a network: every bird at one of them, a tenth at two. */
async function offline(flight: DeskFlight, random: (n: number) => number) {
  const desks = await Promise.all(
    Array.from({ length: deskCount }, async () => {
      const device = randomUUID();
      const { desk, blocks } = await send(flight, device, []);
      return { device, crates: cratesOf({ desk, blocks }), events: [] as DeskEvent[], refused: new Set<string>() };
    }),
  );
  const goesIn = (at: number, pigeon_id: number) => {
    const { events, crates } = desks[at]!;
    const place = events.length;
    events.push({
      id: randomUUID(),
      n: place + 1,
      pigeon_id,
      at: new Date(Date.parse('2026-08-21T02:00:00.000Z') + place * 5000).toISOString(),
      undoes: null,
      kind: 'in',
      crate: crates[Math.floor(place / crate_size)]!,
      number: (place % crate_size) + 1,
      chip: null,
    });
  };
  for (const pigeon_id of race.pigeon_ids) {
    const at = random(deskCount);
    goesIn(at, pigeon_id);
    if (random(10) === 0) goesIn((at + 1 + random(deskCount - 1)) % deskCount, pigeon_id);
  }
  return desks;
}

it('four desks without a network: each bird is in once, and every disagreement is on a list', async () => {
  const random = seededRandom(seed);
  const flight = await newFlight();
  const desks = await offline(flight, random);
  let sent = 0;
  await Promise.all(
    desks.map(async ({ device, events, refused }) => {
      for (let from = 0; from < events.length; ) {
        const some = events.slice(from, from + batch);
        const times = 1 + random(2);
        const replies = await Promise.all(Array.from({ length: times }, () => send(flight, device, some)));
        sent += times;
        for (const { answers } of replies) for (const { id, refusal } of answers) if (refusal) refused.add(id);
        // A lost reply: the whole batch is sent again.
        if (random(4) > 0) from += batch;
      }
    }),
  );
  const rows = await connection.db
    .selectFrom('baskets')
    .select(['pigeon_id', 'crate', 'crate_number'])
    .where('loft_id', '=', flight.loft_id)
    .where('flight_id', '=', flight.flight_id)
    .execute();
  expect(rows.map(({ pigeon_id }) => pigeon_id).toSorted((a, b) => a - b)).toEqual(
    race.pigeon_ids.toSorted((a, b) => a - b),
  );
  expect(new Set(rows.map(({ crate, crate_number }) => `${crate}.${crate_number}`)).size).toBe(birds);
  const events = desks.flatMap((desk) => desk.events);
  const disagreements = desks.reduce((sum, { refused }) => sum + refused.size, 0);
  expect(disagreements).toBe(events.length - birds);
  expect(disagreements).toBeGreaterThan(0);
  reportProof('basketing-desks', { desks: deskCount, birds, events: events.length, batches: sent, disagreements });
});

/** The look at a bird that is to be basketed, and the lock before it. */
const isLook = ({ sqlFragments }: RawNode) => sqlFragments.join('').includes('left join bird_photos');
const isLock = ({ sqlFragments }: RawNode) => /from pigeons\s.*for no key update/s.test(sqlFragments.join(''));

/**
 * Two desks of two flights basket one bird: whoever has looked at it waits for the other one's look, until both have
 * looked or, where one waits for the lock of the other, for a moment.
 * @returns in how many flights each bird is
 */
async function atTwoFlights(rounds: number, { isLocked }: { isLocked: boolean }): Promise<number[]> {
  const { pigeon_ids, ...own } = await buildRace(connection.db, { birds: rounds, until: 'planned' });
  const desks = await Promise.all(
    [1, 2].map(async () => {
      const flight_id = await transact(connection.db, (tx) =>
        buildFlight(tx, { ...own, pigeon_ids: [] }, { until: 'basketing' }),
      );
      const flight = { loft_id: own.loft.id, season_id: own.season_id, flight_id };
      const device = randomUUID();
      await send(flight, device, []);
      return { flight, device };
    }),
  );
  for (const [round, pigeon_id] of pigeon_ids.entries()) {
    const both = Promise.withResolvers<void>();
    const looks = new WeakSet<object>();
    let seen = 0;
    const plugin: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        if (!RawNode.is(node)) return node;
        if (isLook(node)) looks.add(queryId);
        return !isLocked && isLock(node) ? RawNode.createWithSql('select') : node;
      },
      async transformResult({ result, queryId }) {
        if (looks.has(queryId)) {
          if (++seen === 2) both.resolve();
          await (isLocked ? Promise.race([both.promise, setTimeout(50)]) : both.promise);
        }
        return result;
      },
    };
    const at = new Date().toISOString();
    const goesIn = { n: round + 1, pigeon_id, at, undoes: null, kind: 'in', crate: 1, chip: null } as const;
    await Promise.all(
      desks.map(({ flight, device }, i) => {
        const event = { ...goesIn, id: randomUUID(), crate: i + 1, number: (round % crate_size) + 1 };
        return send(flight, device, [event], connection.db.withPlugin(plugin));
      }),
    );
  }
  const rows = await connection.db
    .selectFrom('baskets')
    .select('pigeon_id')
    .where('loft_id', '=', own.loft.id)
    .execute();
  return pigeon_ids.map((id) => rows.filter(({ pigeon_id }) => pigeon_id === id).length);
}

it('two desks of two flights that basket one bird at the same moment: it is in one of them', async () => {
  const rounds = proveSize(4, 28);
  expect(await atTwoFlights(rounds, { isLocked: true })).toEqual(Array(rounds).fill(1));
  reportProof('basketing-two-flights', { rounds });
});

it('control: without the lock of the bird it is in both', async () => {
  expect(await atTwoFlights(2, { isLocked: false })).toEqual([2, 2]);
});

/** A phone holds the birds of the largest season in so many bytes. */
const most_bytes = 5_000_000;
const most_birds = 10_000;

/** What a desk holds of a season, in bytes as the database of a browser stores it, counted up to the largest season. */
async function heldBytes(flight: DeskFlight, more: object = {}): Promise<number> {
  const held = await transact(connection.db, async (tx) => {
    const found = await deskBirds(tx, flight, { since: null, now_ms: Date.now() });
    return found.map((bird, n) => ({
      bird: { ...bird, ...more },
      standing: { list: 'basketed', crate: n, number: n },
    }));
  });
  return (serialize(held).byteLength / held.length) * most_birds;
}

it('holds the birds of a whole season in 5 MB (control: not with their photos)', async () => {
  await connection.db
    .updateTable('pigeons')
    .set({ name: 'Zilveren Prinses', color: 'Blue bar white flight' })
    .where('loft_id', '=', race.loft.id)
    .execute();
  const flight = await newFlight();
  const photo = photoAddress({ loft_id: 1, pigeon_id: 1_000_000 }, 'f'.repeat(32), 'low');
  const bytes = await heldBytes(flight, { photo });
  expect(bytes).toBeLessThan(most_bytes);
  expect(await heldBytes(flight, { photo: 'x'.repeat(10_000) })).toBeGreaterThan(most_bytes);
  reportProof('basketing-desk-held', { birds, megabytes_for_10_000: bytes / 1e6 });
});

it('control: with new ids for what is sent again, a bird that is in is refused at its own desk', async () => {
  const flight = await newFlight();
  const [desk] = await offline(flight, seededRandom(seed));
  const some = desk!.events.slice(0, 5);
  await send(flight, desk!.device, some);
  const again = await send(
    flight,
    desk!.device,
    some.map((event) => ({ ...event, id: randomUUID() })),
  );
  expect(again.answers.filter(({ refusal }) => refusal).length).toBe(5);
});
