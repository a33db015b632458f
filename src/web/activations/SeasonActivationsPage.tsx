/**
 * The activations of a season for its loft: reserves and the final, what is open, one or many activated for their
 * owners.
 */
import { redirect, useSearchParams } from 'react-router';
import { activationStates } from '#domain/activations/activation.ts';
import { activateMany, listActivations } from '#domain/activations/contract.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { isoDay } from '#web/lib/intl.ts';
import { answers, idFrom, perPages } from '#web/lib/loader.ts';
import { chosenIn } from '#web/lib/selected-rows.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Filter } from '#web/ui/Filter.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { RowKeys } from '#web/ui/RowKeys.tsx';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { Selection } from '#web/ui/Selection.tsx';
import type { Route } from './+types/SeasonActivationsPage.ts';
import { ActivationChoice, OnSale } from './ActivationChoice.tsx';
import { stateWords } from './ActivationFacts.tsx';
import { Kinds } from './ActivationKinds.tsx';
import { ActivationRows } from './ActivationRows.tsx';
import styles from './activations.module.css';
import { activationsQueryFrom } from './season-activations.ts';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const season_id = idFrom(params.season_id);
  const query = activationsQueryFrom(new URL(request.url).searchParams);
  const list = await answers(() => context.get(callContext)(listActivations, { params: { season_id }, query }));
  const head = pageHead({ context, params, pattern }, [t('admin.activations'), list.season.name], list.loft.name);
  return { ...list, query, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const season_id = idFrom(params.season_id);
  const fields = await request.formData();
  return actOn(fields, async () => {
    const one = textIn(fields, 'one');
    const pigeon_ids = one ? [idFrom(one)] : chosenIn(fields);
    const body = { product_id: idFrom(textIn(fields, 'product_id')), pigeon_ids };
    await context.get(callContext)(activateMany, { params: { season_id }, body });
    // The path is written out: a request by script has another pathname than the page.
    const { searchParams } = new URL(request.url);
    searchParams.set('done', String(pigeon_ids.length));
    return redirect(`${seasonAdminPath(season_id)}/activations?${searchParams}`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonActivationsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { loft, season, currency, products, counts, pigeons, query, read_at, total, page, page_count } = loaderData;
  const at = `${seasonAdminPath(season.id)}/activations`;
  const open = products.filter(({ sale }) => sale.state === 'open');
  const rows = (
    <ActivationRows
      pigeons={pigeons}
      currency={currency}
      query={query}
      canActivate={open.length > 0}
      season_id={season.id}
    />
  );
  return (
    <>
      <AdminHead title={t('admin.activations')} />
      <FormResult refused={actionData?.refused} />
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{t(`product.${query.kind}_activation`)}</h2>
          <small role="status">{t('pigeons.found', { count: total })}</small>
          <RowKeys actions={[{ key: 'a', word: t('activations.activate') }]} />
          {total > 0 && <DownloadLinks path={at} query={`${search}`} />}
        </div>
        <Kinds shown={query.kind} counts={counts} />
        <div className={styles.on_sale}>
          <OnSale products={products} currency={currency} today={isoDay(Date.parse(read_at), loft.time_zone)} />
        </div>
        <SearchForm hint={t('people.search')} own={['state']}>
          <Filter
            name="state"
            label={t('admin.state')}
            all={t('admin.all_states')}
            options={activationStates.map((value) => ({ value, word: t(stateWords[value]) }))}
          />
        </SearchForm>
        {pigeons.length === 0 ? (
          <NoRows own={['state']} title={t('activations.none')} text={t('activations.none_text')} />
        ) : (
          <>
            <Selection
              chosen={actionData?.chosen}
              actions={
                open.length > 0 && (
                  <>
                    <ActivationChoice products={open} currency={currency} answer={actionData} />
                    <button type="submit" className={panel.button_primary} data-key="a">
                      {t('activations.activate')} <kbd>A</kbd>
                    </button>
                  </>
                )
              }
            >
              {rows}
            </Selection>
            <Paging total={total} page={page} page_count={page_count} per_page={query.per_page} sizes={perPages} />
          </>
        )}
      </section>
    </>
  );
}
