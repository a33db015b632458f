/** The calls that make a result official, and read it as it was signed. */
import { z } from 'zod';
import { contract, id, instant } from '#domain/contract.ts';
import { flightParams } from '#domain/flights/contract.ts';
import { flightStatuses } from '#domain/flights/flight.ts';
import { givenUp, owedReadings } from '#domain/flights/gaps-contract.ts';
import { unrankedReasons } from './contract.ts';

const fingerprint = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'SHA-256 of the text of the result' });
const ofFlight = z.object({ season_id: id, flight_id: id });

/** What two people look at before they sign. */
export const resultToSign = z.object({
  fingerprint,
  is_official: z.boolean(),
  home_count: z.int(),
  basketed_count: z.int(),
  /** Readings that clocks still owe. */
  gaps: z.array(owedReadings),
  /** Readings that are waited for no longer. */
  given_up: z.array(givenUp),
  silent: z
    .array(z.object({ clock: z.string(), since: instant }))
    .meta({ description: 'Clocks that may hold readings of the flight: silent since before its closing' }),
  /** Readings of the flight's time that are no arrival, by reason. */
  waiting: z.array(z.object({ reason: z.enum(unrankedReasons), count: z.int() })),
  close_to_decide: z
    .int()
    .meta({ description: 'Birds within the clocks’ uncertainty that the rulebook still decides' }),
  waiting_rulings: z.int().meta({ description: 'Rulings that wait for their second person' }),
  jumps: z.array(z.object({ clock: z.string(), by_ms: z.number() })),
  /** Disputes that nobody has answered, and until when another can be opened; null: no longer, or not at all. */
  disputes: z.object({ open: z.int(), until: instant.nullable() }),
  /** The oldest first. */
  signatures: z.array(
    z.object({
      by: z.string(),
      signed_at: instant,
      is_own: z.boolean(),
      /** Under the result as it is now; else it has changed since. */
      is_current: z.boolean(),
    }),
  ),
});
export type ResultShown = z.output<typeof resultToSign>;

export const readResultToSign = contract({
  name: 'readResultToSign',
  summary: 'A provisional or official result for those who sign it: its fingerprint, what is missing, who has signed',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/flights/{flight_id}/signatures',
  access: 'season.manage',
  params: ofFlight,
  reply: z.object({
    result: resultToSign.nullable().meta({ description: 'Null: it is neither, or was never signed' }),
  }),
});

export const signResult = contract({
  name: 'signResult',
  summary: 'Sign a provisional result as it was seen; the second of two different people makes it official',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/flights/{flight_id}/signatures',
  access: 'season.manage',
  params: ofFlight,
  body: z.strictObject({ fingerprint }),
  reply: z.object({ status: z.enum(flightStatuses) }),
});

const line = z.object({ rank: z.int(), time: instant }).nullable();
const versionChange = z.object({ ring: z.string(), before: line, after: line });

export const readOfficialResult = contract({
  name: 'readOfficialResult',
  summary: 'The official result as it was signed, to compute its fingerprint again. Not where the season hides a part',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/official-result',
  access: 'flight.read',
  params: flightParams,
  query: z.object({
    with: z.enum(['text']).optional(),
    version: z.coerce.number().int().min(1).max(10_000).optional().meta({ description: 'The latest by default' }),
  }),
  reply: z.object({
    version: z.int(),
    made_at: instant,
    fingerprint,
    /** The versions before the latest, the latest first. */
    earlier: z.array(z.object({ version: z.int(), made_at: instant, fingerprint })),
    /** What the version changed of the one before it; none for the first. */
    changes: z.object({ birds: z.int(), lines: z.array(versionChange).max(100) }),
    text: z.string().nullable().meta({ description: 'Null where it is not asked for' }),
  }),
});
