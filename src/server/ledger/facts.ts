/** The facts that the projection needs about the birds of some ledger entries. */
import { type RawBuilder, sql } from 'kysely';
import {
  type Arrival,
  type ChipHeld,
  type Exchanged,
  type Facts,
  type FlightWindow,
  type ManualArrival,
  placeOf,
  type Reading,
} from '#domain/arrivals/project.ts';
import { flightStatuses, takesArrivals } from '#domain/flights/flight.ts';
import type { Tx } from '#server/db/database.ts';

/** A reading with the birds that its chip may belong to. */
export interface Candidate {
  number: number;
  device_id: number;
  boot: string;
  sequence: number;
  chip: string;
  time_us: number;
  /** The replay that its clock belongs to, if any. */
  replay_id: number | null;
  /** Whether its clock has an offset. */
  has_offset: boolean;
  wearers: Wearer[] | null;
}

/** A bird that wore the chip at about the time of the reading; without flights when it is of another loft. */
interface Wearer extends Omit<ChipHeld, 'chip'> {
  flights: Basketed[] | null;
}

/** A flight that a bird is basketed in, with its counted arrival while the flight takes arrivals. */
type Basketed = FlightWindow & {
  arrival: Standing | null;
  is_disqualified: boolean;
  /** When the bird was released, if in a later group, epoch ms. */
  released_ms: number | null;
  /** The bird that its readings count for here, by which entry, and what is known of that one. */
  exchanged: {
    number: number;
    other_id: number;
    arrival: Standing | null;
    is_disqualified: boolean;
    released_ms: number | null;
  } | null;
};

interface Standing {
  time_ms: number;
  number: number;
  device_id: number | null;
  boot: string;
  sequence: number;
}

/** Whether a flight `f` takes arrivals. */
export const isOpen = sql<boolean>`f.status = any(${flightStatuses.filter(takesArrivals)})`;

/** The counted arrival of a bird in the flight of a basket `b`, as JSON; `is true` keeps to the index of the bird. */
function standingOf(loft_id: number, pigeon_id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${isOpen} then (
    select json_build_object('time_ms', extract(epoch from last.time) * 1000,
      'number', coalesce(last.reading_number, last.declaration_number),
      'device_id', known.device_id, 'boot', known.boot, 'sequence', known.sequence)
    from (
      select a.time, a.reading_number, a.declaration_number from arrivals a
      where a.pigeon_id = ${pigeon_id} and (a.loft_id = b.loft_id and a.flight_id = b.flight_id) is true
      order by a.seq desc limit 1) last
    left join readings known on known.loft_id = ${loft_id} and known.number = last.reading_number
    where last.time is not null) end`;
}

/**
 * The release of a flight `f`, epoch ms; null: none yet. A flight annulled before its release, or after it was taken
 * back, has only a planned release time, which does not count.
 */
export const releaseOf = sql<number | null>`case when f.status not in ('planned', 'basketing', 'sealed')
  and (f.status <> 'annulled' or exists (select from flight_history h
    where h.loft_id = f.loft_id and h.flight_id = f.id and h.to_status = 'annulled'
      and h.from_status not in ('planned', 'basketing', 'sealed')))
  then extract(epoch from f.release_time) * 1000 end`;

/**
 * The flights that a bird is basketed in, as JSON. The flight of an arrival is compared with `is true`: otherwise a plan made in the first
 * minutes of a race would scan all its arrivals to find the last one of the bird.
 */
function flightsOf(loft_id: number, pigeon_id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select json_agg(json_build_object('flight_id', f.id, 'open', ${isOpen},
      'release_ms', ${releaseOf},
      'closes_ms', extract(epoch from f.closes_at) * 1000,
      'is_replay', f.replay_of is not null, 'is_disqualified', b.disqualified_by is not null,
      'released_ms', extract(epoch from b.released_at) * 1000,
      'arrival', ${standingOf(loft_id, sql`b.pigeon_id`)},
      'exchanged', case when b.exchanged_with is not null then json_build_object('number', b.exchanged_by,
        'other_id', b.exchanged_with,
        'released_ms', (select extract(epoch from other.released_at) * 1000 from baskets other
          where other.loft_id = b.loft_id and other.flight_id = b.flight_id and other.pigeon_id = b.exchanged_with),
        'is_disqualified', exists (select from baskets other
          where other.loft_id = b.loft_id and other.flight_id = b.flight_id and other.pigeon_id = b.exchanged_with
            and other.disqualified_by is not null),
        'arrival', ${standingOf(loft_id, sql`b.exchanged_with`)}) end))
    from baskets b join flights f on f.loft_id = b.loft_id and f.id = b.flight_id
    where b.loft_id = ${loft_id} and b.pigeon_id = ${pigeon_id})`;
}

/**
 * Joins each row `r` with a `device_id`, a `chip` and a `device_time` to the last columns of a candidate, as `lead`.
 * Chips are taken around the time of the reading, as far as any offset of its clock reaches. The time is compared with
 * `is true`, so that PostgreSQL uses the index of the chip and not that of the exclusion constraint, where a search
 * costs six times as much.
 */
