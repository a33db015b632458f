/** The history of a request: time, author, reason. */
import type { z } from 'zod';
import type { transportHistory } from '#domain/transports/contract.ts';
import { nothingHandedOver } from '#domain/transports/transport.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from '#web/ui/history.module.css';
import { Moment } from '#web/ui/Times.tsx';
import { TransportChip } from './TransportChip.tsx';

export function History({ history, time_zone }: { history: z.output<typeof transportHistory>; time_zone: string }) {
  const { t } = useTranslation();
  return (
    <ol className={styles.history}>
      {history.map(({ status, at, by, reason }) => (
        <li key={at + status}>
          <TransportChip status={status} />
          <span>
            <Moment at_ms={Date.parse(at)} time_zone={time_zone} short />
            {t('rows.comma')}
            <bdi>{by ?? t('rights.program')}</bdi>
          </span>
          {reason && (
            <p>
              <bdi>{reason === nothingHandedOver ? t('transports.nothing_handed_over') : reason}</bdi>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
