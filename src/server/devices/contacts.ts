/**
 * When each device was heard last, by how much its clock was off, and how much it read in each minute. It is written
 * beside the way of the readings: at once when nothing was written lately, and then once a second, all in one statement.
 */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database, Tx } from '#server/db/database.ts';

export interface Contact {
  loft_id: number;
  device_id: number;
  at_ms: number;
  clock_offset_ms: number | null;
  /** New readings that came with it; of those at an antenna, how many at which. */
  readings: number;
  antennas?: Readonly<Record<string, number>>;
}

export interface Contacts {
  heard(contact: Contact): void;
  /** Writes what waits, and is done when everything that was heard so far is written. */
  written(): Promise<void>;
}

/** Between two writings; in a storm of batches each of its own would cost the readings a tenth of their pace. */
const rest_ms = 1000;

export function createContacts(db: Database, log: FastifyBaseLogger): Contacts {
  let waiting: Contact[] = [];
  let resting: NodeJS.Timeout | null = null;
  let last: Promise<void> = Promise.resolve();

  return {
    heard(contact) {
      waiting.push(contact);
      if (!resting) write();
    },
    written() {
      if (waiting.length) write();
      return last;
    },
  };

  function write(): void {
    if (resting) clearTimeout(resting);
    resting = setTimeout(() => {
      resting = null;
      if (waiting.length) write();
    }, rest_ms);
    resting.unref();
    const together = waiting;
    waiting = [];
    last = last
      .then(() => recordContacts(db, together))
      // The devices will be heard again; their readings are safe.
      .catch((error) => log.warn({ err: error, contacts: together.length }, 'contacts could not be written down'));
  }
}

/**
 * Writes down that devices were heard, and ends the silences of those that were silent. An antenna speaks through its
 * clock: it was heard with the readings that name its pad.
 */
export async function recordContacts(tx: Tx, contacts: readonly Contact[]): Promise<void> {
  const rows = contacts.map(({ at_ms, ...contact }) => ({ ...contact, at: new Date(at_ms).toISOString() }));
  await sql`
    with told as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t
        (loft_id bigint, device_id bigint, at timestamptz, clock_offset_ms bigint, readings int, antennas jsonb)),
    spoke as (
      select loft_id, device_id, at, clock_offset_ms, readings from told
      union all
      select t.loft_id, d.id, t.at, null, pad.value::int
      from told t cross join jsonb_each_text(t.antennas) pad
      join devices d on d.loft_id = t.loft_id and d.clock_id = t.device_id and lower(d.position) = lower(pad.key)
        and d.revoked_at is null),
    heard as (
      insert into device_contacts (loft_id, device_id, first_at, last_at, clock_offset_ms)
      select loft_id, device_id, min(at), max(at),
        (array_agg(clock_offset_ms order by at desc) filter (where clock_offset_ms is not null))[1]
      from spoke group by loft_id, device_id order by device_id
      on conflict (device_id) do update set last_at = greatest(device_contacts.last_at, excluded.last_at),
        clock_offset_ms = coalesce(excluded.clock_offset_ms, device_contacts.clock_offset_ms)),
    counted as (
      insert into device_minutes (loft_id, device_id, minute, readings, offset_sum, offset_n)
      select loft_id, device_id, date_trunc('minute', at), sum(readings), coalesce(sum(clock_offset_ms), 0), count(clock_offset_ms)
      from spoke group by 1, 2, 3 having sum(readings) > 0 or count(clock_offset_ms) > 0 order by 2, 3
      on conflict (device_id, minute) do update set readings = device_minutes.readings + excluded.readings,
        offset_sum = device_minutes.offset_sum + excluded.offset_sum, offset_n = device_minutes.offset_n + excluded.offset_n)
    update device_silences s set ended_at = t.at
    from (select device_id, max(at) as at from told group by device_id) t
    where s.device_id = t.device_id and s.ended_at is null and t.at > s.since`.execute(tx);
}
