/** The security log of an account, the newest entry first: event, time, browser and network. */
import { nameOfAgent } from '#domain/accounts/agent.ts';
import { failures, type SecurityEntry } from '#domain/identity/security.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';
import styles from './security.module.css';

export function SecurityList({ entries }: { entries: readonly SecurityEntry[] }) {
  const { t } = useTranslation();
  // In the reader's time zone; in UTC until the page is hydrated.
  const time_zone = useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC';
  if (entries.length === 0) return <p className={styles.quiet}>{t('security.empty')}</p>;
  return (
    <ol className={styles.list}>
      {entries.map(({ id, event, agent, network, at }) => (
        <li key={id} className={failures.includes(event) ? styles.failed : undefined}>
          <strong>
            {failures.includes(event) && <Icon name="alert" />}
            {t(`security.${event}`)}
          </strong>
          <span className={styles.where}>
            <span>
              <Moment at_ms={Date.parse(at)} time_zone={time_zone} short />
              {time_zone === 'UTC' && ' UTC'}
            </span>
            <bdi>{nameOfAgent(agent) ?? t('identity.unknown_browser')}</bdi>
            {network && (
              <bdi className="num" dir="ltr">
                {network}
              </bdi>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

interface PagesProps {
  older: number | null;
  /** Whether an older page of the log is shown. */
  back: boolean;
}

/** The links to older entries and back to the newest. */
export function SecurityPages({ older, back }: PagesProps) {
  const { t } = useTranslation();
  if (!back && older === null) return null;
  return (
    <nav className={styles.pages} aria-label={t('security.title')}>
      {back && (
        <Link className={panel.button} to="?">
          {t('security.newest')}
        </Link>
      )}
      {older !== null && (
        <Link className={panel.button} to={`?before=${older}`}>
          {t('security.older')}
        </Link>
      )}
    </nav>
  );
}
