/** The calls about work that failed (decision 37). */

import { sql } from 'kysely';
import { listWork, putWorkAside, retryWork, type WorkItem } from '#domain/jobs/contract.ts';
import { itemStates, type Queue, queues } from '#domain/jobs/item.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { plainText } from '#domain/plain-text.ts';
import { Refusal } from '#domain/refusal.ts';
import { inOrder } from '#domain/sorted.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import { personOf } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { pageOfArray } from '#server/pagination.ts';
import { type Route, route } from '#server/route.ts';

export const jobRoutes: Route[] = [
  route(listWork, {
    load: async () => null,
    act: async (tx, _all, { query }) => {
      const all = await failedItems(tx);
      const chosen = inOrder(
        all.filter(({ state }) => query.state === undefined || state === query.state),
        query.sort,
        {
          state: ({ state }) => itemStates.indexOf(state),
          work: ({ queue }) => queues.indexOf(queue),
          since: ({ first_at }) => first_at,
          attempts: ({ attempts }) => attempts,
          next: ({ next_try_at }) => next_try_at,
        },
      );
      const page = pageOfArray(query, chosen, finderOf);
      const sums = itemStates.map((state) => ({ state, count: all.filter((one) => one.state === state).length }));
      return { ...page, sums: sums.filter(({ count }) => count > 0) };
    },
  }),
  route(retryWork, {
    load: (tx, { body }) => lockItem(tx, body),
    act: async (tx, { loft_id, put_aside_at, put_aside_reason }, { body }, { actor, now_ms }) => {
      const { queue, item } = body;
      await tx
        .updateTable('job_items')
        .set({
          next_try_at: new Date(now_ms).toISOString(),
          put_aside_at: null,
          put_aside_by: null,
          put_aside_reason: null,
        })
        .where('queue', '=', queue)
        .where('item', '=', item)
        .execute();
      const before = { queue, item, reason: put_aside_reason, is_aside: put_aside_at !== null };
      await writeAudit(tx, { loft_id, user_id: personOf(actor).user_id, action: 'job.retry', before, after: null });
      return {};
    },
  }),
  route(putWorkAside, {
    load: (tx, { body }) => lockItem(tx, body),
    act: async (tx, { loft_id }, { body }, { actor, now_ms }) => {
      const { queue, item, reason } = body;
      const user_id = personOf(actor).user_id;
      await tx
        .updateTable('job_items')
        .set({ put_aside_at: new Date(now_ms).toISOString(), put_aside_by: user_id, put_aside_reason: reason })
        .where('queue', '=', queue)
        .where('item', '=', item)
        .execute();
      await writeAudit(tx, { loft_id, user_id, action: 'job.put_aside', before: null, after: body });
      return {};
    },
  }),
];

/** An item that failed. @throws Refusal `not_found`, also for one that is done meanwhile. */
async function lockItem(tx: Tx, { queue, item }: { queue: Queue; item: string }) {
  const row = await tx
    .selectFrom('job_items')
    .select(['loft_id', 'put_aside_at', 'put_aside_reason'])
    .where('queue', '=', queue)
    .where('item', '=', item)
    .where('error', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
}

interface Row extends Pick<WorkItem, 'queue' | 'item' | 'attempts' | 'error' | 'first_at' | 'last_at'> {
  next_try_at: string;
  stuck_at: string | null;
  put_aside_at: string | null;
  put_aside_reason: string | null;
  user_id: number;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  loft_id: number | null;
  loft: string | null;
  time_zone: string | null;
  order_id: number | null;
  season_id: number | null;
  number: number | null;
  year: number | null;
  flight_id: number | null;
  flight: string | null;
}

/** The failed items; without items at their first try, and without notifications, which are given up by themselves. */
async function failedItems(tx: Tx): Promise<WorkItem[]> {
  const { rows } = await sql<Row>`
    select i.queue, i.item, i.attempts, i.error, i.first_at, i.last_at, i.next_try_at, i.stuck_at, i.put_aside_at,
      i.put_aside_reason, u.id as user_id, u.email, u.first_name, u.last_name, l.id as loft_id, l.name as loft,
      l.time_zone, o.id as order_id, o.season_id, o.number, s.year, f.id as flight_id, f.name as flight
    from job_items i
    left join users u on u.id = i.put_aside_by
    left join lofts l on l.id = i.loft_id
    left join orders o on o.loft_id = i.loft_id and o.id = i.order_id
    left join seasons s on s.loft_id = o.loft_id and s.id = o.season_id
    left join flights f on f.loft_id = i.loft_id and f.id = i.flight_id
    where i.error is not null and i.queue = any(${queues}::text[])
    order by i.first_at, i.queue, i.item`.execute(tx);
  return rows.map(({ queue, item, attempts, error, first_at, last_at, ...row }) => {
    const { user_id, email, first_name, last_name, put_aside_at, put_aside_reason } = row;
    const isAside = put_aside_at !== null;
    return {
      queue,
      item,
      state: isAside ? 'aside' : row.stuck_at === null ? 'waiting' : 'stuck',
      loft: row.loft_id === null ? null : { id: row.loft_id, name: row.loft! },
      order:
        row.order_id === null
          ? null
          : {
              id: row.order_id,
              season_id: row.season_id!,
              label: orderNumber({ year: row.year!, number: row.number! }),
            },
      flight: row.flight_id === null ? null : { id: row.flight_id, name: row.flight! },
      attempts,
      error,
      first_at,
      last_at,
      next_try_at: isAside ? null : row.next_try_at,
      put_aside: isAside
        ? { at: put_aside_at, by: { user_id, email, first_name, last_name }, reason: put_aside_reason! }
        : null,
      time_zone: row.time_zone ?? 'UTC',
    };
  });
}

/** Finds failed items by loft, order, flight, error and name; every word must match. */
function finderOf(wanted: string) {
  const looked = wanted.split(/\s+/u).map(plainText);
  return ({ queue, item, loft, order, flight, error }: WorkItem) => {
    const text = plainText([queue, item, loft?.name, order?.label, flight?.name, error].join(' '));
    return looked.every((word) => text.includes(word));
  };
}
