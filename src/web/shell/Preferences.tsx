/** The menus of language and colour scheme in the navigation bar: links that a cookie follows, without a script too. */
import { useLocation } from 'react-router';
import { type Locale, localeFacts, locales, pseudoLocales } from '#domain/locales.ts';
import { type Theme, themes } from '#domain/site.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Dropdown } from './Dropdown.tsx';
import styles from './nav.module.css';

export const offeredLocales: readonly Locale[] = import.meta.env.DEV ? [...locales, ...pseudoLocales] : locales;
export const offeredThemes: readonly (Theme | 'system')[] = ['system', ...themes];

export function LanguageMenu() {
  const { t } = useTranslation();
  const { locale } = usePage();
  const addressOf = useAddress('/misc/language', 'locale');
  return (
    <Dropdown
      className={styles.languages}
      label={
        <>
          <Icon name="globe" size={20} />
          <span className={styles.code} aria-hidden="true">
            {localeFacts[locale].lang.slice(0, 2)}
          </span>
          <span className="visually-hidden">
            {t('footer.language')}: {localeFacts[locale].name}
          </span>
        </>
      }
    >
      {offeredLocales.map((code) => (
        <a
          key={code}
          href={addressOf(code)}
          rel="nofollow"
          lang={localeFacts[code].lang}
          aria-current={code === locale ? 'true' : undefined}
        >
          {localeFacts[code].name}
        </a>
      ))}
    </Dropdown>
  );
}

export function ThemeMenu() {
  const { t } = useTranslation();
  return (
    <Dropdown
      className={styles.themes}
      label={
        <>
          <Icon name="moon" size={20} />
          <span className="visually-hidden">{t('footer.theme')}</span>
        </>
      }
    >
      <ThemeLinks />
    </Dropdown>
  );
}

export function ThemeLinks() {
  const { t } = useTranslation();
  const { theme } = usePage();
  const addressOf = useAddress('/misc/theme', 'theme');
  return offeredThemes.map((one) => (
    <a key={one} href={addressOf(one)} rel="nofollow" aria-current={one === (theme ?? 'system') ? 'true' : undefined}>
      {t(`footer.${one}`)}
    </a>
  ));
}

/** The address that stores a choice and leads back to this page. */
function useAddress(action: string, name: string): (value: string) => string {
  const { pathname, search } = useLocation();
  return (value) => `${action}?${new URLSearchParams({ [name]: value, to: pathname + search })}`;
}
