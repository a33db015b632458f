/** The birds for sale of a season: as the loft manages them, and as the public sees them. */

import { type RawBuilder, sql } from 'kysely';
import type { Name } from '#domain/accounts/contract.ts';
import type { BirdResult } from '#domain/arrivals/records.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { orderNumber } from '#domain/orders/order.ts';
import type { RawBird } from '#domain/pigeons/contract.ts';
import type { Listing, OfferedBird } from '#domain/sales/contract.ts';
import { bestOffer, type ListingStatus, listingStatuses } from '#domain/sales/listing.ts';
import { inOrder } from '#domain/sorted.ts';
import type { Record as Flown } from '#server/arrivals/records.ts';
import type { Tx } from '#server/db/database.ts';
import { alphabetically, type ListOf } from '#server/pagination.ts';
import { pigeonsOf } from '#server/pigeons/pigeons.ts';
import { shownBird } from '#server/pigeons/visible-birds.ts';
import type { View } from '#server/seasons/visibility.ts';
import { offersOf } from './buying.ts';

interface Row {
  listing_id: number;
  pigeon_id: number;
  status: ListingStatus;
  price_cents: number | null;
  listed_at: string;
  order_id: number | null;
  number: number | null;
  amount_cents: number | null;
  buyer_id: number | null;
}

/** The order by which a listing `l` is reserved or sold. */
const orderOfListing = sql`lateral (
  select o.id, o.number, o.amount_cents, o.user_id from sale_orders s
  join orders o on o.loft_id = s.loft_id and o.id = s.order_id
  where s.loft_id = l.loft_id and s.listing_id = l.id and l.status in ('reserved', 'sold')
  order by o.id desc limit 1)`;

/**
 * The listings of a season that match `which`, the latest first, each with the order by which it is reserved or sold.
 */
