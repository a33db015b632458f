/** The activity log of a loft, for its merchants: who did what, when and to what (1.3). */
import { useSearchParams } from 'react-router';
import { listLoftAudit, loftAuditKinds } from '#domain/accounts/audit-contract.ts';
import { loftAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import type { Route } from './+types/LoftAuditPage.ts';
import { AuditList } from './AuditList.tsx';
import { filtersOf, loftAuditQueryFrom } from './audit-list.ts';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const query = loftAuditQueryFrom(new URL(request.url).searchParams);
  const audit = await answers(() =>
    context.get(callContext)(listLoftAudit, { params: { loft_id: idFrom(params.loft_id) }, query }),
  );
  const title = [t('audit.title'), audit.loft.name];
  return { ...audit, head: pageHead({ context, params, pattern }, title, t('audit.loft_lead')) };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function LoftAuditPage({ loaderData: { entries, older, loft } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  return (
    <>
      <AdminHead
        title={t('audit.title')}
        lead={t('audit.loft_lead')}
        actions={
          entries.length > 0 && <DownloadLinks path={`${loftAdminPath(loft.id)}/audit`} query={filtersOf(search)} />
        }
      />
      <AuditList
        entries={entries}
        older={older}
        kinds={loftAuditKinds}
        time_zone={loft.time_zone}
        none_text={t('audit.loft_none_text')}
      />
    </>
  );
}
