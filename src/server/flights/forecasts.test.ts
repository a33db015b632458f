import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#domain/contract.ts';
import { weatherAt } from '#domain/flights/forecast.ts';
import type { readFlightWeather } from '#domain/flights/weather-contract.ts';
import { buildRace } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { startWeatherFake, type WeatherFake } from '../../../dev/fakes/weather.ts';
import { refreshForecasts } from './forecasts.ts';
import { askForecasts } from './weather-services.ts';

const hour_ms = 3_600_000;
/** The call reads by the clock, so the flights of these tests are flown now. */
const hour_now = Math.floor(Date.now() / hour_ms) * hour_ms;

let site: TestSite;
let fake: WeatherFake;
let now_ms = hour_now;
const reported: { err: Error }[] = [];
const log = { error: (about: unknown) => void reported.push(about as { err: Error }) } as never;

const refresh = (at_ms: number) => {
  now_ms = at_ms;
  const weather = { source: 'windy' as const, url: fake.url, key: fake.key };
  return refreshForecasts({ db: site.db, weather, service: { fetch }, log, now_ms });
};

/** A flight over 180 km; its loft stands at 51° N, 4.5° E. */
async function flight(until: 'planned' | 'released', release_ms: number) {
  const release_time = new Date(release_ms).toISOString();
  const { loft, flight_id } = await buildRace(site.db, { until, release_time });
  await site.db
    .updateTable('flights')
    .set({ release_latitude: 49.58, release_longitude: 3, release_time })
    .where('loft_id', '=', loft.id)
    .where('id', '=', flight_id)
    .execute();
  return { loft_id: loft.id, flight_id };
}

const answerOf = async ({ loft_id, flight_id }: { loft_id: number; flight_id: number }) =>
  site.app.inject(`/api/lofts/${loft_id}/flights/${flight_id}/weather`);
const weatherOf = async (key: { loft_id: number; flight_id: number }) =>
  (await answerOf(key)).json<ReplyOf<typeof readFlightWeather>>();
const forget = () => site.db.deleteFrom('forecasts').execute();

beforeAll(async () => {
  site = await testSite();
  fake = await startWeatherFake(() => now_ms);
});
afterAll(async () => {
  await fake.stop();
  await site.end();
});

