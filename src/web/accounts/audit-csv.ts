/** The audit as a file, filtered like the page: the latest entries, as many as a file holds. */
import { listAudit } from '#domain/accounts/audit-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { answers } from '#web/lib/loader.ts';
import { fileResponse } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/audit-csv.ts';
import { auditQueryFrom } from './audit-list.ts';
import { auditRows, mostInFile } from './audit-rows.server.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = { ...auditQueryFrom(new URL(request.url).searchParams), most: mostInFile };
  const { entries } = await answers(() => context.get(callContext)(listAudit, { query }));
  return fileResponse(args, { name: t('audit.title'), rows: auditRows(t, entries, 'UTC') });
}
