/** Times of rulings. */
import { clockTime } from '#web/lib/intl.ts';

/** A time of day at the loft, to the millisecond. */
export const exactly = (at: string, time_zone: string): string => {
  const { time, ms } = clockTime(Date.parse(at), time_zone);
  return `${time}.${ms}`;
};
