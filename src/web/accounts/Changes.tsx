/** The change log of the permissions in a loft, the latest entry first. */
import type { Change, Entry } from '#domain/accounts/contract.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import { Moment } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import styles from './permissions.module.css';
import { givenRights, rightKeys } from './RightsForm.tsx';

export interface ChangesProps {
  loft: { name: string; time_zone: string };
  changes: readonly Change[];
  older: number | null;
  /** Whether an older page of the log is shown. */
  back: boolean;
}

export function Changes({ loft, changes, older, back }: ChangesProps) {
  const { t } = useTranslation();
  return (
    <section className={panel.panel} aria-labelledby="log">
      <div className={panel.head}>
        <h2 id="log">{t('rights.log')}</h2>
      </div>
      {changes.length ? (
        <Table caption={t('rights.log_caption', { loft: loft.name })}>
          <thead>
            <tr>
              {(['when', 'by', 'person', 'before', 'after'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`rights.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.map(({ id, at, by, about, before, after }) => (
              <tr key={id}>
                <td className={table.whole}>
                  <Moment at_ms={Date.parse(at)} time_zone={loft.time_zone} short />
                </td>
                <td>
                  <bdi>{by ? (nameOf(by) ?? t('rights.unnamed')) : t('rights.program')}</bdi>
                </td>
                <td>
                  <bdi>{nameOf(about) ?? t('rights.unnamed')}</bdi>
                </td>
                <td>{inWords(before)}</td>
                <td>{inWords(after)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : (
        <p className={styles.quiet}>{t('rights.log_empty')}</p>
      )}
      {(back || older !== null) && (
        <nav className={styles.more} aria-labelledby="log">
          {back && (
            <Link className={panel.button} to="?" preventScrollReset>
              {t('rights.newest')}
            </Link>
          )}
          {older !== null && (
            <Link className={panel.button} to={`?before=${older}`} preventScrollReset>
              {t('rights.older')}
            </Link>
          )}
        </nav>
      )}
    </section>
  );

  function inWords(entry: Entry | null): string {
    if (!entry) return t('rights.nothing');
    const given = givenRights(entry).map((right) => t(rightKeys[right]));
    return (entry.is_active ? given : [...given, t('rights.inactive')]).join(' · ');
  }
}
