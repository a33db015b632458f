/**
 * Orders as rows to decide on: number, customer, pigeons and their transport, amount, waiting since. Where there is less
 * room, two columns fold into their neighbours; on a phone the rows are cards.
 */
import type { ListedOrder } from '#domain/orders/admin-contract.ts';
import { formatAge, formatCalendarDay, formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import { PigeonCounts } from '#web/ui/PigeonCounts.tsx';
import { ChooseAll, ChooseRow } from '#web/ui/Selection.tsx';
import { SortHead } from '#web/ui/SortHead.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import { OrderChip } from './OrderChip.tsx';
import styles from './order-rows.module.css';

export interface OrderRowsProps {
  caption: string;
  orders: readonly ListedOrder[];
  currency: string;
  /** Path of the season's orders. */
  at: string;
  now_ms: number;
  /** The order of a sortable list, which also shows the state of each order. */
  sort?: string;
}

export function OrderRows({ caption, orders, currency, at, now_ms, sort }: OrderRowsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const transportText = ({ agent, pigeons_active, pigeons_reserve }: ListedOrder) => {
    if (agent !== null) return t('order_admin.agent', { agent });
    // Orders of activations or bought birds have no transport.
    return pigeons_active + pigeons_reserve > 0 ? t('order_admin.own_transport') : '–';
  };
  const age = ({ since }: ListedOrder) => formatAge(locale, now_ms - Date.parse(since));
  const head = (by: string, word: string, figure = false, largest = figure, folds = '') => {
    const props = figure ? { className: `${table.figure} ${folds}` } : {};
    return sort === undefined ? (
      <th scope="col" {...props}>
        {word}
      </th>
    ) : (
      <SortHead by={by} order={sort} largest={largest} {...props}>
        {word}
      </SortHead>
    );
  };
  return (
    <div className={styles.room}>
      <Table caption={caption} cards className={styles.orders}>
        <thead>
          <tr>
            <ChooseAll />
            {head('number', t('order_admin.number'))}
            {head('customer', t('order_admin.customer'))}
            {head('pigeons', t('product.pigeons'), true)}
            <th scope="col" className={styles.folds}>
              {t('register.transport')}
            </th>
            {sort !== undefined && <th scope="col">{t('admin.state')}</th>}
            {head('amount', t('order_admin.amount'), true)}
            {head('waiting', t('order_admin.waiting'), true, false, styles.folds)}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <ChooseRow id={order.id} name={order.number} />
              <td>
                <Link to={`${at}/${order.id}`}>
                  <bdi dir="ltr" className="num">
                    {order.number}
                  </bdi>
                </Link>
              </td>
              <td>
                <div className={table.flagged}>
                  <Flag country={order.team?.country ?? null} />
                  <span>
                    <bdi>{nameOf(order.customer) ?? t('rights.unnamed')}</bdi>
                    {order.team && (
                      <small>
                        <bdi>{order.team.name}</bdi>
                      </small>
                    )}
                  </span>
                </div>
              </td>
              <td data-label={t('product.pigeons')} className={table.count}>
                {order.pigeons_active + order.pigeons_reserve > 0 ? (
                  <>
                    <PigeonCounts {...order} />
                    <small className={styles.folded}>
                      <bdi>{transportText(order)}</bdi>
                    </small>
                  </>
                ) : (
                  // An activation or a bought bird is named by its product.
                  <small>
                    <bdi>{order.products.join(t('rows.comma'))}</bdi>
                  </small>
                )}
              </td>
              <td data-label={t('register.transport')} className={styles.folds}>
                <bdi>{transportText(order)}</bdi>
              </td>
              {sort !== undefined && (
                <td data-label={t('admin.state')}>
                  <span className={styles.state}>
                    <OrderChip status={order.status} hasCash={order.cash !== null} />
                    {order.to_pay && (
                      <small suppressHydrationWarning>
                        {t('order_admin.pay_by', { day: formatCalendarDay(locale, order.to_pay.last_day, 'short') })}
                      </small>
                    )}
                  </span>
                </td>
              )}
              <td data-label={t('order_admin.amount')} className={table.figure}>
                <bdi className="num">{formatMoney(locale, order.amount_cents, currency)}</bdi>
                <small className={styles.folded} suppressHydrationWarning>
                  {age(order)}
                </small>
              </td>
              <td data-label={t('order_admin.waiting')} className={`${table.figure} ${table.quiet} ${styles.folds}`}>
                <span suppressHydrationWarning>{age(order)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
