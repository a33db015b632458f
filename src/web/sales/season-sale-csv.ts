/** The birds of a season that are or were for sale as a file, filtered and sorted like the list. */
import { moneyCell } from '#domain/csv.ts';
import { type Listing, listSale } from '#domain/sales/contract.ts';
import { factColumns } from '#web/lib/bird-columns.server.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { wholeList } from '#web/lib/list.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { type Column, fileResponse, rowsOf } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/season-sale-csv.ts';
import { saleQueryFrom } from './sale-list.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = wholeList(saleQueryFrom(new URL(request.url).searchParams));
  const { loft, season, currency, listings } = await answers(() =>
    context.get(callContext)(listSale, { params: { season_id: idFrom(params.season_id) }, query }),
  );
  const columns: readonly Column<Listing>[] = [
    ...factColumns(t).map(([label, cellOf]): Column<Listing> => [label, ({ bird }) => cellOf(bird)]),
    [t('teams.team'), ({ bird }) => bird.team],
    [t('admin.state'), ({ status }) => t(`sale.${status}`)],
    [t('product.price_in', { currency }), ({ price_cents }) => moneyCell(price_cents, currency)],
    [t('sale.best', { amount: currency }), ({ best }) => moneyCell(best?.amount_cents, currency)],
    [t('sale.buyer'), ({ order }) => order && nameOf(order.by)],
    [t('pay.order'), ({ order }) => order?.number ?? null],
    [t('pay.amount'), ({ order }) => moneyCell(order?.amount_cents, currency)],
  ];
  return fileResponse(args, {
    name: [loft.name, season.name, t('admin.sale')].join(' '),
    rows: rowsOf(columns, listings),
  });
}
