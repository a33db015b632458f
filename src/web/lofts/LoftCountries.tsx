/** The countries of a season's teams, the most frequent first, each with a bar. */
import { countryName, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './loft-countries.module.css';

/** The number of countries shown; the others are folded away. */
const first = 8;

interface FromCountry {
  country: string;
  count: number;
}

export function LoftCountries({ countries }: { countries: readonly FromCountry[] }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const most = countries[0]?.count;
  if (most === undefined) return null;
  const teams = countries.reduce((sum, { count }) => sum + count, 0);
  const list = (some: readonly FromCountry[]) => (
    <ul className={styles.countries}>
      {some.map(({ country, count }) => (
        <li key={country}>
          <Flag country={country} named />
          <span suppressHydrationWarning>
            <bdi>{countryName(locale, country)}</bdi>
          </span>
          <span className={styles.bar} style={{ inlineSize: `${(100 * count) / most}%` }} />
          <b>{formatNumber(locale, count)}</b>
        </li>
      ))}
    </ul>
  );
  return (
    <section className={panel.panel} aria-labelledby="countries">
      <div className={panel.head}>
        <h2 id="countries">{t('loft.from')}</h2>
        <small>{t('teams.found', { count: teams })}</small>
      </div>
      {list(countries.slice(0, first))}
      {countries.length > first && (
        <details className={styles.more}>
          <summary>{t('loft.more_countries', { count: countries.length - first })}</summary>
          {list(countries.slice(first))}
        </details>
      )}
    </section>
  );
}
