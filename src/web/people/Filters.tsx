/** What the lists of people share: the choice of a country, and what stands there when nobody is found. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { countryName } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { Empty } from '#web/ui/Empty.tsx';
import panel from '#web/ui/panel.module.css';

export function CountryChoice({ countries, value }: { countries: readonly string[]; value: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <label>
      <span className="visually-hidden">{t('lofts.country')}</span>
      <select key={value} name="country" defaultValue={value}>
        <option value="">{t('lofts.all_countries')}</option>
        {countries.map((code) => (
          <option key={code} value={code}>
            {countryName(locale, code)}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Nothing({ wanted, title, text }: { wanted: string; title: string; text: string }) {
  const { t } = useTranslation();
  if (wanted === '') return <Empty title={title} text={text} />;
  return (
    <Empty title={t('search.none')} text={t('search.none_text', { q: wanted })}>
      <Link className={panel.button} to="?">
        {t('search.clear')}
      </Link>
    </Empty>
  );
}
