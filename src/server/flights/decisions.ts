/** The decisions about a flight: each with a reason, in the order in which they were made, never changed. */
import { sql } from 'kysely';
import type { FileShown } from '#domain/files/contract.ts';
import { addressOf } from '#domain/files/file.ts';
import type { FlightDecision, FlightStatus, loggedBeside } from '#domain/flights/flight.ts';
import type { FlightKey } from '#domain/keys.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { givenUpOf } from './gaps.ts';
import { picturesOf } from './release-pictures.ts';

/** Add a decision about a locked flight to its log. */
export async function addDecision(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
  kind: FlightDecision,
  details: Record<string, unknown>,
  { by, reason, now_ms }: Act & { reason: string },
): Promise<void> {
  await tx
    .insertInto('flight_decisions')
    .values({
      loft_id,
      flight_id,
      n: sql<number>`(select coalesce(max(n), 0) + 1 from flight_decisions
        where loft_id = ${loft_id} and flight_id = ${flight_id})`,
      kind,
      at: new Date(now_ms).toISOString(),
      user_id: by,
      reason,
      details: JSON.stringify(details),
    })
    .execute();
}

/** An entry of the public log of a flight: a step of its state, a decision, or a report of its release. */
export interface LogEntry {
  kind: FlightStatus | (typeof loggedBeside)[number];
  at: string;
  reason: string | null;
  details: Record<string, unknown>;
}

