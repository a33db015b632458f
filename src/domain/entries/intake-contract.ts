/** The calls by which a loft takes birds in: one after the other with a scanner, or many from a list; and those that are lost. */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { adminBird } from '#domain/pigeons/admin-bird.ts';
import { reason } from '#domain/pigeons/admin-contract.ts';
import { chipKey, whyNotChipNumber } from '#domain/pigeons/chip.ts';
import { healthStatuses } from '#domain/pigeons/status.ts';
import { season } from '#domain/seasons/contract.ts';
import { checked, requiredText } from '#domain/validation.ts';
import { entryFields } from './contract.ts';

const ofSeason = z.object({ season_id: id });
const ofPigeon = z.object({ season_id: id, pigeon_id: id });

/** A chip as it is scanned: what is no chip at all is asked for again. */
export const chip = checked(requiredText({ max: 64 }), (typed) =>
  typed.trim() === '' ? [] : [whyNotChipNumber(typed)].filter((wrong) => wrong !== null),
).transform(chipKey);

export const readIntake = contract({
  name: 'readIntake',
  summary: 'How many pigeons of a season have arrived, and the one with this ring or chip',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/intake',
  access: 'season.manage',
  params: ofSeason,
  query: z.object({ ring: z.string().max(64).default('') }),
  reply: z.object({
    loft,
    season,
    arrived: z.int(),
    expected: z.int(),
    /** Null: nothing was asked for, or there is none. */
    pigeon: adminBird.nullable(),
  }),
});

/** What is scanned of a bird that arrives. */
export const intakeFields = z.strictObject({ ring: requiredText({ max: 64 }), chip, reason });

export const takeIn = contract({
  name: 'takeIn',
  summary:
    'Take a pigeon in: it is at the loft, wears the chip, and is active or a reserve; another chip needs a reason',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/intake',
  access: 'season.manage',
  params: ofSeason,
  body: intakeFields,
  reply: z.object({ pigeon_id: replyId, ring: z.string(), chip: z.string(), health: z.enum(healthStatuses) }),
});

/** Why a bird races although nobody ordered a place for it. */
export const outsideReason = requiredText({ max: 1000 }).transform((words) => words.trim());

export const raceOutsideOrder = contract({
  name: 'raceOutsideOrder',
  summary: 'Let a pigeon race that no order has a place for; why is kept, and it takes an active place of the season',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/pigeons/{pigeon_id}/outside-order',
  access: 'season.manage',
  params: ofPigeon,
  body: z.strictObject({ reason: outsideReason }),
  reply: z.object({}),
});

export const correctPigeon = contract({
  name: 'correctPigeon',
  summary: 'Correct what is known of a pigeon of a season, wherever it is; what is left out stays as it is',
  method: 'PUT',
  path: '/api/admin/seasons/{season_id}/pigeons/{pigeon_id}/facts',
  access: 'season.manage',
  params: ofPigeon,
  body: entryFields.omit({ team_id: true }),
  reply: z.object({}),
});

export const readLost = contract({
  name: 'readLost',
  summary: 'The lost pigeons of a season and those that came back, the latest first',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/lost',
  access: 'season.manage',
  params: ofSeason,
  reply: z.object({
    loft,
    season,
    lost: z.array(adminBird.extend({ since: instant, reason: z.string().nullable() })),
    back: z.array(adminBird.extend({ lost_at: instant, back_at: instant, reason: z.string().nullable() })),
  }),
});

/** How lines of a list are taken: none, to see what is wrong; the good ones; all, or none where one is wrong. */
export const importModes = ['look', 'good', 'all'] as const;

/** What can be wrong with a field of a line, as its sentence. */
const wrong = z.object({
  field: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

export const importedLine = z.object({
  line: z.int(),
  ring: z.string(),
  team: z.string().nullable(),
  chip: z.string().nullable(),
  /** The order whose place it takes; null where it takes none. */
  order_number: z.int().nullable(),
  /** Why it races outside an order. */
  outside_reason: z.string().nullable(),
  errors: z.array(wrong),
});
export type ImportedLine = z.output<typeof importedLine>;

/** A list of pigeons is no larger than this. */
export const mostImportMegabytes = 1;

export const importPigeons = contract({
  name: 'importPigeons',
  summary:
    'Enter the pigeons of a list (CSV or XLSX with a line of heads); each line is told with what is wrong with it',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/pigeon-imports',
  access: 'season.manage',
  params: ofSeason,
  body: z.strictObject({
    file: z
      .base64()
      .min(1)
      .max(((mostImportMegabytes << 20) / 3 + 1) * 4),
    mode: z.enum(importModes),
    /** What has no place in an order races outside one, for this reason; null: it is not taken. */
    outside_reason: reason,
  }),
  reply: z.object({
    /** The heads that stand in the list and say nothing here. */
    unknown_columns: z.array(z.string()),
    entered: z.int(),
    good: z.int(),
    lines: z.array(importedLine),
  }),
});
