import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { netTime } from '#domain/flights/night.ts';
import type { RaceRules } from '#domain/seasons/rules.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { buildRace } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { findFlight } from './flights.ts';

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

const released = async (closing: RaceRules['closing']) => {
  const closed_night = { kind: 'hours', closes: '22:00', opens: '06:00' } as const;
  const race = await buildRace(connection.db, { birds: 1, rules: { closed_night, closing } });
  return (await findFlight(connection.db, { loft_id: race.loft.id, flight_id: race.flight_id }))!;
};
const hour = 3_600_000;

describe('the nights and midnights of a flight', () => {
  it.each<[string, RaceRules['closing'], number]>([
    ['the longest by hours', { kind: 'hours', hours: 720 }, 29.9],
    ['the longest by days', { kind: 'day', day: 30, time: '20:00' }, 29.5],
    ['one that nothing closes, for a month', { kind: 'none' }, 30.9],
    ['a short one', { kind: 'hours', hours: 30 }, 1.2],
  ])('are known until it closes: %s', async (_, closing, days) => {
    const { release_time, closed_intervals, day_starts } = await released(closing);
    const release_ms = Date.parse(release_time!);
    // 07:00 at the loft, with eight closed hours each night.
    const home_ms = release_ms + Math.floor(days) * 24 * hour;
    expect(netTime(release_ms, home_ms, closed_intervals)).toBe(Math.floor(days) * 16 * hour);
    expect(day_starts.filter((midnight) => midnight <= home_ms)).toHaveLength(Math.floor(days));
    expect(closed_intervals.length).toBeLessThan(days + 3);
  });
});
