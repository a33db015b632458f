/** The birds of a season as a basketing desk judges them: order, payment, activation, chips and presence. */
import { sql } from 'kysely';
import type { BirdElsewhere } from '#domain/basketing/desk-bird.ts';
import type { ShownBird } from '#domain/basketing/desk-contract.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { photoAddress } from '#domain/pigeons/photo.ts';
import { healthStatuses, races } from '#domain/pigeons/status.ts';
import { dueDateCategories } from '#domain/seasons/due-date.ts';
import { productCategories } from '#domain/seasons/product.ts';
import type { Tx } from '#server/db/database.ts';
import { isNotHome, lastFlown } from '#server/entries/not-home.ts';
import { placeJoins, placeState } from '#server/entries/place-state.ts';
import { isGoneBird } from '#server/pigeons/gone.ts';
import type { DeskFlight } from './desk-flight.ts';

interface Row extends Omit<ShownBird, 'order' | 'photo' | 'away'> {
  number: number | null;
  year: number;
  /** Of its photo. */
  hash: string | null;
  listed: string | null;
  out: string | null;
}

/**
 * The facts of the birds of a season at a flight, all or some.
 * @param since a reading at the loft from here on says that a bird is present; null: none does
 * @param until none after this does; null: they all do
 */
export async function deskBirds(
  tx: Tx,
  { loft_id, season_id, flight_id }: DeskFlight,
  {
    since,
    until = null,
    pigeon_ids = null,
    now_ms,
  }: { since: string | null; until?: string | null; pigeon_ids?: readonly number[] | null; now_ms: number },
): Promise<ShownBird[]> {
  const racing = healthStatuses.filter(races);
  const { rows } = await sql<Row>`
    select p.id as pigeon_id, p.ring, p.health, p.progress,
      case when not p.health = any(${racing}::text[]) then (select max(h.at) from pigeon_history h where h.loft_id = p.loft_id
        and h.pigeon_id = p.id and h.machine = 'pigeon_health') end as health_since, p.location, p.name, p.color, p.sex, t.name as team, h.hash,
      now.chip, coalesce(former.chips, '{}') as former_chips,
      ${placeState({ loft_id, season_id })} as place,
      case when o.status <> 'paid' and x.kind is distinct from 'outside_order' then o.number end as number,
      case when o.status <> 'paid' and x.kind is distinct from 'outside_order' then o.amount_cents end as due_cents,
      s.year, (select f.name from baskets b join flights f on f.loft_id = b.loft_id and f.id = b.flight_id
        where b.loft_id = p.loft_id and b.pigeon_id = p.id and f.id <> ${flight_id} and f.replay_of is null
          and f.status in ('basketing', 'sealed') order by f.id limit 1) as listed,
      flown.name as out,
      ${since}::timestamptz is not null and now.chip is not null and exists (select from readings r
        where r.loft_id = p.loft_id and upper(r.chip) = now.chip and r.device_time >= ${since}::timestamptz
        and (${until}::timestamptz is null or r.device_time <= ${until}::timestamptz)) as was_read
    from pigeons p
    join seasons s on s.loft_id = p.loft_id and s.id = p.season_id
    left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    left join bird_photos h on h.loft_id = p.loft_id and h.pigeon_id = p.id and h.ended_at is null
    left join pigeon_chips now on now.loft_id = p.loft_id and now.pigeon_id = p.id and upper_inf(now.during)
    left join lateral (select array_agg(distinct c.chip) as chips from pigeon_chips c
      where c.loft_id = p.loft_id and c.pigeon_id = p.id and not upper_inf(c.during)) former on true
    ${placeJoins}
    left join lateral ${lastFlown(flight_id)} flown on ${isNotHome(now_ms)}
    where p.loft_id = ${loft_id} and p.season_id = ${season_id}
      and (${pigeon_ids}::bigint[] is null or p.id = any(${pigeon_ids}::bigint[]))
    order by p.id`.execute(tx);
  return rows.map(({ number, year, hash, listed, out, ...bird }) => ({
    ...bird,
    away: listed !== null ? { is: 'listed', flight: listed } : out !== null ? { is: 'out', flight: out } : null,
    photo: hash === null ? null : photoAddress({ loft_id, pigeon_id: bird.pigeon_id }, hash, 'low'),
    order: number === null ? null : orderNumber({ year, number }),
  }));
}

/** Birds of a loft's other seasons that are not in this one: known when they are scanned, and not taken. */
export async function birdsElsewhere(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<BirdElsewhere[]> {
  const { rows } = await sql<BirdElsewhere>`
    select distinct on (p.ring_key) p.ring, c.chip, s.name as season
    from pigeons p
    join seasons s on s.loft_id = p.loft_id and s.id = p.season_id
    left join pigeon_chips c on c.loft_id = p.loft_id and c.pigeon_id = p.id and upper_inf(c.during)
    where p.loft_id = ${loft_id} and p.season_id <> ${season_id}
      and not ${isGoneBird}
      and not exists (select from pigeons own
        where own.loft_id = p.loft_id and own.season_id = ${season_id} and own.ring_key = p.ring_key)
    order by p.ring_key, s.year desc, p.id desc
    limit 10000`.execute(tx);
  return rows;
}

/** When the activation for the final of a season ends, and what it costs; null: the season has none. */
export async function finalActivation(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
): Promise<{ ends_on: string | null; fee_cents: number | null } | null> {
  const { rows } = await sql<{ ends_on: string | null; fee_cents: number | null }>`
    select (select max(ends_at)::text from due_dates where loft_id = ${loft_id} and season_id = ${season_id}
        and due_date_category_id = ${dueDateCategories.final_flight_activation}) as ends_on,
      (select min(amount_cents)::int from products where loft_id = ${loft_id} and season_id = ${season_id}
        and product_category_id = ${productCategories.final_flight_activation}) as fee_cents`.execute(tx);
  const { ends_on, fee_cents } = rows[0]!;
  return ends_on === null && fee_cents === null ? null : { ends_on, fee_cents };
}
