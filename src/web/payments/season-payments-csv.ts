/** The payments of a season as a file, filtered and sorted like the list. */
import { dayCell, moneyCell } from '#domain/csv.ts';
import { listPayments } from '#domain/payments/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { wholeList } from '#web/lib/list.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { fileResponse } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/season-payments-csv.ts';
import { paymentsQueryFrom } from './payments-list.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = wholeList(paymentsQueryFrom(new URL(request.url).searchParams));
  const { loft, season, currency, rows } = await answers(() =>
    context.get(callContext)(listPayments, { params: { season_id: idFrom(params.season_id) }, query }),
  );
  const head = [
    t('pay.order'),
    t('people.customer'),
    `${t('pay.amount')} (${currency})`,
    t('admin.state'),
    t('pay.how'),
    t('pay.until'),
  ];
  const lines = rows.map(({ label, customer, amount_cents, state, method, last_day }) => [
    label,
    nameOf(customer),
    moneyCell(amount_cents, currency),
    t(`money.${state}`),
    method && t(`pay.${method}`),
    dayCell(last_day),
  ]);
  return fileResponse(args, { name: [loft.name, season.name, t('admin.payments')].join(' '), rows: [head, ...lines] });
}
