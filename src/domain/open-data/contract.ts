/**
 * Version 1 of the open data: public facts for programs of others. A field that is here stays with its name, its unit
 * and its meaning; new fields may be added. Units stand in the names: `_m` metres, `_ms` milliseconds, `_deg` degrees,
 * `_m_min` metres a minute. Instants are ISO 8601 in UTC. What a season hides is null or missing here too (3.15).
 */
import { z } from 'zod';
import { storyKinds } from '#domain/arrivals/story-contract.ts';
import { type Contract, contract, id, instant, perPage, replyId } from '#domain/contract.ts';
import { flightParams } from '#domain/flights/contract.ts';
import { flightKinds, flightStatuses } from '#domain/flights/flight.ts';
import { locales } from '#domain/locales.ts';
import { rankingRule } from '#domain/rankings/ranking-rule.ts';
import { season } from '#domain/seasons/contract.ts';

const licence = z
  .string()
  .nullable()
  .meta({ description: 'What the loft says about the use of its data; null: nothing, so ask the loft' });

const openLoft = z.object({
  loft_id: replyId,
  name: z.string(),
  country: z.string().nullable().meta({ description: 'ISO 3166-1, two letters' }),
  time_zone: z.string().meta({ description: 'Of the IANA list' }),
  latitude_deg: z.number().nullable(),
  longitude_deg: z.number().nullable(),
  licence,
});
export type OpenLoft = z.output<typeof openLoft>;

const openFlight = z.object({
  loft_id: replyId,
  flight_id: replyId,
  season_id: replyId,
  season_name: z.string(),
  name: z.string(),
  kind: z.enum(flightKinds),
  status: z.enum(flightStatuses),
  release_point: z.string().nullable(),
  release_at: instant.nullable().meta({ description: 'The plan before the release, else the release itself' }),
  distance_m: z.number().nullable().meta({ description: 'From the release point to the loft' }),
  basketed_count: z.int(),
  home_count: z.int(),
  replay_factor: z.number().nullable().meta({ description: 'Of a replay of an earlier flight; null: it is none' }),
});
export type OpenFlight = z.output<typeof openFlight>;

const openBird = {
  pigeon_id: replyId.nullable().meta({ description: 'Null where the season hides rings' }),
  ring: z.string().nullable(),
  pigeon_name: z.string().nullable(),
  team: z.string().nullable(),
  fancier: z.string().nullable(),
  country: z.string().nullable(),
};
const listedBird = z.object({ number: z.int().meta({ description: 'In the order of basketing' }), ...openBird });
export type OpenListedBird = z.output<typeof listedBird>;

const openResult = z.object({
  rank: z.int().nullable(),
  ...openBird,
  arrived_at: instant.nullable().meta({ description: 'As counted: by the clock, with its correction' }),
  flown_ms: z.number().nullable().meta({ description: 'Between release and arrival, without the closed night' }),
  behind_first_ms: z.number().nullable(),
  speed_m_min: z.number().nullable().meta({ description: 'Rounded by the rules; null where speeds are in yards' }),
  speed_yd_min: z.number().nullable().meta({ description: 'Rounded by the rules; null where speeds are in metres' }),
  race_day: z.int().nullable().meta({ description: '1: the day of the release' }),
});
export type OpenResult = z.output<typeof openResult>;
/** The columns of results as CSV, in their order: the fields of the JSON. */
export const resultColumns = Object.keys(openResult.shape) as (keyof OpenResult)[];

const openArrival = z.object({
  number: z.int().meta({ description: 'Grows by one with each line of the flight' }),
  pigeon_id: replyId,
  arrived_at: instant.nullable().meta({ description: 'Null: the arrival of this pigeon was withdrawn' }),
});
export type OpenArrival = z.output<typeof openArrival>;

/** A field that a call does not know is refused: whoever mistypes it learns so. */
const nothing = z.strictObject({});
const page = z.coerce.number().int().min(1).max(1_000_000).default(1);
const nextPage = z.int().nullable().meta({ description: 'The number of the next page; null: this is the last one' });
const root = '/api/v1/lofts';
const ofLoft = `${root}/{loft_id}`;
const ofFlight = `${ofLoft}/flights/{flight_id}`;

