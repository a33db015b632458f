/** The calls about readings and arrivals. */
import { z } from 'zod';
import { resultOrders } from '#domain/arrivals/result-filter.ts';
import { birdsQuery, pageOfBirds } from '#domain/basketing/contract.ts';
import { contract, instant, replyId } from '#domain/contract.ts';
import { clockInstant, ownTime } from '#domain/devices/instant.ts';
import { flightParams } from '#domain/flights/contract.ts';
import { bird } from '#domain/pigeons/contract.ts';
import { prizeDivision } from '#domain/seasons/prize-division-rule.ts';
import { prizeTemplate } from '#domain/seasons/rulebook.ts';

/** At most this many readings in one batch of a clock. */
export const maxBatch = 500;

/**
 * One reading as a clock sends it. `boot` counts or names the clock's starts, `sequence` counts from 1 within a boot:
 * together with the clock they are the reading's permanent key. `device_time` is the clock's own time, never altered.
 * `previous_hash` is for clocks that chain their readings: the SHA-256, in hex, of the JSON array [boot, sequence,
 * chip, microseconds since 1970, resolution_ms, antenna, previous_hash, signature] of the reading before.
 */
export const reading = z.strictObject({
  boot: z
    .union([z.int().min(0), z.string().regex(/^[\w.:-]{1,64}$/)])
    .transform(String)
    .meta({ description: 'Which start of the clock: its counter, or a name that no other start has' }),
  sequence: z
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER - 1),
  chip: z.string().regex(/^[\w.:-]{1,64}$/),
  device_time: clockInstant,
  resolution_ms: z.number().positive().max(60_000),
  // No control characters and no lone surrogates: PostgreSQL refuses both.
  antenna: z
    .string()
    .regex(/^[^\p{Cc}\p{Cs}]{1,64}$/u)
    .nullish(),
  previous_hash: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/)
    .nullish(),
  signature: z
    .string()
    .regex(/^[\w+/=-]{1,512}$/)
    .nullish(),
});
export type Reading = z.output<typeof reading>;

/** Why a newly stored reading is no arrival; each reason ends when its cause is corrected. */
export const unrankedReasons = [
  'unknown_chip',
  'not_basketed',
  'before_release',
  'after_close',
  'wrong_loft',
  'disqualified',
] as const;

export type UnrankedReason = (typeof unrankedReasons)[number];

export const recordReadingsCall = contract({
  name: 'recordReadings',
  summary:
    'A batch of readings of one clock. Send it again until it is answered: repeated, late and shuffled readings change nothing',
  method: 'POST',
  path: '/api/devices/readings',
  access: 'reading.record',
  body: z.strictObject({
    readings: z.array(reading).min(1).max(maxBatch),
    ...ownTime,
  }),
  reply: z.object({
    readings: z.array(
      z.object({
        boot: z.string(),
        sequence: z.int(),
        status: z.enum(['stored', 'duplicate', 'conflict']),
        /** Why a newly stored reading is no arrival now; it becomes one when the cause is corrected. */
        unranked: z.enum(unrankedReasons).nullable(),
      }),
    ),
    /** For each boot in the batch: all readings up to this sequence are stored. */
    watermarks: z.array(z.object({ boot: z.string(), watermark: z.int() })),
    received_at: instant,
  }),
});

/** `[seq, pigeon_id, time]`: the bird's counted time in epoch milliseconds, null when the arrival was withdrawn. */
export const arrivalRow = z.tuple([z.int(), replyId, z.number().nullable()]);
export type ArrivalRow = z.output<typeof arrivalRow>;

export const readArrivals = contract({
  name: 'readArrivals',
  summary:
    'The arrivals of a flight after a live number: first load, catch-up and broadcast are this one query. Without rows where the season shows too little for them',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/arrivals',
  access: 'flight.read',
  params: flightParams,
  query: z.object({ after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0) }),
  reply: z.object({ epoch: z.int(), seq: z.int(), rows: z.array(arrivalRow) }),
});

/** A row of a result: the bird, its time, rank, speed and gap to the first; null what the season does not show. */
export const resultRow = bird.extend({
  rank: z.int().nullable(),
  time: instant.nullable(),
  net_ms: z.number().nullable(),
  speed: z.number().nullable(),
  gap_ms: z.number().nullable(),
  day: z.int().nullable(),
});
export type ResultRow = z.output<typeof resultRow>;

/** The prizes of a flight by its rulebook: the plan, and what it gives to the rows of a page. */
const prizesShown = z.object({
  template: prizeTemplate,
  ties_share: z.boolean(),
  division: prizeDivision,
  finish: z.object({ is_together: z.boolean(), lost: z.int().nullable() }).meta({
    description:
      'Whether the birds were released together, and how many of them share prizes without being home; null: more can come home',
  }),
  currency: z.string(),
  birds: z.int().meta({ description: 'The birds of the whole result that are on places with prizes' }),
  rows: z
    .array(z.int())
    .meta({ description: 'Of each row, in cents or in hundredths of a percent of the fund; 0: none' }),
});
export type PrizesShown = z.output<typeof prizesShown>;

export const readResult = contract({
  name: 'readResult',
  summary: 'A page of the ranked result of a flight, whole or only the birds that are looked for',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/result',
  access: 'flight.read',
  params: flightParams,
  query: birdsQuery.extend({ order: z.enum(resultOrders).default('rank') }),
  reply: z.object({
    ...pageOfBirds,
    epoch: z.int(),
    seq: z.int(),
    rows: z.array(resultRow),
    /** The first of the whole result, and the last birds home, the newest first. */
    leader: resultRow.nullable(),
    latest: z.array(resultRow),
    /**
     * The rows with which a drop begins, counted from 0, and the row behind the last one where none continues on the
     * next page; each with how long after the bird before it, ms, where a line above it says so. Null: these rows need
     * not have landed one after the other.
     */
    drops: z.array(z.tuple([z.int(), z.number().nullable()])).nullable(),
    prizes: prizesShown.nullable().meta({ description: 'Null: the flight has none, or the season hides its places' }),
  }),
});
