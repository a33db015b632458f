/** What corrections of results have moved in the prizes that were entered, by the entries of the journal. */
import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import type { MovedPrize } from '#domain/prizes/contract.ts';
import { accountNow } from '#server/accounts/merged.ts';
import type { Tx } from '#server/db/database.ts';

interface Moved extends MovedPrize {
  /** Null where the prizes are those of birds with all their holders. */
  user_id: number | null;
  pigeon_id: number | null;
  team_id: number | null;
}

/**
 * The changes of prizes by corrected results, the latest first: of what each of these people has, or of what birds have
 * together in the prizes of a flight. That held prizes are given to an account changes none.
 */
export async function movedPrizes(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  of: { user_ids: readonly number[] } | { flight_id: number },
): Promise<Moved[]> {
  const ofPeople = 'user_ids' in of;
  const holder = ofPeople ? accountNow('p.user_id') : sql<number | null>`null::bigint`;
  const { rows } = await sql<Moved>`
    with changed as (
      select e.id, e.fund_id, e.at, e.result_version, p.pigeon_id, p.team_id, ${holder} as user_id,
        -sum(p.amount_cents)::bigint as change_cents
      from prize_entries e join prize_postings p on p.loft_id = e.loft_id and p.entry_id = e.id
      where e.loft_id = ${loft_id} and e.season_id = ${season_id} and e.fund_id is not null
        and p.account in ('owed', 'held', 'loft')
      group by e.id, e.fund_id, e.at, e.result_version, p.pigeon_id, p.team_id, ${holder}
    ), running as (
      select c.*, sum(change_cents) over (partition by fund_id, pigeon_id, team_id, user_id order by id)::bigint as after_cents,
        min(id) over (partition by fund_id) as first_id
      from changed c
    )
    select c.user_id, c.pigeon_id, c.team_id, c.at, coalesce(flown.name, r.name) as name,
      coalesce(r.names, '{}') as names, b.ring, t.name as team, f.currency,
      c.after_cents - c.change_cents as before_cents, c.after_cents,
      array(select json_build_object('n', d.n, 'reason', made.reason) from ruling_decisions d
        join rulings made on made.loft_id = d.loft_id and made.flight_id = d.flight_id and made.n = d.n
        where d.loft_id = ${loft_id} and d.flight_id = f.flight_id and d.decision = 'made' and d.at <= c.at
          and d.at > (select max(b.at) from prize_entries b where b.loft_id = ${loft_id} and b.fund_id = c.fund_id
            and b.id < c.id and b.result_version is not null)
        order by d.n) as rulings
    from running c
    join prize_funds f on f.loft_id = ${loft_id} and f.id = c.fund_id
    left join flights flown on flown.loft_id = f.loft_id and flown.id = f.flight_id
    left join rankings r on r.loft_id = f.loft_id and r.id = f.ranking_id
    left join pigeons b on b.loft_id = f.loft_id and b.id = c.pigeon_id
    left join teams t on t.loft_id = f.loft_id and t.id = coalesce(c.team_id, b.team_id)
    where c.id > c.first_id and c.result_version is not null and c.change_cents <> 0
      and ${ofPeople ? sql`c.user_id = any(${of.user_ids}::bigint[])` : sql`f.flight_id = ${of.flight_id}`}
    order by c.id desc, c.after_cents desc, c.pigeon_id, c.team_id`.execute(tx);
  return rows;
}
