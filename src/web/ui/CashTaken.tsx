/**
 * Cash that an agent took and that the loft has still to confirm: by whom, when, how much and why; the same for every
 * reader.
 */
import type { WaitingCash } from '#domain/orders/contract.ts';
import { clockTime, formatCalendarDay, formatMoney, isoDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './cash-taken.module.css';
import { Icon } from './Icon.tsx';

export interface CashTakenProps {
  cash: WaitingCash;
  currency: string;
  /** The time zone of the loft. */
  time_zone: string;
  /** The meaning for the reader; `twice`: the order was meanwhile paid by card as well. */
  note?: 'customer' | 'agent' | 'twice' | undefined;
}

export function CashTaken({ cash, currency, time_zone, note }: CashTakenProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { by, at, amount_cents, reason } = cash;
  const at_ms = Date.parse(at);
  const day = formatCalendarDay(locale, isoDay(at_ms, time_zone), 'words');
  return (
    <div className={styles.cash}>
      <strong>
        <Icon name="hourglass" size={20} />
        {t('money.to_approve')}
      </strong>
      <p suppressHydrationWarning>
        {t('money.cash_taken', {
          agent: by,
          amount: formatMoney(locale, amount_cents, currency),
          time: `${day}${t('rows.comma')}${clockTime(at_ms, time_zone).time.slice(0, 5)}`,
        })}
      </p>
      <p>
        <bdi>{reason}</bdi>
      </p>
      {note && <p>{t(`money.cash_${note}`)}</p>}
    </div>
  );
}
