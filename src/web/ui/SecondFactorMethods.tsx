/** Rights that wait for a sign-in with two factors: links to set one up and to sign in with it and return. */
import { useLocation } from 'react-router';
import { useRootData } from '#web/lib/root-data.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './second-factor.module.css';

export function SecondFactorMethods() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const settings = useRootData()?.links.settings;
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

/** The same above every page, for people whose lofts are missing until then. */
export function SecondFactorNotice() {
  const { t } = useTranslation();
  if (!useRootData()?.reader?.wants_second_factor) return null;
  return (
    <section className="wrap" aria-label={t('second_factor.title')}>
      <div className={`${panel.notice} ${styles.notice}`}>
        <Icon name="alert" />
        <div className={styles.message}>
          <p>{t('second_factor.text')}</p>
          <p className={styles.methods}>
            <SecondFactorMethods />
          </p>
        </div>
      </div>
    </section>
  );
}
