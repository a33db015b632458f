/** What race control shows. */
import type { readRaceControl } from '#domain/arrivals/race-control-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { raceTime } from '#domain/flights/flight.ts';

export type RaceControl = ReplyOf<typeof readRaceControl>;

/** The time of the race: a replay's clock runs faster. */
export const raceNow = ({ release_time, replay_factor }: RaceControl['flight'], read_at: string): number =>
  release_time === null
    ? Date.parse(read_at)
    : raceTime(Date.parse(release_time), Date.parse(read_at), replay_factor ?? undefined);
