/**
 * The sale of a season for its loft: prices edited in the list, offers accepted, listings withdrawn. Works without a
 * script.
 */
import { redirect, useSearchParams } from 'react-router';
import { refusalAt } from '#domain/refusal.ts';
import { acceptOffer, changePrice, listSale, withdrawFromSale } from '#domain/sales/contract.ts';
import { listingStatuses } from '#domain/sales/listing.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom, perPages } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { salePath } from '#web/lib/paths.ts';
import { chosenIn } from '#web/lib/selected-rows.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Filter } from '#web/ui/Filter.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { RowKeys } from '#web/ui/RowKeys.tsx';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { Selection } from '#web/ui/Selection.tsx';
import type { Route } from './+types/SeasonSalePage.ts';
import { ListingRows } from './ListingRows.tsx';
import { centsIn } from './price.ts';
import { SaleWindow } from './SaleWindow.tsx';
import { saleQueryFrom } from './sale-list.ts';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const season_id = idFrom(params.season_id);
  const query = saleQueryFrom(new URL(request.url).searchParams);
  const list = await answers(() => context.get(callContext)(listSale, { params: { season_id }, query }));
  const head = pageHead({ context, params, pattern }, [t('admin.sale'), list.season.name], list.loft.name);
  return { ...list, query, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const season_id = idFrom(params.season_id);
  const form = await request.formData();
  const call = context.get(callContext);
  return actOn(form, async () => {
    // The value of the pressed button contains the listing's id.
    const [intent, listing, n] = textIn(form, 'intent').split(':');
    if (intent === 'price') {
      const listing_id = idFrom(listing);
      const price_cents = centsIn(textIn(form, `price-${listing_id}`), `price-${listing_id}`);
      await call(changePrice, { params: { season_id, listing_id }, body: { price_cents } });
    } else if (intent === 'accept') {
      const listing_id = idFrom(listing);
      await call(acceptOffer, { params: { season_id, listing_id }, body: { n: idFrom(n) } });
    } else if (intent === 'withdraw')
      await call(withdrawFromSale, { params: { season_id }, body: { listing_ids: chosenIn(form) } });
    else throw refusalAt('intent', 'bad_input');
    const { searchParams } = new URL(request.url);
    searchParams.set('done', '1');
    return redirect(`${seasonAdminPath(season_id)}/sale?${searchParams}`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonSalePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const { loft, season, currency, sale, counts, listings, query, ...page } = loaderData;
  const at = `${seasonAdminPath(season.id)}/sale`;
  return (
    <>
      <AdminHead
        title={t('admin.sale')}
        actions={
          <>
            {counts.listed! + counts.reserved! + counts.sold! > 0 && (
              <Link className={panel.button} to={salePath({ loft_id: loft.id, season_id: season.id })}>
                <Icon name="globe" />
                {t('people.public')}
              </Link>
            )}
            <Link className={panel.button_primary} to={`${at}/create`} data-key="n">
              <Icon name="box" />
              {t('sale.add')}
            </Link>
          </>
        }
      />
      <FormResult refused={actionData?.refused} />
      <SaleWindow sale={sale} />
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{t('admin.sale')}</h2>
          <small role="status">{t('pigeons.found', { count: page.total })}</small>
          <RowKeys hasNew actions={[{ key: 'w', word: t('sale.withdraw') }]} />
          {page.total > 0 && <DownloadLinks path={at} query={`${search}`} />}
        </div>
        <SearchForm hint={t('search.birds')} own={['status']}>
          <Filter
            name="status"
            label={t('admin.state')}
            all={t('admin.all_states')}
            options={listingStatuses.map((value) => ({
              value,
              word: `${t(`sale.${value}`)} (${formatNumber(locale, counts[value]!)})`,
            }))}
          />
        </SearchForm>
        {listings.length === 0 ? (
          <NoRows own={['status']} title={t('sale.none')} text={t('sale.none_text')} />
        ) : (
          <>
            <Selection
              chosen={actionData?.chosen}
              actions={
                <button type="submit" name="intent" value="withdraw" className={panel.button} data-key="w">
                  {t('sale.withdraw')}
                </button>
              }
            >
              <ListingRows
                listings={listings}
                currency={currency}
                sort={query.sort}
                adminPath={seasonAdminPath(season.id)}
                answer={actionData}
              />
            </Selection>
            <Paging {...page} per_page={query.per_page} sizes={perPages} />
          </>
        )}
      </section>
    </>
  );
}
