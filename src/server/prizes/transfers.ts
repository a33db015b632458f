/**
 * Transfers of payouts at the payment provider. One is a row before it is a request, and asked for under its key until
 * its outcome is known: an unknown one is never sent twice. What is paid is entered into the journal then.
 */
import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import { remembered_ms } from '#domain/payments/by-card.ts';
import type { PaidPrize, TransferStatus } from '#domain/prizes/prize.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { type ItemsOptions, type Job, workOff } from '#server/jobs/items.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import type { ProviderTransfer, RefusedTransfer, Transfers } from '#server/payments/transfers.ts';
import { enterPayout, paidWith, partsOf, postPayout } from './payout-entries.ts';

interface PayoutKey {
  loft_id: number;
  payout_id: number;
}

/** Request the transfer of a payout, or the reversal of the one that it takes back; it is sent by {@link sendTransfers}. */
export async function requestTransfer(
  tx: Tx,
  { loft_id, payout_id }: PayoutKey,
  { account, takes_back, now_ms }: { account: string | null; takes_back: number | null; now_ms: number },
): Promise<void> {
  const taken = takes_back === null ? null : await transferOf(tx, { loft_id, payout_id: takes_back });
  await tx
    .insertInto('prize_transfers')
    .values({
      loft_id,
      payout_id,
      key: crypto.randomUUID(),
      account: (taken?.account ?? account)!,
      reverses: taken?.provider_id ?? null,
      status: 'requested',
      provider_id: null,
      reason: null,
      requested_at: new Date(now_ms).toISOString(),
      sent_at: null,
    })
    .execute();
}

const transferQuery = (tx: Tx) =>
  tx
    .selectFrom('prize_transfers as t')
    .innerJoin('prize_payouts as x', (join) =>
      join.onRef('x.loft_id', '=', 't.loft_id').onRef('x.id', '=', 't.payout_id'),
    )
    .select(['t.loft_id', 't.payout_id', 't.key', 't.account', 't.reverses', 't.status', 't.provider_id', 't.sent_at'])
    .select(['x.season_id', 'x.user_id', 'x.amount_cents', 'x.currency', 'x.takes_back', 'x.reason', 'x.entered_by'])
    .select(sql<string>`x.paid_on::text`.as('paid_on'));

const transferOf = (tx: Tx, { loft_id, payout_id }: PayoutKey) =>
  transferQuery(tx).where('t.loft_id', '=', loft_id).where('t.payout_id', '=', payout_id).executeTakeFirst();

/** A transfer as it stands once nobody else settles it. */
const lockTransfer = async (tx: Tx, { loft_id, payout_id }: PayoutKey) =>
  (await transferQuery(tx)
    .where('t.loft_id', '=', loft_id)
    .where('t.payout_id', '=', payout_id)
    .forUpdate('t')
    .executeTakeFirst())!;

type Stored = NonNullable<Awaited<ReturnType<typeof transferOf>>>;

/**
 * Send the transfers that are requested, and ask again for those whose outcome is not known (each minute), each by itself
 * (decision 37).
 * @returns how many are settled
 */
export async function sendTransfers(
  db: Database,
  transfers: Transfers,
  now_ms: number,
  options?: Omit<ItemsOptions, 'now_ms'>,
): Promise<number> {
  const open = await transferQuery(db)
    .where('t.status', 'in', ['requested', 'sent'])
    .orderBy('t.requested_at')
    .execute();
  const job: Job<Stored> = {
    queue: 'prize_transfers',
    nameOf: ({ payout_id, loft_id }) => ({ key: payout_id, loft_id }),
    work: async (transfer) => (await settleTransfer(db, transfers, transfer, now_ms)) !== 'sent',
  };
  return (await workOff(db, job, open, { now_ms, ...options })).done.length;
}

/**
 * Send a transfer, or ask for the outcome of one that was sent, and enter it.
 * @throws Refusal `cards_away`; Error when another amount was moved
 */
