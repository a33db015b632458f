/** Basketing: which birds take part in a flight. */

import { sql } from 'kysely';
import { whyNotBasket } from '#domain/basketing/basketing.ts';
import { takesArrivals } from '#domain/flights/flight.ts';
import type { FlightKey } from '#domain/keys.ts';
import type { RawBird } from '#domain/pigeons/contract.ts';
import type { Health } from '#domain/pigeons/status.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';
import { countBasketed } from '#server/flights/lifecycle.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';
import { rematch } from '#server/ledger/matching.ts';
import { selectBirds } from '#server/pigeons/bird-columns.ts';
import { isGoneBird } from '#server/pigeons/gone.ts';

/**
 * Put pigeons on the basketing list of a locked flight, in the order given; a bird already on it keeps its place. After
 * the release this corrects a wrong list, in whatever state the bird is now: its readings become arrivals of this
 * flight.
 * @throws Refusal `basketing_not_open`; `pigeon_does_not_race` for the first bird that does not race; a foreign key
 * violation for a bird of another season.
 */
export async function basketPigeons(tx: Tx, flight: LockedFlight, pigeon_ids: readonly number[]): Promise<void> {
  if (flight.status !== 'basketing' && !takesArrivals(flight.status)) {
    throw new Refusal('basketing_not_open', { status: flight.status });
  }
  const birds = await holdBirds(tx, flight, pigeon_ids);
  if (flight.status === 'basketing' && flight.replay_factor === null) refuseIdle(birds, pigeon_ids);
  await tx
    .deleteFrom('basketing_birds')
    .where('loft_id', '=', flight.loft_id)
    .where('flight_id', '=', flight.id)
    .where('pigeon_id', '=', sql<number>`any(${pigeon_ids}::bigint[])`)
    .execute();
  const { numAffectedRows = 0n } = await sql`
    insert into baskets (loft_id, season_id, flight_id, pigeon_id, position)
    select ${flight.loft_id}, ${flight.season_id}, ${flight.id}, pigeon_id,
      place + coalesce((select max(position) from baskets where loft_id = ${flight.loft_id} and flight_id = ${flight.id}), 0)
    from unnest(${pigeon_ids}::bigint[]) with ordinality as wanted (pigeon_id, place)
    on conflict (loft_id, flight_id, pigeon_id) do nothing`.execute(tx);
  if (numAffectedRows > 0n) await countBasketed(tx, flight, Number(numAffectedRows));
  if (takesArrivals(flight.status)) {
    await rematch(tx, flight.loft_id, { pigeon_ids, from: flight.release_time! });
  }
}

type HeldBird = { id: number; ring: string; health: Health };

/**
 * Locks the birds in the order of their ids, as every transaction does, to avoid deadlocks; the list has its own order.
 */
async function holdBirds(
  tx: Tx,
  { loft_id }: LockedFlight,
  pigeon_ids: readonly number[],
): Promise<Map<number, HeldBird>> {
  const { rows } = await sql<HeldBird>`
    select id, ring, health from pigeons where loft_id = ${loft_id} and id = any(${pigeon_ids}::bigint[])
    order by id for share`.execute(tx);
  return new Map(rows.map((bird) => [bird.id, bird]));
}

function refuseIdle(birds: ReadonlyMap<number, HeldBird>, pigeon_ids: readonly number[]): void {
  for (const pigeon_id of pigeon_ids) {
    const bird = birds.get(pigeon_id);
    const no = bird && whyNotBasket(bird);
    if (no) throw no;
  }
}

/**
 * A version of the basketing list that changes with any row it shows: the number of birds, and the sum of the ids of
 * the transactions that last wrote them. These ids only grow, so with an equal count the sum is equal only for the same
 * rows.
 * Here and below, each bird and each team is looked up by its key (`offset 0` makes PostgreSQL plan the subquery
 * apart). A join would be planned by the statistics of the loft's birds, which are stale for a list just written: for
 * 3,000 birds it took a second each time, until PostgreSQL had analyzed the table.
 */
