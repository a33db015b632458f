/** The activity log of a loft, for its merchants: who did what, when and to what (1.3). */
import { useSearchParams } from 'react-router';
import { listLoftAudit, loftAuditKinds } from '#domain/accounts/audit-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Filter } from '#web/ui/Filter.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import panel from '#web/ui/panel.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import type { Route } from './+types/LoftAuditPage.ts';
import { AuditTable, OlderEntries } from './AuditTable.tsx';
import { auditQueryFrom } from './audit-list.ts';
import { kindWords } from './audit-words.ts';

const narrowing = ['kind', 'day', 'before'];

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const { loft_id: _, kind, ...query } = auditQueryFrom(new URL(request.url).searchParams);
  const audit = await answers(() =>
    context.get(callContext)(listLoftAudit, {
      params: { loft_id: idFrom(params.loft_id) },
      query: { ...query, kind: loftAuditKinds.find((one) => one === kind) },
    }),
  );
  const title = [t('audit.title'), audit.loft.name];
  return { ...audit, head: pageHead({ context, params, pattern }, title, t('audit.loft_lead')) };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function LoftAuditPage({ loaderData: { entries, older, loft } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const day = search.get('day') ?? '';
  return (
    <>
      <AdminHead title={t('audit.title')} lead={t('audit.loft_lead')} />
      <section className={panel.panel} aria-label={t('audit.title')}>
        <SearchForm hint={t('everybody.search')} own={narrowing}>
          <Filter
            name="kind"
            label={t('audit.kind')}
            all={t('audit.all_kinds')}
            options={loftAuditKinds.map((kind) => ({ value: kind, word: t(kindWords[kind]) }))}
          />
          <input key={day} type="date" name="day" aria-label={t('transports.day')} defaultValue={day} />
        </SearchForm>
        {entries.length === 0 ? (
          <NoRows own={narrowing} title={t('audit.none')} text={t('audit.loft_none_text')} />
        ) : (
          <AuditTable entries={entries} time_zone={loft.time_zone} />
        )}
        <OlderEntries older={older} />
      </section>
    </>
  );
}