export const readOpenLofts = contract({
  name: 'v1Lofts',
  summary: 'Lofts, the ones with birds in the air first',
  method: 'GET',
  path: root,
  access: 'loft.read',
  query: z.strictObject({ page }),
  reply: z.object({ lofts: z.array(openLoft), next_page: nextPage }),
});

export const readOpenLoft = contract({
  name: 'v1Loft',
  summary: 'One loft with its seasons, the latest first, and the flights of one season',
  method: 'GET',
  path: ofLoft,
  access: 'loft.read',
  params: z.object({ loft_id: id }),
  query: z.strictObject({ season_id: id.optional().meta({ description: 'The current season by default' }) }),
  reply: z.object({
    ...openLoft.shape,
    seasons: z.array(season.omit({ id: true }).extend({ season_id: replyId })),
    season_id: replyId.nullable().meta({ description: 'The season of the flights' }),
    flights: z.array(openFlight).meta({ description: 'The latest release first' }),
  }),
});

export const readOpenFlight = contract({
  name: 'v1Flight',
  summary: 'One flight with its state',
  method: 'GET',
  path: ofFlight,
  access: 'flight.read',
  params: flightParams,
  query: nothing,
  reply: z.object({
    ...openFlight.shape,
    release_latitude_deg: z.number().nullable(),
    release_longitude_deg: z.number().nullable(),
    closes_at: instant.nullable(),
    disputes_until: instant.nullable().meta({ description: 'A provisional result can be disputed until then' }),
    missing_readings: z.int().meta({ description: 'Readings that the clocks of the loft still owe' }),
    is_streamed: z.boolean().meta({ description: 'Whether its arrivals can be read one by one' }),
    licence,
  }),
});

export const readOpenBirds = contract({
  name: 'v1Birds',
  summary: 'The birds that were basketed for a flight',
  method: 'GET',
  path: `${ofFlight}/birds`,
  access: 'flight.read',
  params: flightParams,
  query: z.strictObject({ page, per_page: perPage }),
  reply: z.object({ birds: z.array(listedBird), total: z.int(), next_page: nextPage, licence }),
});

export const readOpenResults = contract({
  name: 'v1Results',
  summary: 'The result of a flight by rank, also while birds are in the air',
  method: 'GET',
  path: `${ofFlight}/results`,
  access: 'flight.read',
  params: flightParams,
  query: z.strictObject({ page, per_page: perPage }),
  reply: z.object({
    status: z.enum(flightStatuses).meta({ description: '`official`: signed; before that it may still change' }),
    results: z.array(openResult),
    total: z.int(),
    next_page: nextPage,
    licence,
  }),
});

export const readOpenResultsCsv = contract({
  name: 'v1ResultsCsv',
  summary: 'The whole result of a flight as CSV (RFC 4180, UTF-8), with the fields of the JSON as columns',
  method: 'GET',
  path: `${ofFlight}/results.csv`,
  access: 'flight.read',
  params: flightParams,
  query: nothing,
  reply: z.string(),
  media_type: 'text/csv',
});

export const readOpenArrivals = contract({
  name: 'v1Arrivals',
  summary: 'The arrivals of a flight as a stream: read on from the cursor of the last reply, also after a break',
  method: 'GET',
  path: `${ofFlight}/arrivals`,
  access: 'flight.read',
  params: flightParams,
  query: z.strictObject({
    after: z
      .string()
      .regex(/^(\d{1,15}-\d{1,15})?$/)
      .default('')
      .meta({ description: 'The cursor of the reply before; empty: from the beginning' }),
    limit: z.coerce.number().int().min(1).max(1000).default(500),
  }),
  reply: z.object({
    restarted: z
      .boolean()
      .meta({ description: 'The stream begins again: forget what you have of this flight, and take these lines' }),
    arrivals: z.array(openArrival),
    cursor: z.string(),
    has_more: z.boolean().meta({ description: 'Read on at once; else wait a few seconds' }),
    is_streamed: z.boolean().meta({ description: 'False: the season hides too much for it, read the results' }),
    licence,
  }),
});

