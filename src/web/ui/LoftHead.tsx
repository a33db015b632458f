/** The head of a loft's pages: its name under its own sky, the parts of the loft, the selected season. */
import type { Loft } from '#domain/lofts/contract.ts';
import type { SeasonOfLoft } from '#domain/seasons/contract.ts';
import { countryName, skyAt } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { loftPath, seasonPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import band from '#web/ui/band.module.css';
import { Crumbs } from '#web/ui/Crumbs.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Horizon } from '#web/ui/Horizon.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { accentOf, LoftLogo } from '#web/ui/LoftBrand.tsx';
import { MarkMine } from '#web/ui/MarkMine.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import sky from '#web/ui/sky.module.css';
import styles from './loft-head.module.css';

export type LoftPart = 'flights' | 'season' | 'teams' | 'pigeons' | 'news';

export interface LoftHeadProps {
  loft: Loft;
  read_at: string;
  part: LoftPart;
  seasons: readonly SeasonOfLoft[];
  season_id: number | null;
}

export function LoftHead({ loft, read_at, part, seasons, season_id }: LoftHeadProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const path = loftPath(loft.id);
  // An address without a season means the current season.
  const asked = (id: number | null) => (id === null || id === current(seasons) ? '' : `?season=${id}`);
  const shown = seasons.find(({ id }) => id === season_id);
  const to = (one: LoftPart, id: number | null) => {
    // News belong to the whole loft.
    if (one === 'news') return `${path}/news`;
    if (one === 'season' && id !== null) return seasonPath({ loft_id: loft.id, season_id: id });
    return path + (one === 'flights' ? '' : `/${one}`) + asked(id);
  };
  const parts = (['flights', 'season', 'teams', 'pigeons', 'news'] as const).filter(
    (one) => one !== 'season' || season_id !== null,
  );
  const names = { season: 'bird.season', news: 'admin.news' } as const;
  return (
    <>
      <section
        className={`${sky.sky} ${styles.head}`}
        data-sky={skyAt(Date.parse(read_at), loft.time_zone)}
        {...accentOf(loft)}
        aria-labelledby="loft"
      >
        <Horizon loft_id={loft.id} />
        <div className="wrap">
          <Crumbs trail={[{ name: t('lofts.title'), to: '/lofts' }, { name: loft.name }]} />
          <div className={styles.line}>
            <h1 id="loft">
              <LoftLogo logo={loft.logo} />
              <bdi>{loft.name}</bdi>
            </h1>
            <MarkMine loft_id={loft.id} kind="lofts" id={loft.id} name={loft.name} />
          </div>
          <p className={band.sub}>
            <Flag country={loft.country} named />
            {loft.country && <b suppressHydrationWarning>{countryName(locale, loft.country)}</b>}
            <span>{t('loft.zone', { zone: loft.time_zone })}</span>
            <span>{t('loft.distances', { unit: t(`unit.${loft.unit}`) })}</span>
          </p>
        </div>
      </section>
      <Strip
        label={t('loft.parts')}
        parts={parts.map((one) => ({
          name: t(one === 'news' || one === 'season' ? names[one] : `loft.${one}`),
          to: to(one, season_id),
          shown: one === part,
        }))}
      >
        {seasons.length > 1 && (
          <details className={styles.seasons}>
            <summary>
              <span className={styles.season}>
                <bdi>{shown?.name}</bdi>
              </span>
              <bdi className={styles.year}>{shown?.year}</bdi>
              <Icon name="down" size={16} />
            </summary>
            <ul>
              {seasons.map(({ id, name }) => (
                <li key={id}>
                  <Link to={to(part, id)} aria-current={id === season_id ? 'true' : undefined}>
                    <bdi>{name}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          </details>
        )}
      </Strip>
    </>
  );
}

function current(seasons: readonly SeasonOfLoft[]): number | undefined {
  return (seasons.find(({ status }) => status === 'in_progress') ?? seasons[0])?.id;
}
