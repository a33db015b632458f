/** The foot of every page: version, year, company, and the language picker, which needs no script (2.29). */
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { localeFacts, locales, testLocales } from '#domain/locales.ts';
import { usePage } from '#web/lib/page.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import { Brand } from './Brand.tsx';
import styles from './shell.module.css';

const offered = import.meta.env.DEV ? [...locales, ...testLocales] : locales;

export function Footer() {
  const { t } = useTranslation();
  const { locale, version } = usePage();
  const { pathname, search } = useLocation();
  return (
    <footer className={styles.foot}>
      <div className={`wrap ${styles.foot_in}`}>
        <div>
          <Brand />
          <p>{t('footer.about')}</p>
        </div>
        <form action="/misc/language" method="get" className={styles.language}>
          <input type="hidden" name="to" value={`${pathname}${search}`} />
          <label>
            <Icon name="globe" />
            <span className="visually-hidden">{t('footer.language')}</span>
            <select name="locale" defaultValue={locale} onChange={(event) => event.currentTarget.form?.requestSubmit()}>
              {offered.map((code) => (
                <option key={code} value={code} lang={localeFacts[code].lang}>
                  {localeFacts[code].name}
                </option>
              ))}
            </select>
          </label>
          <noscript>
            <button className={panel.button} type="submit">
              {t('footer.change')}
            </button>
          </noscript>
        </form>
        <p className={styles.version}>
          © <span suppressHydrationWarning>{new Date().getFullYear()}</span> {t('footer.company')} ·{' '}
          {t('footer.version', { version })}
        </p>
      </div>
    </footer>
  );
}
