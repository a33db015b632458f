/** The activations of a season of one kind as a file, filtered and sorted like the list; also for print. */

import { listActivations } from '#domain/activations/contract.ts';
import { dayCell, moneyCell } from '#domain/csv.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { wholeList } from '#web/lib/list.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { fileResponse } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/season-activations-csv.ts';
import { stateWords } from './ActivationFacts.tsx';
import { activationsQueryFrom } from './season-activations.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = wholeList(activationsQueryFrom(new URL(request.url).searchParams));
  const { loft, season, currency, pigeons } = await answers(() =>
    context.get(callContext)(listActivations, { params: { season_id: idFrom(params.season_id) }, query }),
  );
  const head = [
    t('sheet.ring'),
    t('sheet.name'),
    t('product.reserve'),
    t('activations.replaces'),
    t('teams.team'),
    t('people.customer'),
    t('lofts.country'),
    t('admin.state'),
    t('order_admin.number'),
    t('overview.last_day'),
    t('product.price'),
    t('setup.currency'),
  ];
  const lines = pigeons.map((bird) => [
    bird.ring,
    bird.pigeon_name,
    bird.reserve,
    bird.replaces && `${bird.replaces.ring}, ${t(`pigeon_status.${bird.replaces.health}`)}`,
    bird.team,
    bird.customer && nameOf(bird.customer),
    bird.country,
    t(stateWords[bird.state]),
    bird.order?.number ?? null,
    dayCell(bird.order?.to_pay?.last_day),
    moneyCell(bird.fee_cents, currency),
    currency,
  ]);
  const name = [loft.name, season.name, t(`product.${query.kind}_activation`)].join(' ');
  return fileResponse(args, { name, rows: [head, ...lines] });
}
