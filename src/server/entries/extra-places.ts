/**
 * The right to race: a bird has a place of an order, or an extra place given by the loft with a reason (decision 34).
 * Changes lock the season, where places are counted.
 */

import { sql } from 'kysely';
import { extraPlaceFor, type PlaceHeld } from '#domain/entries/extra-place.ts';
import type { SeasonKey, SeasonPigeonKey } from '#domain/keys.ts';
import { placesLeft, whyNotPlaces } from '#domain/orders/cart.ts';
import { holdsPlaces, orderStatuses } from '#domain/orders/order.ts';
import type { ExtraPlaceKind } from '#domain/pigeons/admin-bird.ts';
import { type Health, healthStatuses, isOut, type PigeonStatus, races } from '#domain/pigeons/status.ts';
import { Refusal } from '#domain/refusal.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { lockPlaces } from '#server/orders/orders.ts';
import { changeStatuses } from '#server/pigeons/statuses.ts';
import { type Beside, countBeside } from '#server/seasons/place-counts.ts';

/** The place or extra place that entitles each of these birds to race, with the order of its place. */
export async function placesHeld(
  tx: Tx,
  { loft_id }: Pick<SeasonKey, 'loft_id'>,
  pigeon_ids: readonly number[],
): Promise<(PlaceHeld & { pigeon_id: number; order_id: number | null })[]> {
  const holding = orderStatuses.filter(holdsPlaces);
  const racing = healthStatuses.filter(races);
  const { rows } = await sql<PlaceHeld & { pigeon_id: number; order_id: number | null }>`
    select p.id as pigeon_id, o.id as order_id, case when o.id is not null then e.place end as place,
      coalesce(r.pigeons_active, 0) as pigeons_active, x.kind as extra,
      (select count(*)::int from entries oe
        join pigeons other on other.loft_id = oe.loft_id and other.id = oe.pigeon_id
        where oe.loft_id = o.loft_id and oe.order_id = o.id and other.id <> p.id and case
          when oe.place <= r.pigeons_active then other.health <> all(${healthStatuses.filter(isOut)}::text[])
          else other.health in ('active', 'activated_reserve')
            and not exists (select from extra_places ox where ox.loft_id = oe.loft_id and ox.pigeon_id = other.id)
            and not exists (select from activations a where a.loft_id = oe.loft_id and a.pigeon_id = other.id
              and a.kind = 'reserve' and a.ended_at is null and a.replaces_pigeon_id is null)
          end) as active_taken,
      exists (select from activations a join orders paid on paid.loft_id = a.loft_id and paid.id = a.order_id
        where a.loft_id = p.loft_id and a.pigeon_id = p.id and a.kind = 'reserve' and a.ended_at is null
          and paid.status = 'paid') as is_activated,
      exists (select from pigeon_history h where h.loft_id = p.loft_id and h.pigeon_id = p.id
        and h.machine = 'pigeon_health' and h.to_status = any(${racing}::text[])) as has_raced
    from pigeons p
    left join entries e on e.loft_id = p.loft_id and e.pigeon_id = p.id
    left join orders o on o.loft_id = e.loft_id and o.id = e.order_id and o.status = any(${holding}::text[])
    left join registrations r on r.loft_id = o.loft_id and r.order_id = o.id
    left join extra_places x on x.loft_id = p.loft_id and x.pigeon_id = p.id
    where p.loft_id = ${loft_id} and p.id = any(${pigeon_ids}::bigint[])
    order by p.id`.execute(tx);
  return rows;
}

export interface ByHand {
  pigeon_ids: readonly number[];
  status: PigeonStatus;
  /** Whether a reserve without a free active place in its order races without a fee. */
  without_fee: boolean;
}

/**
 * Take birds of a season to a state by hand, all or none. A bird that races in addition to the places of its order gets
 * an extra place with its reason, and gives it back when it is a reserve again.
 * @throws Refusal as {@link changeStatuses} and {@link extraPlaceFor}; `most_active_pigeons` (8.15) where the season
 * has no place for them.
 * @returns the number of changed birds
 */