export async function basketingVersion(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select count(*) || '-' || coalesce(sum(b.xmin::text::bigint + bird.written + coalesce(team.written, 0)), 0) as version
    from baskets b
    cross join lateral (
      select p.loft_id, p.team_id, p.xmin::text::bigint as written from pigeons p
      where p.loft_id = b.loft_id and p.id = b.pigeon_id offset 0) bird
    left join lateral (
      select t.xmin::text::bigint as written from teams t
      where t.loft_id = bird.loft_id and t.id = bird.team_id offset 0) team on true
    where b.loft_id = ${loft_id} and b.flight_id = ${flight_id}`.execute(tx);
  return rows[0]!.version;
}

/** The birds of a basketing list, in the order of basketing. */
export async function basketedPigeons(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<RawBird[]> {
  const query = tx
    .selectFrom('baskets as b')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('pigeons')
          .selectAll()
          .whereRef('loft_id', '=', 'b.loft_id')
          .whereRef('id', '=', 'b.pigeon_id')
          .offset(0)
          .as('p'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('teams')
          .selectAll()
          .whereRef('loft_id', '=', 'p.loft_id')
          .whereRef('id', '=', 'p.team_id')
          .offset(0)
          .as('t'),
      (join) => join.onTrue(),
    )
    .where('b.loft_id', '=', loft_id)
    .where('b.flight_id', '=', flight_id)
    .orderBy('b.position');
  return selectBirds(query).execute();
}

/** Of a whole team only so many are named that are not basketed. */
const mostOthers = 100;

/** Some birds of a basketing list, or those of some teams, each with its crate and when a desk put it in. */
export async function basketedBirds(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
  { pigeons, teams }: { pigeons: readonly number[]; teams: readonly number[] },
) {
  const query = tx
    .selectFrom('baskets as b')
    .innerJoin('pigeons as p', (join) => join.onRef('p.loft_id', '=', 'b.loft_id').onRef('p.id', '=', 'b.pigeon_id'))
    .leftJoin('teams as t', (join) => join.onRef('t.loft_id', '=', 'p.loft_id').onRef('t.id', '=', 'p.team_id'))
    .select(['b.crate', 'b.crate_number'])
    .select(
      sql<string | null>`(select max(e.at) from basketing_events e where e.loft_id = b.loft_id
        and e.flight_id = b.flight_id and e.pigeon_id = b.pigeon_id and e.kind = 'in' and e.refusal is null)`.as(
        'basketed_at',
      ),
    )
    .where('b.loft_id', '=', loft_id)
    .where('b.flight_id', '=', flight_id)
    .where(sql<boolean>`(b.pigeon_id = any(${pigeons}::bigint[]) or p.team_id = any(${teams}::bigint[]))`)
    .orderBy('b.position');
  return selectBirds(query).execute();
}

/** Of some birds of the season of a flight, or those of some teams, the ones that are not basketed for it but could be. */
export async function birdsNotBasketed(
  tx: Tx,
  { loft_id, flight_id, season_id }: FlightKey & { season_id: number },
  { pigeons, teams }: { pigeons: readonly number[]; teams: readonly number[] },
) {
  const query = tx
    .selectFrom('pigeons as p')
    .leftJoin('teams as t', (join) => join.onRef('t.loft_id', '=', 'p.loft_id').onRef('t.id', '=', 'p.team_id'))
    .where('p.loft_id', '=', loft_id)
    .where('p.season_id', '=', season_id)
    .where(sql<boolean>`not ${isGoneBird}`)
    .where(sql<boolean>`(p.id = any(${pigeons}::bigint[]) or p.team_id = any(${teams}::bigint[]))`)
    .where(
      sql<boolean>`not exists (select from baskets b
        where b.loft_id = p.loft_id and b.flight_id = ${flight_id} and b.pigeon_id = p.id)`,
    )
    .orderBy('p.id')
    .limit(mostOthers);
  return selectBirds(query).execute();
}

/** `anew`: the cached list was found to lack a bird. */
export type BasketingLists = (tx: Tx, flight: FlightKey, anew?: boolean) => Promise<ReadonlyMap<number, RawBird>>;

interface CachedList {
  version: string;
  asked_ms: number;
  birds: ReadonlyMap<number, RawBird>;
}

/** Lists are cached per process; the least recently used one is evicted first. */
const mostCached = 16;

/**
 * The birds of basketing lists by their ids. A list is read again when its version has changed; the version query costs
 * as much as a hundred searches, so it runs only once `keep_ms` have passed.
 */
export function createBasketingLists(keep_ms: number): BasketingLists {
  const cache = new Map<number, CachedList>();

  return async function list(tx, flight, anew = false) {
    const before = cache.get(flight.flight_id);
    const asked_ms = performance.now();
    if (before && !anew && asked_ms - before.asked_ms < keep_ms) return before.birds;
    const version = await basketingVersion(tx, flight);
    let known = cache.get(flight.flight_id);
    if (known?.version !== version) {
      const pigeons = await basketedPigeons(tx, flight);
      known = { version, asked_ms, birds: new Map(pigeons.map((bird) => [bird.pigeon_id, bird])) };
    }
    cache.delete(flight.flight_id);
    cache.set(flight.flight_id, { ...known, asked_ms });
    if (cache.size > mostCached) cache.delete(cache.keys().next().value!);
    return known.birds;
  };
}
