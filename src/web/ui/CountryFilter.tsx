/** The filter by country: the countries in the list, each with its count where known. */
import { countryName, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Filter } from './Filter.tsx';

export function CountryFilter({ countries }: { countries: readonly (string | { code: string; count: number })[] }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <Filter
      name="country"
      label={t('lofts.country')}
      all={t('lofts.all_countries')}
      options={countries.map((one) =>
        typeof one === 'string'
          ? { value: one, word: countryName(locale, one) }
          : { value: one.code, word: `${countryName(locale, one.code)} (${formatNumber(locale, one.count)})` },
      )}
    />
  );
}
