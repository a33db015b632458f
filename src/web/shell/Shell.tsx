/** The frame of every page: navigation bar, footer, and the progress line while the next page is loaded. */
import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { useTranslation } from '#web/lib/translation.ts';
import { SecondFactorNotice } from '#web/ui/SecondFactorMethods.tsx';
import { AsOf } from './AsOf.tsx';
import { ConsentQuestion } from './Consent.tsx';
import { Footer } from './Footer.tsx';
import type { Frame } from './frame.ts';
import { NavBar } from './NavBar.tsx';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';
import { SeenAs } from './SeenAs.tsx';
import { Snackbar } from './Snackbar.tsx';
import styles from './shell.module.css';
import { Trail } from './Trail.tsx';

export interface ShellProps {
  children: ReactNode;
  failed?: boolean;
  /** The page does not exist: nothing has failed on the way to it. */
  missing?: boolean;
  frame?: Frame;
}

export function Shell({ children, failed = false, missing = false, frame = {} }: ShellProps) {
  const { t } = useTranslation();
  return (
    <>
      <a className={styles.skip} href="#main">
        {t('nav.skip')}
      </a>
      <RouteAnnouncer />
      <RouteBar failed={failed && !missing} />
      <p className={styles.old_browser}>{t('nav.old_browser')}</p>
      {frame.nav !== false && <NavBar />}
      <SeenAs />
      <AsOf />
      {frame.footer !== false && <ConsentQuestion />}
      {!failed && frame.footer !== false && <SecondFactorNotice />}
      {!failed && frame.trail !== false && <Trail className="wrap" onPhones={frame.trail !== 'wide'} />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {frame.footer !== false && <Footer />}
      {frame.dock && <div className={styles.below_dock} />}
      {frame.snackbar !== false && <Snackbar />}
    </>
  );
}

/**
 * The progress line of a navigation: a dashed line that appears after 200 ms, and stays red when the navigation failed
 * (2.31).
 */
function RouteBar({ failed }: { failed: boolean }) {
  const { t } = useTranslation();
  const { state } = useNavigation();
  if (state === 'idle' && !failed) return null;
  if (state === 'idle') return <div className={styles.failed} aria-hidden="true" />;
  return <div className={styles.loading} role="progressbar" aria-label={t('nav.loading')} />;
}
