/** The receipts of an order, each as a PDF; nothing where no payment was received. */
import type { Receipt } from '#domain/payments/contract.ts';
import { formatCalendarDay, formatMoney, isoDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { orderPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from './Icon.tsx';
import panel from './panel.module.css';
import styles from './receipts.module.css';

export interface ReceiptsProps {
  order: { id: number; currency: string };
  receipts: readonly Receipt[];
  time_zone: string;
}

export function Receipts({ order, receipts, time_zone }: ReceiptsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!receipts.length) return null;
  return (
    <section className={panel.panel} aria-labelledby="receipts">
      <div className={panel.head}>
        <h2 id="receipts">{t('receipts.title')}</h2>
      </div>
      <ul className={styles.list}>
        {receipts.map(({ payment_id, number, at, paid_on, amount_cents, refunded_at }) => (
          <li key={payment_id}>
            <a className={styles.receipt} href={`${orderPath(order.id)}/receipts/${payment_id}`}>
              <Icon name="download" />
              {t('receipts.number', { number })}
            </a>
            <span>{formatCalendarDay(locale, paid_on ?? isoDay(Date.parse(at), time_zone), 'words')}</span>
            <bdi className="num">{formatMoney(locale, amount_cents, order.currency)}</bdi>
            {refunded_at && <small>{t('money.returned')}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
