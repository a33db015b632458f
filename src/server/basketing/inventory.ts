/** The inventory of a flight, from which its files are made. */
import { sql } from 'kysely';
import { deskName } from '#domain/basketing/crates.ts';
import { type ExportClock, inventoryLists, listOf, whyNotExport } from '#domain/basketing/inventory.ts';
import type { InventoryBird, readInventory } from '#domain/basketing/inventory-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import type { FlightKey, SeasonKey } from '#domain/keys.ts';
import type { Health } from '#domain/pigeons/status.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';
import { clocksOfFlight } from '#server/flights/clocks.ts';
import { deskBirds } from './desk-birds.ts';
import { presentSince } from './roll-call.ts';
import { explainedStandings } from './standings.ts';

type Inventory = Pick<ReplyOf<typeof readInventory>, 'flight' | 'birds'>;

/**
 * Every bird of the season on its list, the basketed ones in the order of their crates.
 * @param anyway although a clock has an older list
 * @throws Refusal by {@link whyNotExport}; `no_inventory_flight` for a flight of another season
 */
export async function inventory(
  tx: Tx,
  key: SeasonKey & FlightKey,
  anyway: boolean,
  now_ms: number,
): Promise<Inventory> {
  const { loft_id, season_id, flight_id } = key;
  const found = await tx
    .selectFrom('flights')
    .select(['id', 'name', 'status', 'release_point', 'release_time', 'distance_m'])
    .select(['sealed_at', 'list_fingerprint', 'list_changed_at'])
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .where('id', '=', flight_id)
    .executeTakeFirst();
  if (!found) throw new Refusal('no_inventory_flight');
  const { list_changed_at, ...flight } = found;
  const standings = new Map((await explainedStandings(tx, key)).map(({ pigeon_id, ...one }) => [pigeon_id, one]));
  const has_lists = standings.size > 0 || list_changed_at !== null;
  const list_changed_ms = list_changed_at === null ? null : Date.parse(list_changed_at);
  const asked = { status: flight.status, has_lists, list_changed_ms };
  const no = whyNotExport(asked, anyway ? [] : await clocksOf(tx, key));
  if (no) throw no;
  const birds = await deskBirds(tx, key, { since: await presentSince(tx, key), until: flight.sealed_at, now_ms });
  const facts = await factsOf(tx, key, flight.sealed_at);
  const rows = birds.flatMap((bird): InventoryBird[] => {
    const standing = standings.get(bird.pigeon_id);
    const { health_then, ...known } = facts.get(bird.pigeon_id)!;
    if (health_then === 'new') return [];
    const health = health_then ?? bird.health;
    const list = standing?.list === 'basketed' ? standing.list : listOf({ ...bird, health }, standing);
    if (list === null) return [];
    const { pigeon_id, ring, chip, name, color, sex, team } = bird;
    const place = standing?.list === 'basketed' ? standing : { crate: null, number: null };
    const reason = standing && standing.list !== 'present' ? (standing.reason ?? null) : null;
    const { fancier, country, desk, basketed_at } = known;
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
        health,
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
  /** Its state at the seal, where that has changed since; `new`: it was not there yet. */
  health_then: Health | 'new' | null;
  fancier: string | null;
  country: string | null;
  desk: number | null;
  basketed_at: string | null;
}

/** Owner, desk and time of the birds of a season at a flight, and their states when its list was sealed. */
async function factsOf(
  tx: Tx,
  { loft_id, season_id, flight_id }: SeasonKey & FlightKey,
  sealed_at: string | null,
): Promise<Map<number, Facts>> {
  const { rows } = await sql<Facts & { pigeon_id: number }>`
    select p.id as pigeon_id, seal.health_then, t.fancier, t.country, b.desk, e.at as basketed_at
    from pigeons p
    left join lateral (select h.from_status as health_then from pigeon_history h
      where h.loft_id = p.loft_id and h.pigeon_id = p.id and h.machine = 'pigeon_health' and h.at > ${sealed_at}::timestamptz
      order by h.at, h.n limit 1) seal on true
    left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    left join baskets b on b.loft_id = p.loft_id and b.flight_id = ${flight_id} and b.pigeon_id = p.id
    left join (select pigeon_id, max(at) as at from basketing_events
      where loft_id = ${loft_id} and flight_id = ${flight_id} and kind = 'in' and refusal is null
      group by pigeon_id) e on e.pigeon_id = p.id
    where p.loft_id = ${loft_id} and p.season_id = ${season_id}`.execute(tx);
  return new Map(rows.map(({ pigeon_id, ...facts }) => [pigeon_id, facts]));
}

async function clocksOf(tx: Tx, key: FlightKey): Promise<ExportClock[]> {
  const clocks = await clocksOfFlight(tx, key);
  return clocks.map(({ name, last_at }) => ({ name, synchronised_ms: last_at === null ? null : Date.parse(last_at) }));
}
