/** The log of a bird as its owner reads it: when, from which state to which, and why. */
import type { PigeonLog as Log } from '#domain/pigeons/log-contract.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Arrow } from './Arrow.tsx';
import styles from './pigeon-log.module.css';
import { Moment } from './Times.tsx';

export function PigeonLog({ log, time_zone }: { log: Log; time_zone: string }) {
  const { t } = useTranslation();
  return (
    <ol className={styles.log}>
      {log.map(({ at, from, to, reason }) => (
        <li key={`${at} ${from} ${to}`}>
          {/* Birds of an imported result have no times: the epoch stands for them. */}
          <span>{Date.parse(at) > 0 ? <Moment at_ms={Date.parse(at)} time_zone={time_zone} short /> : '–'}</span>
          <span>
            {t(`pigeon_status.${from}`)} <Arrow /> <b>{t(`pigeon_status.${to}`)}</b>
            {reason && (
              <small>
                <bdi>{reason}</bdi>
              </small>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
