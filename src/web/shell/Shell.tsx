/** What stands around every page: the bar, the foot, and the line that runs while the next page is fetched. */
import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { SecondFactorNotice } from '#web/accounts/SecondFactorMethods.tsx';
import { useTranslation } from '#web/lib/translation.ts';
import { AsOf } from './AsOf.tsx';
import { ConsentQuestion } from './Consent.tsx';
import { Footer } from './Footer.tsx';
import type { Frame } from './frame.ts';
import { Moved } from './Moved.tsx';
import { NavBar } from './NavBar.tsx';
import { Snackbar } from './Snackbar.tsx';
import styles from './shell.module.css';

export interface ShellProps {
  children: ReactNode;
  failed?: boolean;
  frame?: Frame;
}

export function Shell({ children, failed = false, frame = {} }: ShellProps) {
  const { t } = useTranslation();
  return (
    <>
      <a className={styles.skip} href="#main">
        {t('nav.skip')}
      </a>
      <Moved />
      <RouteBar failed={failed} />
      <p className={styles.old_browser}>{t('nav.old_browser')}</p>
      <NavBar />
      <AsOf />
      {frame.footer !== false && <ConsentQuestion />}
      {!failed && frame.footer !== false && <SecondFactorNotice />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {frame.footer !== false && <Footer />}
      {frame.snackbar !== false && <Snackbar />}
    </>
  );
}

/** The dashed line of a page that is on its way; it appears only when the way takes 200 ms, and stays red when it failed (2.31). */
function RouteBar({ failed }: { failed: boolean }) {
  const { t } = useTranslation();
  const { state } = useNavigation();
  if (state === 'idle' && !failed) return null;
  if (state === 'idle') return <div className={styles.failed} aria-hidden="true" />;
  return <div className={styles.loading} role="progressbar" aria-label={t('nav.loading')} />;
}
