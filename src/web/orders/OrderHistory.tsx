/** The steps of an order, each with its time, its author and the reason. */
import type { OrderStatus } from '#domain/orders/order.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from '#web/ui/history.module.css';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';
import { isPaymentFailed, OrderChip } from './OrderChip.tsx';

export interface OrderHistoryProps {
  history: readonly { status: OrderStatus; at: string; by: string | null; reason: string | null }[];
  time_zone: string;
  /** The author of the steps that nobody took; not shown by default. */
  program?: string;
}

export function OrderHistory({ history, time_zone, program }: OrderHistoryProps) {
  const { t } = useTranslation();
  return (
    <section className={panel.panel} aria-labelledby="history">
      <div className={panel.head}>
        <h2 id="history">{t('setup.history')}</h2>
      </div>
      <ol className={styles.history}>
        {history.map(({ status, at, by, reason }, i) => (
          <li key={at + status}>
            <OrderChip status={status} isStep />
            <span>
              <Moment at_ms={Date.parse(at)} time_zone={time_zone} short />
              {(by ?? program) && (
                <>
                  {' · '}
                  <bdi>{by ?? program}</bdi>
                </>
              )}
            </span>
            {isPaymentFailed(history, i) && <p>{t('money.failed')}</p>}
            {reason && (
              <p>
                <bdi>{reason}</bdi>
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
