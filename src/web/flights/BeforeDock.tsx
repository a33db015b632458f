/** The switch at the lower edge of phones before a release: the day, the basketing list, the reader's pigeons. Plain links. */
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { dayWord } from '#web/lib/day-word.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath, mapPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import type { Tab } from './choice.ts';
import styles from './dock.module.css';

export interface BeforeDockProps {
  flight: Flight;
  loft: Loft;
  tab: Tab;
  read_at: string;
  /** The reader's pigeons that are basketed; null while unknown. */
  mine: number | null;
}

export function BeforeDock({ flight, loft, tab, read_at, mine }: BeforeDockProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const path = flightPath(flight);
  const map = mapPath(flight, loft);
  const { release_time } = flight;
  const coming = { now_ms: Date.parse(read_at), time_zone: loft.time_zone };
  return (
    <nav className={`${styles.dock} ${map ? styles.four : ''}`} aria-label={t('flight.parts')}>
      <Link to={path} aria-current={tab === 'arrivals' ? 'page' : undefined}>
        <Icon name="sunrise" size={23} />
        <span suppressHydrationWarning>
          {release_time === null
            ? t('flight.before')
            : dayWord(t, locale, { at_ms: Date.parse(release_time), ...coming }, true)}
        </span>
      </Link>
      <Link to={`${path}?tab=basketing`} aria-current={tab === 'basketing' ? 'page' : undefined}>
        <Icon name="list" size={23} />
        {t('dock.list')}
      </Link>
      {map && (
        <Link to={map}>
          <Icon name="map" size={23} />
          {t('map.title')}
        </Link>
      )}
      <Link to={`${path}#mine`}>
        <Icon name="pin" size={23} />
        {t('dock.mine')}
        {mine !== null && mine > 0 && (
          <span className={styles.badge}>
            {mine}
            <span className="visually-hidden"> {t('race.basketed')}</span>
          </span>
        )}
      </Link>
    </nav>
  );
}
