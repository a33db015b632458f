/** The head of race control: the flight, the ways to its other pages, and how many birds are home. */
import type { ReactNode } from 'react';
import { flightsAdminPath, rulingsPath } from '#web/lib/admin-paths.ts';
import { presentPath } from '#web/lib/further-paths.ts';
import { clockTime, formatAge, formatComing, formatNumber, skyAt } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Horizon } from '#web/ui/Horizon.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { RaceClock } from '#web/ui/RaceClock.tsx';
import { StatusChip } from '#web/ui/StatusChip.tsx';
import sky from '#web/ui/sky.module.css';
import styles from './control.module.css';
import { type RaceControl, raceNow } from './control.ts';

export function ControlHead({ view }: { view: RaceControl }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, season, flight, home_count, last_home, read_at } = view;
  const now_ms = Date.parse(read_at);
  const own = `${flightsAdminPath(season.id)}/${flight.id}`;
  const number = (n: number) => formatNumber(locale, n);
  const closes = flight.closes_at && formatComing(locale, Date.parse(flight.closes_at), now_ms, loft.time_zone);
  return (
    <header className={`${sky.sky} ${styles.head}`} data-sky={skyAt(now_ms, loft.time_zone)}>
      <Horizon loft_id={loft.id} />
      <div className={styles.bar}>
        <Link className={styles.back} to={own} aria-label={t('release.back')}>
          <Icon name="arrow" size={24} />
        </Link>
        <StatusChip status={flight.status} />
        <h1>
          <bdi>{flight.name}</bdi>
        </h1>
        <nav aria-label={flight.name}>
          <Link to={`${own}/control`} aria-current="page">
            {t('control.title')}
          </Link>
          <Link to={`${own}/release`}>{t('release.title')}</Link>
          <Link to={rulingsPath(season.id, flight.id)}>{t('ruling.title')}</Link>
          <Link to={flightPath(flight)}>{t('flights.result')}</Link>
          <a href={presentPath(flight)}>{t('present.show')}</a>
          <Link to={`${flightPath(flight)}?tab=info#log`}>{t('flights.log')}</Link>
        </nav>
      </div>
      <dl className={styles.facts}>
        <Fact name={t('race.home')}>
          <bdi className="num">{number(home_count)}</bdi> {t('race.of_total', { total: number(flight.basketed_count) })}
        </Fact>
        <Fact name={t('control.still_out')}>
          <bdi className="num">{number(view.not_home.total)}</bdi>
        </Fact>
        {last_home && (
          <Fact name={t('control.last_home')}>
            <bdi dir="ltr" className="num">
              {clockTime(Date.parse(last_home), loft.time_zone).time}
            </bdi>{' '}
            <span suppressHydrationWarning>
              {formatAge(locale, Math.max(0, raceNow(flight, read_at) - Date.parse(last_home)))}
            </span>
          </Fact>
        )}
        {view.groups.map(({ group, release_time }) => (
          <Fact key={group} name={t('release.group', { group: number(group) })}>
            <bdi dir="ltr" className="num">
              {clockTime(Date.parse(release_time), loft.time_zone).time}
            </bdi>
          </Fact>
        ))}
        {closes && (
          <Fact name={t('rules.closing')}>
            <span suppressHydrationWarning>{closes.day}</span>{' '}
            <bdi dir="ltr" className="num">
              {closes.time}
            </bdi>
          </Fact>
        )}
        {flight.status === 'released' && flight.release_time && (
          <div className={styles.clock}>
            <dt>{t('race.running')}</dt>
            <dd>
              <RaceClock release_time={flight.release_time} replay_factor={flight.replay_factor} read_at={read_at} />
            </dd>
          </div>
        )}
      </dl>
    </header>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
