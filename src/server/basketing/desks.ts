/** The desks of a flight and their crates: a device joins once, and keeps its number and its blocks. */
import { sql } from 'kysely';
import { countIn, cratesInBlock, mostBlocks, mostDesks, type Slots } from '#domain/basketing/crates.ts';
import type { OtherDesk } from '#domain/basketing/desk-contract.ts';
import type { FlightKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';

/** The desks of a flight, each with the number of its birds. */
export async function desksOf(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<OtherDesk[]> {
  const { rows } = await sql<OtherDesk>`
    select d.desk, d.seen_at,
      array(select block from crate_blocks c
        where c.loft_id = d.loft_id and c.flight_id = d.flight_id and c.desk = d.desk order by block) as blocks,
      (select count(*)::int from baskets b
        where b.loft_id = d.loft_id and b.flight_id = d.flight_id and b.desk = d.desk) as basketed
    from basketing_desks d where d.loft_id = ${loft_id} and d.flight_id = ${flight_id} order by d.desk`.execute(tx);
  return rows;
}

/** A desk as the server knows it. */
export interface HeldDesk {
  desk: number;
  /** Its last event that has arrived. */
  received: number;
  blocks: number[];
}

/** The desk of a device at a locked flight; a new one gets its number and a block of crates. */
export async function joinDesk(tx: Tx, flight: LockedFlight, device: string, { by, now_ms }: Act): Promise<HeldDesk> {
  const { loft_id, id: flight_id } = flight;
  const at = new Date(now_ms).toISOString();
  const known = await tx
    .updateTable('basketing_desks')
    .set({ seen_at: at })
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('device', '=', device)
    .returning(['desk', 'received'])
    .executeTakeFirst();
  if (known) {
    const blocks = await tx
      .selectFrom('crate_blocks')
      .select('block')
      .where('loft_id', '=', loft_id)
      .where('flight_id', '=', flight_id)
      .where('desk', '=', known.desk)
      .orderBy('block')
      .execute();
    return { ...known, blocks: blocks.map(({ block }) => block) };
  }
  if (flight.status !== 'planned' && flight.status !== 'basketing')
    throw new Refusal('basketing_not_open', { status: flight.status });
  const { rows } = await sql<{ desk: number }>`
    insert into basketing_desks (loft_id, flight_id, desk, device, joined_at, seen_at, user_id)
    select ${loft_id}, ${flight_id}, coalesce(max(desk), 0) + 1, ${device}, ${at}, ${at}, ${by}
    from basketing_desks where loft_id = ${loft_id} and flight_id = ${flight_id}
    having coalesce(max(desk), 0) < ${mostDesks}
    returning desk`.execute(tx);
  const desk = rows[0]?.desk;
  if (!desk) throw new Refusal('basketing_not_open', { status: flight.status });
  return { desk, received: 0, blocks: await giveBlock(tx, flight, desk) };
}

/** Gives a desk the next block of crates; none are left beyond {@link mostBlocks}. */
async function giveBlock(tx: Tx, { loft_id, id: flight_id }: LockedFlight, desk: number): Promise<number[]> {
  const { rows } = await sql<{ block: number }>`
    insert into crate_blocks (loft_id, flight_id, block, desk)
    select ${loft_id}, ${flight_id}, coalesce(max(block), 0) + 1, ${desk} from crate_blocks
    where loft_id = ${loft_id} and flight_id = ${flight_id} having coalesce(max(block), 0) < ${mostBlocks}
    returning block`.execute(tx);
  return rows.map(({ block }) => block);
}

/** Notes the last event of a desk that has arrived. */
export async function countReceived(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
  desk: number,
  received: number,
): Promise<void> {
  await tx
    .updateTable('basketing_desks')
    .set({ received })
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('desk', '=', desk)
    .execute();
}

/** A desk with fewer empty crates gets another block. */
const leastEmpty = 10;

/** Gives a desk that has few empty crates left another block. */
export async function keepEmptyCrates(
  tx: Tx,
  flight: LockedFlight,
  desk: HeldDesk,
  { slots, crate_size }: { slots: Slots; crate_size: number },
): Promise<HeldDesk> {
  const empty = desk.blocks
    .flatMap((block) => Array.from({ length: cratesInBlock }, (_, i) => (block - 1) * cratesInBlock + 1 + i))
    .filter((crate) => countIn(slots, crate, crate_size) === 0);
  if (empty.length >= leastEmpty) return desk;
  return { ...desk, blocks: [...desk.blocks, ...(await giveBlock(tx, flight, desk.desk))] };
}