export async function setByHand(
  tx: Tx,
  season: SeasonKey,
  { pigeon_ids, status, without_fee }: ByHand,
  act: Act,
): Promise<number> {
  const isPart = (healthStatuses as readonly PigeonStatus[]).includes(status) && races(status as Health);
  if (!isPart) return changeStatuses(tx, season, { pigeon_ids, status }, act);
  const capacity = await lockPlaces(tx, season);
  const held = await placesHeld(tx, season, pigeon_ids);
  const changed = await changeStatuses(tx, season, { pigeon_ids, status }, act);
  const { reason = null } = act;
  const taken = new Map<number, number>();
  const extra = held.filter(({ order_id, ...one }) => {
    const also = taken.get(order_id ?? 0) ?? 0;
    const now: PlaceHeld = { ...one, active_taken: one.active_taken + also };
    const kind = extraPlaceFor(status as Health, now, { reason, without_fee });
    if (kind === null && order_id !== null && one.place! > one.pigeons_active) taken.set(order_id, also + 1);
    return kind !== null;
  });
  const left = placesLeft(capacity).active;
  if (left !== null && extra.length > left) throw new Refusal('most_active_pigeons');
  await giveExtraPlaces(
    tx,
    season,
    extra.map(({ pigeon_id }) => ({ pigeon_id, kind: 'without_fee', reason: reason! })),
    act,
  );
  // A bird that is a reserve again loses its place without a fee.
  if (status === 'reserve') await takeBack(tx, season, { pigeon_ids, kinds: ['without_fee'] });
  return changed;
}

/**
 * Let a bird without an order race, with a reason: it takes an active place of the season.
 * @throws Refusal `not_found`; `pigeon_has_place` where an order has a place for it or it has one already; by {@link
 * whyNotPlaces}.
 */
export async function raceOutsideOrder(
  tx: Tx,
  season: SeasonKey,
  { pigeon_id, reason }: { pigeon_id: number; reason: string },
  act: Act,
): Promise<void> {
  const capacity = await lockPlaces(tx, season);
  const known = await tx
    .selectFrom('pigeons')
    .select('id')
    .where('loft_id', '=', season.loft_id)
    .where('season_id', '=', season.season_id)
    .where('id', '=', pigeon_id)
    .forUpdate()
    .executeTakeFirst();
  if (!known) throw new Refusal('not_found');
  const [held] = await placesHeld(tx, season, [pigeon_id]);
  if (held!.place !== null || held!.extra !== null) throw new Refusal('pigeon_has_place');
  const no = whyNotPlaces({ active: 1, reserve: 0 }, capacity);
  if (no) throw no;
  await giveExtraPlaces(tx, season, [{ pigeon_id, kind: 'outside_order', reason }], act);
}

/** Gives birds extra places; actor and reason are in the audit log too. */
export async function giveExtraPlaces(
  tx: Tx,
  season: SeasonKey,
  places: readonly { pigeon_id: number; kind: ExtraPlaceKind; reason: string }[],
  { by, now_ms }: Act,
): Promise<void> {
  if (!places.length) return;
  const { loft_id, season_id } = season;
  const at = new Date(now_ms).toISOString();
  await tx
    .insertInto('extra_places')
    .values(places.map((one) => ({ loft_id, season_id, ...one, user_id: by, at })))
    .execute();
  await countBeside(tx, season, besideOf(places, 1));
  const after = { season_id, places };
  await writeAudit(tx, { loft_id, user_id: by, action: 'pigeon.extra_place', before: null, after });
}

/** Remove the extra place of a removed bird. */
export async function removeExtraPlace(tx: Tx, { pigeon_id, ...season }: SeasonPigeonKey): Promise<void> {
  await takeBack(tx, season, { pigeon_ids: [pigeon_id], kinds: ['without_fee', 'outside_order'] });
}

async function takeBack(
  tx: Tx,
  season: SeasonKey,
  { pigeon_ids, kinds }: { pigeon_ids: readonly number[]; kinds: readonly ExtraPlaceKind[] },
): Promise<void> {
  const places = await tx
    .deleteFrom('extra_places')
    .where('loft_id', '=', season.loft_id)
    .where('pigeon_id', 'in', pigeon_ids)
    .where('kind', 'in', kinds)
    .returning('kind')
    .execute();
  await countBeside(tx, season, besideOf(places, -1));
}

function besideOf(places: readonly { kind: ExtraPlaceKind }[], sign: 1 | -1): Beside {
  const outside = places.filter(({ kind }) => kind === 'outside_order').length;
  return { outside_order: sign * outside, activated_reserve: sign * (places.length - outside) };
}
