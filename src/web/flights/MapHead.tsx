/** What is known of a flight beside its map: its state, its clock, how many are home, and when the others are expected. */
import { inMinutes } from '#domain/flights/expected-home.ts';
import type { FieldNow } from '#domain/flights/field.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import { clockTime, formatNumber, formatSpeed } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { loftSpeed, speedUnit } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import { Countdown, RaceClock } from '#web/ui/RaceClock.tsx';
import { ReplayChip, StatusChip } from '#web/ui/StatusChip.tsx';
import { ComingTime, Day } from '#web/ui/Times.tsx';
import styles from './flight-map.module.css';
import type { MapData } from './flight-map-loader.server.ts';
import { lorryWords } from './lorry-words.ts';
import { mostWithinWords } from './most-within.ts';

type HeadProps = Pick<MapData, 'flight' | 'loft' | 'read_at'>;

export function MapHead({ flight, loft, read_at }: HeadProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { status, release_time, basketed_count, home_count } = flight;
  const isBefore = isBeforeRelease(status);
  return (
    <header className={styles.head} data-live={status === 'released' || undefined}>
      <div className={styles.state}>
        <StatusChip status={status} />
        {flight.replay_factor !== null && <ReplayChip />}
        {release_time && (
          <b>
            <Day at_ms={Date.parse(release_time)} time_zone={loft.time_zone} weekday />
          </b>
        )}
      </div>
      <h1>
        <Link to={flightPath(flight)}>
          <bdi>{flight.name}</bdi>
        </Link>
      </h1>
      <div className={styles.clock}>
        {status === 'released' && release_time && (
          <RaceClock release_time={release_time} replay_factor={flight.replay_factor} read_at={read_at} />
        )}
        {isBefore && release_time && <Countdown release_time={release_time} read_at={read_at} />}
        <span>
          {isBefore ? (
            `${t('race.basketed')} ${formatNumber(locale, basketed_count)}`
          ) : (
            <>
              {t('race.home')} {formatNumber(locale, home_count)}{' '}
              {t('race.of_total', { total: formatNumber(locale, basketed_count) })}
            </>
          )}
        </span>
      </div>
    </header>
  );
}

/** @param field the birds that are out at the moment that is shown; null: nothing is known of them */
export function MapFacts({
  flight,
  loft,
  expected,
  lorry,
  read_at,
  first_speed,
  field,
}: Pick<MapData, 'flight' | 'loft' | 'expected' | 'lorry' | 'read_at' | 'first_speed'> & { field: FieldNow | null }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { estimated_average_speed: average } = flight;
  const estimated = average === null ? null : loftSpeed(t, locale, average, loft.unit);
  const first = expected.times?.first && inMinutes(expected.times.first);
  const time = (at: number) => clockTime(at, loft.time_zone).time.slice(0, 5);
  const within = mostWithinWords({ t, locale }, loft, field);
  const onWay = lorry ? lorryWords(t, lorry) : [];
  if (!first && within === null && !estimated && first_speed === null && onWay.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {onWay.map(({ word, at_ms }) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>
            <ComingTime at_ms={at_ms} now_ms={Date.parse(read_at)} time_zone={loft.time_zone} />
          </dd>
        </div>
      ))}
      {first && (
        <div>
          <dt>{t('before_release.first')}</dt>
          <dd>
            <bdi dir="ltr" className={`num ${styles.estimate}`}>
              {time(first.from_ms)}–{time(first.to_ms)}
            </bdi>
          </dd>
        </div>
      )}
      {within !== null && (
        <div>
          <dt>{t('flight_map.pack')}</dt>
          <dd>{t('race.most_within', { distance: within })}</dd>
        </div>
      )}
      {first_speed !== null && (
        <div>
          <dt>{t('flight_map.first_speed')}</dt>
          <dd>
            <bdi dir="ltr" className="num">
              {formatSpeed(locale, first_speed, flight.rules.speed)}
            </bdi>{' '}
            {t(speedUnit(flight.rules.speed))}
          </dd>
        </div>
      )}
      {estimated && (
        <div>
          <dt>{t('flight_map.speed')}</dt>
          <dd>
            <bdi dir="ltr" className="num">
              {estimated.speed}
            </bdi>{' '}
            {estimated.unit}
          </dd>
        </div>
      )}
    </dl>
  );
}
