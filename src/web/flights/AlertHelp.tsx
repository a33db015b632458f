/**
 * That the browser tells of the reader's birds, or why it does not and what helps; and the mail that comes beside it, or
 * instead.
 */
import { useRootData } from '#web/lib/root-data.ts';
import { useSignInLinks } from '#web/lib/sign-in-links.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import type { AlertState } from './browser-alerts.ts';
import styles from './my-pigeons.module.css';

const words = {
  on: 'mine.alerts_on',
  off: 'mine.alerts_not_allowed',
  blocked: 'mine.alerts_blocked',
  not_installed: 'mine.alerts_not_installed',
  unsupported: 'notifications.unsupported',
} as const;

export function AlertHelp({ state }: { state: AlertState }) {
  const { t } = useTranslation();
  const reader = useRootData()?.reader;
  const { log_in } = useSignInLinks();
  return (
    <p className={styles.help} role="status">
      {t(words[state])}
      {state === 'on' ? ' · ' : ' '}
      {reader ? (
        <Link to="/notifications">{t('mine.alerts_mail')}</Link>
      ) : (
        log_in && <a href={log_in}>{t('mine.alerts_log_in')}</a>
      )}
    </p>
  );
}
