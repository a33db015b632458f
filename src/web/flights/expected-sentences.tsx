/** What the head of a flight says of its expected times. */
import type { ReactNode } from 'react';
import type { Expectation } from '#domain/arrivals/expected-contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { raceTime } from '#web/lib/now.ts';
import { WithWindow } from '#web/ui/ExpectedWindow.tsx';

/** The day of its birds, epoch ms: that of the release, and from then on today by the clocks of the race. */
export const dayOf = (flight: Flight, now_ms: number): number =>
  Math.max(Date.parse(flight.release_time ?? '') || 0, raceTime(flight, now_ms));

/** When the first bird is expected, and half of the field: what is still to come of both. */
export function sentencesOf(
  expected: Expectation | null,
  flight: Flight,
  { time_zone }: Loft,
  read_at: string,
): ReactNode[] {
  const { first, half } = expected?.times ?? { first: null, half: null };
  const at = { time_zone, day_ms: dayOf(flight, Date.parse(read_at)) };
  return [
    first && <WithWindow key="first" sentence="expected.first_by" window={first} {...at} />,
    half && <WithWindow key="half" sentence="expected.half_by" window={half} {...at} />,
  ].filter((one) => one !== null);
}
