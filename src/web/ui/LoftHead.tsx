/** The head of a loft's pages: its name under its own sky, the parts of the loft, the selected season. */
import type { ReactNode } from 'react';
import type { DescribedLoft, Loft } from '#domain/lofts/contract.ts';
import type { SeasonOfLoft } from '#domain/seasons/contract.ts';
import { countryName, skyAt } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { loftPath, prizesPath, seasonPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import band from '#web/ui/band.module.css';
import { Flag } from '#web/ui/Flag.tsx';
import { Horizon } from '#web/ui/Horizon.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { accentOf, LoftLogo } from '#web/ui/LoftBrand.tsx';
import { MarkMine } from '#web/ui/MarkMine.tsx';
import { Share } from '#web/ui/Share.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import sky from '#web/ui/sky.module.css';
import styles from './loft-head.module.css';

export type LoftPart = 'flights' | 'season' | 'teams' | 'pigeons' | 'aces' | 'prizes' | 'news';

export interface LoftHeadProps {
  /** With all its public fields its town, its package and its associations stand under its name too. */
  loft: Loft | DescribedLoft;
  read_at: string;
  part: LoftPart;
  seasons: readonly SeasonOfLoft[];
  season_id: number | null;
  /** What the page is about, where that is a part of the loft: the name of the loft stands below it. */
  title?: string | undefined;
  /** What is shared, where it is not the loft. */
  shared?: string | undefined;
  /** What a reader is asked to do, beside the star. */
  action?: ReactNode;
}

export function LoftHead({ loft, read_at, part, seasons, season_id, title, shared, action }: LoftHeadProps) {
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
    if (one === 'prizes' && id !== null) return prizesPath({ loft_id: loft.id, season_id: id });
    return path + (one === 'flights' ? '' : `/${one}`) + asked(id);
  };
  const parts = (['flights', 'season', 'teams', 'pigeons', 'aces', 'prizes', 'news'] as const).filter(
    (one) => (one !== 'season' && one !== 'prizes') || season_id !== null,
  );
  const names = {
    flights: 'nav.overview',
    season: 'bird.season',
    aces: 'aces.title',
    prizes: 'rulebook.prizes',
    news: 'admin.news',
  } as const;
  return (
    <>
      <section
        className={`${sky.sky} ${styles.head}`}
        data-sky={skyAt(Date.parse(read_at), loft.time_zone)}
        {...accentOf(loft)}
        aria-labelledby="loft"
      >
        <div className="wrap">
          <div className={styles.line}>
            <div>
              <h1 id="loft">
                <LoftLogo logo={loft.logo} />
                <bdi>{title ?? loft.name}</bdi>
              </h1>
              <p className={band.sub}>
                <Flag country={loft.country} named />
                <b suppressHydrationWarning>
                  {title !== undefined && (
                    <>
                      <bdi>{loft.name}</bdi>
                      {loft.country && t('rows.comma')}
                    </>
                  )}
                  {'loft_address' in loft && loft.loft_address.city && (
                    <>
                      <bdi>{loft.loft_address.city}</bdi>
                      {loft.country && t('rows.comma')}
                    </>
                  )}
                  {loft.country && countryName(locale, loft.country)}
                </b>
                {'tags' in loft && <Chips loft={loft} />}
              </p>
            </div>
            <div className={styles.actions}>
              <div className={styles.sign}>
                <MarkMine loft_id={loft.id} kind="lofts" id={loft.id} name={loft.name} />
              </div>
              <div className={styles.sign}>
                <Share title={shared ? `${shared}, ${loft.name}` : loft.name} />
              </div>
              {action}
            </div>
          </div>
        </div>
        {/* It stands at the foot: where a page arrives in parts, it comes once the head is as high as it is. */}
        <Horizon loft_id={loft.id} />
      </section>
      <Strip
        label={t('loft.parts')}
        parts={parts.map((one) => ({
          name: t(one === 'teams' || one === 'pigeons' ? `loft.${one}` : names[one]),
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

/** Tags of so many letters are the short names of associations, as FCI. */
const longestMark = 4;

/** The package of a loft, and the associations it belongs to. */
function Chips({ loft }: { loft: DescribedLoft }) {
  const { t } = useTranslation();
  const { type } = loft.latest_loft_type.package;
  return (
    <>
      {type === 'premium' && (
        <span className={styles.chip}>
          <Icon name="crown" size={16} />
          {t('loft.premium')}
        </span>
      )}
      {loft.tags
        .filter(({ tag_name }) => tag_name.length <= longestMark)
        .map(({ tag_name }) => (
          <bdi key={tag_name} className={styles.chip}>
            {tag_name.toUpperCase()}
          </bdi>
        ))}
    </>
  );
}

function current(seasons: readonly SeasonOfLoft[]): number | undefined {
  return (seasons.find(({ status }) => status === 'in_progress') ?? seasons[0])?.id;
}
