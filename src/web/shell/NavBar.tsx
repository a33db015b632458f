/** The navigation bar of every page (2.26): tabs where they fit, else a menu; both without a script. */
import type { ParseKeys } from 'i18next';
import { useLocation, useMatch } from 'react-router';
import { type Entry, entryGroups } from '#web/lib/navigation-entries.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { useSignInLinks } from '#web/lib/sign-in-links.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { barTools } from './BarTools.tsx';
import { Brand } from './Brand.tsx';
import { Dropdown } from './Dropdown.tsx';
import styles from './nav.module.css';
import { LanguageMenu, ThemeLinks, ThemeMenu } from './Preferences.tsx';
import { SearchLink } from './SearchLink.tsx';
import { LogIn, UserMenu } from './UserMenu.tsx';

/** The entries where the root data is missing, because the page has failed. */
const always: readonly Entry[] = [
  { to: '/', word: 'home', group: 'public' },
  { to: '/lofts', word: 'lofts', group: 'public' },
  { to: '/seasons', word: 'seasons', group: 'public' },
];

const groupWords = {
  public: 'nav.of_public',
  own: 'nav.of_own',
  loft: 'nav.of_loft',
  admin: 'nav.admin',
} as const satisfies Record<Entry['group'], ParseKeys>;

export function NavBar() {
  const { t } = useTranslation();
  const entries = useRootData()?.entries ?? always;
  const { pathname } = useLocation();
  // On a phone the bar of a flight leads back to its loft and holds the controls of the race.
  const board = useMatch('/lofts/:loft_id/flights/:flight_id');
  const story = useMatch('/lofts/:loft_id/flights/:flight_id/story');
  const flight = board ?? story;
  const isAt = (to: string) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
  const linkTo = ({ to, word }: Entry) => (
    <Link key={to} to={to} aria-current={isAt(to) ? 'page' : undefined}>
      {t(`nav.${word}`)}
    </Link>
  );
  const groups = entryGroups
    .map((name) => ({ name, of: entries.filter(({ group }) => group === name) }))
    .filter(({ of }) => of.length > 0);
  const work = groups.filter(({ name }) => name === 'loft' || name === 'admin');
  // The bar has no room for all entries of who works here: those of a group of work share one menu.
  const menuOf = ({ group }: Entry) => work.find(({ name, of }) => name === group && of.length > 1);
  return (
    <header
      className={`${styles.bar} whole`}
      data-flight={flight ? '' : undefined}
      data-works={work.length > 0 ? '' : undefined}
    >
      <div className={`wrap ${styles.in}`}>
        <Brand />
        {flight && (
          <Link className={styles.back} to={`/lofts/${flight.params.loft_id}`} aria-label={t('nav.to_loft')}>
            <Icon name="arrow" size={22} />
          </Link>
        )}
        <nav className={styles.tabs} aria-label={t('nav.main')}>
          {entries.map((entry) => {
            const menu = menuOf(entry);
            if (!menu) return linkTo(entry);
            return (
              entry === menu.of[0] && (
                <Dropdown
                  key={menu.name}
                  className={styles.group}
                  label={
                    <>
                      {t(groupWords[menu.name])}
                      <Icon name="down" size={18} />
                    </>
                  }
                >
                  {menu.of.map(linkTo)}
                </Dropdown>
              )
            );
          })}
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
          <nav aria-label={t('nav.main')}>
            {groups.map(({ name, of }) => (
              <ul key={name} aria-label={groups.length > 1 ? t(groupWords[name]) : undefined}>
                {groups.length > 1 && (
                  <li className={styles.heading} aria-hidden="true">
                    {t(groupWords[name])}
                  </li>
                )}
                {of.map((entry) => (
                  <li key={entry.to}>{linkTo(entry)}</li>
                ))}
              </ul>
            ))}
          </nav>
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
      {register && <a href={register}>{t('identity.register')}</a>}
    </>
  );
}
