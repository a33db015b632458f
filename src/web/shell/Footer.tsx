/** The footer of every page: legal links, language, colour scheme, version (2.29). */
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { localeFacts } from '#domain/locales.ts';
import { usePage } from '#web/lib/page.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { useSignInLinks } from '#web/lib/sign-in-links.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Brand } from './Brand.tsx';
import { consentPath } from './Consent.tsx';
import { offeredLocales, offeredThemes } from './Preferences.tsx';
import styles from './shell.module.css';

export function Footer() {
  const { t } = useTranslation();
  const { locale, theme, version } = usePage();
  const around = useRootData();
  const { register } = useSignInLinks();
  const contact = around?.entries.find(({ word }) => word === 'contact');
  return (
    <footer className={styles.foot}>
      <div className={`wrap ${styles.foot_in}`}>
        <div>
          <Brand />
          <p>{t('footer.about')}</p>
        </div>
        <nav className={styles.links} aria-label={t('footer.links')}>
          <Link to="/about">{t('about.title')}</Link>
          <Link to="/lofts">{t('nav.lofts')}</Link>
          <Link to="/seasons">{t('nav.seasons')}</Link>
          <Link to="/championships">{t('nav.championships')}</Link>
          <Link to="/developers">{t('developers.title')}</Link>
          <Link to="/terms">{t('nav.terms')}</Link>
          <Link to="/privacy">{t('nav.privacy')}</Link>
          {contact && <Link to={contact.to}>{t('nav.contact')}</Link>}
          {around?.links.help && <a href={around.links.help}>{t('nav.help')}</a>}
          {register && <a href={register}>{t('identity.register')}</a>}
        </nav>
        <div className={styles.choices}>
          {around?.measuring && (
            <Choice
              action={consentPath}
              method="post"
              name="consent"
              label={t('consent.title')}
              icon="lock"
              value={around.measuring.consent ?? 'needed'}
            >
              <option value="needed">{t('consent.needed')}</option>
              <option value="all">{t('consent.all')}</option>
            </Choice>
          )}
          <Choice action="/misc/theme" name="theme" label={t('footer.theme')} icon="sun" value={theme ?? 'system'}>
            {offeredThemes.map((one) => (
              <option key={one} value={one}>
                {t(`footer.${one}`)}
              </option>
            ))}
          </Choice>
          <Choice action="/misc/language" name="locale" label={t('footer.language')} icon="globe" value={locale}>
            {offeredLocales.map((code) => (
              <option key={code} value={code} lang={localeFacts[code].lang}>
                {localeFacts[code].name}
              </option>
            ))}
          </Choice>
        </div>
        <p className={styles.version}>
          © <span suppressHydrationWarning>{new Date().getFullYear()}</span> {t('footer.company')} ·{' '}
          {t('footer.version', { version })}
        </p>
      </div>
    </footer>
  );
}

interface ChoiceProps {
  action: string;
  method?: 'get' | 'post';
  name: string;
  label: string;
  icon: IconName;
  value: string;
  children: ReactNode;
}

/** A setting that a cookie stores; the page reloads with it. It needs no script. */
function Choice({ action, method = 'get', name, label, icon, value, children }: ChoiceProps) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <form action={action} method={method} className={styles.choice}>
      <input type="hidden" name="to" value={`${pathname}${search}`} />
      <label>
        <Icon name={icon} />
        <span className="visually-hidden">{label}</span>
        <select name={name} defaultValue={value} onChange={(event) => event.currentTarget.form?.requestSubmit()}>
          {children}
        </select>
      </label>
      <noscript>
        <button className={panel.button} type="submit">
          {t('footer.change')}
        </button>
      </noscript>
    </form>
  );
}
