/**
 * The toolbar of a list of birds: search, filter by country, reverse order, download. The state is in the address;
 * without a script it is a plain form with links beside it.
 */
import { memo } from 'react';
import { useSearchParams } from 'react-router';
import type { ResultChoice } from '#domain/arrivals/result-filter.ts';
import { type FlightStatus, isResult } from '#domain/flights/flight.ts';
import { type TableFormat, tableFormats } from '#domain/table.ts';
import { countryName, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { filePath, sheetPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import styles from './toolbar.module.css';

export interface ToolbarProps {
  /** The countries of the filter, each with the number of its birds. */
  countries: readonly { country: string; count: number }[];
  /** The filter by state or order; the first option is the default and is omitted from the address. */
  states?: StateFilter;
  /** Whether a narrow screen shows it. */
  open: boolean;
  /** Where the same selection is a printable sheet and a file. */
  sheet: string;
  file: (format: TableFormat) => string;
}

export interface StateFilter {
  /** The name of the query parameter, and the label for screen readers. */
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
}

export function Toolbar({ countries, states, open, sheet, file }: ToolbarProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const country = search.get('country') ?? '';
  const known = countries.some((one) => one.country === country);
  return (
    <div className={styles.tools} data-open={open || undefined}>
      <SearchForm hint={t('search.birds')} own={['country']}>
        <span className={styles.country}>
          <Icon name="flag" size={18} />
          <select key={country} name="country" aria-label={t('lofts.country')} defaultValue={country}>
            <option value="">{t('lofts.all_countries')}</option>
            {[...(known || country === '' ? [] : [{ country, count: 0 }]), ...countries].map((one) => (
              <option key={one.country} value={one.country} suppressHydrationWarning>
                {`${countryName(locale, one.country)} (${formatNumber(locale, one.count)})`}
              </option>
            ))}
          </select>
          <Icon name="down" size={16} />
        </span>
      </SearchForm>
      {states && <Segments {...states} />}
      <details
        className={styles.more}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
        }}
      >
        <summary aria-label={t('sheet.take')} title={t('sheet.take')}>
          <Icon name="download" size={20} />
        </summary>
        <ul>
          <li>
            <Link to={sheet}>
              <Icon name="printer" size={20} />
              {t('sheet.print')}
            </Link>
          </li>
          {tableFormats.map((format) => (
            <li key={format}>
              <a href={file(format)} download>
                <Icon name="download" size={20} />
                {t(`sheet.${format}`)}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

/** The toolbar of the arrivals. Memoized: the list of countries is not rendered anew with every arrival. */
export const ResultToolbar = memo(function ResultToolbar({ flight, choice, countries, open }: ResultToolbarProps) {
  const { t } = useTranslation();
  const order: StateFilter = {
    name: 'order',
    label: t('board.order'),
    options: [
      { value: 'rank', label: t('board.by_rank') },
      { value: 'latest', label: t('board.latest') },
    ],
  };
  return (
    <Toolbar
      countries={countries.flatMap(({ country, home }) => (home > 0 ? { country, count: home } : []))}
      {...(!isResult(flight.status) && { states: order })}
      open={open}
      sheet={sheetPath(flight, 'result', choice)}
      file={(format) => filePath(flight, 'result', choice, format)}
    />
  );
});

export interface ResultToolbarProps {
  flight: { loft_id: number; id: number; status: FlightStatus };
  choice: ResultChoice;
  countries: readonly { country: string; home: number }[];
  open: boolean;
}

function Segments({ name, label, options }: StateFilter) {
  const [search] = useSearchParams();
  const taken = search.get(name) ?? options[0]!.value;
  const to = (value: string) => {
    const next = new URLSearchParams(search);
    next.delete('page');
    if (value === options[0]!.value) next.delete(name);
    else next.set(name, value);
    return `?${next}`;
  };
  return (
    <ul className={styles.segments} aria-label={label}>
      {options.map((option) => (
        <li key={option.value}>
          <Link
            to={to(option.value)}
            replace
            preventScrollReset
            aria-current={option.value === taken ? 'true' : undefined}
          >
            {option.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
