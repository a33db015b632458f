/** Why a bird has its place: the readings, rulings and prizes behind a line of a result. */
import { sql } from 'kysely';
import { closeBirds } from '#domain/arrivals/close-times.ts';
import { explainPlace } from '#domain/arrivals/place.ts';
import type { PlaceExplained, RulingOut, RulingShown } from '#domain/arrivals/place-contract.ts';
import {
  correctedTime,
  type LedgerEntry,
  type Offset,
  offsetsBy,
  type Reading,
  withdrawals,
} from '#domain/arrivals/project.ts';
import { type Ranked, releaseOf } from '#domain/arrivals/rank.ts';
import { within } from '#domain/devices/clock-time.ts';
import { countedRelease } from '#domain/flights/release.ts';
import type { FlightKey } from '#domain/keys.ts';
import { prizesOf, sharersOf } from '#domain/seasons/prizes.ts';
import type { Tx } from '#server/db/database.ts';
import type { FlownFlight } from '#server/flights/flights.ts';
import { corrections } from '#server/ledger/declarations.ts';
import { rulebookOf } from '#server/seasons/rulebook.ts';
import { currencyOf } from '#server/seasons/seasons.ts';
import type { View } from '#server/seasons/visibility.ts';
import { frameOf } from './arrivals.ts';
import { boundedLines, comparisonsAround } from './close-times.ts';
import { finishOf, prizesOfFlight, specialsOf } from './prizes.ts';
import { shownSpecials } from './visible-results.ts';

/** The most readings of one bird that are looked through: a bird that sits on an antenna is read all day. */
const mostReadings = 1000;

/**
 * Explains the place of a bird in a flight.
 * @param ranked the ranking of the flight
 * @returns null for a bird that is not home
 */
export async function placeOf(
  tx: Tx,
  flight: FlownFlight,
  ranked: readonly Ranked[],
  pigeon_id: number,
  view: View,
): Promise<PlaceExplained | null> {
  const { loft_id, id: flight_id } = flight;
  const frame = await frameOf(tx, flight);
  const steps = frame && explainPlace(ranked, pigeon_id, frame);
  if (!steps) return null;
  const release_ms = releaseOf(frame, pigeon_id);
  const release_time = new Date(release_ms).toISOString();
  const line = ranked.find((one) => one.pigeon_id === pigeon_id)!;
  const other = await exchangedWith(tx, flight, pigeon_id);
  const of = { pigeon_id, wearer_id: other?.id ?? pigeon_id, time_ms: line.time_ms };
  const readings = await readingsOf(tx, flight, of);
  const entries = await corrections(tx, loft_id, new Set(readings.map(({ device_id }) => device_id)));
  const isVoid = withdrawals(entries);
  const offsetOf = offsetsBy(entries);
  const counted = readings.find(({ counts }) => counts);
  const offset = counted && offsetOf(counted);
  const behind = rulingsBehind(entries, readings, offset, isVoid);
  const rulings = await shownRulings(tx, { loft_id, flight_id, pigeon_id }, behind);
  return {
    ...steps,
    reading: counted
      ? {
          clock: counted.clock,
          antenna: counted.antenna,
          time_us: counted.time_us,
          offset_ms: offset?.offset_ms ?? 0,
        }
      : null,
    manual_arrival: counted ? null : (await rulebookOf(tx, flight)).manual_arrival,
    exchanged_with: counted && other ? other.ring : null,
    also_read: alsoRead(
      readings.filter(({ number, counts }) => !counts && !isVoid(number)),
      (reading) => correctedTime(reading, offsetOf(reading)),
    ),
    sure: await surenessOf(tx, flight, ranked, line),
    time: new Date(line.time_ms).toISOString(),
    release_time,
    release_group: flight.release_groups.find((group) => group.release_time === release_time) ?? null,
    release_measured: await measuredRelease(tx, flight, release_ms),
    distance_m: frame.distance_m,
    rulings,
    other_rulings: await otherRulings(tx, { loft_id, flight_id }, rulings),
    home_count: ranked.length,
    basketed_count: flight.basketed_count,
    prize: await prizeOf(tx, flight, ranked, line),
    special: await specialOf(tx, flight, ranked, line, view),
  };
}

