/** What to do where rights wait for a sign-in with two factors: set one up, then sign in with it and come back. */
import { useLocation } from 'react-router';
import { useAround } from '#web/lib/me.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './second-factor.module.css';

export function SecondFactorMethods() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const settings = useAround()?.links.settings;
  return (
    <>
      {settings && (
        <a className={panel.button} href={settings} target="_blank" rel="noopener">
          {t('identity.settings')}
        </a>
      )}
      <a className={panel.button_primary} href={`/login?again&${new URLSearchParams({ to: pathname + search })}`}>
        {t('second_factor.again')}
      </a>
    </>
  );
}

/** The same above every page, for whoever would otherwise wonder where their lofts are. */
export function SecondFactorNotice() {
  const { t } = useTranslation();
  if (!useAround()?.reader?.wants_second_factor) return null;
  return (
    <section className="wrap" aria-label={t('second_factor.title')}>
      <div className={`${panel.notice} ${styles.notice}`}>
        <Icon name="alert" />
        <div className={styles.said}>
          <p>{t('second_factor.text')}</p>
          <p className={styles.methods}>
            <SecondFactorMethods />
          </p>
        </div>
      </div>
    </section>
  );
}
