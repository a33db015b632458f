/** The products of a season for its admins: filtered, sorted, by category, each with its days and the quantity sold. */
import { useSearchParams } from 'react-router';
import { saleIn } from '#domain/orders/cart.ts';
import { productCategoryCodes, productCategoryOf } from '#domain/seasons/product.ts';
import { listProducts } from '#domain/seasons/product-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatMoney, formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom, perPages } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Filter } from '#web/ui/Filter.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import { PigeonCounts } from '#web/ui/PigeonCounts.tsx';
import panel from '#web/ui/panel.module.css';
import { RowKeys } from '#web/ui/RowKeys.tsx';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { SortHead } from '#web/ui/SortHead.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/ProductsPage.ts';
import { Availability } from './Availability.tsx';
import { productsQueryFrom } from './product-list.ts';
import styles from './products.module.css';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const season_id = idFrom(params.season_id);
  const query = productsQueryFrom(new URL(request.url).searchParams);
  const list = await answers(() => context.get(callContext)(listProducts, { params: { season_id }, query }));
  const head = pageHead({ context, params, pattern }, [t('admin.products'), list.season.name], list.loft.name);
  return { ...list, query, head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const { season, currency, places, products, today, query, ...list } = loaderData;
  const { sort, per_page } = query;
  const at = `/admin/seasons/${season.id}/products`;
  return (
    <>
      <AdminHead
        title={t('admin.products')}
        actions={
          <Link className={panel.button_primary} to={`${at}/create`} data-key="n">
            <Icon name="plus" />
            {t('product.new')}
          </Link>
        }
      />
      {search.has('saved') && (
        <p role="status" className={`${panel.notice} ${styles.notice}`}>
          <Icon name="check" />
          {t('product.saved')}
        </p>
      )}
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{t('admin.products')}</h2>
          <small role="status">{t('product.found', { count: list.total })}</small>
          <RowKeys hasNew />
          {list.total > 0 && <DownloadLinks path={at} query={`${search}`} />}
        </div>
        <SearchForm hint={t('product.search')} own={['category']}>
          <Filter
            name="category"
            label={t('product.category')}
            all={t('product.all_categories')}
            options={productCategoryCodes.map((value) => ({ value, word: t(`product.${value}`) }))}
          />
        </SearchForm>
        {products.length === 0 ? (
          <NoRows own={['category']} title={t('product.empty')} text={t('product.empty_text')} />
        ) : (
          <>
            <Table caption={t('admin.products')} cards>
              <thead>
                <tr>
                  <SortHead by="name" order={sort}>
                    {t('product.name')}
                  </SortHead>
                  <SortHead by="category" order={sort}>
                    {t('product.category')}
                  </SortHead>
                  <SortHead by="amount" order={sort} largest className={table.figure}>
                    {t('product.price')}
                  </SortHead>
                  <th scope="col" className={table.figure}>
                    {t('product.pigeons')}
                  </th>
                  <SortHead by="max_quantity" order={sort} largest className={table.figure}>
                    {t('product.max_quantity')}
                  </SortHead>
                  <SortHead by="sold" order={sort} largest className={table.figure}>
                    {t('product.sold')}
                  </SortHead>
                  <SortHead by="availability" order={sort}>
                    {t('product.availability')}
                  </SortHead>
                </tr>
              </thead>
              <tbody>
                {products.map(({ id, name, description, amount_cents, max_quantity, sold, due_date, ...one }) => (
                  <tr key={id}>
                    <td>
                      <span>
                        <Link to={`${at}/${id}`}>
                          <bdi>{name}</bdi>
                        </Link>
                        {description && <small className={styles.description}>{description}</small>}
                      </span>
                    </td>
                    <td data-label={t('product.category')}>{t(`product.${productCategoryOf(one)}`)}</td>
                    <td data-label={t('product.price')} className={table.figure}>
                      <bdi className="num">{formatMoney(locale, amount_cents, currency)}</bdi>
                    </td>
                    <td data-label={t('product.pigeons')} className={table.figure}>
                      <PigeonCounts {...one} />
                    </td>
                    <td data-label={t('product.max_quantity')} className={table.figure}>
                      {max_quantity === null ? (
                        t('product.unlimited')
                      ) : (
                        <bdi className="num">{formatNumber(locale, max_quantity)}</bdi>
                      )}
                    </td>
                    <td data-label={t('product.sold')} className={table.figure}>
                      <bdi className="num">{formatNumber(locale, sold)}</bdi>
                    </td>
                    <td data-label={t('product.availability')}>
                      <Availability sale={saleIn(one, places)} due_date={due_date} today={today} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
            <Paging {...list} per_page={per_page} sizes={perPages} />
          </>
        )}
      </section>
    </>
  );
}
