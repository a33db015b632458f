/** The cash that an agent took: its sums in each currency; each payment with where the money is. */
import type { ReactNode } from 'react';
import { orderNumber } from '#domain/orders/order.ts';
import { sumsOfCash } from '#domain/payments/agent-cash.ts';
import type { TakenCash } from '#domain/payments/agent-cash-contract.ts';
import { formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import rows from '#web/ui/rows.module.css';
import { ChooseAll, ChooseRow } from '#web/ui/Selection.tsx';
import { Day } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import styles from './payments.module.css';

/** The sums of cash in each currency: what the agent still has, and what has arrived. */
export function CashSums({ taken }: Pick<CashTableProps, 'taken'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return sumsOfCash(taken).map(({ currency, owed, waits, handed_over }) => (
    <dl key={currency} className={styles.cash_sums}>
      {(
        [
          ['agent_cash.owed', owed],
          ['agent_cash.of_it_waits', waits],
          ['agent_cash.handed_over', handed_over],
        ] as const
      ).map(([word, cents]) => (
        <div key={word}>
          <dt>{t(word)}</dt>
          <dd>
            <bdi className="num">{formatMoney(locale, cents, currency)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  ));
}

export interface CashTableProps {
  caption: string;
  taken: readonly TakenCash[];
  time_zone: string;
  /** The page of an order. */
  pathOf: (one: TakenCash) => string | null;
  /** Whether what the agent still has can be chosen; inside a selection only. */
  canChoose?: boolean;
  /** A cell behind each row. */
  behind?: (one: TakenCash) => ReactNode;
}

export function CashTable({ caption, taken, time_zone, pathOf, canChoose = false, behind }: CashTableProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <table className={`${table.table} ${rows.cards}`}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {canChoose && <ChooseAll />}
          <th scope="col">{t('order_admin.number')}</th>
          <th scope="col">{t('people.customer')}</th>
          <th scope="col">{t('agent_cash.taken_on')}</th>
          <th scope="col" className={table.figure}>
            {t('order_admin.amount')}
          </th>
          <th scope="col">{t('admin.state')}</th>
          {behind && (
            <th>
              <span className="visually-hidden">PDF</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {taken.map((one) => {
          const path = pathOf(one);
          const number = (
            <bdi dir="ltr" className="num">
              {orderNumber(one)}
            </bdi>
          );
          return (
            <tr key={one.payment_id}>
              {canChoose &&
                (one.state === 'handed_over' ? <td /> : <ChooseRow id={one.payment_id} name={orderNumber(one)} />)}
              <td>{path ? <Link to={path}>{number}</Link> : number}</td>
              <td data-label={t('people.customer')}>
                <bdi>{one.customer}</bdi>
              </td>
              <td data-label={t('agent_cash.taken_on')}>
                <Day at_ms={Date.parse(one.taken_at)} time_zone={time_zone} />
              </td>
              <td data-label={t('order_admin.amount')} className={table.figure}>
                <bdi className="num">{formatMoney(locale, one.amount_cents, one.currency)}</bdi>
              </td>
              <td data-label={t('admin.state')}>
                <span>
                  {t(`agent_cash.${one.state}`)}
                  {one.handed_over_at && (
                    <small>
                      <Day at_ms={Date.parse(one.handed_over_at)} time_zone={time_zone} />
                    </small>
                  )}
                </span>
              </td>
              {behind && <td>{behind(one)}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
