/** The main race of the home page, under its loft's sky: one in the air, or the next to be released. */

import type { ReactNode } from 'react';
import type { RaceWithFirst } from '#domain/arrivals/home-page-contract.ts';
import type { FlightSummary } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatDistance, formatNumber, formatSpeed, skyAt } from '#web/lib/intl.ts';
import { isNear } from '#web/lib/near.ts';
import { raceTime } from '#web/lib/now.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';
import band from '#web/ui/band.module.css';
import { FieldLine } from '#web/ui/FieldLine.tsx';
import { FirstBirds } from '#web/ui/FirstBirds.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Countdown, RaceClock } from '#web/ui/RaceClock.tsx';
import { ReplayChip, StatusChip } from '#web/ui/StatusChip.tsx';
import sky from '#web/ui/sky.module.css';
import { ComingTime, Day, OwnComingTime } from '#web/ui/Times.tsx';
import styles from './hero.module.css';

export interface LiveHeroProps {
  race: RaceWithFirst;
  /** The number of races in the air. */
  races: number;
  loft: Loft;
  read_at: string;
}

export function LiveHero({ race: { flight, first }, races, loft, read_at }: LiveHeroProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [fastest] = first;
  return (
    <Hero
      flight={flight}
      loft={loft}
      read_at={read_at}
      clock={
        <p className={`${band.clock} ${styles.clock}`}>
          <span>{t('race.running')}</span>
          <RaceClock release_time={flight.release_time!} replay_factor={flight.replay_factor} read_at={read_at} />
        </p>
      }
      facts={
        <>
          <div>
            <dt>{t('race.home')}</dt>
            <dd>
              <bdi className="num">{formatNumber(locale, flight.home_count)}</bdi>{' '}
              {t('race.of_total', { total: flight.basketed_count })}
            </dd>
          </div>
          {fastest?.speed != null && (
            <div>
              <dt>{t('race.fastest')}</dt>
              <dd>
                <bdi className="num">{formatSpeed(locale, fastest.speed, flight.speed_rule)}</bdi>{' '}
                {t(speedUnit(flight.speed_rule))}
              </dd>
            </div>
          )}
        </>
      }
      races={races}
    >
      <section className={styles.first} aria-labelledby="first-home">
        <h3 id="first-home">
          {t('home.first')} <small>{t('home.clocked', { count: flight.home_count })}</small>
        </h3>
        {first.length ? (
          <FirstBirds birds={first} loft={loft} rule={flight.speed_rule} timed />
        ) : (
          <p className={styles.nobody}>
            {t('board.flying')}. {t('board.flying_text')}
          </p>
        )}
        <p className={styles.watch}>
          <Link className={panel.button_light} to={flightPath(flight)}>
            {t('race.watch')}
            <span className="visually-hidden">{flight.name}</span>
            <span className={panel.mirrored}>
              <Icon name="arrow" />
            </span>
          </Link>
        </p>
      </section>
    </Hero>
  );
}

export interface NextHeroProps {
  flight: FlightSummary;
  loft: Loft;
  read_at: string;
}

export function NextHero({ flight, loft, read_at }: NextHeroProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const now_ms = Date.parse(read_at);
  const coming = { at_ms: Date.parse(flight.release_time!), now_ms, time_zone: loft.time_zone };
  const near = isNear(coming);
  return (
    <Hero
      flight={flight}
      loft={loft}
      read_at={read_at}
      clock={
        <p className={`${band.clock} ${styles.clock} ${near ? '' : styles.far}`}>
          <span>{t(near ? 'home.release_in' : coming.at_ms > now_ms ? 'home.next_release' : 'home.release_due')}</span>
          {near ? <Countdown release_time={flight.release_time!} read_at={read_at} /> : <ComingTime {...coming} />}
          <span className={styles.when}>
            {near && <ComingTime {...coming} />} <OwnComingTime {...coming} />
          </span>
        </p>
      }
      facts={
        flight.basketed_count > 0 && (
          <div>
            <dt>{t('race.basketed')}</dt>
            <dd>
              <bdi className="num">{formatNumber(locale, flight.basketed_count)}</bdi>
            </dd>
          </div>
        )
      }
    >
      <p className={styles.see}>
        <Link className={panel.button_light} to={flightPath(flight)}>
          {t('home.see_flight')}
          <span className="visually-hidden">{flight.name}</span>
          <span className={panel.mirrored}>
            <Icon name="arrow" />
          </span>
        </Link>
      </p>
    </Hero>
  );
}

interface HeroProps {
  flight: FlightSummary;
  loft: Loft;
  read_at: string;
  clock: ReactNode;
  facts: ReactNode;
  races?: number;
  children: ReactNode;
}

function Hero({ flight, loft, read_at, clock, facts, races, children }: HeroProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const flying = flight.status === 'released';
  return (
    <section
      className={`${sky.sky} ${styles.hero} ${flying ? styles.live : ''}`}
      data-sky={skyAt(raceTime(flight, Date.parse(read_at)), loft.time_zone)}
      aria-labelledby="leading"
    >
      <div className={`wrap ${styles.in}`}>
        <div className={styles.words}>
          <p className={band.chips}>
            <StatusChip status={flight.status} />
            {flight.replay_factor !== null && <ReplayChip />}
            {flight.release_time && (
              <b>
                <Day at_ms={Date.parse(flight.release_time)} time_zone={loft.time_zone} weekday />
              </b>
            )}
            {races !== undefined && <span className={styles.aside}>{t('home.in_the_air', { count: races })}</span>}
            <span className={styles.aside}>
              {t(`kind.${flight.kind}`)} · <bdi>{flight.season_name}</bdi>
            </span>
          </p>
          <h2 id="leading" className={styles.name}>
            <bdi>{flight.name}</bdi>
          </h2>
          <p className={band.sub}>
            <Flag country={loft.country} />
            <b>
              <bdi>{loft.name}</bdi>
            </b>
            {flight.release_point && (
              <span>
                {t(flying ? 'race.released_from' : 'race.release_from')} <bdi>{flight.release_point}</bdi>
              </span>
            )}
          </p>
          {clock}
          <dl className={`${band.facts} ${styles.facts}`}>
            {facts}
            {flight.distance !== null && (
              <div className={flying ? band.wide : undefined}>
                <dt>{t('race.distance')}</dt>
                <dd>
                  <bdi className="num">{formatDistance(locale, flight.distance)}</bdi> {t(`unit.${loft.unit}`)}
                </dd>
              </div>
            )}
          </dl>
        </div>
        {children}
      </div>
      <div className={styles.route}>
        <FieldLine
          loft_id={loft.id}
          from={flight.release_point}
          to={loft.name}
          basketed={flight.basketed_count}
          home={flight.home_count}
          state={flying ? 'flying' : 'before'}
        />
      </div>
    </section>
  );
}
