/** What a person looks like in a reply. */
import { z } from 'zod';
import { replyId } from '#domain/contract.ts';

export const permission = z.object({
  loft_id: replyId,
  is_merchant: z.boolean(),
  is_agent: z.boolean(),
  is_staff: z.boolean(),
  has_seasons: z.boolean(),
  is_active: z.boolean(),
});

/** A person as their own pages show them. */
export const person = z.object({
  id: replyId,
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  identity_number: z.string().nullable().meta({ description: 'ipfn' }),
  image: z.string().nullable(),
  language: z.string().nullable(),
  is_admin: z.boolean(),
  permissions: z.array(permission),
});
export type Person = z.output<typeof person>;