/** What was done and decided about a flight, the oldest first. */
export async function decisionLog(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<LogEntry[]> {
  const { rows } = await sql<LogEntry>`
    select h.to_status as kind, h.at, h.reason, '{}'::jsonb as details from flight_history h
    where h.loft_id = ${loft_id} and h.flight_id = ${flight_id}
      -- A ruling opens an official result and makes it official again: that is the entry of the ruling.
      and not exists (select from ruling_decisions d where d.loft_id = h.loft_id and d.flight_id = h.flight_id
        and d.decision = 'made' and d.at = h.at)
      -- A release that was taken back seals the list again, or opens it too: that is one entry, of the decision.
      and not exists (select from flight_decisions d where d.loft_id = h.loft_id and d.flight_id = h.flight_id
        and d.kind = 'release_taken_back' and d.at = h.at and h.reason = d.reason)
    union all
    select kind, at, reason, details from flight_decisions
    where loft_id = ${loft_id} and flight_id = ${flight_id}
    union all
    select 'release_reported', received_at, null, jsonb_build_object('at', at, 'source', source) from release_reports
    where loft_id = ${loft_id} and flight_id = ${flight_id}
    union all
    select 'group_released', declared_at, null, jsonb_build_object('group', content -> 'group',
      'crates', content -> 'crates', 'birds', jsonb_array_length(content -> 'pigeon_ids'), 'release_time',
      to_char(to_timestamp((content ->> 'release_ms')::float8 / 1000) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from declarations g
    where loft_id = ${loft_id} and flight_id = ${flight_id} and kind = 'release' and content ? 'group'
      -- A group that was said by a ruling is in the entry of the ruling.
      and not exists (select from ruling_decisions d where d.loft_id = g.loft_id and d.flight_id = g.flight_id
        and g.number = any(d.numbers))
    union all
    select kind, at, null, details from release_observations
    where loft_id = ${loft_id} and flight_id = ${flight_id} and kind in ('weather', 'departed', 'arrived')
    union all
    select 'ruling_prepared', prepared_at, null, jsonb_build_object('n', n) from rulings
    where loft_id = ${loft_id} and flight_id = ${flight_id} and needs_second
    union all
    select 'ruling', d.at, case when d.decision = 'made' then r.reason else d.reason end,
      jsonb_build_object('n', r.n, 'of', r.kind, 'decision', d.decision,
        'ring', (select p.ring from pigeons p where p.loft_id = r.loft_id and p.id = coalesce(r.pigeon_id,
          (select w.pigeon_id from unranked_readings w where w.loft_id = r.loft_id and r.kind = 'void'
            and w.number = (r.content ->> 'number')::bigint))),
        'other_ring', (select p.ring from pigeons p where p.loft_id = r.loft_id
          and p.id = (r.content ->> 'other_id')::bigint),
        'clock', (select c.name from devices c where c.loft_id = r.loft_id
          and c.id = (r.content ->> 'device_id')::bigint),
        'offset_ms', (r.content ->> 'offset_ms')::float8,
        'group', case when r.kind = 'release_group' then jsonb_build_object('group', r.content -> 'group',
          'crates', r.content -> 'crates', 'birds', jsonb_array_length(r.content -> 'pigeon_ids'), 'release_time',
          to_char(to_timestamp((r.content ->> 'release_ms')::float8 / 1000) at time zone 'UTC',
            'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end,
        'withdraws', (select w.n from ruling_decisions w where w.loft_id = r.loft_id and w.flight_id = r.flight_id
          and (r.content ->> 'number')::bigint = any(w.numbers) and r.kind = 'void'), 'sums', d.effect - '{lines,fingerprint,shift,speed_rule,too_fast,aces}'::text[],
        'names', array(select concat_ws(' ', u.first_name, u.last_name) from users u
          where u.id in (r.user_id, d.user_id) order by u.id <> r.user_id),
        'files', array(select jsonb_build_object('id', f.id, 'kind', f.kind, 'name', f.name, 'type', f.type, 'sha256', f.sha256,
            'private_key', f.private_key, 'width', f.width, 'height', f.height)
          from ruling_files e join files f on f.loft_id = e.loft_id and f.id = e.file_id
          where e.loft_id = r.loft_id and e.flight_id = r.flight_id and e.n = r.n and d.decision = 'made'
          order by e.place))
    from rulings r
    join ruling_decisions d on d.loft_id = r.loft_id and d.flight_id = r.flight_id and d.n = r.n
    where r.loft_id = ${loft_id} and r.flight_id = ${flight_id}
    union all
    -- A clock stays corrected until it is corrected again, also in later flights.
    select 'clock_corrected', greatest(d.at, f.release_time), r.reason, jsonb_build_object('n', r.n, 'clock', c.name,
      'offset_ms', (r.content ->> 'offset_ms')::float8, 'flight_id', o.id, 'flight', o.name)
    from flights f
    join rulings r on r.loft_id = f.loft_id and r.flight_id <> f.id and r.kind = 'offset'
    join ruling_decisions d on d.loft_id = r.loft_id and d.flight_id = r.flight_id and d.n = r.n and d.decision = 'made'
    join flights o on o.loft_id = r.loft_id and o.id = r.flight_id and o.release_time < f.release_time
    join devices c on c.loft_id = r.loft_id and c.id = (r.content ->> 'device_id')::bigint
    where f.loft_id = ${loft_id} and f.id = ${flight_id}
      and coalesce((r.content ->> 'to_us')::float8 / 1000000, 'infinity') > extract(epoch from f.release_time)
      and exists (select from arrivals a join readings x on x.loft_id = a.loft_id and x.number = a.reading_number
        where a.loft_id = f.loft_id and a.flight_id = f.id and x.device_id = c.id)
      -- It was withdrawn, or the flight has a correction of its own.
      and not exists (select from rulings w join ruling_decisions m using (loft_id, flight_id, n)
        where w.loft_id = f.loft_id and m.decision = 'made' and (
          w.kind = 'void' and (w.content ->> 'number')::bigint = any(d.numbers)
          or w.kind = 'offset' and w.flight_id = f.id and w.content ->> 'device_id' = r.content ->> 'device_id'))
    union all
    -- By whom, and what they wrote, is for those who run the loft.
    select 'dispute', d.opened_at, null, jsonb_build_object('n', d.n, 'ring', p.ring) from disputes d
    left join pigeons p on p.loft_id = d.loft_id and p.id = d.pigeon_id
    where d.loft_id = ${loft_id} and d.flight_id = ${flight_id}
    union all
    select 'dispute_decided', a.at, a.text,
      jsonb_build_object('n', a.n, 'ring', p.ring, 'decision', a.decision, 'ruling_n', a.ruling_n)
    from dispute_answers a
    join disputes d on d.loft_id = a.loft_id and d.flight_id = a.flight_id and d.n = a.n
    left join pigeons p on p.loft_id = d.loft_id and p.id = d.pigeon_id
    where a.loft_id = ${loft_id} and a.flight_id = ${flight_id}
    order by at, kind`.execute(tx);
  const pictures = (await picturesOf(tx, { loft_id, flight_id })).map(
    ({ at, ...details }): LogEntry => ({ kind: 'release_picture', at, reason: null, details }),
  );
  const given_up = (await givenUpOf(tx, { loft_id, flight_id })).map(
    ({ at, reason, ...details }): LogEntry => ({ kind: 'readings_given_up', at, reason, details }),
  );
  const entries = rows.map((entry) =>
    entry.kind === 'ruling' ? { ...entry, details: withAddresses(entry.details) } : entry,
  );
  return [...entries, ...pictures, ...given_up].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

type KeptFile = Parameters<typeof addressOf>[0] & Pick<FileShown, 'kind' | 'name' | 'width' | 'height'>;

const withAddresses = (details: LogEntry['details']) => ({
  ...details,
  files: (details.files as KeptFile[]).map(({ kind, name, width, height, ...file }) => ({
    src: addressOf(file),
    kind,
    name,
    width,
    height,
  })),
});

/** A log without the birds of disputes, and the birds and clocks of rulings, where the season does not show rings. */
export const withoutSubjects = (log: readonly LogEntry[]): LogEntry[] =>
  log.map(({ details, ...entry }) => {
    if (entry.kind === 'ruling')
      return { ...entry, details: { ...details, ring: null, other_ring: null, clock: null, offset_ms: null } };
    if (entry.kind === 'clock_corrected') return { ...entry, details: { ...details, clock: null, offset_ms: null } };
    const isDispute = entry.kind === 'dispute' || entry.kind === 'dispute_decided';
    return { ...entry, details: isDispute ? { ...details, ring: null } : details };
  });
