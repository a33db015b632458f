/** The state of a flight as a word and a sign. Dashed: still to come; solid: done; red with a dot: in the air. */
import type { FlightStatus } from '#domain/flights/flight.ts';
import { useAsOf } from '#web/lib/as-of.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './chip.module.css';
import { Icon, type IconName } from './Icon.tsx';

const looks: Readonly<Record<Exclude<FlightStatus, 'released'>, { icon: IconName; look: string | undefined }>> = {
  planned: { icon: 'calendar', look: styles.dashed },
  basketing: { icon: 'basket', look: styles.dashed },
  sealed: { icon: 'lock', look: styles.mute },
  closed: { icon: 'lock', look: styles.mute },
  provisional: { icon: 'check', look: styles.provisional },
  official: { icon: 'check', look: styles.home },
  annulled: { icon: 'alert', look: styles.bad },
};

export function StatusChip({ status }: { status: FlightStatus }) {
  const { t } = useTranslation();
  const cached = useAsOf() !== null;
  const word = t(`status.${status}`);
  if (status === 'released') return <span className={`${styles.live} ${cached ? styles.still : ''}`}>{word}</span>;
  const { icon, look } = looks[status];
  return (
    <span className={`${styles.chip} ${look}`}>
      <Icon name={icon} size={15} />
      {word}
    </span>
  );
}

/** The state of a flight for who follows these birds in it: of a flight in the air from which all of them are home, that they are. */
export function BirdsChip({ status, areHome }: { status: FlightStatus; areHome: boolean }) {
  const { t } = useTranslation();
  if (status !== 'released' || !areHome) return <StatusChip status={status} />;
  return (
    <span className={`${styles.chip} ${styles.home}`}>
      <Icon name="check" size={15} />
      {t('bird.home')}
    </span>
  );
}

/** Marks a replay: a flight whose original clockings are played again. */
export function ReplayChip() {
  const { t } = useTranslation();
  return (
    <span className={`${styles.chip} ${styles.replay}`}>
      <Icon name="replay" size={15} />
      {t('replay.chip')}
    </span>
  );
}
