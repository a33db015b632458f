/** The entries of an activity log, of the site or of a loft, and the way to the older ones. */
import { useSearchParams } from 'react-router';
import type { AuditEntry } from '#domain/accounts/audit-contract.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import rows from '#web/ui/rows.module.css';
import { Moment } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import { kindWords, pathIn, thingIn, whatIn } from './audit-words.ts';
import { securityLogPath } from './paths.ts';
import styles from './permissions.module.css';

interface AuditTableProps {
  entries: readonly AuditEntry[];
  time_zone: string;
  /** Whether the reader is an admin: people lead to the logs of their accounts, and entries are of many lofts. */
  reads_logs?: boolean;
}

export function AuditTable({ entries, time_zone, reads_logs = false }: AuditTableProps) {
  const { t } = useTranslation();
  return (
    <table className={`${table.table} ${rows.cards}`}>
      <caption className="visually-hidden">{t('audit.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{time_zone === 'UTC' ? `${t('rights.when')} (UTC)` : t('rights.when')}</th>
          <th scope="col">{t('rights.by')}</th>
          <th scope="col">{t('audit.what')}</th>
          <th scope="col">{t('audit.thing')}</th>
          {reads_logs && <th scope="col">{t('loft.loft')}</th>}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const thing = thingIn(t, entry) ?? entry.loft?.name ?? t(kindWords[entry.kind]);
          const path = pathIn(entry);
          return (
            <tr key={entry.key}>
              <td>
                <Moment at_ms={Date.parse(entry.at)} time_zone={time_zone} short />
              </td>
              <td data-label={t('rights.by')}>
                <Who by={entry.by} reads_logs={reads_logs} />
              </td>
              <td data-label={t('audit.what')}>
                <span>
                  {whatIn(t, entry)}
                  <small>{t(kindWords[entry.kind])}</small>
                  {entry.reason && (
                    <small>
                      <bdi>{entry.reason}</bdi>
                    </small>
                  )}
                </span>
              </td>
              <td data-label={t('audit.thing')}>
                {path ? (
                  <Link to={path}>
                    <bdi>{thing}</bdi>
                  </Link>
                ) : (
                  <bdi>{thing}</bdi>
                )}
              </td>
              {reads_logs && <td data-label={t('loft.loft')}>{entry.loft ? <bdi>{entry.loft.name}</bdi> : '–'}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Who({ by, reads_logs }: Pick<AuditEntry, 'by'> & { reads_logs: boolean }) {
  const { t } = useTranslation();
  if (!by) return t('rights.program');
  const name = <bdi>{nameOf(by) ?? by.email ?? t('rights.unnamed')}</bdi>;
  return reads_logs ? <Link to={securityLogPath(by.user_id)}>{name}</Link> : name;
}

/** The links to the entries before those that are shown, and back to the latest. */
export function OlderEntries({ older }: { older: string | null }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const kept = [...search].filter(([name]) => name !== 'before');
  if (older === null && !search.has('before')) return null;
  return (
    <nav className={styles.more} aria-label={t('audit.title')}>
      {search.has('before') && (
        <Link className={panel.button} to={`?${new URLSearchParams(kept)}`} preventScrollReset>
          {t('security.newest')}
        </Link>
      )}
      {older !== null && (
        <Link className={panel.button} to={`?${new URLSearchParams([...kept, ['before', older]])}`}>
          {t('security.older')}
        </Link>
      )}
    </nav>
  );
}
