/** The papers of prizes: the statement of a person's season, and the receipts of the payouts to them. */
import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import type { OwnPayout, PrizePapers } from '#domain/prizes/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { accountNow } from '#server/accounts/merged.ts';
import type { Tx } from '#server/db/database.ts';
import { describeLoft } from '#server/lofts/lofts.ts';
import { personOf } from '#server/orders/registration.ts';
import { currencyOf, loadSeasonById } from '#server/seasons/seasons.ts';
import { prizesOfPerson } from './views.ts';

type PaperPayout = Omit<PrizePapers['payouts'][number], 'prizes'>;

/**
 * The payouts to a person, the earliest first, also those that were taken back. What was left after one is by the
 * entries of the journal up to its own.
 */
async function payoutsToPerson(tx: Tx, { loft_id, season_id }: SeasonKey, user_id: number): Promise<PaperPayout[]> {
  const { rows } = await sql<PaperPayout>`
    select x.id, x.amount_cents, x.currency, x.method, x.paid_on::text as paid_on,
      (select json_build_object('on', back.paid_on, 'reason', back.reason)
        from prize_entries t join prize_payouts back on back.loft_id = t.loft_id and back.id = t.payout_id
        where t.loft_id = x.loft_id and t.takes_back = x.id) as taken_back,
      (select coalesce(-sum(p.amount_cents), 0)::bigint from prize_entries b
        join prize_postings p on p.loft_id = b.loft_id and p.entry_id = b.id and p.account = 'owed'
        where b.loft_id = x.loft_id and b.season_id = x.season_id and b.id <= e.id and ${accountNow('p.user_id')} = ${user_id}) as left_cents
    from prize_payouts x join prize_entries e on e.loft_id = x.loft_id and e.payout_id = x.id
    where x.loft_id = ${loft_id} and x.season_id = ${season_id} and ${accountNow('x.user_id')} = ${user_id}
      and x.takes_back is null and x.amount_cents > 0
    order by x.id`.execute(tx);
  return rows;
}

/** The same, without how they were paid. */
export async function ownPayouts(tx: Tx, key: SeasonKey, user_id: number): Promise<OwnPayout[]> {
  const payouts = await payoutsToPerson(tx, key, user_id);
  return payouts.map(({ id, paid_on, amount_cents, currency, taken_back }) => ({
    id,
    paid_on,
    amount_cents,
    currency,
    taken_back,
  }));
}

/**
 * What the papers of a person in a season say.
 * @throws Refusal `not_found` for who has won nothing
 */
export async function prizePapers(
  tx: Tx,
  key: SeasonKey,
  { user_id, isOwn, now_ms }: { user_id: number; isOwn: boolean; now_ms: number },
): Promise<PrizePapers> {
  const { prizes, in_kind, moved } = await prizesOfPerson(tx, key, user_id);
  const payouts = await payoutsToPerson(tx, key, user_id);
  if (prizes.length + in_kind.length + moved.length + payouts.length === 0) throw new Refusal('not_found');
  const { name, street, zipcode, city, country } = await personOf(tx, user_id);
  const paid = await paidBy(tx, key, user_id);
  return {
    loft: (await describeLoft(tx, key.loft_id)).loft,
    season: (await loadSeasonById(tx, key.season_id)).season,
    currency: await currencyOf(tx, key),
    read_at: new Date(now_ms).toISOString(),
    person: { name, address: isOwn ? { street, zipcode, city, country } : null },
    prizes,
    in_kind,
    moved,
    payouts: payouts.map((one) => ({
      ...one,
      prizes: (paid.get(one.id) ?? []).map(({ fund_id, pigeon_id, ...prize }) => ({
        ...prize,
        awards:
          prizes.find((won) => won.fund_id === fund_id && won.pigeon_id === pigeon_id && won.team === prize.team)
            ?.awards ?? [],
      })),
    })),
  };
}

/** What each payout to a person paid, by flight and rank. */
async function paidBy(tx: Tx, { loft_id, season_id }: SeasonKey, user_id: number) {
  type Paid = Omit<PrizePapers['payouts'][number]['prizes'][number], 'awards'>;
  const { rows } = await sql<Paid & { payout_id: number; fund_id: number; pigeon_id: number | null }>`
    select e.payout_id, p.fund_id, p.pigeon_id, coalesce(flown.name, r.name) as name, coalesce(r.names, '{}') as names, b.ring, t.name as team,
      coalesce(s.rank, w.place) as rank, p.amount_cents
    from prize_entries e
    join prize_postings p on p.loft_id = e.loft_id and p.entry_id = e.id and p.account = 'owed'
    join prize_funds f on f.loft_id = p.loft_id and f.id = p.fund_id
    left join flights flown on flown.loft_id = f.loft_id and flown.id = f.flight_id
    left join rankings r on r.loft_id = f.loft_id and r.id = f.ranking_id
    left join pigeons b on b.loft_id = p.loft_id and b.id = p.pigeon_id
    left join teams t on t.loft_id = p.loft_id and t.id = coalesce(p.team_id, b.team_id)
    left join ranking_winners w on w.loft_id = p.loft_id and w.fund_id = p.fund_id
      and (w.pigeon_id = p.pigeon_id or w.team_id = p.team_id)
    left join standings s on s.loft_id = f.loft_id and s.flight_id = f.flight_id and s.pigeon_id = p.pigeon_id
    where e.loft_id = ${loft_id} and e.season_id = ${season_id} and e.payout_id is not null and ${accountNow('p.user_id')} = ${user_id}
    order by flown.release_time, f.id, coalesce(s.rank, w.place) nulls last, p.pigeon_id, p.team_id`.execute(tx);
  return Map.groupBy(rows, ({ payout_id }) => payout_id);
}
