/** The frame of the admin pages: the menus of the loft and its season on the side, the current page beside them. */
import { NavLink, Outlet } from 'react-router';
import type { Loft } from '#domain/lofts/contract.ts';
import type { SeasonOfLoft } from '#domain/seasons/contract.ts';
import { loftAdminPath, seasonAdminPath } from '#web/lib/admin-paths.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { loftPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Dropdown } from '#web/shell/Dropdown.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import styles from './admin.module.css';
import type { NavigationItem } from './navigation.ts';

export interface AdminFrameProps {
  loft: Loft;
  /** The administered season; null on the pages of a loft. */
  season: SeasonOfLoft | null;
  seasons: readonly SeasonOfLoft[];
  /** The parts that this reader has access to. */
  navigation: { season: readonly NavigationItem[]; loft: readonly NavigationItem[] };
  /** The counts of the parts of the season, and which parts have open work. */
  counts?: Counts;
}

export type Counts = Partial<Record<NavigationItem['word'], { count: number; waits?: boolean }>>;

export function AdminFrame({ loft, season, seasons, navigation, counts = {} }: AdminFrameProps) {
  const { t } = useTranslation();
  // Who has none of its parts is refused by the pages of the whole loft.
  const managesLoft = navigation.loft.length > 0;
  const parts = (
    <>
      {season && <Parts at={seasonAdminPath(season.id)} navigation={navigation.season} counts={counts} />}
      <Parts at={loftAdminPath(loft.id)} navigation={navigation.loft} counts={{}} />
      <ul className={styles.parts}>
        <li>
          <Link to={loftPath(loft.id)}>
            <Icon name="globe" size={20} />
            {t('admin.public')}
          </Link>
        </li>
      </ul>
    </>
  );
  return (
    <div className={`wrap ${styles.frame}`}>
      <div className={styles.side}>
        <Dropdown
          className={styles.which}
          label={
            <>
              <Flag country={loft.country} width={20} />
              <span className={styles.name}>
                <bdi>{loft.name}</bdi>
                <small>
                  <bdi>{season ? season.name : t('admin.whole_loft')}</bdi>
                </small>
              </span>
              <Icon name="down" size={18} />
            </>
          }
        >
          <nav aria-label={t('admin.seasons')}>
            {managesLoft && <Link to={loftAdminPath(loft.id)}>{t('admin.whole_loft')}</Link>}
            {seasons.map(({ id, name }) => (
              <Link key={id} to={seasonAdminPath(id)} aria-current={id === season?.id ? 'true' : undefined}>
                <bdi>{name}</bdi>
              </Link>
            ))}
            {managesLoft && <Link to={`/admin/seasons/create?loft=${loft.id}`}>{t('setup.new')}</Link>}
          </nav>
        </Dropdown>
        <nav className={styles.beside} aria-label={t('admin.parts')}>
          {parts}
        </nav>
        <Dropdown
          className={styles.above}
          label={
            <>
              <Icon name="menu" size={20} />
              {t('admin.parts')}
            </>
          }
        >
          <nav aria-label={t('admin.parts')}>{parts}</nav>
        </Dropdown>
      </div>
      <div className={styles.part}>
        <Outlet />
      </div>
    </div>
  );
}

function Parts({ at, navigation, counts }: { at: string; navigation: readonly NavigationItem[]; counts: Counts }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!navigation.length) return null;
  return (
    <ul className={styles.parts}>
      {navigation.map(({ to, word, icon }) => (
        <li key={to}>
          <NavLink to={at + to} end={to === ''}>
            <Icon name={icon} size={20} />
            <span className={styles.word}>{t(`admin.${word}`)}</span>{' '}
            {counts[word] && counts[word].count > 0 && (
              <bdi className={`num ${counts[word].waits ? styles.waits : styles.count}`}>
                {formatNumber(locale, counts[word].count)}
              </bdi>
            )}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
