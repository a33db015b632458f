/** The failed jobs as a file, filtered and sorted like the list. */
import { listWork } from '#domain/jobs/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { wholeList } from '#web/lib/list.ts';
import { answers } from '#web/lib/loader.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { fileResponse } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/work-csv.ts';
import { workQueryFrom } from './work-list.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = wholeList(workQueryFrom(new URL(request.url).searchParams));
  const { rows } = await answers(() => context.get(callContext)(listWork, { query }));
  const head = [
    t('work.what'),
    t('admin.state'),
    t('loft.loft'),
    t('pay.order'),
    t('work.since'),
    t('work.attempts'),
    t('work.error'),
    t('work.next'),
    t('pay.reason'),
  ];
  const lines = rows.map(({ queue, item, state, loft, order, flight, first_at, attempts, error, ...row }) => [
    [t(`work.${queue}`), flight?.name ?? item].join(' · '),
    t(`work.${state}`),
    loft?.name ?? null,
    order?.label ?? null,
    first_at,
    attempts,
    error,
    row.next_try_at,
    row.put_aside && [nameOf(row.put_aside.by), row.put_aside.reason].filter(Boolean).join(': '),
  ]);
  return fileResponse(args, { name: t('work.title'), rows: [head, ...lines] });
}
