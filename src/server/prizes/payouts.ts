/** Payouts of prizes: entered by a merchant, above the limit of the loft approved by another, taken back by a counter-entry. */
import { sql } from 'kysely';
import type { InputOf } from '#domain/contract.ts';
import { dayAt } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import type { payPrizes as payCall } from '#domain/prizes/contract.ts';
import {
  areDue,
  chosenOf,
  dueOf,
  needsSecondPerson,
  type PaidPrize,
  type PayoutState,
  partOf,
  postingsOfPayout,
  sumOf,
  whyNotApprovePayout,
  whyNotPay,
  whyNotTakeBack,
} from '#domain/prizes/prize.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import { accountNow } from '#server/accounts/merged.ts';
import type { LoftAct } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { agentLimitOf, lockReceipt } from '#server/payments/by-hand.ts';
import { lockRanking } from '#server/rankings/rankings.ts';
import { currencyOf, lockSeason } from '#server/seasons/seasons.ts';
import { postPrizes, prizesOfSeason, wonBy } from './journal.ts';
import { notifyPayout } from './notices.ts';

type Act = LoftAct & { by: number };

/** The state of a payout `x`. */
export const payoutState = sql<PayoutState>`case
  when exists (select from prize_entries t where t.loft_id = x.loft_id and t.takes_back = x.id) then 'taken_back'
  when not x.needs_second then 'paid'
  else coalesce((select case when a.is_approved then 'paid' else 'refused' end from prize_payout_answers a
    where a.loft_id = x.loft_id and a.payout_id = x.id), 'waits') end`;

/**
 * Pay a person the prizes that are due to them in a season, those that were chosen, or a part of their sum; or enter that
 * they gave back what they had too much.
 * @returns the payout, which waits for a second person above the limit of the loft
 * @throws Refusal by {@link whyNotPay}; at `prizes` `prizes_changed` where one of them is not due; at `file_id` `not_found`
 */
export async function payPrizes(
  tx: Tx,
  key: SeasonKey,
  { user_id, file_id, prizes, due_cents, ...payout }: InputOf<typeof payCall>['body'],
  act: Act,
): Promise<{ payout_id: number; state: PayoutState }> {
  const all = await lockDue(tx, key, user_id);
  const due =
    prizes == null
      ? all
      : chosenOf(
          all,
          prizes.map(({ fund_id, ...won }) => ({ fund_id, ...wonBy(won) })),
        );
  if (due === null) throw all.length === 0 ? new Refusal('no_prize_due') : refusalAt('prizes', 'prizes_changed');
  const waits = (await payoutsOf(tx, key, user_id)).some(({ state }) => state === 'waits');
  const first_release = await firstRelease(tx, key, act.time_zone);
  const today = dayAt(act.now_ms, act.time_zone);
  const currency = await currencyOf(tx, key);
  const seen = { ...payout, due_cents: due_cents ?? null };
  const no = whyNotPay(seen, { due, currency, waits, today, first_release });
  if (no) throw no;
  if (file_id != null) await lockReceipt(tx, { loft_id: key.loft_id, file_id }, act.by);
  // A part is as the whole: otherwise one person would pay in parts what takes two.
  const limit_cents = await agentLimitOf(tx, key.loft_id);
  const needs_second = [payout.amount_cents, sumOf(all)].some((cents) => needsSecondPerson(cents, limit_cents));
  const entered = await enterPayout(tx, key, { user_id, file_id: file_id ?? null, needs_second, ...payout }, act);
  const parts = partOf(due, payout.amount_cents);
  if (!needs_second) {
    await postPayout(tx, key, entered, parts, act);
    return { payout_id: entered.id, state: 'paid' };
  }
  const { loft_id } = key;
  const rows = parts.map((part, i) => ({ loft_id, payout_id: entered.id, n: i + 1, ...part }));
  await tx.insertInto('prize_payout_parts').values(rows).execute();
  return { payout_id: entered.id, state: 'waits' };
}

