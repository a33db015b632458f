/** The places from which a loft releases: the schema in a reply, and the calls of those who plan flights. */
import { z } from 'zod';
import { contract, id, replyId } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { requiredDegrees } from '#domain/lofts/settings.ts';
import { boundedInteger, nullableDay, requiredText, text } from '#domain/validation.ts';
import { pointMeasures } from './release-point.ts';

export const releasePoint = z.object({
  id: replyId,
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  measured: z.enum(pointMeasures),
  measured_on: z.iso.date().nullable(),
  version: z.int(),
  /** The geodesic to the loft, in metres and in the loft's unit; null where the place of the loft is not known. */
  distance_m: z.number().nullable(),
  distance: z.number().nullable(),
});
export type ReleasePoint = z.output<typeof releasePoint>;

/** The input of who plans. Coordinates are degrees, also as text: `39.8239`, `39° 49' 26" N`. */
export const releasePointFields = z.strictObject({
  name: requiredText({ max: 128 }),
  latitude: requiredDegrees('latitude', 'error_latitude'),
  longitude: requiredDegrees('longitude', 'error_longitude'),
  measured: z.enum(pointMeasures),
  measured_on: nullableDay(),
});
export type ReleasePointFields = z.output<typeof releasePointFields>;

const ofLoft = z.object({ loft_id: id });
const ofPoint = z.object({ loft_id: id, release_point_id: id });
const seen = { version: boundedInteger({ min: 1 }) };

export const listReleasePoints = contract({
  name: 'listReleasePoints',
  summary: 'The places from which a loft releases, the nearest first',
  method: 'GET',
  path: '/api/admin/lofts/{loft_id}/release-points',
  access: 'season.manage',
  params: ofLoft,
  reply: z.object({ loft, release_points: z.array(releasePoint) }),
});

export const addReleasePoint = contract({
  name: 'addReleasePoint',
  summary: 'Keep another place from which a loft releases',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/release-points',
  access: 'season.manage',
  params: ofLoft,
  body: releasePointFields,
  reply: z.object({ release_point: releasePoint }),
});

export const changeReleasePoint = contract({
  name: 'changeReleasePoint',
  summary: 'Change a place that nobody changed since it was seen; flights that are not released yet move with it',
  method: 'PUT',
  path: '/api/admin/lofts/{loft_id}/release-points/{release_point_id}',
  access: 'season.manage',
  params: ofPoint,
  body: releasePointFields.extend({
    ...seen,
    reason: text({ max: 1000 }).default('').meta({ description: 'Needed where a flight that is shown moves with it' }),
  }),
  reply: z.object({ release_point: releasePoint }),
});

export const removeReleasePoint = contract({
  name: 'removeReleasePoint',
  summary: 'No longer offer a place; flights keep it',
  method: 'DELETE',
  path: '/api/admin/lofts/{loft_id}/release-points/{release_point_id}',
  access: 'season.manage',
  params: ofPoint,
  body: z.strictObject(seen),
  reply: z.object({}),
});
