/**
 * The calls by which people rule on arrivals. Each ruling is a permanent entry of the loft's ledger, with its reason.
 */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { clockInstant } from '#domain/devices/instant.ts';
import { flightParams } from '#domain/flights/contract.ts';
import { nullableBoundedInteger, requiredText } from '#domain/validation.ts';

/** A larger offset is a mistake: a clock with an empty battery restarts in 1970 at the earliest. */
const mostOffset_ms = 100 * 365 * 86_400_000;

const reason = requiredText({ max: 1000 }).meta({ description: 'Shown with what the ruling changes' });
const number = z.int().min(1).meta({ description: 'The place of the entry in the ledger of its loft' });
const ruled = z.object({ number });

/** How far a clock is behind the true time, as far as its own time lies in [from, to). */
export const offsetToSet = z
  .strictObject({
    boot: z
      .string()
      .regex(/^[\w.:-]{1,64}$/)
      .nullable()
      .default(null)
      .meta({ description: 'One start of the clock; null: all of them' }),
    from: clockInstant.nullable().default(null).meta({ description: 'By the clock’s own time; null: ever since' }),
    to: clockInstant.nullable().default(null).meta({ description: 'By the clock’s own time; null: without end' }),
    offset_ms: z
      .number()
      .min(-mostOffset_ms)
      .max(mostOffset_ms)
      .meta({ description: 'True time less the time of the clock: positive when the clock is behind' }),
    reason,
  })
  .check(({ value: { from, to }, issues }) => {
    if (from === null || to === null || Date.parse(from) < Date.parse(to)) return;
    issues.push({ code: 'custom', input: to, path: ['to'], params: { code: 'due_date_range_invalid' } });
  });
export type OffsetToSet = z.output<typeof offsetToSet>;

/** A bird that is home without a reading: since when, and how it was seen. */
export const manualArrivalToEnter = z.strictObject({
  pigeon_id: replyId,
  time: clockInstant,
  evidence: requiredText({ max: 1000 }).meta({ description: 'How the bird was seen, and who saw it' }),
  reason,
});
export type ManualArrivalToEnter = z.output<typeof manualArrivalToEnter>;

export const setClockOffset = contract({
  name: 'setClockOffset',
  summary: 'Correct a clock from outside: birds it read move, but for official results; its readings stay as they are',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/devices/{device_id}/offsets',
  access: 'flight.rule',
  params: z.object({ loft_id: id, device_id: id }),
  body: offsetToSet,
  reply: ruled,
});

export const voidEntryCall = contract({
  name: 'voidEntry',
  summary: 'Withdraw an entry of the ledger: a reading, an offset, a manual arrival, or a withdrawal',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/ledger/{number}/void',
  access: 'flight.rule',
  params: z.object({ loft_id: id, number: id }),
  body: z.strictObject({ reason }),
  reply: ruled,
});

export const enterManualArrivalCall = contract({
  name: 'enterManualArrival',
  summary: 'Enter that a bird came home which no clock read',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/flights/{flight_id}/manual-arrivals',
  access: 'flight.rule',
  params: flightParams,
  body: manualArrivalToEnter,
  reply: ruled,
});

export const correctReleaseCall = contract({
  name: 'correctRelease',
  summary:
    'Say anew when the birds of a flight were released: nights, closing and all its arrivals follow. Not of an official one',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/flights/{flight_id}/release-corrections',
  access: 'flight.rule',
  params: flightParams,
  body: z.strictObject({ release_time: clockInstant, reason }),
  reply: z.object({}),
});

/** A declaration of a loft as its list shows it; null for fields that its kind does not have. */
export const declaration = z.object({
  number,
  kind: z.enum(['offset', 'void', 'manual', 'release', 'rules']),
  device_id: replyId.nullable(),
  boot: z.string().nullable(),
  flight_id: replyId.nullable(),
  pigeon_id: replyId.nullable(),
  voids: number.nullable().meta({ description: 'The entry that is withdrawn' }),
  content: z
    .record(z.string(), z.unknown())
    .meta({ description: 'What is said of it, in the spelling that is hashed' }),
  reason: z.string().nullable(),
  by: z
    .string()
    .nullable()
    .meta({ description: 'The name of the person who did it; null: the program, or a deleted account' }),
  declared_at: instant,
  is_withdrawn: z.boolean(),
});
export type Declared = z.output<typeof declaration>;

export const listDeclarations = contract({
  name: 'listDeclarations',
  summary:
    'What was declared of a loft’s races: offsets, withdrawals, manual arrivals, releases and rules, the latest first',
  method: 'GET',
  path: '/api/admin/lofts/{loft_id}/declarations',
  access: 'flight.rule',
  params: z.object({ loft_id: id }),
  query: z.object({
    before: nullableBoundedInteger({ min: 1, max: Number.MAX_SAFE_INTEGER })
      .default(null)
      .meta({ description: 'Only entries before this number: the last one of the page before' }),
  }),
  reply: z.object({
    declarations: z.array(declaration),
    /** Whether there are earlier ones. */
    has_more: z.boolean(),
  }),
});
