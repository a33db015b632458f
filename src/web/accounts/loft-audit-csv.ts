/** The activity log of a loft as a file, filtered like the page: the latest entries, as many as a file holds. */
import { listLoftAudit } from '#domain/accounts/audit-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { fileResponse } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/loft-audit-csv.ts';
import { loftAuditQueryFrom } from './audit-list.ts';
import { auditRows, mostInFile } from './audit-rows.server.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = { ...loftAuditQueryFrom(new URL(request.url).searchParams), most: mostInFile };
  const { entries, loft } = await answers(() =>
    context.get(callContext)(listLoftAudit, { params: { loft_id: idFrom(params.loft_id) }, query }),
  );
  const name = `${loft.name} ${t('audit.title')}`;
  return fileResponse(args, { name, facts: [loft.time_zone], rows: auditRows(t, entries, loft.time_zone) });
}