/** What a payout that waits pays of each prize; one from before payouts had parts has none. */
async function partsOf(tx: Tx, { loft_id }: SeasonKey, payout_id: number): Promise<PaidPrize[]> {
  return tx
    .selectFrom('prize_payout_parts')
    .select(['fund_id', 'pigeon_id', 'team_id', 'amount_cents'])
    .where('loft_id', '=', loft_id)
    .where('payout_id', '=', payout_id)
    .orderBy('n')
    .execute();
}

/** The day of the first release of a season, by the clock of its loft; null: no bird was released. */
async function firstRelease(tx: Tx, { loft_id, season_id }: SeasonKey, time_zone: string): Promise<string | null> {
  const { first } = await tx
    .selectFrom('flights')
    .select(({ fn }) => fn.min('release_time').as('first'))
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .where('replay_of', 'is', null)
    .executeTakeFirstOrThrow();
  return first === null ? null : dayAt(Date.parse(first), time_zone);
}

/**
 * Approve or refuse a payout, or the taking back of one, that waits for a second person.
 * @throws Refusal `not_found`; `nothing_to_approve`; by {@link whyNotApprovePayout}; `prizes_changed` where other prizes are
 *   due by now: it is refused and entered anew
 */
export async function answerPayout(
  tx: Tx,
  key: SeasonKey,
  { payout_id, is_approved }: { payout_id: number; is_approved: boolean },
  act: Act,
): Promise<void> {
  const { payout, due } = await lockPayout(tx, key, payout_id);
  if (payout.state !== 'waits') throw new Refusal('nothing_to_approve');
  const no = is_approved && whyNotApprovePayout({ user_id: payout.entered_by }, act.by);
  if (no) throw no;
  const parts = await partsOf(tx, key, payout_id);
  const paid = parts.length > 0 ? parts : due;
  const prizes = payout.takes_back === null ? paid : await paidWith(tx, key, payout.takes_back);
  const isStill = payout.takes_back !== null || areDue(paid, due);
  if (is_approved && !(isStill && sumOf(prizes) === payout.amount_cents)) throw new Refusal('prizes_changed');
  const { loft_id } = key;
  const at = new Date(act.now_ms).toISOString();
  await tx
    .insertInto('prize_payout_answers')
    .values({ loft_id, payout_id, is_approved, user_id: act.by, at })
    .execute();
  if (is_approved) await postPayout(tx, key, payout, prizes, act);
}

/**
 * Take a payout back that never arrived: its prizes are due again. Above the limit of the loft it waits for a second
 * person, as the payout itself does.
 * @returns the counter-payout
 * @throws Refusal `not_found`; by {@link whyNotTakeBack}
 */
export async function takeBackPayout(
  tx: Tx,
  key: SeasonKey,
  { payout_id, reason }: { payout_id: number; reason: string },
  act: Act,
): Promise<{ payout_id: number; state: PayoutState }> {
  const { payout } = await lockPayout(tx, key, payout_id);
  const counters = (await payoutsOf(tx, key, payout.user_id)).filter(({ takes_back }) => takes_back === payout_id);
  const waits = counters.some(({ state }) => state === 'waits');
  const no = whyNotTakeBack(payout, waits);
  if (no) throw no;
  const { user_id, method } = payout;
  const needs_second = needsSecondPerson(payout.amount_cents, await agentLimitOf(tx, key.loft_id));
  const counter = {
    user_id,
    method,
    amount_cents: 0 - payout.amount_cents,
    paid_on: dayAt(act.now_ms, act.time_zone),
    reason,
    file_id: null,
    needs_second,
    takes_back: payout_id,
  };
  const entered = await enterPayout(tx, key, counter, act);
  if (needs_second) return { payout_id: entered.id, state: 'waits' };
  await postPayout(tx, key, entered, await paidWith(tx, key, payout_id), act);
  return { payout_id: entered.id, state: 'paid' };
}

