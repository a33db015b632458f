/** The audit of the site, for its admins: who did what, when and to what (6.3). */
import { useSearchParams } from 'react-router';
import { auditKinds, listAudit } from '#domain/accounts/audit-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers } from '#web/lib/loader.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Filter } from '#web/ui/Filter.tsx';
import { Link } from '#web/ui/Link.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import panel from '#web/ui/panel.module.css';
import rows from '#web/ui/rows.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { Moment } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/AuditPage.ts';
import { auditQueryFrom } from './audit-list.ts';
import { kindWords, pathIn, thingIn, whatIn } from './audit-words.ts';
import { securityLogPath } from './paths.ts';
import styles from './permissions.module.css';

const at = '/admin/audit';
const narrowing = ['kind', 'loft', 'day', 'before'];

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const query = auditQueryFrom(new URL(request.url).searchParams);
  const audit = await answers(() => context.get(callContext)(listAudit, { query }));
  return { ...audit, head: pageHead({ context, params, pattern }, [t('audit.title')], t('audit.lead')) };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function AuditPage({ loaderData: { entries, older, lofts } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const day = search.get('day') ?? '';
  const kept = new URLSearchParams([...search].filter(([name]) => name !== 'before'));
  return (
    <div className="wrap">
      <AdminHead
        title={t('audit.title')}
        lead={t('audit.lead')}
        actions={entries.length > 0 && <DownloadLinks path={at} query={`${kept}`} />}
      />
      <section className={panel.panel} aria-label={t('audit.title')}>
        <SearchForm hint={t('everybody.search')} own={narrowing}>
          <Filter
            name="kind"
            label={t('audit.kind')}
            all={t('audit.all_kinds')}
            options={auditKinds.map((kind) => ({ value: kind, word: t(kindWords[kind]) }))}
          />
          <Filter
            name="loft"
            label={t('loft.loft')}
            all={t('audit.all_lofts')}
            options={lofts.map(({ id, name }) => ({ value: String(id), word: name }))}
          />
          <input key={day} type="date" name="day" aria-label={t('transports.day')} defaultValue={day} />
        </SearchForm>
        {entries.length === 0 ? (
          <NoRows own={narrowing} title={t('audit.none')} text={t('audit.none_text')} />
        ) : (
          <table className={`${table.table} ${rows.cards}`}>
            <caption className="visually-hidden">{t('audit.title')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('rights.when')}</th>
                <th scope="col">{t('rights.by')}</th>
                <th scope="col">{t('audit.what')}</th>
                <th scope="col">{t('audit.thing')}</th>
                <th scope="col">{t('loft.loft')}</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => {
                const thing = thingIn(t, entry) ?? entry.loft?.name ?? t(kindWords[entry.kind]);
                const path = pathIn(entry);
                return (
                  <tr key={entry.key}>
                    <td>
                      <Moment at_ms={Date.parse(entry.at)} time_zone="UTC" short />
                    </td>
                    <td data-label={t('rights.by')}>
                      {entry.by ? (
                        <Link to={securityLogPath(entry.by.user_id)}>
                          <bdi>{nameOf(entry.by) ?? entry.by.email ?? t('rights.unnamed')}</bdi>
                        </Link>
                      ) : (
                        t('rights.program')
                      )}
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
                    <td data-label={t('loft.loft')}>{entry.loft ? <bdi>{entry.loft.name}</bdi> : '–'}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
        {(search.has('before') || older !== null) && (
          <nav className={styles.more} aria-label={t('audit.title')}>
            {search.has('before') && (
              <Link className={panel.button} to={`?${kept}`} preventScrollReset>
                {t('security.newest')}
              </Link>
            )}
            {older !== null && (
              <Link className={panel.button} to={`?${new URLSearchParams([...kept, ['before', older]])}`}>
                {t('security.older')}
              </Link>
            )}
          </nav>
        )}
      </section>
    </div>
  );
}
