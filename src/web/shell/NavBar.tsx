/** The navigation bar of every page (2.26): tabs where they fit, else a menu; both without a script. */
import { useLocation, useMatch } from 'react-router';
import { useRootData } from '#web/lib/root-data.ts';
import { useSignInLinks } from '#web/lib/sign-in-links.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import type { Entry } from '../lib/navigation-entries.ts';
import { barTools } from './BarTools.tsx';
import { Brand } from './Brand.tsx';
import { Dropdown } from './Dropdown.tsx';
import styles from './nav.module.css';
import { LanguageMenu, ThemeLinks, ThemeMenu } from './Preferences.tsx';
import { SearchLink } from './SearchLink.tsx';
import { LogIn, UserMenu } from './UserMenu.tsx';

/** The entries where the root data is missing, because the page has failed. */
const always: readonly Entry[] = [
  { to: '/', word: 'home' },
  { to: '/lofts', word: 'lofts' },
];

export function NavBar() {
  const { t } = useTranslation();
  const entries = useRootData()?.entries ?? always;
  const { pathname } = useLocation();
  // On a phone the bar of a flight leads back to its loft and holds the controls of the race.
  const flight = useMatch('/lofts/:loft_id/flights/:flight_id');
  const isAt = (to: string) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
  const linkTo = ({ to, word }: Entry) => (
    <Link key={to} to={to} aria-current={isAt(to) ? 'page' : undefined}>
      {t(`nav.${word}`)}
    </Link>
  );
  // An admin has more entries than a bar has room for: those of the administration share one menu there.
  const ofAdmin = entries.filter(({ word }) => word.startsWith('admin_'));
  const inOne = ofAdmin.length > 1 ? ofAdmin : [];
  const first = entries.findIndex((entry) => inOne.includes(entry));
  const isBefore = (_entry: Entry, n: number) => first < 0 || n < first;
  return (
    <header className={styles.bar} data-flight={flight ? '' : undefined}>
      <div className={`wrap ${styles.in}`}>
        <Brand />
        {flight && (
          <Link className={styles.back} to={`/lofts/${flight.params.loft_id}`} aria-label={t('nav.to_loft')}>
            <Icon name="arrow" size={22} />
          </Link>
        )}
        <nav className={styles.tabs} aria-label={t('nav.main')}>
          {entries.filter(isBefore).map(linkTo)}
          {inOne.length > 0 && (
            <Dropdown
              className={styles.group}
              label={
                <>
                  {t('nav.admin')}
                  <Icon name="down" size={18} />
                </>
              }
            >
              {inOne.map(linkTo)}
            </Dropdown>
          )}
          {entries.filter((entry, n) => !isBefore(entry, n) && !inOne.includes(entry)).map(linkTo)}
        </nav>
        <div id={barTools} className={styles.tools} />
        <SearchLink className={styles.search} hears>
          <Icon name="search" size={22} />
          <span className="visually-hidden">{t('site_search.open')}</span>
        </SearchLink>
        <ThemeMenu />
        <LanguageMenu />
        <UserMenu />
        <Dropdown
          className={styles.menu}
          label={
            <>
              <Icon name="menu" size={22} />
              <span className="visually-hidden">{t('nav.menu')}</span>
            </>
          }
        >
          <SearchLink className={styles.narrow}>{t('site_search.title')}</SearchLink>
          <nav aria-label={t('nav.main')}>{entries.map(linkTo)}</nav>
          <hr />
          <LogIn className={styles.narrow} />
          <ExternalLinks />
          <hr className={styles.narrow} />
          <section className={styles.narrow} aria-label={t('footer.theme')}>
            <ThemeLinks />
          </section>
        </Dropdown>
      </div>
    </header>
  );
}

/** The links of the menu that lead out of the site: terms, privacy, the account, and registration (2.26). */
function ExternalLinks() {
  const { t } = useTranslation();
  const around = useRootData();
  const { register } = useSignInLinks();
  return (
    <>
      <a href="/terms">{t('nav.terms')}</a>
      <a href="/privacy">{t('nav.privacy')}</a>
      {around?.links.dashboard && <a href={around.links.dashboard}>{t('nav.dashboard')}</a>}
      {register && <a href={register}>{t('nav.register')}</a>}
    </>
  );
}
