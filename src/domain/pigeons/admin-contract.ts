/** The calls of admins about the birds of a season: their states, and the steps between them. */
import { z } from 'zod';
import { name } from '#domain/accounts/contract.ts';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { file } from '#domain/files/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { season } from '#domain/seasons/contract.ts';
import { orderBy } from '#domain/sorted.ts';
import { boundedInteger, calendarDay, email, text } from '#domain/validation.ts';
import { extraPlaceKinds, orderedBird } from './admin-bird.ts';
import { type Fact, facts } from './facts.ts';
import { photo, photoChange } from './photo-contract.ts';
import { whole_bp } from './rights.ts';
import { share } from './rights-contract.ts';
import { healthStatuses, locationStatuses, progressStatuses, statusTypes } from './status.ts';
import { pageOfPeople, peopleQuery } from './team-contract.ts';

export const pigeonStatus = z.enum([...healthStatuses, ...progressStatuses, ...locationStatuses]);

/** A step of a bird, or a chip that was put on it. */
const change = z.object({
  at: instant,
  from: pigeonStatus,
  to: pigeonStatus,
  reason: z.string().nullable(),
  by: name.nullable(),
});
export type PigeonChange = z.output<typeof change>;

const wornChip = z.object({
  chip: z.string(),
  from: instant,
  until: instant.nullable(),
  reason: z.string().nullable(),
  by: name.nullable(),
});
export type WornChip = z.output<typeof wornChip>;

/** A correction of the facts of a bird. */
const correction = z.object({
  at: instant,
  by: name.nullable(),
  changes: z.array(
    z.object({
      fact: z.enum(facts as [Fact, ...Fact[]]),
      from: z.union([z.string(), z.int()]).nullable(),
      to: z.union([z.string(), z.int()]).nullable(),
    }),
  ),
});
export type Correction = z.output<typeof correction>;

/** A share of a bird's winnings that was given to a person. */
const right = share.extend({ n: z.int(), to: name, order_id: replyId.nullable() });
export type PigeonRight = z.output<typeof right>;

const ofSeason = z.object({ season_id: id });
const ofPigeon = z.object({ season_id: id, pigeon_id: id });

/** Maximum number of birds changed in one call. */
export const pigeon_ids = z.array(z.int().min(1)).max(1000);

/** The reason of a change; it may be empty. */
export const reason = text({ max: 1000 })
  .transform((words) => words.trim() || null)
  .nullable()
  .default(null);

/** A reserve races although the active places of its order are taken; the reason is stored with it. */
const without_fee = z.boolean().default(false);

export const listSeasonPigeons = contract({
  name: 'listSeasonPigeons',
  summary: 'The pigeons of a season with their states, found by ring, chip, name, team, order or country',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/pigeons',
  access: 'season.manage',
  params: ofSeason,
  query: z.object({
    ...peopleQuery,
    health: z.enum(healthStatuses).optional(),
    location: z.enum(locationStatuses).optional(),
    extra: z.enum(extraPlaceKinds).optional(),
    sort: orderBy('ring', 'team', 'order', 'health', 'location', 'chip'),
  }),
  reply: z.object({ ...pageOfPeople, pigeons: z.array(orderedBird) }),
});

export const readSeasonPigeon = contract({
  name: 'readSeasonPigeon',
  summary: 'A pigeon of a season with all its steps and corrections, the latest first, and the chips it wore',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/pigeons/{pigeon_id}',
  access: 'season.manage',
  params: ofPigeon,
  reply: z.object({
    loft,
    season,
    pigeon: orderedBird,
    photo: photo.nullable(),
    pedigree: file.nullable(),
    changes: z.array(change),
    chips: z.array(wornChip),
    corrections: z.array(correction),
    photo_changes: z.array(photoChange),
    rights: z.array(right),
    today: z.iso.date().meta({ description: 'In the zone of the loft' }),
  }),
});

export const giveRight = contract({
  name: 'giveRight',
  summary: 'Gives a person a share of what a pigeon wins, from a day on; shares given by hand never exceed the whole',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/pigeons/{pigeon_id}/rights',
  access: 'season.manage',
  params: ofPigeon,
  body: z.strictObject({
    email: email(),
    share_bp: boundedInteger({ min: 1, max: whole_bp }),
    from_day: calendarDay(),
    reason,
  }),
  reply: z.object({ n: z.int() }),
});

export const endRight = contract({
  name: 'endRight',
  summary: 'Ends a share that was given by hand on a day; only once',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/pigeons/{pigeon_id}/rights/{n}/end',
  access: 'season.manage',
  params: z.object({ season_id: id, pigeon_id: id, n: id }),
  body: z.strictObject({ until_day: calendarDay() }),
  reply: z.object({}),
});

export const changePigeonStatuses = contract({
  name: 'changePigeonStatuses',
  summary: 'Take pigeons of a season to a state, all or none; the state they are in already is refused (4.6)',
  method: 'PUT',
  path: '/api/admin/seasons/{season_id}/pigeon-statuses',
  access: 'season.manage',
  params: ofSeason,
  body: z.strictObject({ pigeon_ids, status: pigeonStatus, reason, without_fee }),
  reply: z.object({ changed: z.int() }),
});

const typeId = z
  .int()
  .meta({ description: `Of the state: ${statusTypes.map(({ id, code }) => `${id} ${code}`).join(', ')}` });

/** A state as the calls of part 7 return it (3.7). */
export const pigeonStatusRow = z.object({
  pigeon_id: replyId,
  pigeon_status_type_id: typeId,
  pigeon_status_type: z.object({ id: typeId, code: pigeonStatus, is_not_racing: z.boolean() }),
});

export const sendPigeonStatus = contract({
  name: 'sendPigeonStatus',
  summary: 'Take a pigeon to a state; the reply has the new one (7.9)',
  method: 'POST',
  path: '/api/res/v1/pigeon-statuses',
  access: 'season.manage',
  body: z.strictObject({ pigeon_id: z.int().min(1), pigeon_status_type_id: z.int().min(1), reason, without_fee }),
  reply: pigeonStatusRow.extend({ reason: z.string().nullable(), created_at: instant }),
});
