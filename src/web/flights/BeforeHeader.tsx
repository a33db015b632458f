/** The head of a planned flight: the time until its release in the place of the clock, when that is, and the way home. */
import type { Expectation } from '#domain/arrivals/expected-contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatDistance, skyAt } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { FieldLine } from '#web/ui/FieldLine.tsx';
import { Countdown } from '#web/ui/RaceClock.tsx';
import sky from '#web/ui/sky.module.css';
import { ComingTime, OwnComingTime } from '#web/ui/Times.tsx';
import styles from './before-header.module.css';
import { sentencesOf } from './expected-sentences.tsx';
import { FlightTitle } from './FlightTitle.tsx';

export interface BeforeHeaderProps {
  flight: Flight;
  loft: Loft;
  read_at: string;
  expected: Expectation | null;
}

export function BeforeHeader({ flight, loft, read_at, expected }: BeforeHeaderProps) {
  return (
    <section className={sky.sky} data-sky={skyAt(Date.parse(read_at), loft.time_zone)} aria-labelledby="flight">
      <div className={`wrap whole ${styles.head}`}>
        <FlightTitle flight={flight} loft={loft}>
          <WayHome flight={flight} loft={loft} />
        </FlightTitle>
        <UntilRelease flight={flight} loft={loft} read_at={read_at} />
      </div>
      <FieldLine
        loft_id={loft.id}
        from={flight.release_point}
        to={loft.name}
        basketed={flight.basketed_count}
        home={0}
        state="before"
        expected={sentencesOf(expected, flight, loft, read_at)}
      />
    </section>
  );
}

function UntilRelease({ flight: { release_time }, loft: { time_zone }, read_at }: Omit<BeforeHeaderProps, 'expected'>) {
  const { t } = useTranslation();
  if (release_time === null) return <p className={styles.late}>{t('flights.no_time')}</p>;
  const coming = { at_ms: Date.parse(release_time), now_ms: Date.parse(read_at), time_zone };
  return (
    <div className={styles.until}>
      {coming.at_ms <= coming.now_ms ? (
        <p className={styles.late}>{t('before_release.late')}</p>
      ) : (
        <p className={styles.clock}>
          <span>{t('before_release.release_in')}</span>
          <Countdown release_time={release_time} read_at={read_at} />
        </p>
      )}
      <p className={styles.planned}>
        <span>
          {t('before_release.planned_for')} <ComingTime {...coming} />
        </span>{' '}
        <OwnComingTime {...coming} />
      </p>
    </div>
  );
}

/** From where and how far the birds come home: `Albacete · 493.182 km`. */
function WayHome({ flight, loft }: Pick<BeforeHeaderProps, 'flight' | 'loft'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { release_point, distance } = flight;
  return (
    <span>
      {release_point && <bdi>{release_point}</bdi>}
      {release_point && distance !== null && ' · '}
      {distance !== null && (
        <>
          <bdi dir="ltr" className="num">
            {formatDistance(locale, distance)}
          </bdi>{' '}
          {t(`unit.${loft.unit}`)}
        </>
      )}
    </span>
  );
}
