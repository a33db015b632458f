/** The calls about flights, and about lofts with their flights. */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { flightKinds, flightStatuses, loggedBeside } from '#domain/flights/flight.ts';
import { describedLoft, loft } from '#domain/lofts/contract.ts';
import { bird } from '#domain/pigeons/contract.ts';
import { season } from '#domain/seasons/contract.ts';
import { raceRules, speedRule } from '#domain/seasons/rules.ts';
import { hiddenSwitches } from '#domain/seasons/visibility-contract.ts';

/** A flight in a list. `distance` is `distance_m` in the loft's unit (3.3, 9.6). */
export const flightSummary = z.object({
  loft_id: replyId,
  id: replyId,
  season_id: replyId,
  season_name: z.string(),
  name: z.string(),
  kind: z.enum(flightKinds),
  status: z.enum(flightStatuses),
  release_point: z.string().nullable(),
  release_time: instant.nullable(),
  distance_m: z.number().nullable(),
  distance: z.number().nullable(),
  replay_factor: z.number().nullable(),
  basketed_count: z.int(),
  home_count: z.int(),
});
export type FlightSummary = z.output<typeof flightSummary>;

/** A later group of a mass release, with a release of its own. */
const releaseGroup = z.object({
  group: z.int().min(2).meta({ description: 'The first group goes with the release of the flight' }),
  release_time: instant,
  crates: z.string().nullable().meta({ description: '`7-12, 15`; null where its birds were named' }),
  birds: z.int(),
  number: z.int().meta({ description: 'The place of its entry in the ledger of the loft' }),
});
export type ReleaseGroup = z.output<typeof releaseGroup>;
export const releaseGroups = z.array(releaseGroup).meta({ description: 'Later groups, each released on its own' });

/** One flight with all facts of its ranking; instants of closed nights and midnights as epoch milliseconds. */
export const flight = flightSummary.extend({
  release_latitude: z.number().nullable(),
  release_longitude: z.number().nullable(),
  distance_source: z.enum(['geodesic', 'stated']).nullable(),
  estimated_average_speed: z.number().nullable(),
  release_groups: releaseGroups,
  rules: raceRules,
  /** In which steps its clocks tell the time, ms: the finest of its first readings, before them of the loft’s last one. */
  resolution_ms: z.number(),
  rulebook_version: z.int().min(1).nullable().meta({ description: 'Null: it has rules of its own' }),
  closed_intervals: z.array(z.object({ from: z.number(), to: z.number() })),
  day_starts: z.array(z.number()),
  closes_at: instant.nullable(),
  replay_of: replyId.nullable(),
  /** The switches of the season that are off for the actor (3.15). */
  hidden: hiddenSwitches,
  /** Whether arrivals are sent one by one to open pages; else only that something is new. */
  goes_live: z.boolean(),
  /** Number of readings that the loft's clocks still owe; the result cannot become official while there are any. */
  missing_readings: z.int(),
  /**
   * In the air: since when a clock of the loft that should be heard is silent; its readings since then may be missing.
   */
  feed_delayed_since: instant.nullable(),
  /** Until when a provisional result can be disputed; null in any other state, and where the rulebook gives no time. */
  disputes_until: instant.nullable(),
  /** Whether its release was reported later than a minute after it (`isLate`). */
  reported_late: z.boolean(),
});
export type Flight = z.output<typeof flight>;

/** A loft in a list: with its flight in the air and its last one. */
export const listedLoft = loft.extend({
  live_flight: flightSummary.nullable(),
  last_flight: flightSummary.nullable(),
  flight_count: z.int(),
});
export type ListedLoft = z.output<typeof listedLoft>;

export const flightParams = z.object({ loft_id: id, flight_id: id });

export const readFlight = contract({
  name: 'readFlight',
  summary: 'One flight with its rules, its season and its loft (3.3)',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}',
  access: 'flight.read',
  params: flightParams,
  reply: z.object({ flight: flight.extend({ season: season.extend({ loft }) }), loft, read_at: instant }),
});

/** An entry of the log of a flight: a step of its state, a decision about it, or a report of its release. */
export const flightLog = z.array(
  z.object({
    kind: z.enum([...flightStatuses, ...loggedBeside]),
    at: instant,
    reason: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
  }),
);
export type FlightLog = z.output<typeof flightLog>;

export const readFlightLog = contract({
  name: 'readFlightLog',
  summary: 'What was done and decided about a flight, the oldest first, and the seal of its list',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/log',
  access: 'flight.read',
  params: flightParams,
  reply: z.object({
    log: flightLog,
    basketing_at: instant.nullable(),
    /** The seal that counts. `is_open`: the sealed list can be read, because the season shows rings. */
    seal: z.object({ sealed_at: instant, fingerprint: z.string(), is_open: z.boolean() }).nullable(),
  }),
});

export const readSealedList = contract({
  name: 'readSealedList',
  summary: 'The list of a flight as it was sealed, to compute its fingerprint again',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/sealed-list',
  access: 'flight.read',
  params: flightParams,
  reply: z.object({ sealed_at: instant, fingerprint: z.string(), text: z.string() }),
});

export const listLofts = contract({
  name: 'listLofts',
  summary: 'Lofts, the ones with a flight in the air first, then by name',
  method: 'GET',
  path: '/api/lofts',
  access: 'loft.read',
  query: z.object({
    /** Search: words of the name, a country. */
    q: z.string().max(100).default(''),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional(),
    /** Only those with birds in the air. */
    live: z.enum(['1']).optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  }),
  reply: z.object({
    lofts: z.array(listedLoft),
    /** Number found. */
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
    /** The countries of all lofts, with the number of lofts in each. */
    countries: z.array(z.object({ code: z.string(), count: z.int() })),
    read_at: instant,
  }),
});

/** What a loft has flown: counted over the official flights of all its public seasons, without replays. */
export const loftRecord = z.object({
  official_flights: z.int(),
  home: z.int().meta({ description: 'Arrivals in all of them' }),
  final_basketed: z.int(),
  final_home: z.int(),
  changed_results: z.int().meta({ description: 'Official results that were signed again with changes' }),
});
export type LoftRecord = z.output<typeof loftRecord>;

export const readLoft = contract({
  name: 'readLoft',
  summary:
    'One loft with its seasons, the latest first, its record, and the flights of one season, the latest release first',
  method: 'GET',
  path: '/api/lofts/{loft_id}',
  access: 'loft.read',
  params: z.object({ loft_id: id }),
  /** Without a season it is the current one. */
  query: z.object({ season_id: id.optional() }),
  reply: z.object({
    loft: describedLoft,
    seasons: z.array(season),
    season_id: replyId.nullable(),
    flights: z.array(
      flightSummary.extend({
        best_speed: z.number().nullable(),
        speed_rule: speedRule,
        winner: bird.nullable().meta({ description: 'Null: none is home, or the season does not show ranks' }),
      }),
    ),
    release_points: z
      .array(z.object({ name: z.string(), latitude: z.number(), longitude: z.number() }))
      .meta({ description: 'Where the flights of the season are released, each place once' }),
    record: loftRecord,
    read_at: instant,
  }),
});
