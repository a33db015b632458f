/** The views of transport requests: for the agent, the loft, the customer, and the list that travels along. */

import { type RawBuilder, sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import { isPayable, orderNumber } from '#domain/orders/order.ts';
import { isGone, locationStatuses } from '#domain/pigeons/status.ts';
import { Refusal } from '#domain/refusal.ts';
import type { ListedTransport, Manifest, ReadTransport } from '#domain/transports/agent-contract.ts';
import type { Collection, Shipments, Traveller } from '#domain/transports/contract.ts';
import { cratesOf, isOpen, type TransportStatus, transportStatuses } from '#domain/transports/transport.ts';
import type { Tx } from '#server/db/database.ts';
import { findLoft, loftsById } from '#server/lofts/lofts.ts';
import { cashOf } from '#server/orders/cash.ts';
import { findRegistration, type Registration } from '#server/orders/registrations.ts';
import type { ListOf } from '#server/pagination.ts';
import { adminBirds } from '#server/pigeons/admin-birds.ts';
import { factColumns } from '#server/pigeons/bird-columns.ts';
import { isGoneBird } from '#server/pigeons/gone.ts';
import { labelOf } from '#server/seasons/order-label.ts';
import { findSeason } from '#server/seasons/seasons.ts';
import { collectionsAhead, collectionView } from './collections.ts';
import { closingOf, isAhead, phoneFor, type Transport, toGiveBack } from './transports.ts';

interface Row extends Omit<ListedTransport, 'order'> {
  loft_id: number;
  season: ListedTransport['order']['season'];
  order_id: number;
  number: number;
  order_status: ListedTransport['order']['status'];
}

/** How many of some birds `p` are at each place, and how many lost or dead. */
const placeCounts = sql`
  ${sql.join(
    locationStatuses.map(
      (location) => sql`(count(*) filter (
    where p.location = ${sql.lit(location)} and not ${isGoneBird}))::int as ${sql.ref(location)}`,
    ),
  )},
  (count(*) filter (where ${isGoneBird}))::int as gone`;

const nameOf = sql`coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), '–')`;

/** The requests that match `which`, over `transports t` and its collection `c`, by the hour of collection. */
export async function listed(tx: Tx, which: RawBuilder<unknown>): Promise<ListedTransport[]> {
  const { rows } = await sql<Row>`
    select t.id, t.loft_id, t.status, o.id as order_id, o.number, o.status as order_status,
      json_build_object('id', s.id, 'name', s.name, 'year', s.year, 'status', s.status) as season,
      ${cashOf('o')} is not null as has_cash, ${nameOf} as customer, r.pigeons_active + r.pigeons_reserve as places,
      birds.at_home, birds.in_transit, birds.at_loft, birds.gone,
      greatest(coalesce(t.handed_over, 0) - birds.entered, 0) as not_entered, ${toGiveBack} as to_give_back,
      ${collectionView} as collection
    from transports t
    join collections c on c.loft_id = t.loft_id and c.id = t.collection_id
    join users a on a.id = c.agent_id
    join orders o on o.loft_id = t.loft_id and o.id = t.order_id
    join registrations r on r.loft_id = o.loft_id and r.order_id = o.id
    join seasons s on s.loft_id = t.loft_id and s.id = t.season_id
    join users u on u.id = o.user_id
    left join lateral (
      select count(*)::int as entered, ${placeCounts}
      from entries e join pigeons p on p.loft_id = e.loft_id and p.id = e.pigeon_id
      where e.loft_id = t.loft_id and e.order_id = t.order_id) birds on true
    where ${which}
    order by c.day, c.from_time, c.id, o.number, t.id`.execute(tx);
  const lofts = await loftsById(
    tx,
    rows.map(({ loft_id }) => loft_id),
  );
  return rows.map(({ loft_id, season, order_id, number, order_status, ...one }) => ({
    ...one,
    order: {
      id: order_id,
      number: orderNumber({ year: season.year, number }),
      status: order_status,
      loft: lofts.get(loft_id)!,
      season,
    },
  }));
}

/** An agent's requests in these lofts: open, or with birds to give back; or ended, the latest first. */
export async function ofAgent(
  tx: Tx,
  { agent_id, loft_ids }: { agent_id: number; loft_ids: readonly number[] },
  show: 'open' | 'ended',
): Promise<ListedTransport[]> {
  const mine = sql`c.agent_id = ${agent_id} and t.loft_id = any(${loft_ids}::bigint[])`;
  if (show === 'open') return listed(tx, sql`${mine} and ${isAhead}`);
  return (await listed(tx, sql`${mine} and not ${isAhead}`)).reverse();
}

/** The numbers of an agent's open and ended requests in these lofts. */
export async function countsOfAgent(
  tx: Tx,
  { agent_id, loft_ids }: { agent_id: number; loft_ids: readonly number[] },
): Promise<{ open: number; ended: number }> {
  const { rows } = await sql<{ open: number; ended: number }>`
    select count(*) filter (where asked.is_ahead) as open, count(*) filter (where not asked.is_ahead) as ended
    from (select ${isAhead} as is_ahead
      from transports t join collections c on c.loft_id = t.loft_id and c.id = t.collection_id
      where c.agent_id = ${agent_id} and t.loft_id = any(${loft_ids}::bigint[])) asked`.execute(tx);
  return rows[0]!;
}

/**
 * The requests of a season as a list, the open ones first, or of one state; searched by order, customer, agent or
 * place.
 */
export function listOfTransports(
  { loft_id, season_id }: SeasonKey,
  { year, status }: { year: number; status?: TransportStatus | undefined },
): ListOf<'hour'> {
  return {
    from: sql`from transports t
      join collections c on c.loft_id = t.loft_id and c.id = t.collection_id
      join orders o on o.loft_id = t.loft_id and o.id = t.order_id
      left join users a on a.id = c.agent_id
      left join users u on u.id = o.user_id
      where t.loft_id = ${loft_id} and t.season_id = ${season_id} and ${status ? sql`t.status = ${status}` : sql`true`}`,
    id: sql`t.id`,
    columns: { hour: sql`t.status not in ('pending', 'confirmed')` },
    ties: [sql`c.day`, sql`c.from_time`, sql`c.id`, sql`o.number`],
    search: {
      texts: [labelOf(sql`${year}::int`, 'o'), sql`u.plain_name`, sql`a.plain_name`, sql`plain_text(c.place)`],
    },
  };
}

/** These requests of a season. */
export function listedTransports(tx: Tx, { loft_id, season_id }: SeasonKey, ids: readonly number[]) {
  return listed(tx, sql`t.loft_id = ${loft_id} and t.season_id = ${season_id} and t.id = any(${ids}::bigint[])`);
}

/** The number of a season's requests in each state, and the locations of the birds of the open ones. */
export async function countTransports(tx: Tx, { loft_id, season_id }: SeasonKey) {
  const { rows } = await sql<{ status: TransportStatus; count: number }>`
    select status, count(*)::int as count from transports
    where loft_id = ${loft_id} and season_id = ${season_id} group by status`.execute(tx);
  const birds = await sql<Record<'at_home' | 'in_transit' | 'at_loft' | 'gone', number>>`
    select ${placeCounts}
    from transports t
    join entries e on e.loft_id = t.loft_id and e.order_id = t.order_id
    join pigeons p on p.loft_id = e.loft_id and p.id = e.pigeon_id
    where t.loft_id = ${loft_id} and t.season_id = ${season_id} and t.status in ('pending', 'confirmed')`.execute(tx);
  const counted = new Map(rows.map(({ status, count }) => [status, count]));
  return {
    counts: Object.fromEntries(transportStatuses.map((status) => [status, counted.get(status) ?? 0])) as Record<
      TransportStatus,
      number
    >,
    pigeons: birds.rows[0]!,
  };
}

/**
 * A request with all details.
 * @param asker who reads it: its agent sees the postal address while the request is open, and until its birds are given
 * back; a manager of the loft does
 * not (decision 20)
 */
export async function transportView(
  tx: Tx,
  request: Transport,
  { asker, now_ms }: { asker: number | null; now_ms: number },
): Promise<ReadTransport> {
  const { loft_id, season_id, id, order_id, agent_id, status } = request;
  const [transport] = await listed(tx, sql`t.loft_id = ${loft_id} and t.id = ${id}`);
  const { status: order_status, amount_cents, currency } = await findRegistration(tx, order_id);
  const { cash, ...reached } = await tx
    .selectFrom('transports as t')
    .innerJoin('orders as o', (join) => join.onRef('o.loft_id', '=', 't.loft_id').onRef('o.id', '=', 't.order_id'))
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(({ fn }) => fn.coalesce('t.phone', 'u.phone').as('phone'))
    .select(['u.street', 'u.zipcode', 'u.city', 'u.country'])
    .select(cashOf('o').as('cash'))
    .where('t.loft_id', '=', loft_id)
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow();
  const entered = await enteredOf(tx, { loft_id, id: order_id });
  const birds = entered.length ? await adminBirds(tx, { loft_id, season_id }, entered) : [];
  return {
    transport: transport!,
    ...(await closingOf(tx, request, now_ms)),
    reached: asker === agent_id && (isOpen(status) || transport!.to_give_back > 0) ? reached : null,
    currency,
    to_pay: isPayable(order_status) && !cash ? { amount_cents, currency } : null,
    cash,
    pigeons: birds,
    history: await historyOf(tx, { loft_id, id }),
  };
}

/** The transport options of an order: its request, and the collections on offer. */
export async function shipmentsOf(
  tx: Tx,
  order: Registration,
  { asker, now_ms }: { asker: number | null; now_ms: number },
): Promise<Shipments> {
  const { loft_id, season_id, id, status } = order;
  const loft = (await findLoft(tx, loft_id))!;
  const season = (await findSeason(tx, loft_id, season_id))!;
  const is_mine = asker === order.user_id;
  const { rows } = await sql<{
    id: number;
    status: TransportStatus;
    phone: string | null;
    not_entered: number;
    collection: Collection;
  }>`
    select t.id, t.status, a.phone, greatest(coalesce(t.handed_over, 0) - (select count(*) from entries e
      where e.loft_id = t.loft_id and e.order_id = t.order_id), 0)::int as not_entered, ${collectionView} as collection
    from transports t join collections c on c.loft_id = t.loft_id and c.id = t.collection_id
    join users a on a.id = c.agent_id
    where t.loft_id = ${loft_id} and t.order_id = ${id} order by t.id desc`.execute(tx);
  const requests: Shipments['requests'] = [];
  for (const { phone, ...request } of rows)
    requests.push({
      ...request,
      phone: is_mine && isOpen(request.status) ? phone : null,
      history: await historyOf(tx, { loft_id, id: request.id }),
    });
  return {
    order: {
      id,
      number: orderNumber({ year: season.year, number: order.number }),
      status,
      loft,
      season: { id: season.id, name: season.name, year: season.year, status: season.status },
      places: order.pigeons_active + order.pigeons_reserve,
    },
    is_mine,
    requests,
    phone: is_mine ? await phoneFor(tx, order) : null,
    collections: await collectionsAhead(tx, loft, now_ms),
    pigeons: await travellersOf(tx, order),
  };
}

/**
 * The transport list of a collection, with the crates of each order one after the other, and what is missing of it.
 * @throws Refusal `not_found`.
 */
export async function manifestOf(tx: Tx, { loft_id, id }: { loft_id: number; id: number }): Promise<Manifest> {
  const { rows } = await sql<{ collection: Collection }>`
    select ${collectionView} as collection from collections c join users a on a.id = c.agent_id
    where c.loft_id = ${loft_id} and c.id = ${id}`.execute(tx);
  const [found] = rows;
  if (!found) throw new Refusal('not_found');
  const transports = await listed(
    tx,
    sql`t.loft_id = ${loft_id} and c.id = ${id} and t.status = any(${transportStatuses.filter(isOpen)}::text[])`,
  );
  const crates: Manifest['crates'] = [];
  const missing: Manifest['missing'] = [];
  for (const { id: transport_id, status, order, customer, places, ...at } of transports) {
    const known = at.at_home + at.in_transit + at.at_loft + at.gone;
    if (status === 'pending' || known < places)
      missing.push({ transport_id, status, number: order.number, customer, places, entered: known });
    if (status === 'pending') continue;
    const entered = await enteredOf(tx, { loft_id, id: order.id });
    const birds = entered.length ? await adminBirds(tx, { loft_id, season_id: order.season.id }, entered) : [];
    const filled = cratesOf(birds.filter(({ health, location }) => location !== 'at_loft' && !isGone(health)));
    crates.push(
      ...filled.map((pigeons, i) => ({
        transport_id,
        n: i + 1,
        of: filled.length,
        number: order.number,
        customer,
        pigeons,
      })),
    );
  }
  return { loft: (await findLoft(tx, loft_id))!, collection: found.collection, crates, missing };
}

async function enteredOf(tx: Tx, { loft_id, id }: { loft_id: number; id: number }): Promise<number[]> {
  const rows = await tx
    .selectFrom('entries')
    .select('pigeon_id')
    .where('loft_id', '=', loft_id)
    .where('order_id', '=', id)
    .execute();
  return rows.map(({ pigeon_id }) => pigeon_id);
}

async function historyOf(tx: Tx, { loft_id, id }: { loft_id: number; id: number }) {
  const rows = await tx
    .selectFrom('transport_history as h')
    .leftJoin('users as u', 'u.id', 'h.user_id')
    .select(['h.to_status', 'h.at', 'h.reason', 'u.first_name', 'u.last_name'])
    .where('h.loft_id', '=', loft_id)
    .where('h.transport_id', '=', id)
    .orderBy('h.n')
    .execute();
  return rows.map(({ to_status, at, reason, first_name, last_name }) => ({
    status: to_status as TransportStatus,
    at,
    reason,
    by: [first_name, last_name].filter(Boolean).join(' ') || null,
  }));
}

/** The birds of an order by place, each with its history. */
async function travellersOf(tx: Tx, { loft_id, id }: Registration): Promise<Traveller[]> {
  const { rows } = await sql<Traveller>`
    select ${factColumns}, p.health, p.location,
      coalesce((select json_agg(json_build_object('to', h.to_status, 'reason', h.reason,
        'at', to_char(h.at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'by', nullif(concat_ws(' ', u.first_name, u.last_name), '')) order by h.n desc)
        from pigeon_history h left join users u on u.id = h.user_id
        where h.loft_id = p.loft_id and h.pigeon_id = p.id and h.machine = 'pigeon_location'), '[]') as log
    from entries e join pigeons p on p.loft_id = e.loft_id and p.id = e.pigeon_id
    where e.loft_id = ${loft_id} and e.order_id = ${id} order by e.place`.execute(tx);
  return rows;
}
