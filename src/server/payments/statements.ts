/** Statements of the journal: of a season for its loft, and of each customer for themselves. */

import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import type { Currency } from '#domain/money.ts';
import { orderNumber } from '#domain/orders/order.ts';
import type { Account, EntryKind } from '#domain/payments/journal.ts';
import type { Tx } from '#server/db/database.ts';
import type { ListOf } from '#server/pagination.ts';
import { labelOf } from '#server/seasons/order-label.ts';

interface Row {
  id: number;
  at: string;
  kind: EntryKind;
  order_id: number;
  number: number;
  year: number | null;
  currency: Currency;
  postings: Partial<Record<Account, number>>;
  paid_on: string | null;
  loft: string;
  time_zone: string;
  season: string | null;
  user_id: number;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
}

const lines = (which: ReturnType<typeof sql>) => sql<Row>`
  select e.id, e.at, e.kind, e.order_id, o.number, s.year, e.currency,
    (select json_object_agg(p.account, p.amount_cents) from postings p where p.loft_id = e.loft_id and p.entry_id = e.id) as postings,
    pay.paid_on, l.name as loft, l.time_zone, s.name as season, u.id as user_id, u.email, u.first_name, u.last_name
  from journal_entries e
  join orders o on o.loft_id = e.loft_id and o.id = e.order_id
  left join seasons s on s.loft_id = e.loft_id and s.id = e.season_id
  left join payments pay on pay.loft_id = e.loft_id and pay.id = e.payment_id and e.kind in ('received', 'revoked', 'exceeded')
  join lofts l on l.id = e.loft_id
  join users u on u.id = o.user_id
  where ${which}
  order by e.id`;

const shown = ({ number, year, user_id, email, first_name, last_name, loft, season, ...row }: Row) => ({
  ...row,
  label: orderNumber({ year, number }),
  loft,
  season,
  customer: { user_id, email, first_name, last_name },
});

/** Every journal entry of a season as a list, in the order of writing. */
export function listOfStatement({ loft_id, season_id }: SeasonKey, year: number): ListOf<'at'> {
  return {
    from: sql`from journal_entries e
      left join orders o on o.loft_id = e.loft_id and o.id = e.order_id
      left join users u on u.id = o.user_id
      where e.loft_id = ${loft_id} and e.season_id = ${season_id}`,
    id: sql`e.id`,
    columns: { at: sql`e.id` },
    search: { texts: [labelOf(sql`${year}::int`, 'o'), sql`u.plain_name`, sql`u.plain_email`] },
  };
}

/** These journal entries of a season. */
export async function linesOfStatement(tx: Tx, { loft_id, season_id }: SeasonKey, ids: readonly number[]) {
  const which = sql`e.loft_id = ${loft_id} and e.season_id = ${season_id} and e.id = any(${ids}::bigint[])`;
  return (await lines(which).execute(tx)).rows.map(shown);
}

/** The balance of each account of a season. */
export async function balancesOfSeason(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<Record<Account, number>> {
  const { rows } = await sql<{ postings: Partial<Record<Account, number>> }>`
    select json_build_object(account, sum(p.amount_cents)) as postings
    from journal_entries e join postings p on p.loft_id = e.loft_id and p.entry_id = e.id
    where e.loft_id = ${loft_id} and e.season_id = ${season_id} group by account`.execute(tx);
  return balancesOf(rows);
}

/** A customer's debts and payments in all lofts, in the order of writing. */
export async function statementOf(tx: Tx, user_id: number) {
  const { rows } = await lines(sql`o.user_id = ${user_id}`).execute(tx);
  return rows.map(shown);
}

/** The balance of each account. */
export function balancesOf(rows: readonly { postings: Partial<Record<Account, number>> }[]): Record<Account, number> {
  const balances = { receivable: 0, income: 0, cards: 0, cash: 0, bank: 0, refunds: 0 };
  for (const { postings } of rows)
    for (const [account, amount_cents] of Object.entries(postings)) balances[account as Account] += amount_cents;
  return balances;
}

/** The open amounts by currency: what the customer has to pay, and what the lofts have to refund. */
export function openOf(rows: readonly { currency: Currency; postings: Partial<Record<Account, number>> }[]) {
  return [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const { receivable, refunds } = balancesOf(rows.filter((row) => row.currency === currency));
    return { currency, to_pay_cents: receivable, owed_cents: 0 - refunds };
  });
}
