/**
 * Collections that agents offer: where and when they collect birds. An offer is never changed; a wrong one is
 * withdrawn.
 */

import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import { Refusal } from '#domain/refusal.ts';
import { dueDateCategories } from '#domain/seasons/due-date.ts';
import type { CollectionFields, Offers } from '#domain/transports/agent-contract.ts';
import { type ShippingWindow, whyNotOffer } from '#domain/transports/collection.ts';
import type { Collection } from '#domain/transports/contract.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';

/** The columns of a collection's view, from `collections c` and its agent `a`. */
export const collectionView = sql`json_build_object('id', c.id,
  'agent', json_build_object('user_id', a.id, 'name', coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), '–')),
  'place', c.place, 'day', c.day, 'from_time', c.from_time, 'to_time', c.to_time, 'price_cents', c.price_cents,
  'currency', c.currency, 'note', c.note)`;

/** The collections that active agents of a loft offer from today on, the next one first. */
export async function collectionsAhead(
  tx: Tx,
  { id: loft_id, time_zone }: { id: number; time_zone: string },
  now_ms: number,
): Promise<Collection[]> {
  const { rows } = await sql<{ collection: Collection }>`
    select ${collectionView} as collection
    from collections c join users a on a.id = c.agent_id
    join loft_permissions p on p.loft_id = c.loft_id and p.user_id = c.agent_id and p.is_agent and p.is_active
    where c.loft_id = ${loft_id} and c.withdrawn_at is null and c.day >= ${dayAt(now_ms, time_zone)}
    order by c.day, c.from_time, c.id`.execute(tx);
  return rows.map(({ collection }) => collection);
}

/** The active agents of a loft, or one of them, each with the collections offered from today on or still requested. */
export async function agentsOf(
  tx: Tx,
  { id: loft_id, time_zone }: { id: number; time_zone: string },
  now_ms: number,
  agent_id?: number,
): Promise<Offers[]> {
  const { rows } = await sql<Offers>`
    select a.id as agent_id, coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), '–') as name,
      coalesce(json_agg((${collectionView})::jsonb || jsonb_build_object('open', o.open) order by c.day, c.from_time)
        filter (where c.id is not null), '[]') as collections
    from loft_permissions p join users a on a.id = p.user_id
    left join lateral (
      select c.*, (select count(*) from transports t where t.loft_id = c.loft_id and t.collection_id = c.id
        and t.status in ('pending', 'confirmed')) as open
      from collections c where c.loft_id = p.loft_id and c.agent_id = p.user_id and c.withdrawn_at is null) o
      on o.day >= ${dayAt(now_ms, time_zone)} or o.open > 0
    left join collections c on c.loft_id = p.loft_id and c.id = o.id
    where p.loft_id = ${loft_id} and p.is_agent and p.is_active and p.user_id = coalesce(${agent_id ?? null}::bigint, p.user_id)
    group by a.id order by name, a.id`.execute(tx);
  return rows;
}

export interface CollectionKey {
  loft_id: number;
  id: number;
  agent_id: number;
}

/** The loft and agent of a collection; with `lock` its row is locked. @throws Refusal `not_found`. */
export async function findCollection(tx: Tx, collection_id: number, { lock = false } = {}): Promise<CollectionKey> {
  const found = await tx
    .selectFrom('collections')
    .select(['loft_id', 'id', 'agent_id'])
    .where('id', '=', collection_id)
    .where('withdrawn_at', 'is', null)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  return found;
}

/** The windows in which the seasons of a loft that are prepared or under way take birds, the earliest first. */
export async function shippingWindows(tx: Tx, loft_id: number): Promise<ShippingWindow[]> {
  return tx
    .selectFrom('due_dates as d')
    .innerJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'd.loft_id').onRef('s.id', '=', 'd.season_id'))
    .select(['d.starts_at', 'd.ends_at'])
    .where('d.loft_id', '=', loft_id)
    .where('d.due_date_category_id', '=', dueDateCategories.pigeon_shipping)
    .where('s.status', 'in', ['draft', 'in_progress'])
    .orderBy('d.starts_at')
    .execute();
}

/**
 * Offer a collection by an agent.
 * @param is_on_purpose also on a day on which no season of the loft takes birds
 * @param by who offers it: the agent, or a manager of the loft
 * @returns its id
 * @throws Refusal by {@link whyNotOffer}; `not_found` for a person who is no active agent of the loft
 */
export async function offerCollection(
  tx: Tx,
  { loft_id, agent_id }: { loft_id: number; agent_id: number },
  { is_on_purpose = false, ...fields }: CollectionFields & { is_on_purpose?: boolean },
  { by, now_ms }: Act,
): Promise<number> {
  const loft = await tx
    .selectFrom('loft_permissions as p')
    .innerJoin('lofts as l', 'l.id', 'p.loft_id')
    .select(['l.time_zone', 'l.currency'])
    .where('p.loft_id', '=', loft_id)
    .where('p.user_id', '=', agent_id)
    .where('p.is_agent', '=', true)
    .where('p.is_active', '=', true)
    .executeTakeFirst();
  if (!loft) throw new Refusal('not_found');
  const shipping = await shippingWindows(tx, loft_id);
  const no = whyNotOffer(fields, { today: dayAt(now_ms, loft.time_zone), shipping, is_on_purpose });
  if (no) throw no;
  const created_at = new Date(now_ms).toISOString();
  const { id } = await tx
    .insertInto('collections')
    .values({ loft_id, agent_id, ...fields, currency: loft.currency, created_at, withdrawn_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const after = { collection_id: id, ...fields };
  await writeAudit(tx, {
    loft_id,
    user_id: by,
    action: 'collection.offer',
    about_user_id: agent_id,
    before: null,
    after,
  });
  return id;
}

/**
 * Withdraw a locked collection.
 * @throws Refusal `collection_in_use` while it has open requests; the database checks it too
 */
export async function withdrawCollection(
  tx: Tx,
  { loft_id, id, agent_id }: CollectionKey,
  { by, now_ms }: Act,
): Promise<void> {
  await tx
    .updateTable('collections')
    .set({ withdrawn_at: new Date(now_ms).toISOString() })
    .where('loft_id', '=', loft_id)
    .where('id', '=', id)
    .execute();
  const before = { collection_id: id };
  await writeAudit(tx, {
    loft_id,
    user_id: by,
    action: 'collection.withdraw',
    about_user_id: agent_id,
    before,
    after: null,
  });
}
