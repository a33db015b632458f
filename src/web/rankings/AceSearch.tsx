/** The search in a ranking, of pigeons also by country. */
import { useSearchParams } from 'react-router';
import type { RankingPage } from '#domain/rankings/contract.ts';
import { countryName } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { SearchForm } from '#web/ui/SearchForm.tsx';

export function AceSearch({ page: { countries } }: { page: Pick<RankingPage, 'countries'> }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const country = search.get('country') ?? '';
  // One that is asked for can be chosen, also where nobody of it is ranked.
  const known = country === '' || countries.includes(country) ? countries : [country, ...countries];
  if (known.length < 2 && country === '') return <SearchForm hint={t('search.birds')} />;
  return (
    <SearchForm hint={t('search.birds')} own={['country']}>
      <select key={country} name="country" aria-label={t('lofts.country')} defaultValue={country}>
        <option value="">{t('lofts.all_countries')}</option>
        {known.map((one) => (
          <option key={one} value={one} suppressHydrationWarning>
            {countryName(locale, one)}
          </option>
        ))}
      </select>
    </SearchForm>
  );
}
