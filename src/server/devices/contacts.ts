/**
 * The last contact of each device, its clock offset, and the readings of each minute. Written outside the recording of
 * readings: at once when nothing was written lately, and then once a second, all in one statement.
 */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { ClockSample } from '#domain/devices/clock-time.ts';
import type { Database, Tx } from '#server/db/database.ts';

export interface Contact {
  loft_id: number;
  device_id: number;
  at_ms: number;
  clock_offset_ms: number | null;
  /** Of its clock with ours; of each minute the surest one is kept. */
  comparisons?: readonly ClockSample[];
  /** The new readings of this contact; and their number by antenna. */
  readings: number;
  antennas?: Readonly<Record<string, number>>;
}

export interface Contacts {
  heard(contact: Contact): void;
  /** Writes the waiting contacts, and resolves when all contacts so far are written. */
  written(): Promise<void>;
}

/** The time between two writes; one for each batch would slow a storm of readings by a tenth. */
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
      // The devices will send again; their readings are stored.
      .catch((error) => log.warn({ err: error, contacts: together.length }, 'contacts could not be written down'));
  }
}

/**
 * Records contacts of devices, and ends the silences of those that were silent. An antenna has contact through its
 * clock, with the readings that name its pad.
 */
export async function recordContacts(tx: Tx, contacts: readonly Contact[]): Promise<void> {
  const iso = (ms: number) => new Date(ms).toISOString();
  const rows = contacts.map(({ at_ms, comparisons: _apart, ...contact }) => ({ ...contact, at: iso(at_ms) }));
  const compared = contacts.flatMap(({ loft_id, device_id, comparisons = [] }) =>
    comparisons.map(({ at_ms, ...bounds }) => ({ loft_id, device_id, at: iso(at_ms), ...bounds })),
  );
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
    counts as (
      select loft_id, device_id, date_trunc('minute', at) as minute, sum(readings) as readings,
        coalesce(sum(clock_offset_ms), 0) as offset_sum, count(clock_offset_ms) as offset_n
      from spoke group by 1, 2, 3 having sum(readings) > 0 or count(clock_offset_ms) > 0),
    surest as (
      select distinct on (loft_id, device_id, date_trunc('minute', at))
        loft_id, device_id, date_trunc('minute', at) as minute, at, from_ms, to_ms
      from jsonb_to_recordset(${JSON.stringify(compared)}::jsonb) as c
        (loft_id bigint, device_id bigint, at timestamptz, from_ms float8, to_ms float8)
      order by loft_id, device_id, date_trunc('minute', at), to_ms - from_ms),
    counted as (
      insert into device_minutes as m (loft_id, device_id, minute, readings, offset_sum, offset_n, offset_at, offset_from, offset_to)
      select loft_id, device_id, minute, coalesce(readings, 0), coalesce(offset_sum, 0), coalesce(offset_n, 0), s.at, from_ms, to_ms
      from counts full join surest s using (loft_id, device_id, minute) order by 2, 3
      on conflict (device_id, minute) do update set readings = m.readings + excluded.readings,
        offset_sum = m.offset_sum + excluded.offset_sum, offset_n = m.offset_n + excluded.offset_n,
        (offset_at, offset_from, offset_to) = (
          select kept.at, kept.low, kept.high
          from (values (m.offset_at, m.offset_from, m.offset_to),
            (excluded.offset_at, excluded.offset_from, excluded.offset_to)) as kept (at, low, high)
          order by kept.high - kept.low, kept.at limit 1))
    update device_silences s set ended_at = t.at
    from (select device_id, max(at) as at from told group by device_id) t
    where s.device_id = t.device_id and s.ended_at is null and t.at > s.since`.execute(tx);
}
