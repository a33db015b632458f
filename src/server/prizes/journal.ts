/** The journal of prizes: entries, and what each bird won and was paid by them. */
import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import type { Claim, PrizeBalance, PrizePosting } from '#domain/prizes/prize.ts';
import type { Tx } from '#server/db/database.ts';

interface PrizeEntry extends SeasonKey {
  /** `result_version` null: held prizes that are assigned to people. */
  of: { fund_id: number; result_version: number | null } | { payout_id: number; takes_back: number | null };
  currency: string;
  at: string;
}

/**
 * Post an entry; the database refuses the commit of one whose postings are not nothing together.
 * @returns its id
 */
export async function postPrizes(
  tx: Tx,
  { of, ...entry }: PrizeEntry,
  postings: readonly PrizePosting[],
): Promise<number> {
  const { loft_id } = entry;
  const { id: entry_id } = await tx
    .insertInto('prize_entries')
    .values({ fund_id: null, result_version: null, payout_id: null, takes_back: null, ...entry, ...of })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('prize_postings')
    .values(postings.map((posting, i) => ({ loft_id, entry_id, n: i + 1, ...posting })))
    .execute();
  return entry_id;
}

/** The prize of a bird as one of its holders has it. */
export interface PrizeRow extends PrizeBalance {
  fund_id: number;
  flight_id: number;
  flight: string;
  pigeon_id: number;
  /** Null: nobody's yet, or the loft's. */
  user_id: number | null;
  ring: string;
  team_id: number | null;
  team: string | null;
  currency: string;
  /** Null: the bird is not in the result now. */
  rank: number | null;
}

/** What a bird has won, as a claim. */
export const claimOf = ({ pigeon_id, account, user_id, won_cents }: PrizeRow): Claim => ({
  pigeon_id,
  account,
  user_id,
  amount_cents: won_cents,
});

/**
 * The prizes of a season, by flight and rank: of everybody, of some people, or of a fund. A prize is held while its result is
 * being corrected, while its bird's team has no account, and one that is to be paid also while the order of the bird's
 * place is.
 */
export async function prizesOfSeason(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  { user_ids, fund_id }: { user_ids?: readonly number[]; fund_id?: number } = {},
): Promise<PrizeRow[]> {
  const { rows } = await sql<PrizeRow>`
    select b.fund_id, b.pigeon_id, b.account, b.user_id, b.won_cents, b.paid_cents, p.ring, p.team_id, t.name as team, f.currency, f.flight_id, flown.name as flight, s.rank,
      case when flown.status not in ('official', 'annulled') then 'result'
        when b.account = 'held' then 'account'
        when b.won_cents > b.paid_cents and exists (
          select from entries e join orders o on o.loft_id = e.loft_id and o.id = e.order_id
          where e.loft_id = b.loft_id and e.pigeon_id = b.pigeon_id and is_to_pay(o.status) and o.amount_cents > 0)
        then 'unpaid' end as held_by
    from prize_balances b
    join prize_funds f on f.loft_id = b.loft_id and f.id = b.fund_id
    join flights flown on flown.loft_id = f.loft_id and flown.id = f.flight_id
    join pigeons p on p.loft_id = b.loft_id and p.id = b.pigeon_id
    left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    left join standings s on s.loft_id = f.loft_id and s.flight_id = f.flight_id and s.pigeon_id = b.pigeon_id
    where b.loft_id = ${loft_id} and b.season_id = ${season_id} and (b.won_cents <> 0 or b.paid_cents <> 0)
      and ${user_ids === undefined ? sql`true` : sql`b.user_id = any(${user_ids}::bigint[])`}
      and ${fund_id === undefined ? sql`true` : sql`b.fund_id = ${fund_id}`}
    order by flown.release_time, f.flight_id, s.rank nulls last, b.pigeon_id, b.user_id`.execute(tx);
  return rows;
}
