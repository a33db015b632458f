/** Which share of the basketed birds of each country is home; the countries with most birds first. */
import { memo } from 'react';
import { countryName, formatNumber, formatShare } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './side.module.css';

export interface CountryCount {
  country: string;
  home: number;
  basketed: number;
}

/** So many countries are shown at once; the others on request. */
const mostShown = 8;

export const HomeByCountry = memo(function HomeByCountry({ counts }: { counts: readonly CountryCount[] }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!counts.some(({ home }) => home > 0)) return null;
  const others = counts.slice(mostShown);
  return (
    <section className={panel.panel} aria-labelledby="countries">
      <div className={panel.head}>
        <h2 id="countries">{t('countries.title')}</h2>
      </div>
      <p className={styles.means}>{t('countries.share')}</p>
      <Shares counts={counts.slice(0, mostShown)} />
      {others.length > 0 && (
        <details className={styles.others}>
          <summary>{t('countries.others', { n: formatNumber(locale, others.length) })}</summary>
          <Shares counts={others} />
        </details>
      )}
    </section>
  );
});

function Shares({ counts }: { counts: readonly CountryCount[] }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <ul className={styles.countries}>
      {counts.map(({ country, home, basketed }) => {
        // Cut to whole percents: only all birds are 100 %.
        const percent = Math.floor((100 * home) / basketed);
        return (
          <li key={country}>
            <Flag country={country} named />
            <span suppressHydrationWarning>{countryName(locale, country)}</span>
            <span className={styles.track} aria-hidden="true">
              <i style={{ inlineSize: `${percent}%` }} />
            </span>
            <bdi className="num">{formatShare(locale, percent * 100)}</bdi>
            <small>
              {t('countries.home_of', {
                home: formatNumber(locale, home),
                basketed: formatNumber(locale, basketed),
              })}
            </small>
          </li>
        );
      })}
    </ul>
  );
}
