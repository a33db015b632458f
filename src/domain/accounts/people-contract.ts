/** The call of the platform's admins about all people of the site. */
import { z } from 'zod';
import { contract, instant, pageQuery, replyId } from '#domain/contract.ts';
import { orderBy } from '#domain/sorted.ts';
import { entry, name, standing } from './contract.ts';

/** What people can be filtered by: a right in any loft, or the admins. */
export const personKinds = ['admin', 'is_merchant', 'is_agent', 'is_staff'] as const;
export type PersonKind = (typeof personKinds)[number];

const personRow = name.extend({
  language: z.string().nullable(),
  standing,
  has_second_factor: z.boolean(),
  created_at: instant.meta({ description: 'Of the first sign-in' }),
  last_used_at: instant.nullable().meta({ description: 'The last use of a session; null: none is known' }),
  order_count: z.int(),
  rights: z.array(z.object({ loft_id: replyId, loft: z.string(), entry })),
});
export type PersonRow = z.output<typeof personRow>;

export const listPeople = contract({
  name: 'listPeople',
  summary: 'All people who have signed in here, with their rights in lofts and their last use of the site (6.3)',
  method: 'GET',
  path: '/api/admin/people',
  access: 'person.manage',
  query: z.object({
    ...pageQuery,
    kind: z.enum(personKinds).optional(),
    sort: orderBy('name', 'email', 'created_at', 'last_used_at', 'order_count'),
  }),
  reply: z.object({ people: z.array(personRow), total: z.int(), page: z.int(), page_count: z.int() }),
});
