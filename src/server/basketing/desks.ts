/** The desks of a flight and their crates: a device joins once, and keeps its number and its blocks. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { countIn, cratesInBlock, mostBlocks, mostDesks, type Slots } from '#domain/basketing/crates.ts';
import type { OtherDesk } from '#domain/basketing/desk-contract.ts';
import type { FlightKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';

/** The desks of a flight, each with the number of its birds, as a person sees them. */
export async function desksOf(tx: Tx, { loft_id, flight_id }: FlightKey, act: Act): Promise<OtherDesk[]> {
  const { rows } = await sql<OtherDesk>`
    select d.desk, d.seen_at,
      array(select block from crate_blocks c
        where c.loft_id = d.loft_id and c.flight_id = d.flight_id and c.desk = d.desk and c.reserved_for is null
        order by block) as blocks,
      (select count(*)::int from baskets b
        where b.loft_id = d.loft_id and b.flight_id = d.flight_id and b.desk = d.desk) as basketed,
      coalesce(${isLeft(act, silentAfter_ms)}, false) as is_left
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
  if (known) return { ...known, blocks: await blocksOf(tx, flight, known.desk) };
  if (flight.status !== 'planned' && flight.status !== 'basketing')
    throw new Refusal('basketing_not_open', { status: flight.status });
  const kept = await takeOver(tx, flight, device, { by, now_ms });
  if (kept !== null) return { desk: kept, received: 0, blocks: await giveBlock(tx, flight, kept) };
  const { rows } = await sql<{ desk: number }>`
    insert into basketing_desks (loft_id, flight_id, desk, device, joined_at, seen_at, user_id)
    select ${loft_id}, ${flight_id}, coalesce(max(desk), 0) + 1, ${device}, ${at}, ${at}, ${by}
    from basketing_desks where loft_id = ${loft_id} and flight_id = ${flight_id}
    having coalesce(max(desk), 0) < ${mostDesks}
    returning desk`.execute(tx);
  const desk = rows[0]?.desk;
  if (!desk) throw new Refusal('basketing_not_open', { status: flight.status });
  const reserved = await giveReserved(tx, flight, desk, device);
  return { desk, received: 0, blocks: reserved.length ? reserved : await giveBlock(tx, flight, desk) };
}

/** The crates of a desk, by blocks. */
async function blocksOf(tx: Tx, { loft_id, id: flight_id }: LockedFlight, desk: number): Promise<number[]> {
  const blocks = await tx
    .selectFrom('crate_blocks')
    .select('block')
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('desk', '=', desk)
    .where('reserved_for', 'is', null)
    .orderBy('block')
    .execute();
  return blocks.map(({ block }) => block);
}

/**
 * An open desk with a network looks at the server every quarter of a minute: after the first time it is silent, and its
 * person may go on at it from another device; after the second it is not open, ms.
 */
const silentAfter_ms = 40_000;
const openFor_ms = 120_000;

/** Whether a desk `d` without birds is one that the person opened and left. */
const isLeft = ({ by, now_ms }: Act, after_ms: number) => sql<boolean>`
  d.user_id = ${by} and d.received = 0 and d.seen_at < ${new Date(now_ms - after_ms).toISOString()}
  and not exists (select from baskets b
    where b.loft_id = d.loft_id and b.flight_id = d.flight_id and b.desk = d.desk)`;

/**
 * A device that opens the basketing takes over the desk without birds that the same person opened last and left: each
 * opening would make another one. The crates of that desk stay reserved for its device, which may be filling them
 * without a network. A device that has crates reserved itself has had a desk, and gets another one.
 * @returns the number of the desk, or null
 */
async function takeOver(
  tx: Tx,
  { loft_id, id: flight_id }: LockedFlight,
  device: string,
  { by, now_ms }: Act,
): Promise<number | null> {
  const at = new Date(now_ms).toISOString();
  const { rows } = await sql<{ desk: number; device: string }>`
    select d.desk, d.device from basketing_desks d
    where d.loft_id = ${loft_id} and d.flight_id = ${flight_id} and ${isLeft({ by, now_ms }, openFor_ms)}
      and not exists (select from crate_blocks c
        where c.loft_id = d.loft_id and c.flight_id = d.flight_id and c.reserved_for = ${device})
    order by d.desk limit 1`.execute(tx);
  const left = rows[0];
  if (!left) return null;
  await tx
    .updateTable('crate_blocks')
    .set({ reserved_for: left.device })
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('desk', '=', left.desk)
    .where('reserved_for', 'is', null)
    .execute();
  await tx
    .updateTable('basketing_desks')
    .set({ device, seen_at: at })
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('desk', '=', left.desk)
    .execute();
  return left.desk;
}

/**
 * A person who opened a desk, left it and opened another one goes on at the first: the two devices exchange their
 * numbers. Each keeps its crates, which it may be filling without a network. Nothing changes once either has a bird.
 */
export async function exchangeDesks(
  tx: Tx,
  { loft_id, id: flight_id }: LockedFlight,
  desk: HeldDesk,
  left: number,
  act: Act,
): Promise<HeldDesk> {
  const numbers = [desk.desk, left];
  const { rows } = await sql<{ desk: number; device: string }>`
    select d.desk, d.device from basketing_desks d
    where d.loft_id = ${loft_id} and d.flight_id = ${flight_id}
      and (d.desk = ${left} and ${isLeft(act, silentAfter_ms)} or d.desk = ${desk.desk} and d.received = 0)`.execute(
    tx,
  );
  const device = new Map(rows.map((row) => [row.desk, row.device]));
  if (device.size < 2) return desk;
  const name = (number: number, named: string) =>
    tx
      .updateTable('basketing_desks')
      .set({ device: named })
      .where('loft_id', '=', loft_id)
      .where('flight_id', '=', flight_id)
      .where('desk', '=', number)
      .execute();
  // A device stands at one desk at a time.
  await name(left, randomUUID());
  await name(desk.desk, device.get(left)!);
  await name(left, device.get(desk.desk)!);
  await sql`
    update crate_blocks set desk = ${desk.desk}::int + ${left}::int - desk
    where loft_id = ${loft_id} and flight_id = ${flight_id} and desk = any(${numbers}::int[])
      and reserved_for is null`.execute(tx);
  return { ...desk, desk: left };
}

/** Gives a desk the crates that were reserved for its device. */
async function giveReserved(
  tx: Tx,
  { loft_id, id: flight_id }: LockedFlight,
  desk: number,
  device: string,
): Promise<number[]> {
  const blocks = await tx
    .updateTable('crate_blocks')
    .set({ desk, reserved_for: null })
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('reserved_for', '=', device)
    .returning('block')
    .execute();
  return blocks.map(({ block }) => block).sort((a, b) => a - b);
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
