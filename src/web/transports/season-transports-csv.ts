/** The transports of a season as a file, filtered like the list. */
import { dayCell, moneyCell } from '#domain/csv.ts';
import { listSeasonTransports } from '#domain/transports/agent-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { wholeList } from '#web/lib/list.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { fileResponse, rowsOf } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/season-transports-csv.ts';
import { transportsQueryFrom } from './season-transports.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = wholeList(transportsQueryFrom(new URL(request.url).searchParams));
  const { loft, season, transports } = await answers(() =>
    context.get(callContext)(listSeasonTransports, { params: { season_id: idFrom(params.season_id) }, query }),
  );
  const rows = rowsOf<(typeof transports)[number]>(
    [
      [t('order_admin.number'), ({ order }) => order.number],
      [t('people.customer'), ({ customer }) => customer],
      [t('rights.agent'), ({ collection }) => collection.agent.name],
      [t('transports.place'), ({ collection }) => collection.place],
      [t('transports.day'), ({ collection }) => dayCell(collection.day)],
      [t('transports.where'), ({ collection }) => `${collection.from_time}–${collection.to_time}`],
      [t('pigeons.title'), ({ places }) => places],
      [t('pigeon_status.at_home'), ({ at_home }) => at_home],
      [t('pigeon_status.in_transit'), ({ in_transit }) => in_transit],
      [t('pigeon_status.at_loft'), ({ at_loft }) => at_loft],
      [t('pigeons.gone'), ({ gone }) => gone],
      [t('admin.state'), ({ status }) => t(`transports.${status}`)],
      [t('due_date.payment'), ({ has_cash }) => (has_cash ? t('money.to_approve') : null)],
      [t('product.price'), ({ collection }) => moneyCell(collection.price_cents, collection.currency)],
      [t('setup.currency'), ({ collection }) => collection.currency],
    ],
    transports,
  );
  return fileResponse(args, { name: [loft.name, season.name, t('admin.transports')].join(' '), rows });
}
