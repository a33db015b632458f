/** All birds of a person, over lofts and seasons. */
import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import type { OwnBird, SeasonOfFlock } from '#domain/flock/contract.ts';
import { orderNumber, payableStatuses } from '#domain/orders/order.ts';
import type { WholeBird } from '#domain/pigeons/contract.ts';
import { finder } from '#domain/pigeons/search.ts';
import type { SignedIn } from '#domain/policy.ts';
import type { SeasonStatus } from '#domain/seasons/season.ts';
import type { Switch } from '#domain/seasons/visibility.ts';
import type { Standings } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import { lastFlownOf } from '#server/favorites/last-flown.ts';
import { nextReleaseBySeason } from '#server/flights/calendar.ts';
import { loftsById } from '#server/lofts/lofts.ts';
import { birdColumns } from '#server/pigeons/bird-columns.ts';
import { birdsOfPerson, firstOwner, holdersOf } from '#server/pigeons/rights.ts';
import { viewFor } from '#server/seasons/visibility.ts';

type Row = WholeBird &
  Pick<OwnBird, 'health' | 'progress' | 'location' | 'order_id'> & {
    loft_id: number;
    season_id: number;
    season_name: string;
    year: number;
    season_status: SeasonStatus;
    hidden: Switch[];
    alias_key: string;
  };

/**
 * The birds in which a person has a share today, by season, the latest first.
 * @param q digits of a ring or a name; empty: all
 */
export async function flockOf(
  tx: Tx,
  standings: Standings,
  person: SignedIn,
  { q, now_ms }: { q: string; now_ms: number },
): Promise<SeasonOfFlock[]> {
  const found = (await ownedBirds(tx, person.user_id)).filter(finder(q));
  const lofts = await loftsById(
    tx,
    found.map(({ loft_id }) => loft_id),
  );
  const shares = await sharesOf(tx, found, person.user_id, (loft_id) => dayAt(now_ms, lofts.get(loft_id)!.time_zone));
  const birds = found.filter(({ pigeon_id }) => shares.has(pigeon_id));
  const lastFlown = await lastFlownOf(tx, standings, birds);
  const seasons = Map.groupBy(birds, ({ season_id }) => season_id);
  const next = await nextReleaseBySeason(
    tx,
    new Date(now_ms).toISOString(),
    [...seasons.values()].map(([bird]) => bird!),
  );
  const owed = await owedBy(tx, person.user_id);
  return [...seasons].map(([season_id, own]) => {
    const { loft_id, season_name, year, season_status, hidden, alias_key } = own[0]!;
    const view = viewFor(person, { loft_id, hidden, alias_key });
    return {
      loft: lofts.get(loft_id)!,
      season: { id: season_id, name: season_name, year, status: season_status },
      next: next.get(season_id) ?? null,
      owed: owed.filter((order) => order.season_id === season_id),
      birds: own.map((bird) => ({
        ...bird,
        share_bp: shares.get(bird.pigeon_id)!,
        last: lastFlown([bird], view),
      })),
    };
  });
}

/** The birds that a person ordered, has in a team, or was given a share of; seasons of later years first. */
async function ownedBirds(tx: Tx, user_id: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with own as materialized (
      ${birdsOfPerson(user_id)}
      union
      select r.loft_id, r.pigeon_id from pigeon_rights r where r.user_id = ${user_id})
    select ${birdColumns}, p.loft_id, p.season_id, p.health, p.progress, p.location,
      case when o.user_id = ${user_id} then o.id end as order_id,
      s.name as season_name, s.year, s.status as season_status, s.hidden, s.alias_key
    from own
    join pigeons p on p.loft_id = own.loft_id and p.id = own.id
    join seasons s on s.loft_id = p.loft_id and s.id = p.season_id
    left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    left join entries e on e.loft_id = p.loft_id and e.pigeon_id = p.id
    left join orders o on o.loft_id = e.loft_id and o.id = e.order_id
    where s.status <> 'draft' and (${firstOwner} = ${user_id}
      or exists (select from pigeon_rights r
        where r.loft_id = p.loft_id and r.pigeon_id = p.id and r.user_id = ${user_id}))
    order by s.year desc, s.id desc, p.ring_key`.execute(tx);
  return rows;
}

/** The share of a person in each of these birds today, in hundredths of a percent; birds without one are left out. */
async function sharesOf(
  tx: Tx,
  birds: readonly Row[],
  user_id: number,
  today: (loft_id: number) => string,
): Promise<Map<number, number>> {
  const shares = new Map<number, number>();
  for (const [loft_id, own] of Map.groupBy(birds, (bird) => bird.loft_id)) {
    const ids = own.map(({ pigeon_id }) => pigeon_id);
    for (const [pigeon_id, holders] of await holdersOf(tx, { loft_id }, ids, today(loft_id))) {
      const held = holders.find((holder) => holder.user_id === user_id);
      if (held) shares.set(pigeon_id, held.share_bp);
    }
  }
  return shares;
}

/** The orders of a person that wait for their payment. */
async function owedBy(tx: Tx, user_id: number) {
  const rows = await tx
    .selectFrom('orders as o')
    .innerJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'o.loft_id').onRef('s.id', '=', 'o.season_id'))
    .select(['o.id as order_id', 'o.number', 'o.amount_cents', 'o.currency', 's.id as season_id', 's.year'])
    .where('o.user_id', '=', user_id)
    .where('o.status', 'in', payableStatuses)
    .orderBy('o.id')
    .execute();
  return rows.map(({ year, number, ...order }) => ({ ...order, number: orderNumber({ year, number }) }));
}
