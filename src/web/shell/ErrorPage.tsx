/** The page for errors: a missing page, a page without permission, or a failure (2.32). */
import { type ReactNode, useCallback, useEffect } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { signInPath } from '#domain/identity/return-path.ts';
import { titled } from '#web/lib/head.ts';
import { reloadOnce, scriptIsMissing } from '#web/lib/missing-script.ts';
import { useWhenBack } from '#web/lib/reconnect.ts';
import { useSentence } from '#web/lib/sentence.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { SecondFactorMethods } from '#web/ui/SecondFactorMethods.tsx';
import { refusalOfError, statusOfError } from './route-error.ts';
import styles from './shell.module.css';

export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const status = statusOfError(error);
  const refusal = refusalOfError(error);
  const sentence = useSentence();
  const wantsSecondFactor = refusal?.code === 'second_factor_needed';

  // A script of an older version of the pages is missing: a reload loads the new version (8.9).
  useEffect(() => {
    // Without a network only the service worker has a better page.
    const somebodyAnswers = navigator.onLine || navigator.serviceWorker?.controller;
    if (scriptIsMissing(error) && somebodyAnswers) reloadOnce();
  }, [error]);

  // The error page of a lost network reloads by itself when the network is back.
  const back = useCallback(() => {
    if (scriptIsMissing(error)) reloadOnce();
    else void revalidate();
  }, [error, revalidate]);
  useWhenBack(status === null, back);

  /** The refusals of a right that say which. */
  const namesRight = refusal?.code === 'needs_merchant' || refusal?.code === 'needs_seasons';
  const lacksRight = namesRight || refusal?.code === 'forbidden';

  const title = titleOf();
  const message = messageOf();
  return (
    <div className={`wrap ${styles.error}`}>
      <title>{titled(title)}</title>
      <Empty title={title} text={textOf()} whole>
        {message && <p className={styles.message}>{message}</p>}
        {wantsSecondFactor && <SecondFactorMethods />}
        {status === 401 && (
          <a className={panel.button_primary} href={signInPath(pathname + search)}>
            {t('nav.log_in')}
          </a>
        )}
        {(status === 503 || status === null) && (
          <a className={panel.button_primary} href={pathname + search}>
            {t('error.again')}
          </a>
        )}
        <Link className={panel.button} to="/">
          {t('error.home')}
        </Link>
        {status === 404 && (
          <nav className={styles.elsewhere} aria-label={t('nav.main')}>
            <Link to="/lofts">{t('lofts.title')}</Link>
            <Link to="/seasons">{t('admin.all_seasons')}</Link>
            <Link to="/about">{t('about.how')}</Link>
            <Link to="/contact">{t('nav.contact')}</Link>
          </nav>
        )}
      </Empty>
    </div>
  );

  function titleOf(): string {
    if (wantsSecondFactor) return t('second_factor.title');
    if (lacksRight) return t('error.lacks_right');
    if (status === 404) return t('error.not_found');
    return status === null ? t('error.away') : t('error.occurred', { status: String(status) });
  }

  function textOf(): string {
    if (wantsSecondFactor) return t('second_factor.text');
    if (namesRight) return sentence(refusal);
    if (status === 404) return t('error.not_found_text');
    if (status === 401) return t('error.sign_in_text');
    if (status === 403) return t('error.refused_text');
    if (status === 503) return t('error.busy_text');
    if (status === 413) return t('error.too_large_text');
    if (status === 400 || status === 415) return t('error.not_taken_text');
    return status === null ? t('error.away_text') : t('error.occurred_text');
  }

  /** Why it failed, where the page's own sentence does not say it. */
  function messageOf(): ReactNode {
    if (wantsSecondFactor || status === null || status === 401 || status === 404) return null;
    if (lacksRight) return t('error.occurred', { status: String(status) });
    if (refusal) return sentence(refusal);
    return error instanceof Error && <span lang="en">{error.message}</span>;
  }
}
