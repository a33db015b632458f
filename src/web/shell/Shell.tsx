/** What stands around every page: the bar, the foot, and the line that runs while the next page is fetched. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useNavigation } from 'react-router';
import { Brand } from './Brand.tsx';
import { Footer } from './Footer.tsx';
import { Moved } from './Moved.tsx';
import styles from './shell.module.css';

export function Shell({ children, failed = false }: { children: ReactNode; failed?: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <a className={styles.skip} href="#main">
        {t('nav.skip')}
      </a>
      <Moved />
      <RouteBar failed={failed} />
      <header className={styles.bar}>
        <div className={`wrap ${styles.in}`}>
          <Brand />
          <nav className={styles.nav} aria-label={t('nav.main')}>
            <NavLink to="/" end>
              {t('nav.home')}
            </NavLink>
            <NavLink to="/lofts">{t('nav.lofts')}</NavLink>
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  );
}

/** The dashed line of a page that is on its way; it appears only when the way takes 200 ms, and stays red when it failed (2.31). */
function RouteBar({ failed }: { failed: boolean }) {
  const { state } = useNavigation();
  if (state === 'idle' && !failed) return null;
  return <div className={state === 'idle' ? styles.failed : styles.loading} aria-hidden="true" />;
}
