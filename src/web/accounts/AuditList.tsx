/** The entries of an activity log, of the site or of a loft, and the way to the older ones. */
import { useSearchParams } from 'react-router';
import type { AuditEntry, AuditKind } from '#domain/accounts/audit-contract.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Filter } from '#web/ui/Filter.tsx';
import { Link } from '#web/ui/Link.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import panel from '#web/ui/panel.module.css';
import rows from '#web/ui/rows.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { Moment } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import { kindWords, pathIn, thingIn, whatIn } from './audit-words.ts';
import { securityLogPath } from './paths.ts';
import styles from './permissions.module.css';

interface AuditListProps extends AuditTableProps {
  /** The key of the next older entry; null: there is none. */
  older: string | null;
  /** The kinds that the log has. */
  kinds: readonly AuditKind[];
  /** What the log of nothing says. */
  none_text: string;
  /** The lofts to narrow the log to, of the whole site. */
  lofts?: readonly { id: number; name: string }[];
}

/** The log with its search and filters, of which the address has the state. */
export function AuditList({ older, kinds, none_text, lofts, ...shown }: AuditListProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const day = search.get('day') ?? '';
  const narrowing = ['kind', ...(lofts ? ['loft'] : []), 'day', 'before'];
  return (
    <section className={panel.panel} aria-label={t('audit.title')}>
      <SearchForm hint={t('everybody.search')} own={narrowing}>
        <Filter
          name="kind"
          label={t('audit.kind')}
          all={t('audit.all_kinds')}
          options={kinds.map((kind) => ({ value: kind, word: t(kindWords[kind]) }))}
        />
        {lofts && (
          <Filter
            name="loft"
            label={t('loft.loft')}
            all={t('audit.all_lofts')}
            options={lofts.map(({ id, name }) => ({ value: String(id), word: name }))}
          />
        )}
        <input key={day} type="date" name="day" aria-label={t('transports.day')} defaultValue={day} />
      </SearchForm>
      {shown.entries.length === 0 ? (
        <NoRows own={narrowing} title={t('audit.none')} text={none_text} />
      ) : (
        <AuditTable {...shown} />
      )}
      <OlderEntries older={older} />
    </section>
  );
}

interface AuditTableProps {
  entries: readonly AuditEntry[];
  time_zone: string;
  /** Whether the reader is an admin: people lead to the logs of their accounts, and entries are of many lofts. */
  reads_logs?: boolean;
}

function AuditTable({ entries, time_zone, reads_logs = false }: AuditTableProps) {
  const { t } = useTranslation();
  return (
    <table className={`${table.table} ${rows.cards} ${styles.log}`}>
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
function OlderEntries({ older }: { older: string | null }) {
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
