/**
 * Makes the prizes of a flight claims of the holders of its birds, counter-entries where a correction moves them, and
 * assigns what is held to whoever has the bird by now.
 */
import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import type { FlightStatus } from '#domain/flights/flight.ts';
import type { FlightKey, SeasonKey } from '#domain/keys.ts';
import { type Claim, claimsAssigned, claimsChanged, claimsTo, postingsOfClaims } from '#domain/prizes/prize.ts';
import { prizesOf } from '#domain/seasons/prizes.ts';
import { type FlightPlan, finishOf, prizesOfFlight, specialCents, specialsOf } from '#server/arrivals/prizes.ts';
import { readStandings } from '#server/arrivals/standings.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import type { FlightStep } from '#server/flights/consequences.ts';
import { findFlownFlight, flownFlights } from '#server/flights/flights.ts';
import { type LockedFlight, lockFlight } from '#server/flights/locked-flight.ts';
import { type ItemsOptions, type Job, workOff } from '#server/jobs/items.ts';
import { firstOwner, holdersOf } from '#server/pigeons/rights.ts';
import { currencyOf } from '#server/seasons/seasons.ts';
import { claimOf, postPrizes, prizesOfSeason } from './journal.ts';
import { notifyClaims } from './notices.ts';

/**
 * Enter the claims of a flight whose result has become official: the first time all of them, after a correction what
 * differs. An annulled flight has no prizes any more, and one that is being corrected keeps them until it is official.
 */
export async function awardPrizes(tx: Tx, { flight, status, act }: FlightStep): Promise<void> {
  if (flight.replay_factor !== null || (status !== 'official' && status !== 'annulled')) return;
  const { loft_id, id: flight_id } = flight;
  const at = new Date(act.now_ms).toISOString();
  await enterClaims(tx, flight, { status, at, result_version: await nextVersion(tx, { loft_id, flight_id }) });
}

async function enterClaims(
  tx: Tx,
  flight: LockedFlight,
  { status, at, result_version }: { status: FlightStatus; at: string; result_version: number },
): Promise<void> {
  const { loft_id, id: flight_id, season_id } = flight;
  const plan = await prizesOfFlight(tx, flight);
  const fund = (await fundOf(tx, { loft_id, flight_id })) ?? (plan && (await openFund(tx, flight, at)));
  if (!fund) return;
  const was = (await prizesOfSeason(tx, { loft_id, season_id }, { fund_id: fund.id })).map(claimOf);
  const is = plan && status === 'official' ? await claimsOfResult(tx, flight, plan, fund.fund_cents) : [];
  const changed = claimsChanged(was, is);
  if (changed.length === 0) return;
  const of = { fund_id: fund.id, result_version };
  const { currency } = fund;
  await postPrizes(tx, { loft_id, season_id, of, currency, at }, postingsOfClaims(fund.id, changed));
  const key = `claims:${fund.id} ${result_version}`;
  await notifyClaims(tx, { loft_id, flight_id, key, currency }, { was, is, changed });
}

/**
 * The flights of a season that were official before prizes were entered: they have prizes by their rulebook and no fund.
 * Those without a stored ranking are not among them until they have it.
 */
export async function earlierFlights(tx: Tx, key: SeasonKey): Promise<{ id: number; name: string }[]> {
  const official = (await flownFlights(tx, key)).filter(
    ({ status, has_standings, replay_factor }) => status === 'official' && has_standings && replay_factor === null,
  );
  const earlier = [];
  for (const flight of official.reverse()) {
    const { loft_id, id, name } = flight;
    if (!(await fundOf(tx, { loft_id, flight_id: id })) && (await prizesOfFlight(tx, flight)))
      earlier.push({ id, name });
  }
  return earlier;
}

/**
 * Enter the prizes of the flights that were official before prizes were entered; shares are of what the entries have paid
 * by now. Their locks keep a second one from entering them again.
 * @returns the number of flights
 */
export async function enterEarlierPrizes(tx: Tx, key: SeasonKey, { now_ms }: { now_ms: number }): Promise<number> {
  const at = new Date(now_ms).toISOString();
  let count = 0;
  const ids = (await earlierFlights(tx, key)).map(({ id }) => id);
  for (const flight_id of ids.sort((a, b) => a - b)) {
    const of = { loft_id: key.loft_id, flight_id };
    const flight = await lockFlight(tx, of);
    // Meanwhile entered by another, or being corrected.
    if (flight.status !== 'official' || (await fundOf(tx, of))) continue;
    const result_version = Math.max(1, (await nextVersion(tx, of)) - 1);
    await enterClaims(tx, flight, { status: 'official', at, result_version });
    count += 1;
  }
  return count;
}

/** A fund that holds prizes of birds that are somebody's by now. */
interface ToAssign extends FlightKey {
  fund_id: number;
}

/**
 * Assign the prizes that are held because nobody had the account of a bird's team to who has it now, a fund in a
 * transaction each: from then on they are owed. Of several processes only one assigns them: each locks the flight
 * before it reads what is held.
 * @returns the funds of which something was assigned
 */
export async function assignHeldPrizes(
  db: Database,
  now_ms: number,
  options?: Omit<ItemsOptions, 'now_ms'>,
): Promise<number[]> {
  const { rows: due } = await sql<ToAssign>`
    select distinct f.loft_id, f.flight_id, f.id as fund_id
    from (select loft_id, fund_id, pigeon_id from prize_postings where account = 'held'
      group by loft_id, fund_id, pigeon_id having sum(amount_cents) <> 0) held
    join prize_funds f on f.loft_id = held.loft_id and f.id = held.fund_id
    join pigeons p on p.loft_id = held.loft_id and p.id = held.pigeon_id
    where ${firstOwner} is not null order by f.loft_id, f.id`.execute(db);
  const job: Job<ToAssign> = {
    queue: 'held_prizes',
    nameOf: ({ fund_id, loft_id, flight_id }) => ({ key: fund_id, loft_id, flight_id }),
    work: (fund) => transact(db, (tx) => assignHeld(tx, fund, { now_ms })),
  };
  const { done } = await workOff(db, job, due, { now_ms, ...options });
  return done.map(({ fund_id }) => fund_id);
}

