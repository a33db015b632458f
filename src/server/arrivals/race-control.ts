/** What those who run a race see while birds come. */
import { sql } from 'kysely';
import { correctedTime, isOfMoment, offsetsBy, type Reading, withdrawals } from '#domain/arrivals/project.ts';
import {
  antennaOrders,
  compareClocks,
  curveOf,
  type FirstReading,
  isImpossible,
} from '#domain/arrivals/race-control.ts';
import type { readRaceControl } from '#domain/arrivals/race-control-contract.ts';
import { latestFirst, type Ranked } from '#domain/arrivals/rank.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { type ClockSample, middle, offsetBounds } from '#domain/devices/clock-time.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { Tx } from '#server/db/database.ts';
import { devicesOf } from '#server/devices/device-state.ts';
import type { FlownFlight } from '#server/flights/flights.ts';
import { givenUpOf, owedReadingsOf } from '#server/flights/gaps.ts';
import { corrections } from '#server/ledger/declarations.ts';
import { jumpsDuring } from './clock-jumps.ts';
import { type Comparisons, closeTimesIn } from './close-times.ts';
import { lateBirds } from './late.ts';

type Shown = Omit<
  ReplyOf<typeof readRaceControl>,
  'loft' | 'season' | 'flight' | 'read_at' | 'speed_rule' | 'groups' | 'gaps'
>;

/** Lists are as long as somebody looks through while birds come; the totals are whole. */
const most = 60;
/** Birds that are out, and those that the clocks cannot tell apart, are named on the pages of the flight. */
const mostOut = 16;
const hour_ms = 3_600_000;
/** Readings so long before the release are of another day. */
const early_ms = 6 * hour_ms;

export async function raceControl(
  tx: Tx,
  flight: FlownFlight,
  loft: Loft,
  ranked: readonly Ranked[],
  now_ms: number,
): Promise<Shown> {
  const fast = ranked.filter(({ speed }) => isImpossible(speed, flight.rules.speed)).slice(0, most);
  const close = await closeTimesIn(tx, flight, ranked);
  const closest = close.birds.slice(0, mostOut);
  const readings = await firstReadings(tx, flight);
  const compared = compareClocks(readings);
  const antennas = antennaOrders(readings);
  const late = await lateBirds(tx, { loft_id: flight.loft_id, flight_id: flight.id });
  const birds = await birdsOf(tx, flight, [
    ...[fast, closest, late, ...compared.map(({ apart }) => apart)].flat().map(({ pigeon_id }) => pigeon_id),
    ...antennas.flatMap(({ against }) => against),
  ]);
  const clocks = await clocksOnWatch(tx, flight, loft, { now_ms, comparisons: close.comparisons });
  const clockName = (id: number) => clocks.find((clock) => clock.id === id)?.name ?? '';
  const rankOf = new Map(ranked.map(({ pigeon_id, rank }) => [pigeon_id, rank]));
  const landed = latestFirst(ranked);
  const last = landed[0];
  return {
    home_count: ranked.length,
    last_home: last ? new Date(last.time_ms).toISOString() : null,
    clocks,
    to_mend: await readingsToMend(tx, flight),
    close: {
      rule: close.rule,
      total: close.birds.length,
      to_decide: close.to_decide.length,
      rows: closest.map(({ pigeon_id, best, worst }) => ({
        ...birds.get(pigeon_id)!,
        rank: rankOf.get(pigeon_id)!,
        best,
        worst,
      })),
    },
    compared: compared.map(({ earlier, later, apart, ...pair }) => ({
      ...pair,
      earlier: clockName(earlier),
      later: clockName(later),
      apart: apart.slice(0, most).map(({ pigeon_id, by_ms }) => ({ ...birds.get(pigeon_id)!, by_ms })),
    })),
    antennas: antennas.map(({ device_id, first, second, against }) => ({
      clock: clockName(device_id),
      first,
      second,
      birds: against.slice(0, most).map((pigeon_id) => birds.get(pigeon_id)!),
    })),
    too_fast: fast.map(({ pigeon_id, rank, time_ms, speed }) => ({
      ...birds.get(pigeon_id)!,
      rank,
      time: new Date(time_ms).toISOString(),
      speed: speed!,
    })),
    curve: curveOf(landed.map(({ time_ms }) => time_ms).reverse()),
    not_home: await notHome(tx, flight, [...ranked, ...late]),
    late: late.map(({ pigeon_id, time_ms }) => ({ ...birds.get(pigeon_id)!, time: new Date(time_ms).toISOString() })),
    disqualified: await disqualified(tx, flight),
  };
}

