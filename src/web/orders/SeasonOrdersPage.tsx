/** The orders of a season for its loft: by state, searched, sorted, one or many confirmed or rejected. */
import { useSearchParams } from 'react-router';
import { listSeasonOrders } from '#domain/orders/admin-contract.ts';
import { orderStatuses } from '#domain/orders/order.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom, perPages } from '#web/lib/loader.ts';
import { orderStates } from '#web/lib/order-words.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { ListParts } from '#web/ui/ListParts.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { RowKeys } from '#web/ui/RowKeys.tsx';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import type { Route } from './+types/SeasonOrdersPage.ts';
import { Decision, DecisionNotice } from './Decision.tsx';
import { OrderRows } from './OrderRows.tsx';
import { decide, ordersQueryFrom } from './season-orders.ts';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const season_id = idFrom(params.season_id);
  const query = ordersQueryFrom(new URL(request.url).searchParams);
  const list = await answers(() => context.get(callContext)(listSeasonOrders, { params: { season_id }, query }));
  const head = pageHead({ context, params, pattern }, [t('admin.orders'), list.season.name], list.loft.name);
  return { ...list, query, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData();
  return actOn(form, () => decide(context.get(callContext), idFrom(params.season_id), form));
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonOrdersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const { loft, season, currency, counts, orders, query, read_at, total, page, page_count } = loaderData;
  const at = `${seasonAdminPath(season.id)}/orders`;
  const of = (status: string | null) => {
    const other = new URLSearchParams(search);
    other.delete('page');
    if (status === null) other.delete('status');
    else other.set('status', status);
    return `?${other}`;
  };
  const all = Object.values(counts).reduce((so_far, count) => so_far + count, 0);
  const states = [
    { status: null, word: t('order_admin.all'), count: all },
    ...orderStatuses.map((status) => ({ status, word: t(orderStates[status]), count: counts[status] })),
  ];
  return (
    <>
      <AdminHead title={t('admin.orders')} />
      <DecisionNotice answer={actionData} time_zone={loft.time_zone} />
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{t('admin.orders')}</h2>
          <small role="status">{t('order_admin.found', { found: formatNumber(locale, total) })}</small>
          <RowKeys
            actions={[
              { key: 'c', word: t('order_admin.confirm') },
              { key: 'r', word: t('order_admin.reject') },
            ]}
          />
          {total > 0 && <DownloadLinks path={at} query={`${search}`} />}
        </div>
        <ListParts
          label={t('admin.state')}
          parts={states
            .filter(({ status, count }) => count > 0 || status === null || status === query.status)
            .map(({ status, ...part }) => ({ ...part, to: of(status), isShown: (query.status ?? null) === status }))}
        />
        <SearchForm hint={t('order_admin.search')} />
        {orders.length === 0 ? (
          <NoRows own={['status']} title={t('order_admin.none')} text={t('order_admin.none_text')} />
        ) : (
          <>
            <Decision orders={orders} currency={currency} answer={actionData}>
              <OrderRows
                caption={t('admin.orders')}
                orders={orders}
                currency={currency}
                at={at}
                now_ms={Date.parse(read_at)}
                sort={query.sort}
              />
            </Decision>
            <Paging total={total} page={page} page_count={page_count} per_page={query.per_page} sizes={perPages} />
          </>
        )}
      </section>
    </>
  );
}
