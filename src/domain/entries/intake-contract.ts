/** The calls by which a loft takes birds in: one by one with a scanner, or many from a list; and the lost birds. */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { adminBird } from '#domain/pigeons/admin-bird.ts';
import { reason } from '#domain/pigeons/admin-contract.ts';
import { chipKey, whyNotChipNumber } from '#domain/pigeons/chip.ts';
import { healthStatuses } from '#domain/pigeons/status.ts';
import { season } from '#domain/seasons/contract.ts';
import { checked, requiredText } from '#domain/validation.ts';
import { entryFields, lineError } from './contract.ts';

const ofSeason = z.object({ season_id: id });
const ofPigeon = z.object({ season_id: id, pigeon_id: id });

/** A scanned chip: text that cannot be a chip is refused. */
export const chip = checked(requiredText({ max: 64 }), (typed) =>
  typed.trim() === '' ? [] : [whyNotChipNumber(typed)].filter((wrong) => wrong !== null),
).transform(chipKey);

export const readIntake = contract({
  name: 'readIntake',
  summary: 'How many pigeons of a season have arrived, and the one with this chip, ring, or end of a ring',
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
    /** Null: nothing was searched, or nothing found. */
    pigeon: adminBird.nullable(),
    /** Those that the text can mean; none where they are too many. */
    which: z.array(adminBird),
    found: z.int(),
  }),
});

/** The scanned ring and chip of an arriving bird. */
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

/** The reason why a bird races outside an order. */
export const outsideReason = requiredText({ max: 1000 }).transform((words) => words.trim());

export const raceOutsideOrder = contract({
  name: 'raceOutsideOrder',
  summary: 'Let a pigeon race outside an order, for a reason that is stored; it takes an active place of the season',
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
  summary:
    'The lost pigeons of a season, those not home from their last flight, and those that came back, the latest first',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/lost',
  access: 'season.manage',
  params: ofSeason,
  reply: z.object({
    loft,
    season,
    not_home: z.array(adminBird.extend({ flight: z.string(), released_at: instant })),
    lost: z.array(adminBird.extend({ since: instant, reason: z.string().nullable() })),
    back: z.array(adminBird.extend({ lost_at: instant, back_at: instant, reason: z.string().nullable() })),
  }),
});

/**
 * Modes of an import: `look` takes no line and shows the errors; `good` takes the lines without errors; `all` takes all
 * lines, or none if one has an error.
 */
export const importModes = ['look', 'good', 'all'] as const;

export const importedLine = z.object({
  line: z.int(),
  ring: z.string(),
  team: z.string().nullable(),
  chip: z.string().nullable(),
  /** The order whose place it takes; null where it takes none. */
  order_number: z.int().nullable(),
  /** Why it races outside an order. */
  outside_reason: z.string().nullable(),
  errors: z.array(lineError),
});
export type ImportedLine = z.output<typeof importedLine>;

/** Maximum size of a list of pigeons. */
export const mostImportMegabytes = 1;

export const importPigeons = contract({
  name: 'importPigeons',
  summary: 'Enter the pigeons of a list (CSV or XLSX with a line of heads); each line comes back with its errors',
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
    /** The reason why lines without a place in an order race outside one; null: they are not taken. */
    outside_reason: reason,
  }),
  reply: z.object({
    /** Columns of the list whose heads are not known. */
    unknown_columns: z.array(z.string()),
    entered: z.int(),
    good: z.int(),
    lines: z.array(importedLine),
  }),
});
