/** The limits within which birds are released (domain 2.7), a part of the rulebook. */
import { z } from 'zod';
import { nullableBoundedInteger } from '#domain/validation.ts';

/** Null or false: there is no such limit. */
export const releaseLimits = z.strictObject({
  /** Least visibility, km. */
  visibility_km: nullableBoundedInteger({ min: 1, max: 50 }),
  /** Most wind against the birds, km/h. */
  headwind_kmh: nullableBoundedInteger({ min: 1, max: 120 }),
  /** Most heat, °C. */
  temperature_c: nullableBoundedInteger({ min: 10, max: 50 }),
  /** Rest at the release point, minutes for each 100 km driven. */
  rest_min: nullableBoundedInteger({ min: 1, max: 600 }),
  no_rain: z.boolean(),
  no_low_cloud: z.boolean(),
  no_thunder: z.boolean(),
  /** Most birds are home before sunset. */
  same_day: z.boolean(),
});
export type ReleaseLimits = z.output<typeof releaseLimits>;
