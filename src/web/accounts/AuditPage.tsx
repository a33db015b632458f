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
import type { Route } from './+types/AuditPage.ts';
import { AuditList } from './AuditList.tsx';
import { auditQueryFrom, filtersOf } from './audit-list.ts';

const at = '/admin/audit';

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
  return (
    <div className="wrap">
      <AdminHead
        title={t('audit.title')}
        lead={t('audit.lead')}
        actions={entries.length > 0 && <DownloadLinks path={at} query={filtersOf(search)} />}
      />
      <AuditList
        entries={entries}
        older={older}
        kinds={auditKinds}
        lofts={lofts}
        time_zone="UTC"
        reads_logs
        none_text={t('audit.none_text')}
      />
    </div>
  );
}
