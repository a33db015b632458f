/** What race control shows. */
import type { readRaceControl } from '#domain/arrivals/race-control-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { clockOf } from '#domain/day.ts';
import { raceTime } from '#domain/flights/flight.ts';
import { clockTime } from '#web/lib/intl.ts';

export type RaceControl = ReplyOf<typeof readRaceControl>;

/** The time of the race: a replay's clock runs faster. */
export const raceNow = ({ release_time, replay_factor }: RaceControl['flight'], read_at: string): number =>
  release_time === null
    ? Date.parse(read_at)
    : raceTime(Date.parse(release_time), Date.parse(read_at), replay_factor ?? undefined);

/** Day and time at the loft, to the millisecond, as the form of a ruling takes them. */
export function dayAndTime(at: string, time_zone: string): { date: string; time: string } {
  const { time, ms } = clockTime(Date.parse(at), time_zone);
  return { date: clockOf(Date.parse(at), time_zone).date, time: `${time}.${ms}` };
}