/**
 * The rulings by which a bird has no place in a flight, the oldest first: the one that disqualifies it, the one that
 * gives what was read of it to another bird, those that withdraw its readings, and the last one that took it out of the
 * result by what it changed. One that was withdrawn itself is none of them.
 */
export async function takenOutBy(
  tx: Tx,
  { loft_id, flight_id, pigeon_id }: FlightKey & { pigeon_id: number },
): Promise<RulingOut[]> {
  const { rows } = await sql<RulingOut>`
    with made as (
      select r.n, r.kind, r.reason, r.content, d.at, d.numbers, line.came_in
      from rulings r
      join ruling_decisions d on d.loft_id = r.loft_id and d.flight_id = r.flight_id and d.n = r.n
        and d.decision = 'made'
      left join lateral (
        select line -> 'before' = 'null' as came_in from jsonb_array_elements(d.effect -> 'lines') line
        where (line ->> 'pigeon_id')::bigint = ${pigeon_id}
          and (line -> 'before' = 'null') <> (line -> 'after' = 'null')) line on true
      where r.loft_id = ${loft_id} and r.flight_id = ${flight_id})
    select made.n, made.kind, made.reason, made.at from made
    join baskets b on b.loft_id = ${loft_id} and b.flight_id = ${flight_id} and b.pigeon_id = ${pigeon_id}
    where (b.disqualified_by = any(made.numbers) or b.exchanged_by = any(made.numbers)
        or (made.kind = 'void' and exists (select from unranked_readings w
          where w.loft_id = ${loft_id} and w.pigeon_id = ${pigeon_id} and w.reason = 'void'
            and w.number = (made.content ->> 'number')::bigint))
        or (not made.came_in and not exists (select from made later
          where later.came_in is not null and (later.at, later.n) > (made.at, made.n))))
      and not exists (select from made later
        where later.kind = 'void' and (later.content ->> 'number')::bigint = any(made.numbers))
    order by made.at, made.n`.execute(tx);
  return rows;
}

/** Birds so many places away are not compared with one. */
const near = 200;

async function surenessOf(
  tx: Tx,
  flight: FlownFlight,
  ranked: readonly Ranked[],
  line: Ranked,
): Promise<PlaceExplained['sure']> {
  const index = ranked.indexOf(line);
  const lines = await boundedLines(
    tx,
    flight,
    ranked.slice(Math.max(index - near, 0), index + near + 1),
    await comparisonsAround(tx, flight),
  );
  const own = lines.find(({ pigeon_id }) => pigeon_id === line.pigeon_id);
  if (!own?.bounds) return null;
  const close = closeBirds(lines).find(({ pigeon_id }) => pigeon_id === line.pigeon_id);
  const { best, worst } = close ?? { best: line.rank, worst: line.rank };
  return { within_ms: within(own.bounds), is_torn: own.bounds.is_torn, best, worst };
}

interface ReadingOfBird extends Reading {
  clock: string;
  antenna: string | null;
  counts: boolean;
}

/** The bird that a bird is exchanged with in a flight. */
async function exchangedWith(tx: Tx, { loft_id, id }: FlownFlight, pigeon_id: number) {
  return tx
    .selectFrom('baskets as b')
    .innerJoin('pigeons as p', (join) =>
      join.onRef('p.loft_id', '=', 'b.loft_id').onRef('p.id', '=', 'b.exchanged_with'),
    )
    .select(['p.id', 'p.ring'])
    .where('b.loft_id', '=', loft_id)
    .where('b.flight_id', '=', id)
    .where('b.pigeon_id', '=', pigeon_id)
    .executeTakeFirst();
}

