/** The choice of a country: of those that are in the list, each with how many it has where that is known. */
import { countryName, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Narrow } from './Narrow.tsx';

export function NarrowCountry({ countries }: { countries: readonly (string | { code: string; count: number })[] }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <Narrow
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