describe('the weather of a flight', () => {
  it('is null where nobody foretells, and says so', async () => {
    const key = await flight('planned', hour_now + 8 * hour_ms);
    expect(await weatherOf(key)).toMatchObject({ forecast: null, has_source: false, line: { points: { length: 21 } } });
  });

  it('is asked for in the shape of the point-forecast service (7.15)', async () => {
    await refresh(hour_now);
    expect(fake.asked.length).toBeGreaterThan(5);
    expect(fake.asked[0]).toEqual({
      model: 'gfs',
      parameters: ['wind', 'temp', 'ptype'],
      levels: ['surface'],
      lat: expect.any(Number),
      lon: expect.any(Number),
    });
  });

  it('is asked for once an hour and place, however many flights and readers there are', async () => {
    const first = await flight('planned', hour_now + 8 * hour_ms);
    await refresh(hour_now);
    const asked = fake.asked.length;
    const second = await flight('planned', hour_now + 9 * hour_ms);
    await refresh(hour_now + 60_000);
    const answers = await Promise.all([first, second, first, second].map(weatherOf));
    expect(answers.every(({ forecast }) => forecast !== null)).toBe(true);
    expect(fake.asked.length).toBe(asked);
  });

  it('is asked for every third hour before, every hour near the release and in the air', async () => {
    await forget();
    await refresh(hour_now);
    const asked = fake.asked.length;
    await refresh(hour_now + 1 * hour_ms);
    expect(fake.asked.length).toBe(asked);
    await refresh(hour_now + 3 * hour_ms);
    expect(fake.asked.length).toBeGreaterThan(asked);
    await forget();
  });

  it('has each hour from the release to dark, where the birds fly', async () => {
    await refresh(hour_now);
    const key = await flight('planned', hour_now + 10 * 60_000);
    await refresh(hour_now);
    const { forecast, line } = await weatherOf(key);
    expect(forecast!.hours[0]).toBe(hour_now);
    for (const point of line!.points) expect(weatherAt(forecast!, point, hour_now)).not.toBeNull();
    expect(line!.distance_m).toBeGreaterThan(180_000);
  });

  it('goes on after dark, until now, as long as birds are in the air', async () => {
    const key = await flight('released', hour_now - 23 * hour_ms);
    await refresh(hour_now);
    const { forecast, line } = await weatherOf(key);
    expect(forecast!.hours.at(-1)).toBeGreaterThanOrEqual(hour_now);
    expect(weatherAt(forecast!, line!.points[0]!, hour_now)).not.toBeNull();
  });

  it('never shows the key of the service (part 2 of issue 21)', async () => {
    const key = await flight('planned', hour_now + hour_ms);
    await refresh(hour_now);
    expect((await answerOf(key)).body).not.toContain(fake.key);
  });

  it('is kept as it was at the release, also when it is foretold differently later', async () => {
    await forget();
    const key = await flight('released', hour_now - 3 * hour_ms);
    await refresh(hour_now - 3 * hour_ms);
    const kept = await site.db
      .selectFrom('flight_forecasts')
      .select(['asked_at', 'forecast'])
      .where('flight_id', '=', key.flight_id)
      .executeTakeFirstOrThrow();
    expect(kept.asked_at).toBe(new Date(hour_now - 3 * hour_ms).toISOString());
    await refresh(hour_now);
    // The service changes its mind.
    await site.db.deleteFrom('forecasts').where('asked_at', '=', new Date(hour_now).toISOString()).execute();
    const rows = await site.db.selectFrom('forecasts').selectAll().execute();
    const changed = rows.map(({ latitude, longitude, source, series }) => ({
      latitude,
      longitude,
      source,
      asked_at: new Date(hour_now).toISOString(),
      series: JSON.stringify({ ...series, u: series.u.map(() => 50) }),
    }));
    await site.db.insertInto('forecasts').values(changed).execute();
    const { forecast } = await weatherOf(key);
    const begun = forecast!.hours.findIndex((hour) => hour >= Math.floor(Date.now() / hour_ms) * hour_ms);
    // What is kept ends at dark.
    const over = Math.min(begun, kept.forecast.hours.length);
    expect(forecast!.u.slice(0, over)).toEqual(kept.forecast.u.slice(0, over));
    expect(new Set(forecast!.u.slice(over).flat())).toEqual(new Set([50]));
    expect(forecast!.kept_at).not.toBeNull();
    await forget();
    expect((await weatherOf(key)).forecast!.u).toEqual(kept.forecast.u);
  });

  it('that cannot be read goes to the error report only (8.4)', async () => {
    await forget();
    const key = await flight('planned', hour_now + hour_ms);
    fake.fail(503);
    await refresh(hour_now);
    fake.fail(undefined);
    expect(reported.at(-1)!.err.message).toBe('the weather service answered 503');
    const answer = await answerOf(key);
    expect([answer.statusCode, answer.json<{ forecast: unknown }>().forecast]).toEqual([200, null]);
    // The next look asks again.
    await refresh(hour_now + 60_000);
    expect((await weatherOf(key)).forecast).not.toBeNull();
  });
});

describe('Open-Meteo, the second service', () => {
  const answer = (temperature: number | null) => ({
    hourly: {
      time: [hour_now / 1000, hour_now / 1000 + 3600],
      temperature_2m: [20, temperature],
      wind_speed_10m: [5, 5],
      wind_direction_10m: [270, 0],
      weather_code: [0, 66],
    },
  });
  const places = [
    { latitude: 50, longitude: 4 },
    { latitude: 52, longitude: 4 },
  ];

  it('is asked for all places at once, and gives the same values', async () => {
    const asked: string[] = [];
    const [first, second] = await askForecasts(
      { source: 'open_meteo', url: 'https://weather.example/v1/forecast', key: undefined },
      places,
      async (url) => {
        asked.push((url as URL).href);
        return Response.json([answer(10), answer(null)]);
      },
    );
    expect(asked).toHaveLength(1);
    expect(new URL(asked[0]!).searchParams.get('latitude')).toBe('50,52');
    expect(first).toMatchObject({ temp: [293.15, 283.15], ptype: [0, 3] });
    // A west wind blows to the east, a north wind to the south.
    expect((first as { u: number[] }).u.map(Math.round)).toEqual([5, -0]);
    expect((first as { v: number[] }).v.map(Math.round)).toEqual([0, -5]);
    // An hour of which a value is missing is none.
    expect(second).toMatchObject({ temp: [293.15] });
  });

  it('that answers something else is an error for every place', async () => {
    const answers = await askForecasts(
      { source: 'open_meteo', url: 'https://weather.example/v1/forecast', key: undefined },
      places,
      async () => Response.json({ error: true }),
    );
    expect(answers.every((one) => one instanceof Error)).toBe(true);
  });
});
