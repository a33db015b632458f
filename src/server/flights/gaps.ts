/** The readings of a flight that a loft's clocks have not delivered: those they owe, and those that were given up. */
import { sql } from 'kysely';
import { type Gap, takesRulings } from '#domain/flights/flight.ts';
import type { GivenUp, OwedReadings } from '#domain/flights/gaps-contract.ts';
import type { FlightKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import type { LockedFlight } from './locked-flight.ts';

interface Flown {
  loft_id: number;
  release_time: string | null;
  closes_at: string | null;
}

/**
 * What clocks still owe of a flight: the gaps in the sequences of boots that recorded while it was in the air, without
 * those that were given up. The time of a missing reading is unknown, so every gap of such a boot counts.
 */
export async function gapsOf(tx: Tx, flight: Flown): Promise<Gap[]> {
  if (flight.release_time === null) return [];
  let gaps = tx
    .selectFrom('owed_readings')
    .select(['device_id', 'boot', 'from_sequence as from', 'to_sequence as to'])
    .where('loft_id', '=', flight.loft_id)
    .where('last_at', '>=', flight.release_time);
  if (flight.closes_at !== null) gaps = gaps.where('first_at', '<=', flight.closes_at);
  return gaps.orderBy('device_id').orderBy('boot').orderBy('from_sequence').execute();
}

/** {@link gapsOf} with the names of the clocks, by name. */
export async function owedReadingsOf(tx: Tx, flight: Flown): Promise<OwedReadings[]> {
  const gaps = await gapsOf(tx, flight);
  if (!gaps.length) return [];
  const clocks = await tx
    .selectFrom('devices')
    .select(['id', 'name'])
    .where('loft_id', '=', flight.loft_id)
    .where('id', 'in', [...new Set(gaps.map(({ device_id }) => device_id))])
    .execute();
  const names = new Map(clocks.map(({ id, name }) => [id, name]));
  return gaps
    .map((gap) => ({ clock: names.get(gap.device_id) ?? '', ...gap }))
    .sort((a, b) => a.clock.localeCompare(b.clock, 'en') || a.from - b.from);
}

/** What was given up of the boots that recorded while a flight was in the air, the oldest first. */
export async function givenUpOf(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<GivenUp[]> {
  const { rows } = await sql<GivenUp>`
    select g.at, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), '') as by, g.reason,
      json_agg(json_build_object('clock', d.name, 'from', g.from_sequence, 'to', g.to_sequence)
        order by lower(d.name), d.id, g.boot, g.from_sequence) as gaps
    from flights f
    join given_up_readings g on g.loft_id = f.loft_id
    join device_boots b on b.device_id = g.device_id and b.boot = g.boot
      and b.last_at >= f.release_time and (f.closes_at is null or b.first_at <= f.closes_at)
    join devices d on d.loft_id = g.loft_id and d.id = g.device_id
    join users u on u.id = g.user_id
    where f.loft_id = ${loft_id} and f.id = ${flight_id}
    group by g.at, u.id, g.reason
    order by g.at, g.reason`.execute(tx);
  return rows;
}

/**
 * Give up readings of a locked flight that will never come: no flight of their boot waits for them any more. Nothing
 * else changes; one that comes after all is recorded like any late reading. Locks the ledger, so that a reading that
 * fills a gap at this moment comes before the look, or is late.
 * @param gaps each whole, as {@link gapsOf} has it
 * @throws Refusal `result_not_open` in a state without rulings; `gap_changed` where one is no longer owed as it was seen
 */
export async function giveUpReadings(
  tx: Tx,
  flight: LockedFlight,
  gaps: readonly Gap[],
  { by, now_ms, reason }: Act & { by: number; reason: string },
): Promise<void> {
  const { loft_id, status } = flight;
  if (!takesRulings(status)) throw new Refusal('result_not_open');
  await lockLedger(tx, loft_id);
  const keyOf = ({ device_id, boot, from, to }: Gap) => JSON.stringify([device_id, boot, from, to]);
  const owed = new Set((await gapsOf(tx, flight)).map(keyOf));
  const chosen = new Map(gaps.map((gap) => [keyOf(gap), gap]));
  if (![...chosen.keys()].every((key) => owed.has(key))) throw new Refusal('gap_changed');
  const act = { loft_id, at: new Date(now_ms).toISOString(), user_id: by, reason };
  await tx
    .insertInto('given_up_readings')
    .values(
      [...chosen.values()].map(({ from, to, ...boot }) => ({ ...act, ...boot, from_sequence: from, to_sequence: to })),
    )
    .execute();
  // Pages that are open say that readings are on their way.
  await sql`select pg_notify('flights', ${`${loft_id}:${flight.id}`})`.execute(tx);
}
