/** The products of a season as a file, filtered and sorted like the list. */
import { dayCell, moneyCell } from '#domain/csv.ts';
import { productCategoryOf } from '#domain/seasons/product.ts';
import { listProducts } from '#domain/seasons/product-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { wholeList } from '#web/lib/list.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { fileResponse } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/products-csv.ts';
import { productsQueryFrom } from './product-list.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = wholeList(productsQueryFrom(new URL(request.url).searchParams));
  const { loft, season, currency, products } = await answers(() =>
    context.get(callContext)(listProducts, { params: { season_id: idFrom(params.season_id) }, query }),
  );
  const head = [
    t('product.category'),
    t('product.name'),
    t('product.description'),
    t('product.price_in', { currency }),
    t('product.active'),
    t('product.reserve'),
    t('product.max_quantity'),
    t('product.sold'),
    t('product.from'),
    t('product.to'),
  ];
  const lines = products.map((one) => [
    t(`product.${productCategoryOf(one)}`),
    one.name,
    one.description,
    moneyCell(one.amount_cents, currency),
    one.pigeons_active,
    one.pigeons_reserve,
    one.max_quantity,
    one.sold,
    dayCell(one.sale.from),
    dayCell(one.sale.to),
  ]);
  return fileResponse(args, { name: [loft.name, season.name, t('admin.products')].join(' '), rows: [head, ...lines] });
}
