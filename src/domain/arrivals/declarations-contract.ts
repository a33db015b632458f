/** The list of what was declared of a loft's races. */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { nullableBoundedInteger } from '#domain/validation.ts';

const number = z.int().min(1).meta({ description: 'The place of the entry in the ledger of its loft' });

/** A declaration of a loft as its list shows it; null for fields that its kind does not have. */
export const declaration = z.object({
  number,
  kind: z.enum(['offset', 'void', 'manual', 'disqualified', 'exchanged', 'release', 'rules']),
  device_id: replyId.nullable(),
  boot: z.string().nullable(),
  flight_id: replyId.nullable(),
  pigeon_id: replyId.nullable(),
  voids: number.nullable().meta({ description: 'The entry that is withdrawn' }),
  content: z
    .record(z.string(), z.unknown())
    .meta({ description: 'What is said of it, in the spelling that is hashed' }),
  reason: z.string().nullable(),
  by: z
    .string()
    .nullable()
    .meta({ description: 'The name of the person who did it; null: the program, or a deleted account' }),
  declared_at: instant,
  is_withdrawn: z.boolean(),
});
export type Declared = z.output<typeof declaration>;

export const listDeclarations = contract({
  name: 'listDeclarations',
  summary:
    'What was declared of a loft’s races: offsets, withdrawals, manual arrivals, releases and rules, the latest first',
  method: 'GET',
  path: '/api/admin/lofts/{loft_id}/declarations',
  access: 'flight.rule',
  params: z.object({ loft_id: id }),
  query: z.object({
    before: nullableBoundedInteger({ min: 1, max: Number.MAX_SAFE_INTEGER })
      .default(null)
      .meta({ description: 'Only entries before this number: the last one of the page before' }),
  }),
  reply: z.object({
    declarations: z.array(declaration),
    /** Whether there are earlier ones. */
    has_more: z.boolean(),
  }),
});
