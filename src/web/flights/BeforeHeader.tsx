/** The head of a planned flight: the time until its release in the place of the clock, when that is, and the way home. */
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatDistance, formatMeasure, skyAt } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { FieldLine } from '#web/ui/FieldLine.tsx';
import { Countdown } from '#web/ui/RaceClock.tsx';
import sky from '#web/ui/sky.module.css';
import { ComingTime, OwnComingTime } from '#web/ui/Times.tsx';
import styles from './before-header.module.css';
import { FlightTitle } from './FlightTitle.tsx';

/** A countdown in hours is read up to here; a longer one is said in days. */
const countedHours = 72;

export interface BeforeHeaderProps {
  flight: Flight;
  loft: Loft;
  read_at: string;
}

export function BeforeHeader({ flight, loft, read_at }: BeforeHeaderProps) {
  return (
    <section className={sky.sky} data-sky={skyAt(Date.parse(read_at), loft.time_zone)} aria-labelledby="flight">
      <div className={`wrap ${styles.head}`}>
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
      />
    </section>
  );
}

function UntilRelease({ flight: { release_time }, loft: { time_zone }, read_at }: BeforeHeaderProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (release_time === null) return <p className={styles.late}>{t('flights.no_time')}</p>;
  const coming = { at_ms: Date.parse(release_time), now_ms: Date.parse(read_at), time_zone };
  const left_h = (coming.at_ms - coming.now_ms) / 3_600_000;
  return (
    <div className={styles.until}>
      {left_h <= 0 ? (
        <p className={styles.late}>{t('before_release.late')}</p>
      ) : (
        <p className={styles.clock}>
          <span>{t('before_release.release_in')}</span>
          {left_h > countedHours ? (
            <bdi className={`num ${styles.days}`}>{formatMeasure(locale, Math.floor(left_h / 24), 'day')}</bdi>
          ) : (
            <Countdown release_time={release_time} read_at={read_at} />
          )}
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
