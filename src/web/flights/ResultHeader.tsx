/** The head of a published result: how much of the field is home, and the first three. */

import type { readPodium } from '#domain/arrivals/podium-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { clockTime, formatNumber, formatShare, isoDay, skyAt } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath, replayPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Horizon } from '#web/ui/Horizon.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Distance } from '#web/ui/Measure.tsx';
import sky from '#web/ui/sky.module.css';
import { Day } from '#web/ui/Times.tsx';
import { FlightTitle } from './FlightTitle.tsx';
import { LaterGroups } from './LaterGroups.tsx';
import { Podium } from './Podium.tsx';
import styles from './result-header.module.css';

export interface ResultHeaderProps {
  flight: Flight;
  loft: Loft;
  read_at: string;
  home_count: number;
  /** Birds that a ruling took out: they are not missing. */
  disqualified_count: number;
  podium: ReplyOf<typeof readPodium>;
  /** Whether the first three are shown: the page is the result itself. */
  isWhole: boolean;
}

export function ResultHeader({ flight, loft, read_at, podium, isWhole, ...counts }: ResultHeaderProps) {
  const { home_count } = counts;
  const { t } = useTranslation();
  return (
    <section className={sky.sky} data-sky={skyAt(Date.parse(read_at), loft.time_zone)} aria-labelledby="flight">
      <Horizon loft_id={loft.id} />
      <div className={`wrap ${styles.head}`}>
        <FlightTitle flight={flight} loft={loft}>
          <span>{flight.release_point && <bdi>{flight.release_point}</bdi>}</span>
        </FlightTitle>
        <Facts flight={flight} loft={loft} />
        <ShareHome flight={flight} loft={loft} {...counts} last_time={podium.last_time} />
        {isWhole && podium.birds.length > 0 && <Podium flight={flight} loft={loft} birds={podium.birds} />}
        {isWhole && home_count > 0 && (
          <p className={styles.replay}>
            <Link to={replayPath(flight)}>
              <Icon name="play" size={20} />
              {t('race_replay.watch')}
            </Link>
          </p>
        )}
        {podium.official && <OfficialSince flight={flight} loft={loft} {...podium.official} />}
      </div>
    </section>
  );
}

function Facts({ flight, loft }: Pick<ResultHeaderProps, 'flight' | 'loft'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <dl className={styles.facts}>
      {flight.release_time && (
        <div>
          <dt>{t('place.released')}</dt>
          <dd>
            <time dateTime={flight.release_time}>
              <bdi dir="ltr" className="num">
                {clockTime(Date.parse(flight.release_time), loft.time_zone).time}
              </bdi>
            </time>
            <LaterGroups groups={flight.release_groups} time_zone={loft.time_zone} />
            {flight.reported_late && <small>{t('race.reported_late')}</small>}
          </dd>
        </div>
      )}
      {flight.distance !== null && (
        <div>
          <dt>{t('race.distance')}</dt>
          <dd>
            <Distance distance={flight.distance} unit={loft.unit} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t('race.basketed')}</dt>
        <dd>
          <bdi className="num">{formatNumber(locale, flight.basketed_count)}</bdi>
        </dd>
      </div>
    </dl>
  );
}

type ShareHomeProps = Pick<ResultHeaderProps, 'flight' | 'loft' | 'home_count' | 'disqualified_count'> & {
  last_time: string | null;
};

/** The field as a bar: solid what is home in time, dashed what is not. */
function ShareHome({ flight, loft, home_count, disqualified_count, last_time }: ShareHomeProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { basketed_count, closes_at } = flight;
  const out = Math.max(0, basketed_count - home_count - disqualified_count);
  // Whole percents, and a hundred only where all are home.
  const percent = basketed_count > 0 ? Math.floor((100 * home_count) / basketed_count) : 0;
  const [before, after] = t('result.home_in_time', { n: '|' }).split('|');
  const [out_before, out_after] = t('result.not_home', { n: '|' }).split('|');
  return (
    <div className={styles.share}>
      <div className={styles.bar} aria-hidden="true">
        {home_count > 0 && <i style={{ flexGrow: home_count }} />}
        {out > 0 && <s style={{ flexGrow: out }} />}
      </div>
      <p>
        <span className={styles.home}>
          {before}
          <b className="num">{formatNumber(locale, home_count)}</b>
          {after} ({formatShare(locale, 100 * percent)})
        </span>
        {last_time !== null && home_count > 0 && (
          <span>
            {t('result.last')} <At at={last_time} flight={flight} loft={loft} />
          </span>
        )}
        {disqualified_count > 0 && (
          <span>
            {t('pigeon_status.disqualified')}: <b className="num">{formatNumber(locale, disqualified_count)}</b>
          </span>
        )}
        {out > 0 && (
          <span>
            {out_before}
            <b className="num">{formatNumber(locale, out)}</b>
            {out_after}
            {closes_at !== null && (
              <>
                {' · '}
                <At at={closes_at} flight={flight} loft={loft} />
              </>
            )}
          </span>
        )}
      </p>
    </div>
  );
}

/** An hour by the loft's clock, with its day where that is not the day of the release. */
function At({ at, flight, loft }: Pick<ResultHeaderProps, 'flight' | 'loft'> & { at: string }) {
  const [at_ms, time_zone] = [Date.parse(at), loft.time_zone];
  const isSameDay =
    flight.release_time !== null && isoDay(at_ms, time_zone) === isoDay(Date.parse(flight.release_time), time_zone);
  return (
    <>
      {!isSameDay && <Day at_ms={at_ms} time_zone={time_zone} weekday />}{' '}
      <bdi dir="ltr" className="num">
        {clockTime(at_ms, time_zone).time.slice(0, 5)}
      </bdi>
    </>
  );
}

/** Since when the result is official, its version, and that it was signed; of an imported one only when it came here. */
function OfficialSince({
  flight,
  loft,
  since,
  version,
}: Pick<ResultHeaderProps, 'flight' | 'loft'> & NonNullable<ResultHeaderProps['podium']['official']>) {
  const { t } = useTranslation();
  return (
    <p className={styles.official}>
      <span>
        {t(version === null ? 'result.imported_on' : 'result.official_since')}{' '}
        <Day at_ms={Date.parse(since)} time_zone={loft.time_zone} weekday />
      </span>
      {version !== null && (
        <>
          {version > 1 && <span>{t('ruling.version', { n: version })}</span>}
          <Link to={`${flightPath(flight)}?tab=info#official`}>{t('result.signed')}</Link>
        </>
      )}
    </p>
  );
}
