/** A finished final: the first four birds, and a link to the whole result. */
import type { RaceWithFirst } from '#domain/arrivals/home-page-contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { FirstBirds } from '#web/ui/FirstBirds.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { StatusChip } from '#web/ui/StatusChip.tsx';
import { Day } from '#web/ui/Times.tsx';
import styles from './last-final.module.css';

export function LastFinal({ final: { flight, first }, loft }: { final: RaceWithFirst; loft: Loft }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <article className={panel.panel}>
      <div className={styles.head}>
        <h3>
          <bdi>{flight.name}</bdi>
          {flight.distance !== null && (
            <>
              {' · '}
              <bdi>{formatNumber(locale, flight.distance)}</bdi> {t(`unit.${loft.unit}`)}
            </>
          )}
        </h3>
        <Link to={flightPath(flight)}>
          {t('home.full_result')}
          <span className="visually-hidden"> {flight.name}</span>
        </Link>
        <p>
          <Flag country={loft.country} width={20} />
          <bdi>{loft.name}</bdi>
          {flight.release_time && <Day at_ms={Date.parse(flight.release_time)} time_zone={loft.time_zone} />}
          {flight.status !== 'official' && <StatusChip status={flight.status} />}
        </p>
      </div>
      {first.length ? (
        <FirstBirds birds={first} loft={loft} rule={flight.speed_rule} />
      ) : (
        <p className={styles.nobody}>{t('board.nobody_text')}</p>
      )}
    </article>
  );
}
