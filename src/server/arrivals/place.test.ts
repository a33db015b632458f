/** Why a bird has its place, through its call: each step from the ledger, and what a season hides. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { readPlace } from '#domain/arrivals/place-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { defaultRulebook, type Rulebook } from '#domain/seasons/rulebook.ts';
import { basketPigeons } from '#server/basketing/basketing.ts';
import type { Tx } from '#server/db/database.ts';
import { registerDevice } from '#server/devices/devices.ts';
import { moveFlight, releaseFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { planFlight } from '#server/flights/planning.ts';
import { publishRulebook } from '#server/seasons/rulebook.ts';
import { lockSeason } from '#server/seasons/seasons.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { type BuiltRace, buildPerson, buildRace, readingOf } from '#testing/builders.ts';
import { correctRelease, enterManualArrival, setOffset, voidEntry } from '#testing/corrections.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let site: TestSite;
let by: number;
beforeAll(async () => {
  site = await testSite();
  by = (await buildPerson(site.db)).user_id;
});
afterAll(async () => {
  await site?.end();
});

const write = <Answer>(work: (tx: Tx) => Promise<Answer>) => site.db.transaction().execute(work);
const ruling = (reason: string) => ({ by, now_ms: Date.parse('2026-06-06T18:00:00.000Z'), reason });

let sequence = 0;
/** Sends the reading of a bird at minutes after the release. @returns the number of its entry */
async function read(race: BuiltRace, bird: number, minutes: number, key = race.key): Promise<number> {
  sequence += 1;
  const payload = { readings: [{ ...readingOf(race, bird, minutes, { sequence }), antenna: 'Trap B' }] };
  const headers = { authorization: `Bearer ${key}` };
  const answer = await site.app.inject({ method: 'POST', url: '/api/devices/readings', headers, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  const ledger = await site.db
    .selectFrom('ledgers')
    .select('head')
    .where('loft_id', '=', race.loft.id)
    .executeTakeFirstOrThrow();
  return ledger.head;
}

const ask = ({ loft, flight_id, pigeon_ids }: BuiltRace, bird: number) =>
  site.app.inject(`/api/lofts/${loft.id}/flights/${flight_id}/places/${pigeon_ids[bird]}`);
async function why(race: BuiltRace, bird: number) {
  const answer = await ask(race, bird);
  expect(answer.statusCode, answer.body).toBe(200);
  return (answer.json() as ReplyOf<typeof readPlace>).place!;
}
const at = (race: BuiltRace, minutes: number) => new Date(race.release_ms + minutes * 60_000).toISOString();

describe('why a bird has its place', () => {
  it('goes from the reading over offset, release, flying time and speed to the rank', async () => {
    const race = await buildRace(site.db, { birds: 3 });
    await read(race, 0, 300);
    await read(race, 1, 300.1);
    expect(await why(race, 1)).toMatchObject({
      reading: { clock: 'Clock 1', antenna: 'Trap B', time_us: (race.release_ms + 18_006_000) * 1000, offset_ms: 0 },
      also_read: [],
      time: at(race, 300.1),
      release_time: at(race, 0),
      release_measured: null,
      elapsed_ms: 18_006_000,
      nights: [],
      cut_ms: 0,
      net_ms: 18_006_000,
      distance_m: 400_000,
      speed: 1332.889,
      unrounded: { digits: '1332.889036987', is_whole: false },
      above: { rank: 1, apart_ms: 6000 },
      below: null,
      tied: 0,
      drop: { place: 2, size: 2, span_ms: 6000 },
      rulings: [],
      rank: 2,
      home_count: 2,
      basketed_count: 3,
      prize: null,
    });
  });

  it('names the offset of the clock with its reason, and the clocks that read the bird too', async () => {
    const race = await buildRace(site.db, { birds: 2 });
    const { loft, device } = race;
    const trap = await write((tx) => registerDevice(tx, { loft_id: loft.id, name: 'Trap clock' }));
    await read(race, 0, 300);
    await read(race, 0, 300.5, trap.key);
    await read(race, 0, 300.7, trap.key);
    const fast = { offset_ms: -2290 };
    const number = await write((tx) => setOffset(tx, device, fast, ruling('Compared with GPS')));
    expect(await why(race, 0)).toMatchObject({
      reading: { clock: 'Clock 1', time_us: (race.release_ms + 18_000_000) * 1000, offset_ms: -2290 },
      time: new Date(race.release_ms + 18_000_000 - 2290).toISOString(),
      also_read: [{ clock: 'Trap clock', time: at(race, 300.5), count: 2 }],
      rulings: [{ number, kind: 'offset', reason: 'Compared with GPS' }],
    });
  });

  it('names a withdrawn reading, a manual arrival and a corrected release; a withdrawn ruling counts no more', async () => {
    const race = await buildRace(site.db, { birds: 2 });
    const { loft, flight_id, pigeon_ids } = race;
    const key = { loft_id: loft.id, flight_id };
    const early = await read(race, 0, 10);
    await read(race, 0, 300);
    const withdrawn = await write((tx) =>
      voidEntry(tx, { loft_id: loft.id, number: early }, ruling('Read in the crate')),
    );
    expect(await why(race, 0)).toMatchObject({
      time: at(race, 300),
      also_read: [],
      rulings: [{ number: withdrawn, kind: 'void', reason: 'Read in the crate' }],
    });
    const seen = { pigeon_id: pigeon_ids[1]!, time_ms: Date.parse(at(race, 310)), evidence: 'Ring read by two' };
    await write(async (tx) => enterManualArrival(tx, await lockFlight(tx, key), seen, ruling('The chip was torn off')));
    await write(async (tx) =>
      correctRelease(tx, await lockFlight(tx, key), at(race, 1), ruling('The crates were opened late')),
    );
    const manual = await why(race, 1);
    expect(manual).toMatchObject({ reading: null, also_read: [], rank: 2, release_time: at(race, 1) });
    expect(manual.rulings.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['manual', 'The chip was torn off'],
      ['release', 'The crates were opened late'],
    ]);
    await write((tx) => voidEntry(tx, { loft_id: loft.id, number: withdrawn }, ruling('It was another bird')));
    const back = await why(race, 0);
    expect(back.time).toBe(at(race, 10));
    expect(back.rulings.map(({ reason }) => reason)).toEqual(['The crates were opened late', 'It was another bird']);
  });

  it('takes the night off, and says which (domain 2.8)', async () => {
    const race = await buildRace(site.db, {
      birds: 1,
      rules: { closed_night: { kind: 'hours', closes: '21:00', opens: '06:00' } },
    });
    await read(race, 0, 26 * 60);
    const { nights, net_ms, elapsed_ms } = await why(race, 0);
    expect(nights).toEqual([
      { from: Date.parse('2026-06-06T19:00:00Z'), to: Date.parse('2026-06-07T04:00:00Z'), taken_ms: 9 * 3_600_000 },
    ]);
    expect([elapsed_ms, net_ms]).toEqual([26 * 3_600_000, 17 * 3_600_000]);
  });

  it('has the prize of the rulebook that the flight follows; birds that tie share it (domain 2.11)', async () => {
    const race = await flownByRulebook({
      prizes: {
        final: {
          basis: 'amount',
          steps: [
            { from: 1, to: 1, value: 500_000 },
            { from: 2, to: 3, value: 100_001 },
          ],
        },
      },
    });
    for (const [bird, minutes] of [
      [0, 300],
      [1, 301],
      [2, 301],
      [3, 302],
    ] as const)
      await read(race, bird, minutes);
    const prizes = await Promise.all([0, 1, 2, 3].map((bird) => why(race, bird)));
    expect(prizes.map(({ rank, tied, prize }) => [rank, tied, prize?.cents ?? null, prize?.shared_by ?? null])).toEqual(
      [
        [1, 0, 500_000, 1],
        [2, 1, 100_001, 2],
        [2, 1, 100_001, 2],
        [4, 0, null, null],
      ],
    );
    expect(prizes[0]!.prize).toMatchObject({ currency: 'EUR', share: null });
  });

  it('has a share of the prize fund where the rulebook gives percents', async () => {
    const race = await flownByRulebook({
      prizes: { final: { basis: 'percent', steps: [{ from: 1, to: 1, value: 2_500 }] } },
    });
    await read(race, 0, 300);
    expect((await why(race, 0)).prize).toEqual({ cents: null, share: 2_500, currency: 'EUR', shared_by: 1 });
  });

  it('has no place before the bird is home; of a bird that was not basketed there is nothing', async () => {
    const race = await buildRace(site.db, { birds: 2, basketed: 1 });
    const waiting = await ask(race, 0);
    expect(waiting.json()).toMatchObject({ bird: { pigeon_id: race.pigeon_ids[0] }, place: null });
    expect((await ask(race, 1)).statusCode).toBe(404);
  });

  it('is not explained where the season hides rank, time, speed or ring, but to its managers (3.15)', async () => {
    const race = await buildRace(site.db, { birds: 1 });
    await read(race, 0, 300);
    const season = { loft_id: race.loft.id, season_id: race.season_id };
    const merchant = await buildPerson(site.db, {
      entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }],
    });
    for (const hidden of ['results.rank', 'results.time', 'results.speed', 'results.ringDescriptor'] as const) {
      await write(async (tx) => {
        await lockSeason(tx, season);
        await changeHidden(tx, null, season, [hidden]);
      });
      expect((await ask(race, 0)).statusCode, hidden).toBe(404);
      const { loft, flight_id, pigeon_ids } = race;
      const url = `/api/lofts/${loft.id}/flights/${flight_id}/places/${pigeon_ids[0]}`;
      const answer = await site.app.inject({ method: 'GET', url, headers: merchant.headers });
      expect(answer.statusCode, hidden).toBe(200);
    }
  });
});

/** A final of four birds that follows the rulebook of its season. */
async function flownByRulebook(book: Partial<Rulebook>): Promise<BuiltRace> {
  const race = await buildRace(site.db, { birds: 4, until: 'planned' });
  const { loft, season_id, pigeon_ids } = race;
  const season = { loft_id: loft.id, season_id };
  const flight_id = await write(async (tx) => {
    await lockSeason(tx, season);
    const rulebook = { ...defaultRulebook('km'), ...book };
    await publishRulebook(tx, season, { user_id: null, after_version: 1, rulebook });
    const id = await planFlight(tx, loft, { season_id, name: 'By the book', kind: 'final', distance_m: 400_000 });
    const key = { loft_id: loft.id, flight_id: id };
    await moveFlight(tx, await lockFlight(tx, key), 'open_basketing');
    await basketPigeons(tx, await lockFlight(tx, key), pigeon_ids);
    await releaseFlight(tx, await lockFlight(tx, key), at(race, 0));
    return id;
  });
  return { ...race, flight_id };
}
