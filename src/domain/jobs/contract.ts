/** The calls about failed work: an admin reads it, retries it, or puts it aside. */
import { z } from 'zod';
import { name } from '#domain/accounts/contract.ts';
import { contract, instant, pageQuery, replyId } from '#domain/contract.ts';
import { orderBy } from '#domain/sorted.ts';
import { requiredText } from '#domain/validation.ts';
import { itemStates, queues } from './item.ts';

const named = z.object({ id: replyId, name: z.string() });

/** An item of work that failed. */
const item = z.object({
  queue: z.enum(queues),
  item: z.string().meta({ description: 'Its name within its queue' }),
  state: z.enum(itemStates),
  loft: named.nullable(),
  order: z.object({ id: replyId, season_id: replyId, label: z.string() }).nullable(),
  flight: named.nullable(),
  attempts: z.int().meta({ description: 'Failures of its own; outages of others do not count' }),
  error: z.string(),
  first_at: instant,
  last_at: instant,
  next_try_at: instant.nullable().meta({ description: 'Null: put aside' }),
  put_aside: z.object({ at: instant, by: name, reason: z.string() }).nullable(),
  time_zone: z.string().meta({ description: 'Of its loft; UTC where it has none' }),
});
export type WorkItem = z.output<typeof item>;

export const listWork = contract({
  name: 'listWork',
  summary: 'The work that the program could not do by itself, what is stuck first',
  method: 'GET',
  path: '/api/admin/work',
  access: 'job.manage',
  query: z.object({
    ...pageQuery,
    state: z.enum(itemStates).optional(),
    sort: orderBy('state', 'work', 'since', 'attempts', 'next'),
  }),
  reply: z.object({
    rows: z.array(item),
    sums: z.array(z.object({ state: z.enum(itemStates), count: z.int() })),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
  }),
});

const key = { queue: z.enum(queues), item: requiredText({ max: 255 }) };

export const retryWork = contract({
  name: 'retryWork',
  summary: 'Has the program try a piece of work again at its next round, also one that was put aside',
  method: 'POST',
  path: '/api/admin/work/retry',
  access: 'job.manage',
  body: z.strictObject(key),
  reply: z.object({}),
});

export const putWorkAside = contract({
  name: 'putWorkAside',
  summary: 'Puts a piece of work aside for a reason: the program no longer tries it',
  method: 'POST',
  path: '/api/admin/work/put-aside',
  access: 'job.manage',
  body: z.strictObject({ ...key, reason: requiredText({ max: 1000 }) }),
  reply: z.object({}),
});