export function leadsOf(loft_id: number): RawBuilder<unknown> {
  return sql`
    left join lateral (
      select d.replay_id, slack.time is not null as has_offset, (
        select json_agg(json_build_object('loft_id', c.loft_id, 'pigeon_id', c.pigeon_id,
          'from_ms', extract(epoch from lower(c.during)) * 1000, 'to_ms', extract(epoch from upper(c.during)) * 1000,
          'flights', case when c.loft_id = ${loft_id} then ${flightsOf(loft_id, sql`c.pigeon_id`)} end))
        from pigeon_chips c
        where c.chip = upper(r.chip) and (c.during && tstzrange(r.device_time - coalesce(slack.time, '0'),
          r.device_time + coalesce(slack.time, '0'), '[]')) is true) as wearers
      from devices d
      cross join lateral (
        select max(abs((o.content ->> 'offset_ms')::float8)) * interval '1 ms' as time from declarations o
        where o.loft_id = ${loft_id} and o.device_id = r.device_id and o.kind = 'offset') slack
      where d.loft_id = ${loft_id} and d.id = r.device_id) lead on true`;
}

/** The columns of a reading `r` that make a candidate together with `lead`. */
export const readingColumns = sql`r.number, r.device_id, r.boot, r.sequence, r.chip,
  (extract(epoch from r.device_time) * 1000000)::bigint as time_us`;

/** More facts about some birds: all their flights, and their manual arrivals. */
export interface Bird {
  pigeon_id: number;
  flights: Basketed[] | null;
  manual: Omit<ManualArrival, 'kind' | 'pigeon_id'>[] | null;
}

export async function birdsOf(tx: Tx, loft_id: number, pigeon_ids: readonly number[]): Promise<Bird[]> {
  const { rows } = await sql<Bird>`
    select bird.pigeon_id, ${flightsOf(loft_id, sql`bird.pigeon_id`)} as flights, (
      select json_agg(json_build_object('number', m.number, 'flight_id', m.flight_id, 'time_ms', m.content -> 'time_ms'))
      from declarations m
      where m.loft_id = ${loft_id} and m.pigeon_id = bird.pigeon_id and m.kind = 'manual') as manual
    from unnest(${pigeon_ids}::bigint[]) as bird (pigeon_id)`.execute(tx);
  return rows;
}

export function readingOf({ number, device_id, boot, sequence, chip, time_us }: Candidate): Reading {
  return { kind: 'reading', number, device_id, boot, sequence, chip: chip.toUpperCase(), time_us };
}

export function manualOf({ pigeon_id, manual }: Bird): ManualArrival[] {
  return (manual ?? []).map((one) => ({ kind: 'manual', pigeon_id, ...one }));
}

/** The facts about the birds that may have caused these readings, and about the given birds. */
export function factsOf(
  loft_id: number,
  candidates: readonly Omit<Candidate, 'number'>[],
  birds: readonly Bird[] = [],
): Facts & { arrivals: Arrival[]; exchanges: Exchanged[] } {
  const flights = new Map<number, FlightWindow & { released: Map<number, number> }>();
  const baskets = new Map<number, number[]>();
  const chips = new Map<string, ChipHeld>();
  const disqualified = new Set<string>();
  const replays = new Map<number, number>();
  const arrivals = new Map<string, Arrival>();
  const exchanges = new Map<number, Exchanged>();
  for (const { chip, device_id, replay_id, wearers } of candidates) {
    if (replay_id !== null) replays.set(device_id, replay_id);
    for (const { flights: basketed, ...held } of wearers ?? []) {
      const worn = chip.toUpperCase();
      chips.set(`${worn} ${held.pigeon_id} ${held.from_ms}`, { chip: worn, ...held });
      know(held.pigeon_id, basketed);
    }
  }
  for (const { pigeon_id, flights: basketed } of birds) know(pigeon_id, basketed);
  return {
    loft_id,
    flights: [...flights.values()],
    baskets,
    chips: [...chips.values()],
    disqualified,
    replays,
    arrivals: [...arrivals.values()],
    exchanges: [...exchanges.values()],
  };

  function know(pigeon_id: number, basketed: readonly Basketed[] | null): void {
    if (!basketed || baskets.has(pigeon_id)) return;
    baskets.set(
      pigeon_id,
      basketed.map(({ flight_id }) => flight_id),
    );
    for (const { arrival, is_disqualified, released_ms, exchanged, ...flight } of basketed) {
      const { flight_id } = flight;
      const released = flights.get(flight_id)?.released ?? new Map<number, number>();
      if (released_ms !== null) released.set(pigeon_id, released_ms);
      if (exchanged && exchanged.released_ms !== null) released.set(exchanged.other_id, exchanged.released_ms);
      flights.set(flight_id, { ...flight, released });
      stand({ flight_id, pigeon_id }, { arrival, is_disqualified });
      if (!exchanged) continue;
      const { number, other_id, ...other } = exchanged;
      exchanges.set(number, { kind: 'exchanged', number, flight_id, pigeon_id, other_id });
      stand({ flight_id, pigeon_id: other_id }, other);
    }
  }

  function stand(
    bird: Pick<Arrival, 'flight_id' | 'pigeon_id'>,
    { arrival, is_disqualified }: Pick<Basketed, 'arrival' | 'is_disqualified'>,
  ): void {
    if (is_disqualified) disqualified.add(placeOf(bird));
    if (!arrival) return;
    const { time_ms, number, device_id, boot, sequence } = arrival;
    const key = device_id === null ? null : { device_id, boot, sequence };
    arrivals.set(placeOf(bird), { ...bird, time_ms, number, key });
  }
}