/** The readings of the chips that a bird wore, in an exchange those of the other one, from the release to a day after its arrival, the one that counts too. */
async function readingsOf(
  tx: Tx,
  { loft_id, id, release_time }: FlownFlight,
  { pigeon_id, wearer_id, time_ms }: { pigeon_id: number; wearer_id: number; time_ms: number },
): Promise<ReadingOfBird[]> {
  const { rows } = await sql<Omit<ReadingOfBird, 'kind'>>`
    with counted as (
      select a.reading_number from arrivals a
      where a.loft_id = ${loft_id} and a.flight_id = ${id} and a.pigeon_id = ${pigeon_id}
      order by a.seq desc limit 1),
    flown as (select case when replay_of is not null then id end as replay_id from flights
      where loft_id = ${loft_id} and id = ${id})
    select r.number, r.device_id, r.boot, r.sequence, upper(r.chip) as chip, d.name as clock, r.antenna,
      (extract(epoch from r.device_time) * 1000000)::bigint as time_us,
      r.number is not distinct from (select reading_number from counted) as counts
    from readings r
    join devices d on d.loft_id = r.loft_id and d.id = r.device_id
      and d.replay_id is not distinct from (select replay_id from flown)
    where r.loft_id = ${loft_id} and (r.number = (select reading_number from counted) or (
      upper(r.chip) in (select chip from pigeon_chips where loft_id = ${loft_id} and pigeon_id = ${wearer_id})
      and r.device_time between ${release_time} and ${new Date(time_ms + 86_400_000).toISOString()}))
    order by counts desc, r.device_time limit ${mostReadings}`.execute(tx);
  return rows.map((row) => ({ ...row, kind: 'reading' }));
}

/** The first reading of each clock, and how many it has. */
function alsoRead(readings: readonly ReadingOfBird[], timeOf: (reading: Reading) => number) {
  return [...Map.groupBy(readings, ({ clock }) => clock)]
    .map(([clock, own]) => ({ clock, time_ms: Math.min(...own.map(timeOf)), count: own.length }))
    .sort((a, b) => a.time_ms - b.time_ms)
    .map(({ time_ms, ...one }) => ({ ...one, time: new Date(time_ms).toISOString() }));
}

/**
 * The numbers of the valid entries that moved a bird: the offset of its reading, and withdrawals of its readings, or of
 * such withdrawals.
 */
function rulingsBehind(
  entries: readonly LedgerEntry[],
  readings: readonly Reading[],
  offset: Offset | undefined,
  isVoid: (number: number) => boolean,
): number[] {
  const own = new Set(readings.map(({ number }) => number));
  const behind = offset ? [offset.number] : [];
  // An entry withdraws an earlier one.
  for (const entry of entries.toSorted((a, b) => a.number - b.number)) {
    if (entry.kind !== 'void' || !own.has(entry.voids)) continue;
    own.add(entry.number);
    if (!isVoid(entry.number)) behind.push(entry.number);
  }
  return behind;
}

/** These rulings, the manual arrival of the bird, the corrections of the release and the last one of the distance, the oldest first. */
async function shownRulings(
  tx: Tx,
  { loft_id, flight_id, pigeon_id }: { loft_id: number; flight_id: number; pigeon_id: number },
  numbers: readonly number[],
): Promise<RulingShown[]> {
  const { rows } = await sql<RulingShown>`
    select d.number, case d.kind when 'rules' then 'distance' else d.kind end as kind, d.reason, d.declared_at as at,
      (select made.n from ruling_decisions made where made.loft_id = ${loft_id} and made.flight_id = ${flight_id}
        and d.number = any(made.numbers)) as n
    from declarations d
    where d.loft_id = ${loft_id} and d.reason is not null and (d.number = any(${numbers}::bigint[])
      or (d.flight_id = ${flight_id} and d.kind = 'release' and ${isOfBird(pigeon_id)})
      or d.number = (select max(said) from rulings r
        join ruling_decisions made on made.loft_id = r.loft_id and made.flight_id = r.flight_id and made.n = r.n
        cross join unnest(made.numbers) said
        where r.loft_id = ${loft_id} and r.flight_id = ${flight_id} and r.kind = 'distance')
      or d.number = (select b.exchanged_by from baskets b where b.loft_id = ${loft_id}
        and b.flight_id = ${flight_id} and b.pigeon_id = ${pigeon_id})
      or d.number = (select a.declaration_number from arrivals a where a.loft_id = ${loft_id}
        and a.flight_id = ${flight_id} and a.pigeon_id = ${pigeon_id} order by a.seq desc limit 1))
    order by d.number`.execute(tx);
  return rows;
}