export const readOpenStory = contract({
  name: 'v1Story',
  summary: 'A race as it is told, in sentences, in the order in which things happened',
  method: 'GET',
  path: `${ofFlight}/story`,
  access: 'flight.read',
  params: flightParams,
  query: z.strictObject({ lang: z.enum(locales).default('en').meta({ description: 'The language of the sentences' }) }),
  reply: z.object({
    is_told: z.boolean().meta({ description: 'False: the season hides birds, ranks, times or speeds' }),
    events: z.array(
      z.object({
        kind: z.enum(storyKinds),
        happened_at: instant.meta({ description: 'By the clock of the race' }),
        pigeon_id: replyId.nullable().meta({ description: 'The bird of the sentence; null: it has none' }),
        sentence: z.string().meta({ description: 'Names in it stand between U+2068 and U+2069' }),
      }),
    ),
    licence,
  }),
});

export const readOpenSeal = contract({
  name: 'v1Seal',
  summary: 'The seal of the basketing list of a flight, and the fingerprint of its official result',
  method: 'GET',
  path: `${ofFlight}/seal`,
  access: 'flight.read',
  params: flightParams,
  query: nothing,
  reply: z.object({
    list: z
      .object({
        sealed_at: instant,
        sha256: z.string(),
        text_url: z.string().nullable().meta({ description: 'The sealed text; null where the season hides rings' }),
      })
      .nullable()
      .meta({ description: 'Null: the list is not sealed' }),
    official_result: z
      .object({ version: z.int(), signed_at: instant, sha256: z.string(), text_url: z.string() })
      .nullable()
      .meta({ description: 'Null: the result is not official, or the season hides a part of it' }),
    licence,
  }),
});

const ofRanking = z.object({ loft_id: id, ranking_id: id });

export const readOpenRankings = contract({
  name: 'v1Rankings',
  summary: 'The published rankings of a season, each with the rule by which it is counted',
  method: 'GET',
  path: `${ofLoft}/rankings`,
  access: 'season.read',
  params: z.object({ loft_id: id }),
  query: z.strictObject({ season_id: id.optional().meta({ description: 'The current season by default' }) }),
  reply: z.object({
    season_id: replyId.nullable(),
    rankings: z.array(
      z.object({ ranking_id: replyId, name: z.string(), published_at: instant.nullable(), rule: rankingRule }),
    ),
    licence,
  }),
});

export const readOpenRanking = contract({
  name: 'v1Ranking',
  summary: 'A ranking by place as it stands now, also while birds are in the air',
  method: 'GET',
  path: `${ofLoft}/rankings/{ranking_id}`,
  access: 'season.read',
  params: ofRanking,
  query: z.strictObject({ page, per_page: perPage }),
  reply: z.object({
    name: z.string(),
    frozen: z
      .object({ version: z.int(), frozen_at: instant, sha256: z.string() })
      .nullable()
      .meta({ description: 'Null: a flight that counts is not official yet' }),
    flight_ids: z.array(replyId).meta({ description: 'Those that count, in the order in which they are flown' }),
    lines: z.array(
      z.object({
        place: z.int().nullable(),
        value: z.string().nullable().meta({ description: 'In plain decimals, as the rule counts it' }),
        is_at_most: z.boolean().meta({ description: 'A bird in the air counts as if it landed now' }),
        ...openBird,
        group: z
          .string()
          .nullable()
          .meta({ description: 'The name of the group, in a ranking that is not of pigeons' }),
        flights: z.array(
          z.object({ flight_id: replyId, places: z.array(z.int()), value: z.string().nullable(), counts: z.boolean() }),
        ),
      }),
    ),
    total: z.int(),
    next_page: nextPage,
    licence,
  }),
});

/** All calls of version 1, in the order of the documentation. */
export const openCalls: readonly Contract[] = [
  readOpenLofts,
  readOpenLoft,
  readOpenFlight,
  readOpenBirds,
  readOpenResults,
  readOpenResultsCsv,
  readOpenArrivals,
  readOpenStory,
  readOpenSeal,
  readOpenRankings,
  readOpenRanking,
];
