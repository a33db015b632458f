/** The passport of a bird in replies, and the calls by which whoever decides about it turns its switches. */
import { z } from 'zod';
import { contract, id, instant } from '#domain/contract.ts';
import { passportParts, passportSteps } from './passport.ts';
import { healthStatuses } from './status.ts';

/** What the page of a bird says beside its flights; null where a switch is off. */
export const passport = z.object({
  /** The latest first; none where the season does not show which flights a bird flew. */
  steps: z.array(z.object({ at: instant, step: z.enum(passportSteps) })),
  health: z.object({ status: z.enum(healthStatuses).nullable() }).nullable(),
  rights: z
    .array(
      z.object({
        holder: z
          .enum(['team', 'loft', 'other'])
          .meta({ description: 'Whose order or team the bird is of, its loft, or somebody else, who is not named' }),
        share_bp: z.int().meta({ description: 'In hundredths of a percent' }),
      }),
    )
    .nullable(),
});
export type Passport = z.output<typeof passport>;

const part = z.enum(passportParts);
const path = '/api/me/lofts/{loft_id}/pigeons/{pigeon_id}/passport';
const params = z.object({ loft_id: id, pigeon_id: id });

export const readOwnPassport = contract({
  name: 'readOwnPassport',
  summary: 'Which switches of the passport of a pigeon are on; null for whoever does not decide about it',
  method: 'GET',
  path,
  access: 'account.read',
  params,
  reply: z.object({ shown: z.array(part).nullable() }),
});

export const changePassport = contract({
  name: 'changePassport',
  summary:
    'Shows health, rights or sale of a pigeon to everybody, or to nobody: by its owner, by the loft where it has none',
  method: 'PUT',
  path,
  access: 'passport.open',
  params,
  body: z.strictObject({ part, is_shown: z.boolean() }),
  reply: z.object({ shown: z.array(part) }),
});
