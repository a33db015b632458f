/** The flights of a season as lines by distance: dashed until flown, red while birds are in the air. */

import type { ReplyOf } from '#domain/contract.ts';
import type { readLoft } from '#domain/flights/contract.ts';
import { isBeforeRelease, raceTime } from '#domain/flights/flight.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatDistance, formatNumber, formatSpeed } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { FlightName } from '#web/ui/FlightName.tsx';
import { FlightWhen } from '#web/ui/FlightWhen.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { ReplayChip } from '#web/ui/StatusChip.tsx';
import styles from './flight-lines.module.css';

export type LoftFlight = ReplyOf<typeof readLoft>['flights'][number];

/** The oldest flight first. */
export function FlightLines({
  flights,
  loft,
  read_at,
}: {
  flights: readonly LoftFlight[];
  loft: Loft;
  read_at: string;
}) {
  const { t } = useTranslation();
  const longest = Math.max(0, ...flights.map(({ distance_m }) => distance_m ?? 0));
  return (
    <section className={panel.panel} aria-labelledby="flight-lines">
      <div className={panel.head}>
        <h2 id="flight-lines">{t('loft.way')}</h2>
      </div>
      <ol className={styles.lines}>
        <li className={styles.heads} aria-hidden="true">
          <span>{t('loft.flight')}</span>
          <span className={styles.post}>
            <Icon name="loft" size={17} /> {t('loft.loft')}
          </span>
          <span>{t('race.home')}</span>
          <span>{t('loft.best')}</span>
        </li>
        {flights.toReversed().map((flight) => (
          <FlightLine key={flight.id} flight={flight} loft={loft} longest={longest} read_at={read_at} />
        ))}
      </ol>
    </section>
  );
}

function FlightLine({
  flight,
  loft,
  longest,
  read_at,
}: {
  flight: LoftFlight;
  loft: Loft;
  longest: number;
  read_at: string;
}) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const stage = stageOf(flight);
  const share = longest > 0 ? ((flight.distance_m ?? 0) / longest) * 50 : 0;
  return (
    <li className={styles.line}>
      <div>
        <FlightName flight={flight} time_zone={loft.time_zone} />
      </div>
      <div className={styles.distance} data-stage={stage}>
        <i style={{ inlineSize: `${share.toFixed(1)}%` }}>
          {stage === 'live' && (
            <b style={{ insetInlineStart: `${(100 * (1 - flown(flight, read_at))).toFixed(1)}%` }}>
              <Icon name="pigeon" size={16} />
            </b>
          )}
        </i>
        <span>
          {flight.distance !== null && (
            <>
              <bdi className="num">{formatDistance(locale, flight.distance)}</bdi> {t(`unit.${loft.unit}`)}
            </>
          )}{' '}
          {flight.release_point && <bdi>{flight.release_point}</bdi>}
        </span>
      </div>
      <p className={styles.home}>
        {stage === 'over' && flight.status !== 'annulled' ? (
          <>
            <span className="visually-hidden">{t('race.home')} </span>
            <bdi className="num">{formatNumber(locale, flight.home_count)}</bdi>{' '}
            <small>{t('race.of_total', { total: flight.basketed_count })}</small>{' '}
            <Link to={flightPath(flight)} className={styles.result}>
              <FlightWhen flight={flight} time_zone={loft.time_zone} read_at={read_at} />
              <span className="visually-hidden"> {flight.name}</span>
            </Link>
          </>
        ) : (
          <FlightWhen flight={flight} time_zone={loft.time_zone} read_at={read_at} />
        )}
        {flight.replay_factor !== null && <ReplayChip />}
      </p>
      <p className={styles.best}>
        {flight.best_speed !== null ? (
          <>
            <span className="visually-hidden">{t('loft.best')} </span>
            <bdi className="num">{formatSpeed(locale, flight.best_speed, flight.speed_rule)}</bdi>{' '}
            <small>{t(speedUnit(flight.speed_rule))}</small>
          </>
        ) : (
          stage === 'next' &&
          flight.basketed_count > 0 && <small>{t('loft.basketed', { count: flight.basketed_count })}</small>
        )}
      </p>
    </li>
  );
}

function stageOf({ status }: LoftFlight): 'live' | 'next' | 'over' {
  if (status === 'released') return 'live';
  return isBeforeRelease(status) ? 'next' : 'over';
}

/**
 * The progress of the first birds, from 0 to 1: 1 once one is home, else estimated at 1200 m/min; 0.5 without release
 * or distance.
 */
function flown(flight: LoftFlight, read_at: string): number {
  if (flight.best_speed !== null) return 1;
  if (!flight.release_time || !flight.distance_m) return 0.5;
  const minutes =
    (raceTime(Date.parse(flight.release_time), Date.parse(read_at), flight.replay_factor ?? undefined) -
      Date.parse(flight.release_time)) /
    60_000;
  return Math.min(0.97, Math.max(0.03, (minutes * 1200) / flight.distance_m));
}