/** How many rulings were made in a flight besides those that are shown. */
async function otherRulings(tx: Tx, { loft_id, flight_id }: FlightKey, shown: readonly RulingShown[]): Promise<number> {
  const { count } = await tx
    .selectFrom('ruling_decisions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('decision', '=', 'made')
    .where(
      'n',
      'not in',
      [0, ...shown.map(({ n }) => n ?? 0)], // they are counted from 1
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether a release `d` is one of a bird: of a group that it was or is in, or the first one for a bird of no later group. */
const isOfBird = (pigeon_id: number) => sql<boolean>`case when d.content ? 'group'
  then exists (select from declarations g where g.loft_id = d.loft_id and g.flight_id = d.flight_id
    and g.kind = 'release' and g.content -> 'group' = d.content -> 'group' and g.number <= d.number
    and g.content -> 'pigeon_ids' @> to_jsonb(${pigeon_id}::bigint))
  else exists (select from baskets b where b.loft_id = d.loft_id and b.flight_id = d.flight_id
    and b.pigeon_id = ${pigeon_id} and b.released_at is null) end`;

/** The moment that a report measured, of which the release that counts was cut. */
async function measuredRelease(
  tx: Tx,
  { loft_id, id, rules: { precision_ms } }: FlownFlight,
  release_ms: number,
): Promise<string | null> {
  const reports = await tx
    .selectFrom('release_reports')
    .select('at')
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', id)
    .orderBy('received_at')
    .orderBy('id')
    .execute();
  return reports.find(({ at }) => countedRelease(Date.parse(at), precision_ms) === release_ms)?.at ?? null;
}

/** The special prizes of a bird, as far as its reader may see what they are given for. */
async function specialOf(
  tx: Tx,
  flight: FlownFlight,
  ranked: readonly Ranked[],
  { pigeon_id }: Ranked,
  view: View,
): Promise<PlaceExplained['special']> {
  const plan = await prizesOfFlight(tx, flight);
  if (!plan || plan.special.length === 0) return [];
  const currency = await currencyOf(tx, flight);
  return shownSpecials(view, await specialsOf(tx, flight, plan, ranked)).flatMap(
    ({ prize, country, place, winners }) => {
      const own = winners.find((winner) => winner.pigeon_id === pigeon_id);
      const { to, in_kind } = prize;
      return own ? [{ to, country, place, in_kind, cents: in_kind === null ? own.cents : null, currency }] : [];
    },
  );
}

async function prizeOf(
  tx: Tx,
  flight: FlownFlight,
  ranked: readonly Ranked[],
  line: Ranked,
): Promise<PlaceExplained['prize']> {
  const prizes = await prizesOfFlight(tx, flight);
  if (!prizes) return null;
  const finish = await finishOf(tx, flight, prizes, ranked);
  const value = prizesOf(prizes, ranked, finish).values[ranked.indexOf(line)] ?? 0;
  if (value === 0) return null;
  const sharers = sharersOf(prizes, ranked, finish).find(({ birds }) => birds.includes(line))!;
  const { basis } = prizes.template;
  return {
    cents: basis === 'amount' ? value : null,
    share: basis === 'percent' ? value : null,
    currency: await currencyOf(tx, flight),
    shared_by: sharers.birds.length,
  };
}
