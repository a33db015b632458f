/** When birds are expected, through the call: what it is made from, and what stays hidden (3.15). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leastFlights } from '#domain/arrivals/expected-bird.ts';
import type { readExpectedTimes } from '#domain/arrivals/expected-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { gridOf, hoursOfDay, latticeAround, placesOf } from '#domain/flights/forecast.ts';
import type { Tx } from '#server/db/database.ts';
import { moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { lockSeason } from '#server/seasons/seasons.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import {
  asOwner,
  type BuiltLoft,
  type BuiltRace,
  buildFlight,
  buildLoft,
  buildRace,
  buildSeason,
  readingOf,
} from '#testing/builders.ts';
import { noonPlace } from '#testing/daylight.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(async () => {
  await site?.end();
});

const birds = 12;
/** Where it is an hour before noon now: flights of five hours end by day, whether they begin now or began four hours ago. */
const place = noonPlace(Date.now() + 3_600_000);
const write = <Answer>(work: (tx: Tx) => Promise<Answer>) => site.db.transaction().execute(work);
const daysAgo = (days: number) => new Date(Math.floor(Date.now() / 60_000) * 60_000 - days * 86_400_000).toISOString();

/** Has the first birds home some minutes after the release, one a minute. */
async function fly(race: BuiltRace, from_minute: number, count: number): Promise<void> {
  const readings = Array.from({ length: count }, (_, bird) =>
    readingOf(race, bird, from_minute + bird, { boot: race.flight_id, sequence: bird + 1 }),
  );
  const headers = { authorization: `Bearer ${race.key}` };
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/devices/readings',
    headers,
    payload: { readings },
  });
  expect(answer.statusCode, answer.body).toBe(200);
}

/** A flight of 400 km some weeks ago whose first bird took five hours, official. */
async function flown(built: BuiltLoft, weeks: number): Promise<BuiltRace> {
  const race = await buildRace(site.db, { birds, distance_m: 400_000, release_time: daysAgo(7 * weeks) }, built);
  await fly(race, 300 + weeks, birds - 1);
  await write(async (tx) => {
    for (const step of ['close', 'publish', 'make_official'] as const)
      await moveFlight(tx, await lockFlight(tx, { loft_id: race.loft.id, flight_id: race.flight_id }), step);
  });
  return race;
}

async function loftWith(flights: number): Promise<{ built: BuiltLoft; earlier: BuiltRace[] }> {
  const built = await buildLoft(site.db, place);
  const earlier: BuiltRace[] = [];
  for (let week = 1; week <= flights; week += 1) earlier.push(await flown(built, week));
  return { built, earlier };
}

/** A flight of the loft that was released four hours ago. */
const inTheAir = (built: BuiltLoft) =>
  buildRace(site.db, { birds, distance_m: 400_000, release_time: daysAgo(4 / 24) }, built);

/** Gives a flight a release point 3.6 degrees south of its loft, so that its birds fly north. */
async function fromTheSouth(race: BuiltRace): Promise<BuiltRace> {
  await asOwner(site.db, (tx) =>
    tx
      .updateTable('flights')
      .set({ release_latitude: place.latitude - 3.6, release_longitude: place.longitude })
      .where('id', '=', race.flight_id)
      .execute(),
  );
  return race;
}

/** A forecast of the same wind everywhere around such a flight, all day; `tail` m/s to the north. */
function blowing({ release_ms }: BuiltRace, tail: number) {
  const hours = hoursOfDay(release_ms, release_ms + 14 * 3_600_000);
  const same = (value: number) => hours.map(() => value);
  return {
    place: latticeAround({ latitude: place.latitude - 3.6, longitude: place.longitude }, place),
    hours,
    series: { times: hours, u: same(0), v: same(tail), temp: same(290), ptype: same(0) },
  };
}

/** A replay of a race, released four hours ago. */
async function replayOf(original: BuiltRace, built: BuiltLoft): Promise<BuiltRace> {
  const replay = await inTheAir(built);
  await asOwner(site.db, (tx) =>
    tx
      .updateTable('flights')
      .set({ replay_of: original.flight_id, replay_factor: 1 })
      .where('id', '=', replay.flight_id)
      .execute(),
  );
  return replay;
}

