/** Where a bird is in its flight: the window in which it is expected, its place, or a word. */
import type { FollowedBird } from '#domain/favorites/followed-contract.ts';
import type { FlightSummary } from '#domain/flights/contract.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './bird-now.module.css';
import { ExpectedWindow } from './ExpectedWindow.tsx';

export interface BirdNowProps {
  bird: Omit<FollowedBird, 'pigeon'>;
  flight: FlightSummary;
  time_zone: string;
  /** The day of the race, epoch ms. */
  day_ms: number;
}

export function BirdNow({ bird: { is_home, rank, expected }, flight, time_zone, day_ms }: BirdNowProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (is_home && rank !== null)
    return (
      <>
        <small>{t('bird.place')}</small>
        <span>
          <bdi className={`num ${styles.rank}`}>{formatNumber(locale, rank)}</bdi>{' '}
          {t('bird.of', { total: formatNumber(locale, flight.basketed_count) })}
        </span>
      </>
    );
  if (is_home) return t('bird.home');
  if (isBeforeRelease(flight.status)) return t('bird.basketed');
  if (flight.status !== 'released') return t('bird.away');
  if (!expected) return t('bird.air');
  return (
    <>
      <small>{t('mine.expected')}</small>
      <ExpectedWindow window={expected} time_zone={time_zone} day_ms={day_ms} />
    </>
  );
}
