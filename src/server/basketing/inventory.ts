/** The inventory of a flight, from which its files are made. */
import { sql } from 'kysely';
import { deskName } from '#domain/basketing/crates.ts';
import { inventoryLists, listOf, whyNotExport } from '#domain/basketing/inventory.ts';
import type { InventoryBird, readInventory } from '#domain/basketing/inventory-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import type { FlightKey, SeasonKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';
import { presentSince, standingsOf } from './desk.ts';
import { deskBirds } from './desk-birds.ts';

type Inventory = Pick<ReplyOf<typeof readInventory>, 'flight' | 'birds'>;

/**
 * Every bird of the season on its list, the basketed ones in the order of their crates.
 * @param anyway although a clock has an older list
 * @throws Refusal by {@link whyNotExport}; `no_inventory_flight` for a flight of another season
 */
export async function inventory(tx: Tx, key: SeasonKey & FlightKey, anyway: boolean): Promise<Inventory> {
  const { loft_id, season_id, flight_id } = key;
  const flight = await tx
    .selectFrom('flights')
    .select(['id', 'name', 'status', 'release_point', 'sealed_at', 'list_fingerprint'])
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .where('id', '=', flight_id)
    .executeTakeFirst();
  if (!flight) throw new Refusal('no_inventory_flight');
  const no = whyNotExport(flight.status, anyway ? [] : await clocksOf(tx, loft_id), await changedAt(tx, key));
  if (no) throw no;
  const birds = await deskBirds(tx, key, { since: await presentSince(tx, key) });
  const standings = new Map((await standingsOf(tx, key)).map(({ pigeon_id, ...one }) => [pigeon_id, one]));
  const facts = await factsOf(tx, key);
  const rows = birds.flatMap((bird): InventoryBird[] => {
    const standing = standings.get(bird.pigeon_id);
    const list = standing?.list === 'basketed' ? standing.list : listOf(bird, standing);
    if (list === null) return [];
    const { pigeon_id, ring, chip, name, color, sex, team } = bird;
    const place = standing?.list === 'basketed' ? standing : { crate: null, number: null };
    const reason = standing?.list === 'held_back' ? standing.reason : null;
    const { fancier = null, country = null, desk = null, basketed_at = null } = facts.get(pigeon_id) ?? {};
    return [
      {
        pigeon_id,
        list,
        crate: place.crate,
        crate_number: place.number,
        desk: desk === null ? null : deskName(desk),
        ring,
        chip,
        name,
        color,
        sex,
        team,
        fancier,
        country,
        reason,
        basketed_at: list === 'basketed' ? basketed_at : null,
      },
    ];
  });
  return { flight, birds: rows.sort(inOrder) };
}

function inOrder(a: InventoryBird, b: InventoryBird): number {
  const of = ({ list, crate, crate_number }: InventoryBird) => [
    inventoryLists.indexOf(list),
    crate ?? Number.MAX_SAFE_INTEGER,
    crate_number ?? 0,
  ];
  const [x, y] = [of(a), of(b)];
  return x.reduce((so_far, value, i) => so_far || value - y[i]!, 0);
}

interface Facts {
  fancier: string | null;
  country: string | null;
  desk: number | null;
  basketed_at: string | null;
}

/** Owner, desk and time of the birds of a season at a flight. */
async function factsOf(tx: Tx, { loft_id, season_id, flight_id }: SeasonKey & FlightKey): Promise<Map<number, Facts>> {
  const { rows } = await sql<Facts & { pigeon_id: number }>`
    select p.id as pigeon_id, t.fancier, t.country, b.desk, e.at as basketed_at
    from pigeons p
    left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    left join baskets b on b.loft_id = p.loft_id and b.flight_id = ${flight_id} and b.pigeon_id = p.id
    left join (select pigeon_id, max(at) as at from basketing_events
      where loft_id = ${loft_id} and flight_id = ${flight_id} and kind = 'in' and refusal is null
      group by pigeon_id) e on e.pigeon_id = p.id
    where p.loft_id = ${loft_id} and p.season_id = ${season_id}`.execute(tx);
  return new Map(rows.map(({ pigeon_id, ...facts }) => [pigeon_id, facts]));
}

async function clocksOf(tx: Tx, loft_id: number) {
  const { rows } = await sql<{ name: string; synchronised_ms: number | null }>`
    select d.name, (extract(epoch from c.last_at) * 1000)::float8 as synchronised_ms
    from devices d left join device_contacts c on c.loft_id = d.loft_id and c.device_id = d.id
    where d.loft_id = ${loft_id} and d.kind = 'clock' and d.revoked_at is null and d.replay_id is null
    order by lower(d.name), d.id`.execute(tx);
  return rows;
}

/** When a desk last changed the list, epoch ms. */
async function changedAt(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<number | null> {
  const { rows } = await sql<{ changed_ms: number | null }>`
    select (extract(epoch from max(received_at)) * 1000)::float8 as changed_ms from basketing_events
    where loft_id = ${loft_id} and flight_id = ${flight_id} and kind in ('in', 'out') and refusal is null`.execute(tx);
  return rows[0]!.changed_ms;
}
