/** What the head of a result shows, through its call: the first three with their prizes, and since when it is official. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { readPodium } from '#domain/arrivals/podium-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { defaultRulebook } from '#domain/seasons/rulebook.ts';
import type { Switch } from '#domain/seasons/visibility.ts';
import { basketPigeons } from '#server/basketing/basketing.ts';
import type { Tx } from '#server/db/database.ts';
import { moveFlight, releaseFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { planFlight } from '#server/flights/planning.ts';
import { publishRulebook } from '#server/seasons/rulebook.ts';
import { lockSeason } from '#server/seasons/seasons.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { type BuiltRace, buildRace, readingOf } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(async () => {
  await site?.end();
});

const write = <Answer>(work: (tx: Tx) => Promise<Answer>) => site.db.transaction().execute(work);
const keyOf = ({ loft, flight_id }: BuiltRace) => ({ loft_id: loft.id, flight_id });

/** Sends readings at these minutes after the release, a bird each. */
async function read(race: BuiltRace, minutes: readonly number[]): Promise<void> {
  const readings = minutes.map((at, bird) => readingOf(race, bird, at, { sequence: bird + 1 }));
  const headers = { authorization: `Bearer ${race.key}` };
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/devices/readings',
    headers,
    payload: { readings },
  });
  expect(answer.statusCode, answer.body).toBe(200);
}

async function podium(race: BuiltRace): Promise<ReplyOf<typeof readPodium>> {
  const answer = await site.app.inject(`/api/lofts/${race.loft.id}/flights/${race.flight_id}/podium`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const move = (race: BuiltRace, ...steps: ('close' | 'publish' | 'make_official')[]) =>
  write(async (tx) => {
    for (const step of steps) await moveFlight(tx, await lockFlight(tx, keyOf(race)), step);
  });

const at = (race: BuiltRace, minutes: number) => new Date(race.release_ms + minutes * 60_000).toISOString();

it('is empty until the result is published, then it has the first three and the last time (domain 2.9)', async () => {
  const race = await buildRace(site.db, { birds: 5 });
  await read(race, [300, 301, 302, 303]);
  expect(await podium(race)).toEqual({ birds: [], last_time: null, official: null });
  await move(race, 'close', 'publish');
  const provisional = await podium(race);
  expect(provisional.birds.map(({ pigeon_id, rank }) => [pigeon_id, rank])).toEqual(
    race.pigeon_ids.slice(0, 3).map((id, i) => [id, i + 1]),
  );
  expect(provisional).toMatchObject({ last_time: at(race, 303), official: null });
  await move(race, 'make_official');
  const { official } = await podium(race);
  expect(official).toMatchObject({ version: null });
  expect(Date.parse(official!.since)).toBeGreaterThan(0);
});

/** A final of these birds that follows a rulebook with prizes. */
async function finalWithPrizes(): Promise<BuiltRace> {
  const race = await buildRace(site.db, { birds: 4, until: 'planned' });
  const { loft, season_id, pigeon_ids } = race;
  const season = { loft_id: loft.id, season_id };
  const steps = [
    { from: 1, to: 1, value: 400_000 },
    { from: 2, to: 2, value: 150_000 },
    { from: 3, to: 3, value: 50_000 },
  ];
  const rulebook = { ...defaultRulebook('km'), prizes: { final: { basis: 'amount' as const, steps } } };
  const flight_id = await write(async (tx) => {
    await lockSeason(tx, season);
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

it('pays the birds that share a place the prizes of the places they cover (domain 2.11)', async () => {
  const race = await finalWithPrizes();
  await read(race, [300, 301, 301, 303]);
  await move(race, 'close', 'publish');
  expect((await podium(race)).birds.map(({ rank, prize }) => [rank, prize])).toEqual([
    [1, { cents: 400_000, share: null, currency: 'EUR' }],
    [2, { cents: 100_000, share: null, currency: 'EUR' }],
    [2, { cents: 100_000, share: null, currency: 'EUR' }],
  ]);
});

it('has no birds where the season hides ranks, and no times where it hides times (3.15)', async () => {
  const race = await buildRace(site.db, { birds: 3 });
  await read(race, [300, 301]);
  await move(race, 'close', 'publish');
  const season = { loft_id: race.loft.id, season_id: race.season_id };
  const hide = (hidden: Switch[]) =>
    write(async (tx) => {
      await lockSeason(tx, season);
      await changeHidden(tx, null, season, hidden);
    });
  await hide(['results.time']);
  const untimed = await podium(race);
  expect(untimed).toMatchObject({ last_time: null });
  expect(untimed.birds[0]).toMatchObject({ rank: 1, time: null, speed: null });
  await hide(['results.rank']);
  expect((await podium(race)).birds).toEqual([]);
});
