/** Payouts as they are entered, what they pay of each prize, and what of it is posted to the journal. */
import { sql } from 'kysely';
import type { InputOf } from '#domain/contract.ts';
import type { SeasonKey } from '#domain/keys.ts';
import type { payPrizes as payCall } from '#domain/prizes/contract.ts';
import { type PaidPrize, postingsOfPayout } from '#domain/prizes/prize.ts';
import type { Tx } from '#server/db/database.ts';
import { currencyOf } from '#server/seasons/seasons.ts';
import { postPrizes } from './journal.ts';
import { notifyPayout } from './notices.ts';

type OfLoft = Pick<SeasonKey, 'loft_id'>;

/** What a payout that is not paid yet pays of each prize; one from before payouts had parts has none. */
export async function partsOf(tx: Tx, { loft_id }: OfLoft, payout_id: number): Promise<PaidPrize[]> {
  return tx
    .selectFrom('prize_payout_parts')
    .select(['fund_id', 'pigeon_id', 'team_id', 'amount_cents'])
    .where('loft_id', '=', loft_id)
    .where('payout_id', '=', payout_id)
    .orderBy('n')
    .execute();
}

/** What a payout paid, as it is given back. */
export async function paidWith(tx: Tx, { loft_id }: OfLoft, payout_id: number): Promise<PaidPrize[]> {
  const { rows } = await sql<PaidPrize>`
    select p.fund_id, p.pigeon_id, p.team_id, -p.amount_cents as amount_cents from prize_entries e
    join prize_postings p on p.loft_id = e.loft_id and p.entry_id = e.id
    where e.loft_id = ${loft_id} and e.payout_id = ${payout_id} and p.account = 'owed' order by p.n`.execute(tx);
  return rows;
}

export type EnteredPayout = Awaited<ReturnType<typeof enterPayout>>;

/** Enter a payout; it is paid by {@link postPayout}. */
export async function enterPayout(
  tx: Tx,
  key: SeasonKey,
  payout: Pick<InputOf<typeof payCall>['body'], 'user_id' | 'amount_cents' | 'method' | 'paid_on' | 'reason'> & {
    file_id: number | null;
    needs_second: boolean;
    takes_back?: number;
  },
  { by, now_ms }: { by: number; now_ms: number },
) {
  return tx
    .insertInto('prize_payouts')
    .values({
      ...key,
      ...payout,
      takes_back: payout.takes_back ?? null,
      currency: await currencyOf(tx, key),
      entered_by: by,
      entered_at: new Date(now_ms).toISOString(),
    })
    .returning(['id', 'user_id', 'amount_cents', 'currency', 'takes_back', 'reason', 'method'])
    .returning(sql<string>`paid_on::text`.as('paid_on'))
    .executeTakeFirstOrThrow();
}

/** Enter what a payout has paid, and notify the person. */
export async function postPayout(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  payout: Omit<EnteredPayout, 'method'>,
  paid: readonly PaidPrize[],
  { now_ms }: { now_ms: number },
): Promise<void> {
  const { currency, user_id } = payout;
  const key = { loft_id, season_id };
  const of = { payout_id: payout.id, takes_back: payout.takes_back };
  await postPrizes(tx, { ...key, of, currency, at: new Date(now_ms).toISOString() }, postingsOfPayout(user_id, paid));
  await notifyPayout(tx, key, payout);
}
