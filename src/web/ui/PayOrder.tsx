/** The amount due for an order, its due date, and the pay button: a plain form, for every page that shows an order. */
import { type FormEvent, useEffect, useState } from 'react';
import type { OrderMoney } from '#domain/payments/contract.ts';
import { formatCalendarDay, formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import { Icon } from './Icon.tsx';
import { MoneyChip } from './MoneyChip.tsx';
import panel from './panel.module.css';
import styles from './pay-order.module.css';

interface PayOrderProps {
  order: OrderMoney;
  /** The reader returns from the card payment, which may have succeeded. */
  isBack?: boolean | undefined;
}

export function PayOrder({ order, isBack = false }: PayOrderProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { state, amount_cents, currency, last_day, days_left } = order;
  const canPay = state === 'to_pay' || state === 'begun';
  return (
    <div className={styles.pay}>
      <p className={styles.line}>
        <bdi className={`num ${styles.amount}`}>{formatMoney(locale, amount_cents, currency)}</bdi>
        {/* Whether a card was declined is known to its page alone: what is begun there is still to be paid here. */}
        <MoneyChip state={state === 'begun' && !isBack ? 'to_pay' : state} />
      </p>
      {state === 'to_approve' && <p>{t(order.status === 'paid' ? 'money.cash_twice' : 'money.cash_customer')}</p>}
      {state === 'owed' && <p>{t('pay.owed_text')}</p>}
      {state === 'returning' && <p>{t('pay.returning_text')}</p>}
      {last_day !== null && (
        <p>
          {t('pay.until')} <time dateTime={last_day}>{formatCalendarDay(locale, last_day, 'words')}</time>
          {days_left !== null && days_left > 0 && (
            <>
              {' '}
              <small className={styles.left}>· {t('due_date.working_days', { count: days_left })}</small>
            </>
          )}
        </p>
      )}
      {state === 'begun' && !isBack && <p>{t('pay.begun_text')}</p>}
      {canPay && (isBack && state === 'begun' ? <NotYet order={order} /> : <ByCard order={order} />)}
    </div>
  );
}

function NotYet({ order }: Pick<PayOrderProps, 'order'>) {
  const { t } = useTranslation();
  return (
    <p>
      <Link className={styles.link} to={`/registrations/${order.order_id}/pay`}>
        {t('pay.not_yet')}
      </Link>
    </p>
  );
}

/** Longer than the time limit of the payment provider. */
const paying_ms = 10_000;

function ByCard({ order }: Pick<PayOrderProps, 'order'>) {
  const { t } = useTranslation();
  const [paying, setPaying] = useState(false);
  useEffect(() => {
    if (!paying) return;
    const over = () => setPaying(false);
    const timer = setTimeout(over, paying_ms);
    // On returning from the card payment the browser restores the page as it was left.
    addEventListener('pageshow', over);
    return () => {
      clearTimeout(timer);
      removeEventListener('pageshow', over);
    };
  }, [paying]);
  const ask = (event: FormEvent) => {
    if (paying) event.preventDefault();
    setPaying(true);
  };
  return (
    <form method="post" action={`/registrations/${order.order_id}/pay`} onSubmit={ask} className={styles.form}>
      <button type="submit" className={panel.button_primary} aria-disabled={paying || undefined}>
        <Icon name="lock" size={18} />
        {t('pay.by_card')}
      </button>
      <p role="status">{paying && t('pay.asking')}</p>
    </form>
  );
}