/** What a payout paid, as it is given back. */
async function paidWith(tx: Tx, { loft_id }: SeasonKey, payout_id: number): Promise<PaidPrize[]> {
  const { rows } = await sql<PaidPrize>`
    select p.fund_id, p.pigeon_id, p.team_id, -p.amount_cents as amount_cents from prize_entries e
    join prize_postings p on p.loft_id = e.loft_id and p.entry_id = e.id
    where e.loft_id = ${loft_id} and e.payout_id = ${payout_id} and p.account = 'owed' order by p.n`.execute(tx);
  return rows;
}

type Entered = Awaited<ReturnType<typeof enterPayout>>;

async function enterPayout(
  tx: Tx,
  key: SeasonKey,
  payout: Pick<InputOf<typeof payCall>['body'], 'user_id' | 'amount_cents' | 'method' | 'paid_on' | 'reason'> & {
    file_id: number | null;
    needs_second: boolean;
    takes_back?: number;
  },
  { by, now_ms }: Act,
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
    .returning(['id', 'user_id', 'amount_cents', 'currency', 'takes_back', 'reason'])
    .returning(sql<string>`paid_on::text`.as('paid_on'))
    .executeTakeFirstOrThrow();
}

async function postPayout(
  tx: Tx,
  key: SeasonKey,
  payout: Entered,
  paid: readonly PaidPrize[],
  { now_ms }: Act,
): Promise<void> {
  const { currency, user_id } = payout;
  const of = { payout_id: payout.id, takes_back: payout.takes_back };
  await postPrizes(tx, { ...key, of, currency, at: new Date(now_ms).toISOString() }, postingsOfPayout(user_id, paid));
  await notifyPayout(tx, key, payout);
}

/** What is due to a person now. Their flights and rankings are locked: no other payout and no correction comes between. */
async function lockDue(tx: Tx, { loft_id, season_id }: SeasonKey, user_id: number): Promise<PaidPrize[]> {
  const prizes = () => prizesOfSeason(tx, { loft_id, season_id }, { user_ids: [user_id] });
  const first = await prizes();
  const inOrder = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);
  for (const flight_id of inOrder(first.flatMap((prize) => prize.flight_id ?? [])))
    await lockFlight(tx, { loft_id, flight_id });
  for (const ranking_id of inOrder(first.flatMap((prize) => prize.ranking_id ?? [])))
    await lockRanking(tx, { loft_id, ranking_id });
  return (await prizes()).flatMap((prize) => {
    const amount_cents = dueOf(prize);
    return amount_cents === 0 ? [] : [{ fund_id: prize.fund_id, ...wonBy(prize), amount_cents }];
  });
}

const payoutQuery = (tx: Tx, { loft_id, season_id }: SeasonKey) =>
  tx
    .selectFrom('prize_payouts as x')
    .select([
      'x.id',
      accountNow('x.user_id').as('user_id'),
      'x.amount_cents',
      'x.currency',
      'x.method',
      'x.entered_by',
      'x.takes_back',
      'x.reason',
    ])
    .select(sql<string>`x.paid_on::text`.as('paid_on'))
    .select(payoutState.as('state'))
    .where('x.loft_id', '=', loft_id)
    .where('x.season_id', '=', season_id);

const payoutsOf = (tx: Tx, key: SeasonKey, user_id: number) =>
  payoutQuery(tx, key).where(accountNow('x.user_id'), '=', user_id).execute();

/**
 * A payout as it stands once the flights and rankings of its person are locked, and what is due to them. The season is locked before
 * them: a person whose prizes were all given back has none to lock.
 */
async function lockPayout(tx: Tx, key: SeasonKey, payout_id: number) {
  await lockSeason(tx, key);
  const read = () => payoutQuery(tx, key).where('x.id', '=', payout_id).executeTakeFirst();
  const found = await read();
  if (!found) throw new Refusal('not_found');
  const due = await lockDue(tx, key, found.user_id);
  return { due, payout: (await read())! };
}
