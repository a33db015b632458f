/** The journal of prizes: entries, and what each bird won and was paid by them. */
import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import type { Locale } from '#domain/locales.ts';
import type { Claim, PrizeBalance, PrizedWhat, PrizePosting, Won } from '#domain/prizes/prize.ts';
import type { Tx } from '#server/db/database.ts';
import { followedVersion } from '#server/seasons/rulebook.ts';

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

/** The prize of a bird or a team as one of its holders has it. */
export interface PrizeRow extends PrizeBalance {
  fund_id: number;
  what: PrizedWhat;
  flight_id: number | null;
  ranking_id: number | null;
  /** The name of the flight or of the ranking, which may have it in other languages too. */
  name: string;
  names: Partial<Record<Locale, string>>;
  /** Null: the team itself has won, in a ranking of teams or fanciers. */
  pigeon_id: number | null;
  ring: string | null;
  /** Null: nobody's yet, or the loft's. */
  user_id: number | null;
  /** The team that has won, or that of the bird. */
  team_id: number | null;
  team: string | null;
  currency: string;
  /** The order of its holder by which the bird came, where a pedigree is handed in. */
  order_id: number | null;
  /** Null: it is not in the result now. */
  rank: number | null;
  /** The day until which it is paid by the rulebook, at the loft. */
  pay_by: string | null;
}

/** What wins in a row: the bird, or else the team. */
export const wonBy = ({ pigeon_id, team_id }: Won): Won => ({
  pigeon_id,
  team_id: pigeon_id === null ? team_id : null,
});

/** What a bird or a team has won, as a claim. */
export const claimOf = ({ account, user_id, won_cents, ...prize }: PrizeRow): Claim => ({
  ...wonBy(prize),
  account,
  user_id,
  amount_cents: won_cents,
});

/** The rulebook of a `fund`: a flight follows the one that it was flown by, a ranking the latest. SQL. */
const bookOfFund = sql`(
  select k.content from rulebooks k where k.loft_id = fund.loft_id and k.season_id = fund.season_id
    and k.version = coalesce(
      (select ${followedVersion} from flights f where f.loft_id = fund.loft_id and f.id = fund.flight_id),
      (select max(b.version) from rulebooks b where b.loft_id = fund.loft_id and b.season_id = fund.season_id)))`;

/**
 * Whether the pedigree of bird `p` is missing where the rulebook asks for it: neither the file is there nor both parents
 * are named. SQL.
 */
const lacksPedigree = sql`(p.id is not null and p.pedigree_file_id is null and (p.sire is null or p.dam is null)
  and coalesce((fund.content ->> 'pedigree_for_prizes')::boolean, false))`;

/** Whether a flight that counts for ranking `r` is not official: the ranking is being corrected. SQL. */
const isOpenRanking = sql`exists (
  select from flights c where c.loft_id = r.loft_id and c.season_id = r.season_id and not c.is_draft
    and c.replay_factor is null and c.status not in ('official', 'annulled')
    and r.rule -> 'flights' -> 'kinds' @> to_jsonb(c.kind)
    and coalesce(c.distance_m, 0) >= (r.rule -> 'flights' ->> 'least_distance_m')::numeric)`;

/**
 * The prizes of a season, by flight and rank, those of rankings last: of everybody, of some people, of a fund, or of a
 * bird. A prize is held while its result is being corrected, while its team has no account, and one that is to be paid
 * also while the order of the bird's place is, or its pedigree is missing.
 */
export async function prizesOfSeason(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  of: { user_ids?: readonly number[]; fund_id?: number; pigeon_id?: number } = {},
): Promise<PrizeRow[]> {
  const { user_ids, fund_id, pigeon_id } = of;
  const { rows } = await sql<PrizeRow>`
    select b.fund_id, b.pigeon_id, b.account, b.user_id, b.won_cents, b.paid_cents, p.ring,
      ((fund.created_at at time zone l.time_zone)::date + (fund.content ->> 'pay_within_days')::int)::text as pay_by,
      coalesce(b.team_id, p.team_id) as team_id, t.name as team, fund.currency, fund.what, fund.flight_id, fund.ranking_id,
      coalesce(flown.name, r.name) as name, coalesce(r.names, '{}') as names, coalesce(s.rank, w.place) as rank,
      (select e.order_id from entries e join orders o on o.loft_id = e.loft_id and o.id = e.order_id
        where e.loft_id = b.loft_id and e.pigeon_id = b.pigeon_id and o.user_id = b.user_id) as order_id,
      case when flown.status not in ('official', 'annulled') or (r.id is not null and ${isOpenRanking}) then 'result'
        when b.account = 'held' then 'account'
        when b.won_cents > b.paid_cents and exists (
          select from entries e join orders o on o.loft_id = e.loft_id and o.id = e.order_id
          where e.loft_id = b.loft_id and e.pigeon_id = b.pigeon_id and is_to_pay(o.status) and o.amount_cents > 0)
        then 'unpaid'
        when b.won_cents > b.paid_cents and ${lacksPedigree} then 'pedigree' end as held_by
    from prize_balances b
    join (select fund.*, ${bookOfFund} as content from prize_funds fund
      where fund.loft_id = ${loft_id} and fund.season_id = ${season_id} offset 0) fund
      on fund.loft_id = b.loft_id and fund.id = b.fund_id
    join lofts l on l.id = b.loft_id
    left join flights flown on flown.loft_id = fund.loft_id and flown.id = fund.flight_id
    left join rankings r on r.loft_id = fund.loft_id and r.id = fund.ranking_id
    left join pigeons p on p.loft_id = b.loft_id and p.id = b.pigeon_id
    left join teams t on t.loft_id = b.loft_id and t.id = coalesce(b.team_id, p.team_id)
    left join ranking_winners w on w.loft_id = b.loft_id and w.fund_id = b.fund_id
      and (w.pigeon_id = b.pigeon_id or w.team_id = b.team_id)
    left join standings s on s.loft_id = fund.loft_id and s.flight_id = fund.flight_id and s.pigeon_id = b.pigeon_id
    where b.loft_id = ${loft_id} and b.season_id = ${season_id} and (b.won_cents <> 0 or b.paid_cents <> 0)
      and ${user_ids === undefined ? sql`true` : sql`b.user_id = any(${user_ids}::bigint[])`}
      and ${pigeon_id === undefined ? sql`true` : sql`b.pigeon_id = ${pigeon_id}`}
      and ${fund_id === undefined ? sql`true` : sql`b.fund_id = ${fund_id}`}
    order by flown.release_time, fund.id, coalesce(s.rank, w.place) nulls last, b.pigeon_id, b.team_id, b.user_id`.execute(
    tx,
  );
  return rows;
}
