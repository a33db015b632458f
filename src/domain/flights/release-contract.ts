/** The calls of the person at the lorry: what is to be checked before the release, and its report. */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { flightSummary, releaseGroups } from '#domain/flights/contract.ts';
import { releaseSources } from '#domain/flights/release.ts';
import { weather } from '#domain/flights/release-lamp.ts';
import { loft } from '#domain/lofts/contract.ts';
import { season } from '#domain/seasons/contract.ts';
import { releaseLimits } from '#domain/seasons/release-limits.ts';
import { boundedInteger, requiredText } from '#domain/validation.ts';

const ofFlight = z.object({ season_id: id, flight_id: id });
const path = '/api/admin/seasons/{season_id}/flights/{flight_id}/release';

/** A clock of the loft: when its time was last compared with the server's, and the difference. */
const clock = z.object({
  name: z.string(),
  synchronised_at: instant.nullable(),
  offset_ms: z.number().nullable(),
  silent_since: instant.nullable().default(null).meta({ description: 'Of a clock that should be online and is not' }),
});

/** What the person at the release point observed. */
export const observation = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('weather'), weather }),
  z.strictObject({
    kind: z.literal('crates'),
    count: boundedInteger({ min: 0, max: 10_000 }),
    /** The crates of the flight that were not there. */
    missing: z
      .array(boundedInteger({ min: 1, max: 10_000 }))
      .max(10_000)
      .default([]),
  }),
  z.strictObject({ kind: z.literal('departed') }),
  z.strictObject({ kind: z.literal('arrived') }),
  /** Kilometres by road since the loft. */
  z.strictObject({ kind: z.literal('driven'), km: boundedInteger({ min: 1, max: 10_000 }) }),
]);
export type Observation = z.output<typeof observation>;

/** A picture of a release, and when it was taken. */
export const releasePicture = z.object({
  id: z.string(),
  at: instant,
  src: z.string().meta({ description: 'Its address; `-full.` can be swapped for the other sizes' }),
  width: z.int(),
  height: z.int(),
});
export type ReleasePicture = z.output<typeof releasePicture>;

export const readRelease = contract({
  name: 'readRelease',
  summary: 'What the person at the lorry checks before the release, and the reports of it so far',
  method: 'GET',
  path,
  access: 'season.manage',
  params: ofFlight,
  reply: z.object({
    loft,
    /** The phone of the loft, to call from the lorry. */
    phone: z.string().nullable(),
    season,
    flight: flightSummary.extend({
      precision_ms: z.int(),
      sealed_at: instant.nullable(),
      list_fingerprint: z.string().nullable(),
      estimated_average_speed: z.number().nullable(),
      release_latitude: z.number().nullable(),
      release_longitude: z.number().nullable(),
    }),
    clocks: z.array(clock),
    /** The limits of the rulebook that the flight follows. */
    limits: releaseLimits,
    /** The direction from the release point to the loft, degrees clockwise from north; null where one is not known. */
    bearing_deg: z.number().nullable(),
    /** Crates with birds of the flight, by their number. */
    crates: z.array(z.object({ crate: z.int(), birds: z.int() })),
    /** Those released later than the others. */
    groups: releaseGroups.default([]),
    /** What was observed at the release point, the latest last. */
    observations: z.array(z.object({ id: z.string(), observed: observation, at: instant, by: z.string().nullable() })),
    reports: z.array(
      z.object({
        id: z.string(),
        source: z.enum(releaseSources),
        at: instant,
        received_at: instant,
        by: z.string().nullable(),
        distance_m: z.number().nullable(),
        /** Whether it is of a release that was taken back. */
        is_taken_back: z.boolean().default(false),
      }),
    ),
    /** The releases of this flight that were taken back, the first one first; their reports stay. */
    taken_back: z
      .array(z.object({ release_time: instant, at: instant, by: z.string().nullable(), reason: z.string() }))
      .default([]),
    // A phone may have kept a view from before there were pictures.
    pictures: z.array(releasePicture).default([]),
    read_at: instant,
  }),
});

export const observeRelease = contract({
  name: 'observeRelease',
  summary: 'Note what was observed at the release point: the weather, the crates counted, the way of the lorry',
  method: 'POST',
  path: `${path}/observations`,
  access: 'season.manage',
  params: ofFlight,
  body: z.strictObject({ id: z.uuid(), at: instant, observed: observation }),
  reply: z.object({ flight_id: replyId }),
});

const coordinate = (most: number) => z.number().min(-most).max(most);

export const reportRelease = contract({
  name: 'reportRelease',
  summary:
    'Report the release of a flight: the first report releases the birds, a further one confirms it or is kept beside it',
  method: 'POST',
  path,
  access: 'season.manage',
  params: ofFlight,
  body: z.strictObject({
    id: z.uuid(),
    source: z.enum(releaseSources),
    at: instant,
    clock: z
      .strictObject({ offset_ms: z.int(), within_ms: z.int().min(0) })
      .nullable()
      .default(null),
    position: z
      .strictObject({ latitude: coordinate(90), longitude: coordinate(180), accuracy_m: z.number().min(0) })
      .nullable()
      .default(null),
    /** How many releases of the flight the reporting device knows to have been taken back. */
    knows_taken_back: z.int().min(0).default(0),
  }),
  reply: z.object({
    flight_id: replyId,
    effect: z.enum(['released', 'confirmed', 'differs']),
    release_time: instant,
  }),
});

export const takeBackRelease = contract({
  name: 'takeBackRelease',
  summary:
    'Take back a release that was reported by mistake, for a reason that everybody can read, while no bird is home and nothing was ruled',
  method: 'POST',
  path: `${path}/withdrawal`,
  access: 'season.manage',
  params: ofFlight,
  body: z.strictObject({
    /** The release that is meant: another one that was reported meanwhile stays. */
    release_time: instant,
    reason: requiredText({ max: 1000 }),
  }),
  reply: z.object({ flight_id: replyId }),
});

export const addReleasePicture = contract({
  name: 'addReleasePicture',
  summary: 'Add an uploaded picture of the release, with the moment when it was taken, to the log of the flight',
  method: 'POST',
  path: `${path}/pictures`,
  access: 'season.manage',
  params: ofFlight,
  body: z.strictObject({ id: z.uuid(), at: instant, file_id: id }),
  reply: z.object({ flight_id: replyId }),
});

export const removeReleasePicture = contract({
  name: 'removeReleasePicture',
  summary: 'Remove a picture of the release; that there was one, and who removed it, is kept',
  method: 'DELETE',
  path: `${path}/pictures/{picture_id}`,
  access: 'season.manage',
  params: ofFlight.extend({ picture_id: z.uuid() }),
  body: z.strictObject({}),
  reply: z.object({ flight_id: replyId }),
});
