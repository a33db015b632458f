/** The pigeons of a season as a file, filtered like the list. */
import { listPigeons } from '#domain/pigeons/contract.ts';
import { birdColumns } from '#web/lib/bird-columns.server.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { wholeListFrom } from '#web/lib/list.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { fileResponse, rowsOf } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/pigeons-csv.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = wholeListFrom(new URL(request.url).searchParams);
  const { loft, season, hidden, pigeons } = await answers(() =>
    context.get(callContext)(listPigeons, { params: { loft_id: idFrom(params.loft_id) }, query }),
  );
  return fileResponse(args, {
    name: [loft.name, season?.year, t('pigeons.title')].join(' '),
    rows: rowsOf(birdColumns(t, 'fanciers', hidden), pigeons),
  });
}