/** Assign what a flight holds for birds that are somebody's by now. @returns whether there was any */
export async function assignHeld(tx: Tx, key: FlightKey, { now_ms }: { now_ms: number }): Promise<boolean> {
  const { loft_id, season_id } = await lockFlight(tx, key);
  const fund = await fundOf(tx, key);
  if (!fund) return false;
  const prizes = await prizesOfSeason(tx, { loft_id, season_id }, { fund_id: fund.id });
  const held = prizes.map(claimOf).filter(({ account }) => account === 'held');
  const changed = claimsAssigned(held, await ownersOf(tx, key, held));
  if (changed.length === 0) return false;
  const { currency } = fund;
  const of = { fund_id: fund.id, result_version: null };
  const at = new Date(now_ms).toISOString();
  const entry_id = await postPrizes(tx, { loft_id, season_id, of, currency, at }, postingsOfClaims(fund.id, changed));
  const assigned = changed.filter(({ account }) => account === 'owed');
  await notifyClaims(
    tx,
    { ...key, key: `assigned:${entry_id}`, currency },
    { was: [], is: assigned, changed: assigned },
  );
  return true;
}

/** Whose birds these are by now. */
async function ownersOf(
  tx: Tx,
  { loft_id }: FlightKey,
  birds: readonly { pigeon_id: number }[],
): Promise<Map<number, number | null>> {
  const ids = birds.map(({ pigeon_id }) => pigeon_id);
  const { rows } = await sql<{ id: number; owner: number | null }>`
    select p.id, ${firstOwner} as owner from pigeons p
    where p.loft_id = ${loft_id} and p.id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, owner }) => [id, owner]));
}

/** The claims of a result by its stored standings. */
async function claimsOfResult(tx: Tx, flight: LockedFlight, plan: FlightPlan, fund_cents: number): Promise<Claim[]> {
  const { loft_id, release_time, time_zone } = flight;
  const won = await wonInFlight(tx, flight, plan, fund_cents);
  const day = dayAt(Date.parse(release_time!), time_zone);
  const ids = won.map(({ pigeon_id }) => pigeon_id);
  const holders = await holdersOf(tx, { loft_id }, ids, day);
  const withoutTeam = await birdsWithoutTeam(tx, { loft_id }, ids);
  return won.flatMap((prize) =>
    claimsTo({ ...prize, is_lofts: withoutTeam.has(prize.pigeon_id) }, holders.get(prize.pigeon_id)!),
  );
}

/** What each bird wins by the stored standings of a flight, in cents. */
async function wonInFlight(
  tx: Tx,
  { loft_id, id }: LockedFlight,
  plan: FlightPlan,
  fund_cents: number,
): Promise<{ pigeon_id: number; amount_cents: number }[]> {
  const flight = (await findFlownFlight(tx, { loft_id, flight_id: id }))!;
  const ranked = (await readStandings(tx, [flight])).get(id)!;
  const finish = await finishOf(tx, flight, plan, ranked);
  const { values, lost } = prizesOf(plan, ranked, finish, fund_cents);
  const won = specialCents(await specialsOf(tx, flight, plan, ranked));
  const add = (pigeon_id: number, cents: number) => won.set(pigeon_id, (won.get(pigeon_id) ?? 0) + cents);
  for (const [i, cents] of values.entries()) add(ranked[i]!.pigeon_id, cents);
  for (const [i, cents] of lost.entries()) add(finish.lost_ids[i]!, cents);
  return [...won]
    .map(([pigeon_id, amount_cents]) => ({ pigeon_id, amount_cents }))
    .filter(({ amount_cents }) => amount_cents > 0);
}

/** Which of these birds are of no team: with no order either they are the loft's own. */
async function birdsWithoutTeam(
  tx: Tx,
  { loft_id }: { loft_id: number },
  pigeon_ids: readonly number[],
): Promise<Set<number>> {
  if (!pigeon_ids.length) return new Set();
  const rows = await tx
    .selectFrom('pigeons')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where('id', 'in', pigeon_ids)
    .where('team_id', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

const fundOf = (tx: Tx, { loft_id, flight_id }: FlightKey) =>
  tx
    .selectFrom('prize_funds')
    .select(['id', 'fund_cents', 'currency'])
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .executeTakeFirst();

/** The fund of a flight that becomes official for the first time: its shares are of what the entries have paid by then. */
async function openFund(tx: Tx, { loft_id, season_id, id: flight_id }: LockedFlight, created_at: string) {
  const key = { loft_id, season_id };
  return tx
    .insertInto('prize_funds')
    .values({
      ...key,
      what: 'flight',
      flight_id,
      currency: await currencyOf(tx, key),
      fund_cents: await entriesPaid(tx, key),
      created_at,
    })
    .returning(['id', 'fund_cents', 'currency'])
    .executeTakeFirstOrThrow();
}

/** What the entries of a season have paid, cents: of it are prizes in percent. */
export async function entriesPaid(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from orders
    where loft_id = ${loft_id} and season_id = ${season_id} and kind = 'registration' and status = 'paid'`.execute(tx);
  return rows[0]!.cents;
}

/** The version of the result that is about to be official. */
async function nextVersion(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0) + 1 as version from official_results
    where loft_id = ${loft_id} and flight_id = ${flight_id}`.execute(tx);
  return rows[0]!.version;
}
