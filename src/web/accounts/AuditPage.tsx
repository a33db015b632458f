/** The audit of the site, for its admins: who did what, when and to what (6.3). */
import { useSearchParams } from 'react-router';
import { auditKinds, listAudit } from '#domain/accounts/audit-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Filter } from '#web/ui/Filter.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import panel from '#web/ui/panel.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import type { Route } from './+types/AuditPage.ts';
import { AuditTable, OlderEntries } from './AuditTable.tsx';
import { auditQueryFrom } from './audit-list.ts';
import { kindWords } from './audit-words.ts';

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
          <AuditTable entries={entries} time_zone="UTC" reads_logs />
        )}
        <OlderEntries older={older} />
      </section>
    </div>
  );
}
