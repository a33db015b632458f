/** The gaps in the readings of a flight: what clocks still owe, and what was given up because it will never come. */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { checked, requiredText } from '#domain/validation.ts';

const sequence = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

/** Readings `from` to `to` of one start of a clock, which sent later ones. */
export const owedReadings = z.object({
  clock: z.string(),
  device_id: replyId,
  boot: z.string().meta({ description: 'The start of the clock that counted them' }),
  from: sequence,
  to: sequence,
});
export type OwedReadings = z.output<typeof owedReadings>;

/** Readings that were given up together. */
export const givenUp = z.object({
  at: instant,
  by: z.string(),
  reason: z.string(),
  gaps: z.array(owedReadings.pick({ clock: true, from: true, to: true })),
});
export type GivenUp = z.output<typeof givenUp>;

export const giveUpReadings = contract({
  name: 'giveUpReadings',
  summary:
    'Give up readings of a flight that will never come, for a public reason: its result waits for them no longer. One that comes after all counts like any late reading',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/flights/{flight_id}/given-up-readings',
  access: 'flight.rule',
  params: z.object({ season_id: id, flight_id: id }),
  body: z.strictObject({
    gaps: checked(
      z
        .array(z.strictObject({ device_id: id, boot: z.string().min(1).max(64), from: sequence, to: sequence }))
        .max(1000),
      (gaps) => (gaps.length ? [] : [{ code: 'nothing_chosen' }]),
    ).meta({ description: 'Each one whole, as race control shows it' }),
    reason: requiredText({ max: 1000 }).meta({ description: 'Public' }),
  }),
  reply: z.object({ given_up: z.array(givenUp).meta({ description: 'All of the flight, the oldest first' }) }),
});