async function rowsOf(tx: Tx, { loft_id, season_id }: SeasonKey, which: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select l.id as listing_id, l.pigeon_id, l.status, l.price_cents, l.created_at as listed_at,
      o.id as order_id, o.number, o.amount_cents, o.user_id as buyer_id
    from listings l left join ${orderOfListing} o on true
    where l.loft_id = ${loft_id} and l.season_id = ${season_id} and ${which}
    order by l.id desc`.execute(tx);
  return rows;
}

/** The listings of a season as a list, optionally of one state; searched by their birds. */
export function listOfListings(
  { loft_id, season_id }: SeasonKey,
  status: ListingStatus | undefined,
): ListOf<'listed' | 'ring' | 'team' | 'state' | 'price'> {
  return {
    from: sql`from listings l
      join pigeons p on p.loft_id = l.loft_id and p.id = l.pigeon_id
      left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
      where l.loft_id = ${loft_id} and l.season_id = ${season_id} and ${status ? sql`l.status = ${status}` : sql`true`}`,
    id: sql`l.id`,
    columns: {
      // The latest first.
      listed: sql`-l.id`,
      ring: alphabetically(sql`p.ring`),
      team: alphabetically(sql`t.name`),
      state: sql`array_position(${listingStatuses}::text[], l.status)`,
      price: sql`coalesce((select o.amount_cents from ${orderOfListing} o), l.price_cents,
        (select max(f.amount_cents) from sale_offers f where f.loft_id = l.loft_id and f.listing_id = l.id
          and not exists (select from sale_orders s where s.loft_id = f.loft_id and s.listing_id = f.listing_id and s.offer_n = f.n)))`,
    },
    ties: [sql`l.id desc`],
    search: {
      texts: [sql`p.plain_name`, sql`t.plain_name`, sql`t.plain_fancier`],
      country: (codes) => sql`t.country = any(${codes})`,
      ring: (pattern) => sql`p.ring_key like ${pattern}`,
    },
  };
}

/** The number of a season's listings in each state. */
export async function countListings(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<Record<ListingStatus, number>> {
  const { rows } = await sql<{ status: ListingStatus; count: number }>`
    select status, count(*)::int as count from listings
    where loft_id = ${loft_id} and season_id = ${season_id} group by status`.execute(tx);
  const counted = new Map(rows.map(({ status, count }) => [status, count]));
  return Object.fromEntries(listingStatuses.map((status) => [status, counted.get(status) ?? 0])) as Record<
    ListingStatus,
    number
  >;
}

/** These listings of a season as the loft manages them. @param year of the season, for the numbers of orders */
export async function listingsOf(
  tx: Tx,
  season: SeasonKey,
  listing_ids: readonly number[],
  year: number,
): Promise<Listing[]> {
  const rows = await rowsOf(tx, season, sql`l.id = any(${listing_ids}::bigint[])`);
  const birds = await birdsOf(tx, season, rows);
  const offers = await offersOf(
    tx,
    season,
    rows.map(({ listing_id }) => listing_id),
  );
  const best = new Map([...offers].map(([listing_id, some]) => [listing_id, bestOffer(some)]));
  const people = await namesOf(tx, [
    ...rows.flatMap(({ buyer_id }) => buyer_id ?? []),
    ...[...best.values()].flatMap((one) => one?.user_id ?? []),
  ]);
  return rows.map(({ pigeon_id, order_id, number, amount_cents, buyer_id, ...one }) => {
    const standing = best.get(one.listing_id);
    return {
      ...one,
      bird: birds.get(pigeon_id)!,
      offers: offers.get(one.listing_id)?.length ?? 0,
      best: standing ? { n: standing.n, amount_cents: standing.amount_cents, by: people.get(standing.user_id)! } : null,
      order:
        order_id === null
          ? null
          : {
              order_id,
              number: orderNumber({ year, number: number! }),
              amount_cents: amount_cents!,
              by: people.get(buyer_id!)!,
            },
    };
  });
}

/** The reader of a season's sale page. */
export interface Shown {
  view: View;
  user_id: number | null;
  /** The flight records of these birds as this reader may see them. */
  recordOf: (pigeon_ids: readonly number[]) => Promise<Flown>;
}

/** A season's birds that are for sale, reserved or sold, as a reader sees them: those for sale first. */
export async function offeredBirds(
  tx: Tx,
  season: SeasonKey,
  { view, user_id, recordOf }: Shown,
): Promise<OfferedBird[]> {
  const rows = await rowsOf(tx, season, sql`l.status <> 'withdrawn'`);
  const birds = await birdsOf(tx, season, rows);
  const offers = await offersOf(
    tx,
    season,
    rows.map(({ listing_id }) => listing_id),
  );
  const { flights, results } = await recordOf(rows.map(({ pigeon_id }) => pigeon_id));
  const counted = new Set(flights.filter(({ status }) => isFlown.has(status)).map(({ id }) => id));
  const flown = Map.groupBy(
    results.filter(({ flight_id }) => counted.has(flight_id)),
    ({ pigeon_id }) => pigeon_id,
  );
  const offered = rows.map(({ listing_id, pigeon_id, status, price_cents, order_id, buyer_id }) => {
    const made = offers.get(listing_id) ?? [];
    const own = made.filter((one) => one.user_id === user_id && !one.is_spent);
    return {
      listing_id,
      status,
      bird: shownBird(view, 'fanciers', birds.get(pigeon_id)!),
      price_cents,
      best_cents: bestOffer(made)?.amount_cents ?? null,
      own_cents: bestOffer(own)?.amount_cents ?? null,
      own_order_id: user_id !== null && buyer_id === user_id ? order_id : null,
      ...recordIn(flown.get(pigeon_id) ?? []),
    };
  });
  return inOrder(offered, 'state', { state: ({ status }) => listingStatuses.indexOf(status) });
}

const isFlown: ReadonlySet<string> = new Set(['released', 'closed', 'provisional', 'official']);

function recordIn(results: readonly BirdResult[]): Pick<OfferedBird, 'flown' | 'home' | 'best_rank'> {
  const ranks = results.flatMap(({ line }) => line?.rank ?? []);
  return {
    flown: results.length,
    home: results.filter(({ line }) => line !== null).length,
    best_rank: ranks.length ? Math.min(...ranks) : null,
  };
}

async function birdsOf(tx: Tx, season: SeasonKey, rows: readonly Row[]): Promise<Map<number, RawBird>> {
  const birds = await pigeonsOf(tx, season, { pigeon_ids: rows.map(({ pigeon_id }) => pigeon_id) });
  return new Map(birds.map((bird) => [bird.pigeon_id, bird]));
}

async function namesOf(tx: Tx, user_ids: readonly number[]): Promise<Map<number, Name>> {
  if (!user_ids.length) return new Map();
  const people = await tx
    .selectFrom('users')
    .select(['id as user_id', 'email', 'first_name', 'last_name'])
    .where('id', 'in', user_ids)
    .execute();
  return new Map(people.map((one) => [one.user_id, one]));
}
