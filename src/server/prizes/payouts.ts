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
import { readyAccount } from './accounts.ts';
import { prizesOfSeason, wonBy } from './journal.ts';
import { type EnteredPayout, enterPayout, paidWith, partsOf, postPayout } from './payout-entries.ts';
import { requestTransfer } from './transfers.ts';

type Act = LoftAct & { by: number };

/** The state of a payout `x`; one by the provider stands as its transfer does. */
export const payoutState = sql<PayoutState>`case
  when exists (select from prize_entries t where t.loft_id = x.loft_id and t.takes_back = x.id) then 'taken_back'
  when x.needs_second and not exists (
    select from prize_payout_answers a where a.loft_id = x.loft_id and a.payout_id = x.id) then 'waits'
  when x.needs_second and exists (select from prize_payout_answers a
    where a.loft_id = x.loft_id and a.payout_id = x.id and not a.is_approved) then 'refused'
  when x.method <> 'stripe' then 'paid'
  else (select case when t.status in ('paid', 'failed') then t.status else 'sent' end from prize_transfers t
    where t.loft_id = x.loft_id and t.payout_id = x.id) end`;

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
  const others = await payoutsOf(tx, key, user_id);
  if (others.some(({ state }) => state === 'sent')) throw new Refusal('payout_under_way');
  const waits = others.some(({ state }) => state === 'waits');
  const first_release = await firstRelease(tx, key, act.time_zone);
  const today = dayAt(act.now_ms, act.time_zone);
  const currency = await currencyOf(tx, key);
  const seen = { ...payout, due_cents: due_cents ?? null };
  const no = whyNotPay(seen, { due, currency, waits, today, first_release });
  if (no) throw no;
  const isByProvider = payout.method === 'stripe';
  if (isByProvider && (payout.amount_cents <= 0 || (await readyAccount(tx, user_id)) === null))
    throw refusalAt('method', 'payout_not_by_stripe');
  if (file_id != null) await lockReceipt(tx, { loft_id: key.loft_id, file_id }, act.by);
  // A part is as the whole: otherwise one person would pay in parts what takes two.
  const limit_cents = await agentLimitOf(tx, key.loft_id);
  const needs_second = [payout.amount_cents, sumOf(all)].some((cents) => needsSecondPerson(cents, limit_cents));
  const entered = await enterPayout(tx, key, { user_id, file_id: file_id ?? null, needs_second, ...payout }, act);
  const parts = partOf(due, payout.amount_cents);
  // What is not paid at once keeps what it pays of each prize.
  if (needs_second || isByProvider) {
    const { loft_id } = key;
    const rows = parts.map((part, i) => ({ loft_id, payout_id: entered.id, n: i + 1, ...part }));
    await tx.insertInto('prize_payout_parts').values(rows).execute();
  }
  const state = needs_second ? 'waits' : await carryOut(tx, key, entered, parts, act);
  return { payout_id: entered.id, state };
}

/** Enter a payout that nobody has to approve any more, or have the provider transfer or reverse it first. */
async function carryOut(
  tx: Tx,
  key: SeasonKey,
  payout: EnteredPayout,
  paid: readonly PaidPrize[],
  { now_ms }: Act,
): Promise<PayoutState> {
  if (payout.method !== 'stripe') {
    await postPayout(tx, key, payout, paid, { now_ms });
    return 'paid';
  }
  const { id: payout_id, user_id, takes_back } = payout;
  const account = takes_back === null ? await readyAccount(tx, user_id) : null;
  if (takes_back === null && account === null) throw new Refusal('payout_not_by_stripe');
  await requestTransfer(tx, { loft_id: key.loft_id, payout_id }, { account, takes_back, now_ms });
  return 'sent';
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
  if (is_approved) await carryOut(tx, key, payout, prizes, act);
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
  const waits = counters.some(({ state }) => state === 'waits' || state === 'sent');
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
  const state = needs_second ? 'waits' : await carryOut(tx, key, entered, await paidWith(tx, key, payout_id), act);
  return { payout_id: entered.id, state };
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
