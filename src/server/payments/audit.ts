/** Audits whether orders, payments, refunds and the journal of a loft agree. */
import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';

/**
 * Every contradiction: between money and orders, between counts and orders, and journal entries that do not balance.
 * One sentence each; empty if all agree. Call it in a transaction with one snapshot.
 */
export async function faultsOfMoney(tx: Tx, { loft_id }: { loft_id: number }): Promise<string[]> {
  const orders = await tx
    .selectFrom('orders')
    .select(['id', 'status', 'amount_cents'])
    .where('loft_id', '=', loft_id)
    .execute();
  const payments = await tx
    .selectFrom('payments')
    .select(['id', 'order_id', 'status', 'amount_cents'])
    .where('loft_id', '=', loft_id)
    .execute();
  const refunds = await tx
    .selectFrom('refunds')
    .select(['payment_id', 'order_id', 'cause', 'status'])
    .where('loft_id', '=', loft_id)
    .execute();
  const postings = await tx
    .selectFrom('postings as p')
    .innerJoin('journal_entries as e', (join) =>
      join.onRef('e.loft_id', '=', 'p.loft_id').onRef('e.id', '=', 'p.entry_id'),
    )
    .select(['e.order_id', 'p.account', 'p.amount_cents'])
    .where('p.loft_id', '=', loft_id)
    .execute();
  const ofOrder = {
    payments: Map.groupBy(payments, ({ order_id }) => order_id),
    refunds: Map.groupBy(refunds, ({ order_id }) => order_id),
    postings: Map.groupBy(postings, ({ order_id }) => order_id),
  };
  const unbalanced = await sql<{ id: number; sum: number }>`
    select e.id, coalesce(sum(p.amount_cents), 0)::bigint as sum
    from journal_entries e left join postings p on p.loft_id = e.loft_id and p.entry_id = e.id
    where e.loft_id = ${loft_id} group by e.id having count(p.entry_id) < 2 or sum(p.amount_cents) <> 0
    order by e.id`.execute(tx);
  const faults = unbalanced.rows.map(({ id, sum }) => `journal entry ${id} does not balance: ${sum}`);
  const differ = (what: string, is: unknown, should: unknown) => {
    if (is !== should) faults.push(`${what}: ${String(is)} instead of ${String(should)}`);
  };
  for (const { id, status, amount_cents } of orders) {
    const own = ofOrder.payments.get(id) ?? [];
    const given = ofOrder.refunds.get(id) ?? [];
    const balance = (account: string) =>
      (ofOrder.postings.get(id) ?? [])
        .filter((one) => one.account === account)
        .reduce((sum, one) => sum + one.amount_cents, 0);
    const waits = ['confirmed', 'payment_pending', 'revoked'].includes(status);
    const open = given.filter((one) => one.status !== 'paid');
    differ(`order ${id} ${status} receivable`, balance('receivable'), waits ? amount_cents : 0);
    differ(`order ${id} ${status} refunds`, balance('refunds'), -open.length * amount_cents);
    differ(
      `order ${id} ${status} successes`,
      own.filter((one) => one.status === 'succeeded').length > 0,
      status === 'paid' || (status === 'rejected' && open.some(({ cause }) => cause === 'rejected')),
    );
    differ(
      `order ${id} ${status} open`,
      status === 'payment_pending',
      own.some((one) => one.status === 'open') && waits,
    );
    for (const { id: payment_id, status: paid } of own)
      differ(
        `payment ${payment_id} ${paid} owed`,
        open.some((one) => one.payment_id === payment_id),
        paid === 'surplus' || (paid === 'succeeded' && status === 'rejected'),
      );
  }
  const miscounted = await sql<{ season_id: number; status: string; orders: number; counted: number }>`
    select season_id, status, coalesce(o.orders, 0)::int as orders, coalesce(s.orders, 0) as counted
    from (
      select season_id, status, coalesce(case when is_to_pay(status) then pay_until end, 'infinity') as pay_until,
        count(*) as orders, sum(amount_cents) as amount_cents
      from orders where loft_id = ${loft_id} and season_id is not null group by 1, 2, 3) o
    full join (
      select season_id, status, coalesce(pay_until, 'infinity') as pay_until, orders, amount_cents
      from order_sums where loft_id = ${loft_id}) s using (season_id, status, pay_until)
    where (o.orders, o.amount_cents) is distinct from (s.orders, s.amount_cents)
    order by season_id, status`.execute(tx);
  for (const { season_id, status, orders, counted } of miscounted.rows)
    faults.push(`season ${season_id} counts ${counted} orders ${status} or their sum otherwise: there are ${orders}`);
  return faults;
}
