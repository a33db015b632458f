/** What is to be paid for an order, until when, and the button for it: a plain form, for every page that shows an order. */
import { useTranslation } from 'react-i18next';
import type { OrderMoney } from '#domain/payments/contract.ts';
import { formatCalendarDay, formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { Icon } from './Icon.tsx';
import { MoneyChip } from './MoneyChip.tsx';
import panel from './panel.module.css';
import styles from './pay-order.module.css';

export function PayOrder({ order }: { order: OrderMoney }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { state, amount_cents, currency, last_day, days_left } = order;
  const canPay = state === 'to_pay' || state === 'begun';
  return (
    <div className={styles.pay}>
      <p className={styles.line}>
        <bdi className={`num ${styles.amount}`}>{formatMoney(locale, amount_cents, currency)}</bdi>
        <MoneyChip state={state} />
      </p>
      {state === 'to_approve' && <p>{t(order.status === 'paid' ? 'money.cash_twice' : 'money.cash_customer')}</p>}
      {state === 'returning' && <p>{t('pay.returning_text')}</p>}
      {last_day !== null && (
        <p>
          {t('pay.until')} <time dateTime={last_day}>{formatCalendarDay(locale, last_day, 'words')}</time>
          {days_left !== null && days_left > 0 && (
            <small className={styles.left}>· {t('due_date.working_days', { count: days_left })}</small>
          )}
        </p>
      )}
      {canPay && (
        <form method="post" action={`/registrations/${order.order_id}/pay`}>
          <button type="submit" className={panel.button_primary}>
            <Icon name="lock" size={18} />
            {t('pay.by_card')}
          </button>
        </form>
      )}
    </div>
  );
}
