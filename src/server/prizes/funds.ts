/** The funds of flights and rankings, and the entries by which claims to them change. */
import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import { type Claim, claimsChanged, postingsOfClaims } from '#domain/prizes/prize.ts';
import type { Tx } from '#server/db/database.ts';
import { currencyOf } from '#server/seasons/seasons.ts';
import { claimOf, postPrizes, prizesOfSeason } from './journal.ts';
import { notifyClaims } from './notices.ts';

/** What a fund is for: a flight or a ranking, one of both. */
export type PrizedKey =
  | { loft_id: number; flight_id: number; ranking_id: null }
  | { loft_id: number; flight_id: null; ranking_id: number };

export type Fund = PrizedKey & { id: number; season_id: number; fund_cents: number; currency: string };

const columns = ['loft_id', 'season_id', 'id', 'flight_id', 'ranking_id', 'fund_cents', 'currency'] as const;

/** The fund of a flight or of a ranking, if it has one. */
export async function fundOf(tx: Tx, { loft_id, flight_id, ranking_id }: PrizedKey): Promise<Fund | undefined> {
  const found = tx.selectFrom('prize_funds').select(columns).where('loft_id', '=', loft_id);
  const own =
    flight_id === null ? found.where('ranking_id', '=', ranking_id) : found.where('flight_id', '=', flight_id);
  return (await own.executeTakeFirst()) as Fund | undefined;
}

/** The fund of what is official for the first time: its shares are of what the entries have paid by then. */
export async function openFund(
  tx: Tx,
  { loft_id, season_id, flight_id, ranking_id }: PrizedKey & SeasonKey,
  created_at: string,
): Promise<Fund> {
  const key = { loft_id, season_id };
  return (await tx
    .insertInto('prize_funds')
    .values({
      ...key,
      what: flight_id === null ? 'ranking' : 'flight',
      flight_id,
      ranking_id,
      currency: await currencyOf(tx, key),
      fund_cents: await entriesPaid(tx, key),
      created_at,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()) as Fund;
}

/** What the entries of a season have paid, cents: of it are prizes in percent. */
export async function entriesPaid(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from orders
    where loft_id = ${loft_id} and season_id = ${season_id} and kind = 'registration' and status = 'paid'`.execute(tx);
  return rows[0]!.cents;
}

/**
 * Enter by how much the claims to a fund differ from those entered so far, and notify people. What the fund is for is
 * locked.
 */
export async function changeClaims(
  tx: Tx,
  fund: Fund,
  is: readonly Claim[],
  { result_version, at }: { result_version: number; at: string },
): Promise<void> {
  const { loft_id, season_id, currency } = fund;
  const was = (await prizesOfSeason(tx, { loft_id, season_id }, { fund_id: fund.id })).map(claimOf);
  const changed = claimsChanged(was, is);
  if (changed.length === 0) return;
  const of = { fund_id: fund.id, result_version };
  const entry_id = await postPrizes(tx, { loft_id, season_id, of, currency, at }, postingsOfClaims(fund.id, changed));
  await notifyClaims(tx, fund, `claims:${entry_id}`, { was, is, changed });
}
