/** The calls by which a person merges two accounts of their own, with the consent of both. */
import { z } from 'zod';
import { contract } from '#domain/contract.ts';
import { email } from '#domain/validation.ts';

const token = z.string().min(1).max(256);

export const askToMerge = contract({
  name: 'askToMerge',
  summary:
    'Send the account with this e-mail address a link by which it is merged into the reader’s; says not whether it exists',
  method: 'POST',
  path: '/api/me/merges',
  access: 'account.read',
  body: z.strictObject({ email: email() }),
  reply: z.object({}),
});

/** How many things of a closed account become those of the other. */
export const mergeCounts = z.object({
  teams: z.int(),
  orders: z.int(),
  rights: z.int().meta({ description: 'Rights in birds' }),
  favorites: z.int(),
  claims: z.int().meta({ description: 'Claims to teams' }),
  keys: z.int().meta({ description: 'Keys and webhooks of the open data' }),
});
export type MergeCounts = z.output<typeof mergeCounts>;

export const readMerge = contract({
  name: 'readMerge',
  summary: 'What the link in the mail would do, for the account that received it',
  method: 'GET',
  path: '/api/me/merge',
  access: 'account.read',
  query: z.object({ token }),
  reply: z.object({
    merge: z
      .object({
        into: z.object({ email: z.string().nullable(), name: z.string().nullable() }),
        from: z.object({ email: z.string().nullable() }),
        counts: mergeCounts,
        prizes: z
          .array(z.object({ currency: z.string(), amount_cents: z.int() }))
          .meta({ description: 'Not paid yet' }),
        refusal: z.string().nullable().meta({ description: 'Why it is not possible now; null: it is' }),
      })
      .nullable()
      .meta({ description: 'Null: the reader is not the account that received the link' }),
  }),
});

export const mergeAccounts = contract({
  name: 'mergeAccounts',
  summary: 'Merge the reader’s account into the one that asked, and close it; with a fresh proof',
  method: 'POST',
  path: '/api/me/merge',
  access: 'account.read',
  fresh_proof: true,
  body: z.strictObject({ token }),
  reply: z.object({}),
});