async function expected(race: BuiltRace, pigeons: readonly number[] = []): Promise<ReplyOf<typeof readExpectedTimes>> {
  const query = pigeons.length ? `?pigeons=${pigeons.join()}` : '';
  const answer = await site.app.inject(`/api/lofts/${race.loft.id}/flights/${race.flight_id}/expected${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const hide = (race: BuiltLoft, hidden: Parameters<typeof changeHidden>[3]) =>
  write(async (tx) => {
    const season = { loft_id: race.loft.id, season_id: race.season_id };
    await lockSeason(tx, season);
    await changeHidden(tx, null, season, hidden);
  });

describe('the expected times of a flight', () => {
  it('are not known yet with too few earlier flights', async () => {
    const { built } = await loftWith(leastFlights - 1);
    expect(await expected(await inTheAir(built))).toEqual({
      times: null,
      made_from: null,
      wind: null,
      earlier_flights: leastFlights - 1,
      too_few: true,
      abilities: [],
    });
  });

  it('come from the earlier flights of the loft, and once birds are home from those', async () => {
    const { built } = await loftWith(leastFlights);
    const race = await inTheAir(built);
    const before = await expected(race);
    expect(before).toMatchObject({ made_from: 'earlier', earlier_flights: leastFlights, too_few: false });
    const { first, half } = before.times!;
    expect(first!.from_ms).toBeLessThan(race.release_ms + 302 * 60_000);
    expect(first!.to_ms).toBeGreaterThan(race.release_ms + 302 * 60_000);
    expect(half!.to_ms).toBeGreaterThan(first!.to_ms);
    await fly(race, 230, 3);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const after = await expected(race);
    expect(after).toMatchObject({ made_from: 'birds', times: { home: 3, basketed: birds, first: null } });
  });

  it('learn nothing from a season that hides its times, and say nothing in one', async () => {
    const { built, earlier } = await loftWith(leastFlights);
    const later = await buildSeason(site.db, built, 2030);
    const race = await inTheAir(later);
    expect((await expected(race)).made_from).toBe('earlier');
    await hide(earlier[0]!, ['results.time']);
    const other = await inTheAir(later);
    expect(await expected(other)).toMatchObject({ times: null, earlier_flights: 0, too_few: true });
    await hide(race, ['results.time']);
    expect(await expected(race, race.pigeon_ids)).toEqual({
      times: null,
      made_from: null,
      wind: null,
      earlier_flights: 0,
      too_few: false,
      abilities: [],
    });
  });

  it('have what the official results of a bird say of it, and nothing of one without', async () => {
    const { earlier } = await loftWith(1);
    const [first] = earlier;
    const flight_id = await write((tx) =>
      buildFlight(tx, first!, { distance_m: 400_000, until: 'released', release_time: daysAgo(4 / 24) }),
    );
    const { abilities } = await expected({ ...first!, flight_id }, first!.pigeon_ids);
    const [fastest, slowest] = [abilities.find(([id]) => id === first!.pigeon_ids[0]), abilities.at(-1)];
    expect(fastest).toEqual([first!.pigeon_ids[0], 1, expect.any(Number)]);
    expect(fastest![2]).toBeLessThan(slowest![2]);
    // The last one did not come home.
    expect(abilities).toHaveLength(birds - 1);
    await hide(first!, ['results.rank']);
    expect((await expected({ ...first!, flight_id }, first!.pigeon_ids)).abilities).toEqual([]);
  });

  it('of a replay know the night of the race itself, not of the day on which it is replayed', async () => {
    const { built } = await loftWith(leastFlights);
    const firstOf = async (release_time: string) => {
      const original = await buildRace(site.db, { birds, distance_m: 400_000, release_time }, built);
      const replay = await replayOf(original, built);
      return (await expected(replay)).times!.first!.from_ms - replay.release_ms;
    };
    const at = (hour: number) =>
      new Date(Date.parse(`2026-06-20T${hour}:00:00.000Z`) - (place.longitude / 15) * 3_600_000).toISOString();
    const [morning, afternoon] = [await firstOf(at(10)), await firstOf(at(16))];
    expect(afternoon - morning).toBeGreaterThan(4 * 3_600_000);
  });

  it('have the wind that is forecast along the line until the first bird is home (domain 7)', async () => {
    const { built } = await loftWith(leastFlights);
    const first = async (tail: number) => {
      const race = await fromTheSouth(await inTheAir(built));
      await site.db.deleteFrom('forecasts').execute();
      const { place, series } = blowing(race, tail);
      const rows = placesOf(place).map((one) => ({
        ...one,
        asked_at: new Date().toISOString(),
        source: 'windy' as const,
        series: JSON.stringify(series),
      }));
      await site.db.insertInto('forecasts').values(rows).execute();
      const { wind, times } = await expected(race);
      expect(wind).toBe('windy');
      return { race, window: times!.first! };
    };
    const calm = await expected(await inTheAir(built));
    expect(calm.wind).toBeNull();
    const { race, window } = await first(-8);
    expect(window.from_ms).toBeGreaterThan(calm.times!.first!.from_ms + 3_600_000);
    expect((await first(8)).window.to_ms).toBeLessThan(calm.times!.first!.to_ms - 3_600_000);
    await fly(race, 230, 1);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await expected(race)).toMatchObject({ made_from: 'birds', wind: null });
  });

  it('of a replay have the forecast that was kept with the race itself', async () => {
    const { built } = await loftWith(leastFlights);
    const firstOf = async (tail: number) => {
      // At the same hour of the day, so that both have the same light.
      const original = await fromTheSouth(
        await buildRace(site.db, { birds, distance_m: 400_000, release_time: daysAgo(2 + 4 / 24) }, built),
      );
      const { place, hours, series } = blowing(original, tail);
      await site.db
        .insertInto('flight_forecasts')
        .values({
          loft_id: original.loft.id,
          flight_id: original.flight_id,
          source: 'open_meteo',
          asked_at: new Date(original.release_ms).toISOString(),
          kept_at: new Date(original.release_ms).toISOString(),
          forecast: JSON.stringify(gridOf(place, hours, Array(place.rows * place.columns).fill(series))),
        })
        .execute();
      const replay = await replayOf(original, built);
      const { wind, times } = await expected(replay);
      expect(wind).toBe('open_meteo');
      return times!.first!;
    };
    const [against, behind] = [await firstOf(-8), await firstOf(8)];
    expect(against.from_ms).toBeGreaterThan(behind.from_ms + 3_600_000);
  });

  it('are over with the flight', async () => {
    const { earlier } = await loftWith(1);
    expect(await expected(earlier[0]!)).toMatchObject({ times: null, too_few: false });
  });
});
