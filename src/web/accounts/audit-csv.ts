/** The audit as a file, filtered like the page: the latest entries, as many as a file holds. */
import { listAudit } from '#domain/accounts/audit-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { answers } from '#web/lib/loader.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { fileResponse, rowsOf } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/audit-csv.ts';
import { auditQueryFrom } from './audit-list.ts';
import { kindWords, thingIn, whatIn } from './audit-words.ts';

const most = 10_000;

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = { ...auditQueryFrom(new URL(request.url).searchParams), most };
  const { entries } = await answers(() => context.get(callContext)(listAudit, { query }));
  const rows = rowsOf<(typeof entries)[number]>(
    [
      [`${t('rights.when')} (UTC)`, ({ at }) => at.slice(0, 19).replace('T', ' ')],
      [t('rights.by'), ({ by }) => (by ? (nameOf(by) ?? by.email) : t('rights.program'))],
      [t('audit.kind'), ({ kind }) => t(kindWords[kind])],
      [t('audit.what'), (entry) => whatIn(t, entry)],
      [t('audit.thing'), (entry) => thingIn(t, entry)],
      [t('loft.loft'), ({ loft }) => loft?.name ?? null],
      [t('ruling.reason'), ({ reason }) => reason],
    ],
    entries,
  );
  return fileResponse(args, { name: t('audit.title'), rows });
}
