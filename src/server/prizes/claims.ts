/** Makes the prizes of a flight claims of the holders of its birds, and counter-entries where a correction moves them. */
import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import type { FlightKey, SeasonKey } from '#domain/keys.ts';
import { type Claim, claimsChanged, claimsTo, postingsOfClaims } from '#domain/prizes/prize.ts';
import { type PrizePlan, prizesOf } from '#domain/seasons/prizes.ts';
import { prizesOfFlight } from '#server/arrivals/prizes.ts';
import { readStandings } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import type { FlightStep } from '#server/flights/consequences.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';
import { holdersOf } from '#server/pigeons/rights.ts';
import { currencyOf } from '#server/seasons/seasons.ts';
import { postPrizes, prizesOfSeason } from './journal.ts';
import { notifyClaims } from './notices.ts';

/**
 * Enter the claims of a flight whose result has become official: the first time all of them, after a correction what
 * differs. An annulled flight has no prizes any more, and one that is being corrected keeps them until it is official.
 */
export async function awardPrizes(tx: Tx, { flight, status, act }: FlightStep): Promise<void> {
  if (flight.replay_factor !== null || (status !== 'official' && status !== 'annulled')) return;
  const { loft_id, id: flight_id, season_id } = flight;
  const plan = await prizesOfFlight(tx, flight);
  const at = new Date(act.now_ms).toISOString();
  const fund = (await fundOf(tx, { loft_id, flight_id })) ?? (plan && (await openFund(tx, flight, at)));
  if (!fund) return;
  const before = await prizesOfSeason(tx, { loft_id, season_id }, { fund_id: fund.id });
  const was = before.map(({ won_cents: amount_cents, ...claim }): Claim => ({ ...claim, amount_cents }));
  const is = plan && status === 'official' ? await claimsOfResult(tx, flight, plan, fund.fund_cents) : [];
  const changed = claimsChanged(was, is);
  if (changed.length === 0) return;
  const of = { fund_id: fund.id, result_version: await nextVersion(tx, { loft_id, flight_id }) };
  const { currency } = fund;
  await postPrizes(tx, { loft_id, season_id, of, currency, at }, postingsOfClaims(fund.id, changed));
  await notifyClaims(tx, { loft_id, flight_id, ...of, currency }, { was, is, changed });
}

/** The claims of a result by its stored standings. */
async function claimsOfResult(
  tx: Tx,
  flight: LockedFlight,
  { template, ties_share }: PrizePlan,
  fund_cents: number,
): Promise<Claim[]> {
  const { loft_id, id, release_time, time_zone } = flight;
  const ranked = (await readStandings(tx, [flight])).get(id)!;
  const ranks = ranked.map(({ rank }) => rank);
  const amounts = prizesOf(ranks, template, { fund_cents, ties_share });
  const won = ranked.flatMap(({ pigeon_id }, i) => {
    const amount_cents = amounts[i] ?? 0;
    return amount_cents > 0 ? [{ pigeon_id, amount_cents }] : [];
  });
  const day = dayAt(Date.parse(release_time!), time_zone);
  const ids = won.map(({ pigeon_id }) => pigeon_id);
  const holders = await holdersOf(tx, { loft_id }, ids, day);
  return won.flatMap((prize) => claimsTo(prize, holders.get(prize.pigeon_id)!));
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
