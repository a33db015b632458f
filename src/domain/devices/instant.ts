/** The format of an instant of a device. */
import { z } from 'zod';

/** A clock's own instant: ISO 8601 with offset, up to microseconds, in years that both PostgreSQL and `Date` accept. */
export const clockInstant = z.iso
  .datetime({ offset: true })
  .regex(/^[^.]*(\.\d{1,6})?(Z|[+-]\d{2}:?\d{2})$/)
  .refine((text) => {
    const at = Date.parse(text);
    return at >= 0 && at < 4_102_444_800_000; // 1970 to 2100; a clock with an empty battery says 2000
  })
  .meta({
    format: 'date-time',
    description: 'ISO 8601 with offset, up to microseconds, 1970 to 2100',
    examples: ['2026-06-06T13:35:23.518+02:00'],
  });

/**
 * The call before, so that how long it took bounds the offset of the clock: `sent_at` and `replied_at` by the clock's own
 * time, `received_at` as the reply gave it.
 */
export const roundTrip = z.strictObject({ sent_at: clockInstant, received_at: clockInstant, replied_at: clockInstant });
export type RoundTripSent = z.output<typeof roundTrip>;

/** The clock's own time in a call, and the call before. */
export const ownTime = {
  sent_at: clockInstant
    .nullish()
    .meta({ description: 'By the clock; with the moment of reception it yields the offset' }),
  round_trip: roundTrip
    .nullish()
    .meta({ description: 'The call before: sent and replied by the clock, received as its reply said' }),
};
