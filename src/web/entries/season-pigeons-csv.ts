/** The pigeons of a season with their states as a file, filtered and sorted like the list. */
import { orderNumber } from '#domain/orders/order.ts';
import { listSeasonPigeons } from '#domain/pigeons/admin-contract.ts';
import { whereabouts } from '#domain/pigeons/status.ts';
import { factColumns } from '#web/lib/bird-columns.server.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { wholeList } from '#web/lib/list.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { fileResponse } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/season-pigeons-csv.ts';
import { pigeonsQueryFrom } from './pigeons-list.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = wholeList(pigeonsQueryFrom(new URL(request.url).searchParams));
  const { loft, season, pigeons } = await answers(() =>
    context.get(callContext)(listSeasonPigeons, { params: { season_id: idFrom(params.season_id) }, query }),
  );
  const known = factColumns(t);
  const head = [
    ...known.map(([label]) => label),
    t('teams.team'),
    t('sheet.fancier'),
    t('lofts.country'),
    t('order_admin.number'),
    t('entries.place'),
    t('entries.reason'),
    t('admin.state'),
    t('entries.progress'),
    t('entries.location'),
    t('entries.chip'),
  ];
  const lines = pigeons.map((bird) => [
    ...known.map(([, cellOf]) => cellOf(bird)),
    bird.team,
    bird.fancier,
    bird.country,
    bird.order_number && orderNumber({ year: season.year, number: bird.order_number }),
    bird.extra && t(`entries.${bird.extra}`),
    bird.extra_reason,
    t(`pigeon_status.${bird.health}`),
    bird.progress === 'not_activated' ? null : t(`pigeon_status.${bird.progress}`),
    t(`pigeon_status.${whereabouts(bird)}`),
    bird.chip,
  ]);
  return fileResponse(args, { name: [loft.name, season.name, t('admin.pigeons')].join(' '), rows: [head, ...lines] });
}