type Named = Shown['not_home']['rows'][number];

/** What clocks owe of a flight, and what was given up. */
export async function missingReadings(
  tx: Tx,
  flight: FlownFlight,
): Promise<Omit<ReplyOf<typeof readRaceControl>['gaps'], 'may_give_up'>> {
  const owed = await owedReadingsOf(tx, flight);
  const given_up = await givenUpOf(tx, { loft_id: flight.loft_id, flight_id: flight.id });
  return { total: owed.length, rows: owed.slice(0, most), given_up };
}

async function birdsOf(tx: Tx, { loft_id }: FlownFlight, ids: readonly number[]): Promise<Map<number, Named>> {
  if (!ids.length) return new Map();
  const { rows } = await sql<Named>`
    select p.id as pigeon_id, p.ring, t.country, t.name as team from pigeons p
    left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    where p.loft_id = ${loft_id} and p.id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map((bird) => [bird.pigeon_id, bird]));
}

/**
 * The readings of the flight's time that are no arrival, one row for each chip and reason, the latest first. A bird that
 * is basketed in another flight of that time, and not in this one, is the other one's; so is a reading after the release
 * of its next flight. What is read of a disqualified bird after the closing mends nothing.
 */
async function readingsToMend(
  tx: Tx,
  { loft_id, id, release_time, closes_at }: FlownFlight,
): Promise<Shown['to_mend']> {
  if (release_time === null) return { total: 0, rows: [] };
  const from = new Date(Date.parse(release_time) - early_ms).toISOString();
  const to = closes_at === null ? null : new Date(Date.parse(closes_at) + early_ms).toISOString();
  const { rows } = await sql<
    Omit<Shown['to_mend']['rows'][number], 'bird' | 'time'> & Omit<Reading, 'kind'> & Partial<Named>
  >`
    with waiting as (
      select distinct on (upper(r.chip), shown.reason) r.number, shown.reason, upper(r.chip) as chip, d.name as clock,
        r.device_id, r.boot, r.sequence, r.device_time, w.pigeon_id,
        (count(*) over (partition by upper(r.chip), shown.reason))::int as count
      from unranked_readings w
      join readings r on r.loft_id = w.loft_id and r.number = w.number
      join devices d on d.loft_id = r.loft_id and d.id = r.device_id and d.replay_id is null
      left join baskets own on own.loft_id = w.loft_id and own.flight_id = ${id} and own.pigeon_id = w.pigeon_id
      -- Of a bird that is not on this list, the other reasons are about a flight of another time.
      cross join lateral (select case when own.pigeon_id is null and w.reason in ('after_close', 'before_release')
        then 'not_basketed' else w.reason end as reason) shown
      where w.loft_id = ${loft_id} and w.reason not in ('void', 'disqualified') and r.device_time >= ${from}::timestamptz
        and (${to}::timestamptz is null or r.device_time <= ${to}::timestamptz)
        and (w.reason <> 'after_close' or own.disqualified_by is null)
        and not exists (select from baskets b join flights f on f.loft_id = b.loft_id and f.id = b.flight_id
          where b.loft_id = w.loft_id and b.pigeon_id = w.pigeon_id and f.id <> ${id} and f.replay_of is null
            and case when own.pigeon_id is null
              then f.status in ('basketing', 'sealed', 'released') or (f.status in ('closed', 'provisional')
                and r.device_time <= f.closes_at + make_interval(secs => ${early_ms / 1000}))
              else f.release_time > ${release_time}::timestamptz and f.release_time <= r.device_time
                and f.status not in ('planned', 'basketing', 'sealed', 'annulled') end)
      order by upper(r.chip), shown.reason, r.device_time)
    select w.number, w.reason, w.chip, w.clock, w.device_id, w.boot, w.sequence, w.count,
      (extract(epoch from w.device_time) * 1000000)::bigint as time_us, p.id as pigeon_id, p.ring, t.country,
      t.name as team
    from waiting w
    left join pigeons p on p.loft_id = ${loft_id} and p.id = w.pigeon_id
    left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    order by w.device_time desc`.execute(tx);
  const shown = rows.slice(0, most);
  const offsetOf = offsetsBy(await corrections(tx, loft_id, new Set(shown.map(({ device_id }) => device_id))));
  return {
    total: rows.length,
    rows: shown.map(({ pigeon_id, ring, country, team, number, reason, chip, clock, count, ...key }) => ({
      number,
      reason,
      chip,
      clock,
      time: new Date(correctedTime(key, offsetOf(key))).toISOString(),
      count,
      bird: pigeon_id && ring ? { pigeon_id, ring, country: country ?? null, team: team ?? null } : null,
    })),
  };
}

/** The clocks of the loft with the landings that they counted in the last hour; a replay has none that is watched. */
async function clocksOnWatch(
  tx: Tx,
  flight: FlownFlight,
  loft: Loft,
  { now_ms, comparisons }: { now_ms: number; comparisons: Comparisons },
): Promise<Shown['clocks']> {
  if (flight.replay_factor !== null) return [];
  const clocks = (await devicesOf(tx, loft, now_ms)).filter(
    ({ kind, state }) => kind === 'clock' && state !== 'revoked',
  );
  const { rows } = await sql<{ device_id: number; strokes: number[] }>`
    select r.device_id, json_agg(floor(extract(epoch from a.time) * 1000) order by a.time) as strokes
    from arrivals a join readings r on r.loft_id = a.loft_id and r.number = a.reading_number
    where a.loft_id = ${flight.loft_id} and a.flight_id = ${flight.id} and a.time > ${new Date(now_ms - hour_ms).toISOString()}::timestamptz
      and not exists (select from arrivals later where later.loft_id = a.loft_id and later.flight_id = a.flight_id
        and later.pigeon_id = a.pigeon_id and later.seq > a.seq)
    group by r.device_id`.execute(tx);
  const strokes = new Map(rows.map((row) => [row.device_id, row.strokes]));
  const entries = await corrections(
    tx,
    flight.loft_id,
    clocks.map(({ id }) => id),
  );
  const jumped = await jumpsDuring(tx, flight, comparisons);
  const isVoid = withdrawals(entries);
  const corrected = new Set(
    entries.flatMap((entry) =>
      entry.kind === 'offset' && !isOfMoment(entry) && !isVoid(entry.number) ? [entry.device_id] : [],
    ),
  );
  return clocks.map(({ id, name, state, since, last_contact_at, battery_percent, clock_offset_ms }) => ({
    id,
    name,
    state,
    since,
    read_to: last_contact_at,
    battery_percent,
    offset_ms: clock_offset_ms,
    bounds: boundsNow(comparisons.get(id) ?? [], now_ms),
    jumps: (jumped.get(id) ?? []).map(({ at_ms, by_ms, offset_ms }) => ({
      at: new Date(at_ms).toISOString(),
      by_ms,
      offset_ms,
    })),
    is_corrected: corrected.has(id),
    strokes: strokes.get(id) ?? [],
  }));
}

/** Between which the offset of a clock is now. */
function boundsNow(samples: readonly ClockSample[], now_ms: number): Shown['clocks'][number]['bounds'] {
  const last = samples.at(-1);
  const bounds = last && offsetBounds([last])(now_ms - middle(last), now_ms);
  return bounds ? { from_ms: bounds.from_ms, to_ms: bounds.to_ms } : null;
}

/**
 * The first reading of each basketed bird by each antenna of each clock since the release, corrected. A clock delivers a
 * reading after it was made, so none of the race was received before the release.
 */
async function firstReadings(
  tx: Tx,
  { loft_id, id, release_time, replay_factor }: FlownFlight,
): Promise<FirstReading[]> {
  if (release_time === null || replay_factor !== null) return [];
  const { rows } = await sql<Omit<Reading, 'kind' | 'number' | 'chip'> & Pick<FirstReading, 'pigeon_id' | 'antenna'>>`
    select distinct on (b.pigeon_id, r.device_id, r.antenna) b.pigeon_id, r.device_id, r.antenna, r.boot,
      r.sequence::float8 as sequence, (extract(epoch from r.device_time) * 1000000)::bigint as time_us
    from baskets b
    join pigeon_chips c on c.loft_id = b.loft_id and c.pigeon_id = b.pigeon_id
    join readings r on r.loft_id = c.loft_id and upper(r.chip) = c.chip and r.received_at >= ${release_time}
    join devices d on d.loft_id = r.loft_id and d.id = r.device_id and d.replay_id is null
    where b.loft_id = ${loft_id} and b.flight_id = ${id}
    order by b.pigeon_id, r.device_id, r.antenna, r.device_time`.execute(tx);
  const offsetOf = offsetsBy(await corrections(tx, loft_id, new Set(rows.map(({ device_id }) => device_id))));
  return rows.map(({ pigeon_id, antenna, ...reading }) => ({
    pigeon_id,
    antenna,
    device_id: reading.device_id,
    time_ms: correctedTime(reading, offsetOf(reading)),
  }));
}

async function notHome(
  tx: Tx,
  { loft_id, id }: FlownFlight,
  birds: readonly Pick<Ranked, 'pigeon_id'>[],
): Promise<Shown['not_home']> {
  const home = birds.map(({ pigeon_id }) => pigeon_id);
  const { rows } = await sql<Named & { total: number }>`
    select p.id as pigeon_id, p.ring, t.country, t.name as team, (count(*) over ())::int as total
    from baskets b join pigeons p on p.loft_id = b.loft_id and p.id = b.pigeon_id
    left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    where b.loft_id = ${loft_id} and b.flight_id = ${id} and b.disqualified_by is null
      and not b.pigeon_id = any(${home}::bigint[])
    order by p.ring limit ${mostOut}`.execute(tx);
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _total, ...bird }) => bird) };
}

/** The birds that are disqualified, each with its first time of the race by the clock that read it, also after the closing. */
async function disqualified(tx: Tx, { loft_id, id, release_time }: FlownFlight): Promise<Shown['disqualified']> {
  const { rows } = await sql<Shown['disqualified'][number]>`
    select p.id as pigeon_id, p.ring, t.country, t.name as team, (select min(r.device_time) from unranked_readings w
      join readings r on r.loft_id = w.loft_id and r.number = w.number
      where w.loft_id = p.loft_id and w.pigeon_id = p.id and w.reason in ('disqualified', 'after_close')
        and r.device_time >= ${release_time}::timestamptz
        and not exists (select from baskets other join flights next on next.loft_id = other.loft_id
          and next.id = other.flight_id where other.loft_id = p.loft_id and other.pigeon_id = p.id
          and next.release_time > ${release_time}::timestamptz and next.release_time <= r.device_time
          and next.replay_of is null and next.status not in ('planned', 'basketing', 'sealed', 'annulled')))
        as clocked_at
    from baskets b join pigeons p on p.loft_id = b.loft_id and p.id = b.pigeon_id
    left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    where b.loft_id = ${loft_id} and b.flight_id = ${id} and b.disqualified_by is not null
    order by p.ring`.execute(tx);
  return rows;
}
