/** Arrived birds by country: the countries with most of them, each with its number of birds in the race. */
import { memo } from 'react';
import { countryName, formatNumber } from '#web/lib/intl.ts';
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

const mostCountries = 8;

export const HomeByCountry = memo(function HomeByCountry({ counts }: { counts: readonly CountryCount[] }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const shown = counts.filter(({ home }) => home > 0).slice(0, mostCountries);
  if (!shown.length) return null;
  return (
    <section className={panel.panel} aria-labelledby="countries">
      <div className={panel.head}>
        <h2 id="countries">{t('countries.title')}</h2>
      </div>
      <ul className={styles.countries}>
        {shown.map(({ country, home, basketed }) => (
          <li key={country}>
            <Flag country={country} named />
            <span suppressHydrationWarning>{countryName(locale, country)}</span>
            <span className={styles.track} aria-hidden="true">
              <i style={{ inlineSize: `${((100 * home) / shown[0]!.home).toFixed(1)}%` }} />
            </span>
            <bdi dir="ltr" className="num">
              {formatNumber(locale, home)} / {formatNumber(locale, basketed)}
            </bdi>
          </li>
        ))}
      </ul>
    </section>
  );
});
