/** The orders of a season as a file, filtered and sorted like the list. */
import { dayCell, moneyCell } from '#domain/csv.ts';
import { listSeasonOrders } from '#domain/orders/admin-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { isoDay } from '#web/lib/intl.ts';
import { wholeList } from '#web/lib/list.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { orderStates } from '#web/lib/order-words.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { fileResponse } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/season-orders-csv.ts';
import { ordersQueryFrom } from './season-orders.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = wholeList(ordersQueryFrom(new URL(request.url).searchParams));
  const { loft, season, currency, orders } = await answers(() =>
    context.get(callContext)(listSeasonOrders, { params: { season_id: idFrom(params.season_id) }, query }),
  );
  const head = [
    t('order_admin.number'),
    t('people.customer'),
    t('rights.email'),
    t('teams.team'),
    t('lofts.country'),
    t('admin.products'),
    t('product.active'),
    t('product.reserve'),
    t('rights.agent'),
    t('admin.state'),
    t('order_admin.amount'),
    t('setup.currency'),
    t('sheet.date'),
    t('overview.last_day'),
  ];
  const lines = orders.map((one) => [
    one.number,
    nameOf(one.customer),
    one.customer.email,
    one.team?.name ?? null,
    one.team?.country ?? null,
    one.products.join(', '),
    one.pigeons_active,
    one.pigeons_reserve,
    one.agent,
    t(one.cash ? 'money.to_approve' : orderStates[one.status]),
    moneyCell(one.amount_cents, currency),
    currency,
    dayCell(isoDay(Date.parse(one.created_at), loft.time_zone)),
    dayCell(one.to_pay?.last_day),
  ]);
  return fileResponse(args, { name: [loft.name, season.name, t('admin.orders')].join(' '), rows: [head, ...lines] });
}
