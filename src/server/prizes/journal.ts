/** The journal of prizes: entries, and what each bird won and was paid by them. */
import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import type { PrizeBalance, PrizePosting } from '#domain/prizes/prize.ts';
import type { Tx } from '#server/db/database.ts';

interface PrizeEntry extends SeasonKey {
  of: { fund_id: number; result_version: number } | { payout_id: number };
  currency: string;
  at: string;
}

/** Post an entry; the database refuses the commit of one whose postings are not nothing together. */
export async function postPrizes(
  tx: Tx,
  { of, ...entry }: PrizeEntry,
  postings: readonly PrizePosting[],
): Promise<void> {
  const { loft_id } = entry;
  const { id: entry_id } = await tx
    .insertInto('prize_entries')
    .values({ fund_id: null, result_version: null, payout_id: null, ...entry, ...of })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('prize_postings')
    .values(postings.map((posting, i) => ({ loft_id, entry_id, n: i + 1, ...posting })))
    .execute();
}

/** The prize of a bird as one of its holders has it. */
export interface PrizeRow extends PrizeBalance {
  fund_id: number;
  flight_id: number;
  flight: string;
  pigeon_id: number;
  ring: string;
  currency: string;
  /** Null: the bird is not in the result now. */
  rank: number | null;
}

/**
 * The prizes of a season, by flight and rank: of everybody, of some people, or of a fund. A prize is held while its result is
 * being corrected, and one that is to be paid also while the order of the bird's place is.
 */
export async function prizesOfSeason(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  { user_ids, fund_id }: { user_ids?: readonly number[]; fund_id?: number } = {},
): Promise<PrizeRow[]> {
  const { rows } = await sql<PrizeRow>`
    select b.fund_id, b.pigeon_id, b.user_id, b.won_cents, b.paid_cents, p.ring, f.currency, f.flight_id, flown.name as flight, s.rank,
      case when flown.status not in ('official', 'annulled') then 'result'
        when b.won_cents > b.paid_cents and exists (
          select from entries e join orders o on o.loft_id = e.loft_id and o.id = e.order_id
          where e.loft_id = b.loft_id and e.pigeon_id = b.pigeon_id and is_to_pay(o.status) and o.amount_cents > 0)
        then 'unpaid' end as held_by
    from prize_balances b
    join prize_funds f on f.loft_id = b.loft_id and f.id = b.fund_id
    join flights flown on flown.loft_id = f.loft_id and flown.id = f.flight_id
    join pigeons p on p.loft_id = b.loft_id and p.id = b.pigeon_id
    left join standings s on s.loft_id = f.loft_id and s.flight_id = f.flight_id and s.pigeon_id = b.pigeon_id
    where b.loft_id = ${loft_id} and b.season_id = ${season_id} and (b.won_cents <> 0 or b.paid_cents <> 0)
      and ${user_ids === undefined ? sql`true` : sql`b.user_id = any(${user_ids}::bigint[])`}
      and ${fund_id === undefined ? sql`true` : sql`b.fund_id = ${fund_id}`}
    order by flown.release_time, f.flight_id, s.rank nulls last, b.pigeon_id, b.user_id`.execute(tx);
  return rows;
}