export async function settleTransfer(
  db: Database,
  transfers: Transfers,
  key: PayoutKey,
  now_ms: number,
): Promise<TransferStatus> {
  const transfer = await transact(db, async (tx) => {
    const found = await lockTransfer(tx, key);
    if (found.status !== 'requested') return found;
    const sent_at = new Date(now_ms).toISOString();
    await change(tx, key, { status: 'sent', sent_at });
    return { ...found, status: 'sent' as const, sent_at };
  });
  if (transfer.status !== 'sent') return transfer.status;
  const state = await askedFor(transfers, transfer, now_ms);
  if (!('refused' in state) && state.amount_cents !== Math.abs(transfer.amount_cents))
    throw new Error(`payout ${key.payout_id} of ${transfer.amount_cents} transferred ${state.amount_cents}`);
  return transact(db, async (tx) => {
    const now = await lockTransfer(tx, key);
    if (now.status !== 'sent') return now.status;
    if ('refused' in state) {
      await change(tx, key, { status: 'failed', reason: state.refused });
      return 'failed';
    }
    await change(tx, key, { status: 'paid', provider_id: state.id });
    await postPayout(tx, now, { ...now, id: now.payout_id }, await partsOfTransfer(tx, now), { now_ms });
    return 'paid';
  });
}

const partsOfTransfer = (tx: Tx, { takes_back, ...key }: Stored): Promise<PaidPrize[]> =>
  takes_back === null ? partsOf(tx, key, key.payout_id) : paidWith(tx, key, takes_back);

/** Requests it under its key; when the provider may have forgotten the key, it is looked up and never sent again. */
async function askedFor(
  transfers: Transfers,
  { key, account, reverses, amount_cents, currency, sent_at }: Stored,
  now_ms: number,
): Promise<ProviderTransfer | RefusedTransfer> {
  const isRemembered = now_ms - Date.parse(sent_at!) < remembered_ms;
  if (reverses === null) {
    if (isRemembered) return transfers.send({ key, account, amount_cents, currency });
    return (await transfers.find({ key, account })) ?? { refused: 'not_found' };
  }
  const taken = await transfers.read(reverses);
  // Reversed under this key, or at the provider itself: the money is back.
  if (taken?.is_reversed) return { ...taken, id: `${reverses}:reversed` };
  return isRemembered && taken ? transfers.reverse({ key, id: reverses }) : { refused: 'not_found' };
}

/**
 * Read a transfer that an event names. One that was reversed at the provider itself is taken back here by a counter-entry:
 * its prizes are owed again.
 */
export async function lookAtTransfer(db: Database, transfers: Transfers, id: string, now_ms: number): Promise<void> {
  const state = await transfers.read(id);
  if (state === null) return;
  const known = await transferQuery(db)
    .where((eb) => eb.or([eb('t.provider_id', '=', id), eb('t.key', '=', state.key ?? '')]))
    .executeTakeFirst();
  if (!known) return;
  if ((await settleTransfer(db, transfers, known, now_ms)) !== 'paid' || !state.is_reversed) return;
  const counter = await transferQuery(db)
    .where('t.reverses', '=', id)
    .where('t.status', 'in', ['requested', 'sent'])
    .executeTakeFirst();
  if (counter) {
    await settleTransfer(db, transfers, counter, now_ms);
    return;
  }
  await transact(db, async (tx) => {
    const taken = await lockTransfer(tx, known);
    const { loft_id, season_id, payout_id } = taken;
    const back = tx.selectFrom('prize_entries').select('id').where('loft_id', '=', loft_id);
    if (await back.where('takes_back', '=', payout_id).executeTakeFirst()) return;
    const { user_id, amount_cents, entered_by } = taken;
    const { loft } = await loadLoft(tx, loft_id);
    const entered = await enterPayout(
      tx,
      { loft_id, season_id },
      {
        user_id,
        method: 'stripe',
        amount_cents: 0 - amount_cents,
        paid_on: dayAt(now_ms, loft.time_zone),
        reason: 'Stripe',
        file_id: null,
        needs_second: false,
        takes_back: payout_id,
      },
      { by: entered_by, now_ms },
    );
    await requestTransfer(tx, { loft_id, payout_id: entered.id }, { account: null, takes_back: payout_id, now_ms });
    const sent_at = new Date(now_ms).toISOString();
    await change(tx, { loft_id, payout_id: entered.id }, { status: 'sent', sent_at });
    await change(tx, { loft_id, payout_id: entered.id }, { status: 'paid', provider_id: `${id}:reversed` });
    const paid = await paidWith(tx, { loft_id }, payout_id);
    await postPayout(tx, { loft_id, season_id }, entered, paid, { now_ms });
  });
}

async function change(
  tx: Tx,
  { loft_id, payout_id }: PayoutKey,
  to: { status: TransferStatus; sent_at?: string; provider_id?: string; reason?: string },
): Promise<void> {
  await tx
    .updateTable('prize_transfers')
    .set(to)
    .where('loft_id', '=', loft_id)
    .where('payout_id', '=', payout_id)
    .execute();
}
