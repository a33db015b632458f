/** The call that calendars of releases are made from. */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { flightKinds, flightStatuses } from '#domain/flights/flight.ts';
import { loft } from '#domain/lofts/contract.ts';

const release = z.object({
  loft_id: replyId,
  id: replyId,
  season_name: z.string(),
  name: z.string(),
  kind: z.enum(flightKinds),
  status: z.enum(flightStatuses),
  release_point: z.string().nullable(),
  release_latitude: z.number().nullable(),
  release_longitude: z.number().nullable(),
  release_time: instant,
  distance: z.number().nullable().meta({ description: 'In the unit of the loft' }),
  ends_at: instant
    .nullable()
    .meta({ description: 'When half its birds are expected home, or when it closes; null: neither is known' }),
  revision: z.int().meta({ description: 'Grows with each change of the plan or the state' }),
  changed_at: instant,
});
export type Release = z.output<typeof release>;

export const readReleases = contract({
  name: 'readReleases',
  summary:
    'The releases of a loft for a calendar: those of its seasons in progress, of one season, or one alone; without flights that have no time yet, and without replays',
  method: 'GET',
  path: '/api/lofts/{loft_id}/releases',
  access: 'loft.read',
  params: z.object({ loft_id: id }),
  query: z.object({ season_id: id.optional(), flight_id: id.optional() }),
  reply: z.object({
    loft,
    season_name: z.string().nullable().meta({ description: 'Of the season that was asked for' }),
    releases: z.array(release),
  }),
});
