/** Makes the prizes of a flight claims of the holders of its birds, and counter-entries where a correction moves them. */
import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import type { FlightStatus } from '#domain/flights/flight.ts';
import type { FlightKey, SeasonKey } from '#domain/keys.ts';
import { type Claim, claimsTo } from '#domain/prizes/prize.ts';
import { prizesOf } from '#domain/seasons/prizes.ts';
import { type FlightPlan, finishOf, prizesOfFlight, specialCents, specialsOf } from '#server/arrivals/prizes.ts';
import { readStandings } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import type { FlightStep } from '#server/flights/consequences.ts';
import { findFlownFlight, flownFlights } from '#server/flights/flights.ts';
import { type LockedFlight, lockFlight } from '#server/flights/locked-flight.ts';
import { holdersOf } from '#server/pigeons/rights.ts';
import { changeClaims, fundOf, openFund } from './funds.ts';

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
  const what = { loft_id, season_id, flight_id, ranking_id: null };
  const fund = (await fundOf(tx, what)) ?? (plan && (await openFund(tx, what, at)));
  if (!fund) return;
  const is = plan && status === 'official' ? await claimsOfResult(tx, flight, plan, fund.fund_cents) : [];
  await changeClaims(tx, fund, is, { result_version, at });
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
    if (!(await fundOf(tx, { loft_id, flight_id: id, ranking_id: null })) && (await prizesOfFlight(tx, flight)))
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
    if (flight.status !== 'official' || (await fundOf(tx, { ...of, ranking_id: null }))) continue;
    const result_version = Math.max(1, (await nextVersion(tx, of)) - 1);
    await enterClaims(tx, flight, { status: 'official', at, result_version });
    count += 1;
  }
  return count;
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
export async function birdsWithoutTeam(
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

/** The version of the result that is about to be official. */
async function nextVersion(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0) + 1 as version from official_results
    where loft_id = ${loft_id} and flight_id = ${flight_id}`.execute(tx);
  return rows[0]!.version;
}
