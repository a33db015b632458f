/** The head of a slide, and how long it is to the release. */
import { isBeforeRelease } from '#domain/flights/flight.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Countdown, RaceClock } from '#web/ui/RaceClock.tsx';
import { ReplayChip, StatusChip } from '#web/ui/StatusChip.tsx';
import styles from './present.module.css';
import type { PresentData } from './present-loader.server.ts';

interface TopProps {
  data: PresentData;
  clock?: boolean;
  /** Whether it names the flight: a loft may have two in the air. */
  named?: boolean;
}

/** The loft, the flight with its state, and its clock. */
export function Top({ data: { flight, loft, read_at }, clock = true, named = true }: TopProps) {
  const { t } = useTranslation();
  const { status, release_time, replay_factor } = flight;
  return (
    <div className={styles.top}>
      <Flag country={loft.country} />
      <b>
        <bdi>{loft.name}</bdi>
      </b>
      {named && (
        <p className={styles.of}>
          <bdi>{flight.name}</bdi>
        </p>
      )}
      <StatusChip status={status} />
      {replay_factor !== null && <ReplayChip />}
      {clock && release_time !== null && status === 'released' && (
        <p className={styles.clock}>
          <span>{t('race.running')}</span> <RaceClock {...{ release_time, replay_factor, read_at }} />
        </p>
      )}
      {clock && isBeforeRelease(status) && <Until data={{ flight, read_at }} />}
    </div>
  );
}

/** How long it is to the release. */
export function Until({ data: { flight, read_at } }: { data: Pick<PresentData, 'flight' | 'read_at'> }) {
  const { t } = useTranslation();
  const { release_time } = flight;
  if (release_time === null || release_time <= read_at) return null;
  return (
    <p className={styles.clock}>
      <span>{t('before_release.release_in')}</span> <Countdown {...{ release_time, read_at }} />
    </p>
  );
}
