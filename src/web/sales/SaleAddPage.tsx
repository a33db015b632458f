/** Birds of a season to put up for sale, at a price or for the best offer. Works without a script. */
import { redirect } from 'react-router';
import { listSeasonPigeons } from '#domain/pigeons/admin-contract.ts';
import { healthMachine, healthStatuses } from '#domain/pigeons/status.ts';
import { listForSale } from '#domain/sales/contract.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom, oneOf, pageFrom, perPages, searchTextFrom } from '#web/lib/loader.ts';
import { chosenIn } from '#web/lib/selected-rows.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { ListedBird, ListedTeam } from '#web/ui/BirdName.tsx';
import { BulkAction } from '#web/ui/BulkAction.tsx';
import { Choice, Field } from '#web/ui/Field.tsx';
import { Filter } from '#web/ui/Filter.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import { HealthChip } from '#web/ui/PigeonState.tsx';
import panel from '#web/ui/panel.module.css';
import { RowKeys } from '#web/ui/RowKeys.tsx';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { ChooseAll, ChooseRow, Selection } from '#web/ui/Selection.tsx';
import { Table } from '#web/ui/Table.tsx';
import type { Route } from './+types/SaleAddPage.ts';
import { centsIn } from './price.ts';

/** The states from which a bird can be put up for sale; reserves are the default, most of the others race. */
const sellable = healthStatuses.filter((health) => healthMachine.steps[health].for_sale);
const first = 'reserve';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const season_id = idFrom(params.season_id);
  const search = new URL(request.url).searchParams;
  const health = oneOf([first, '', ...sellable], search.get('health'));
  const query = {
    q: searchTextFrom(search),
    sort: 'ring' as const,
    ...(health !== '' && { health }),
    ...pageFrom(search),
  };
  const list = await answers(() => context.get(callContext)(listSeasonPigeons, { params: { season_id }, query }));
  const head = pageHead({ context, params, pattern }, [t('sale.add'), list.season.name], list.loft.name);
  return { ...list, query, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const season_id = idFrom(params.season_id);
  const form = await request.formData();
  return actOn(form, async () => {
    const price_cents = textIn(form, 'how') === 'offers' ? null : centsIn(textIn(form, 'price'), 'price');
    const body = { pigeon_ids: chosenIn(form), price_cents };
    await context.get(callContext)(listForSale, { params: { season_id }, body });
    return redirect(`${seasonAdminPath(season_id)}/sale?done`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SaleAddPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { season, pigeons, query, ...list } = loaderData;
  const adminPath = seasonAdminPath(season.id);
  const refused = actionData?.refused;
  return (
    <>
      <AdminHead title={t('sale.add')} />
      <FormResult refused={refused} />
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{t('admin.pigeons')}</h2>
          <small role="status">{t('pigeons.found', { count: list.total })}</small>
          <RowKeys actions={[{ key: 'p', word: t('sale.add') }]} />
        </div>
        <SearchForm hint={t('entries.search')} own={['health']}>
          <Filter
            name="health"
            label={t('admin.state')}
            all={t('pigeon_status.reserve')}
            options={sellable
              .filter((value) => value !== first)
              .map((value) => ({ value, word: t(`pigeon_status.${value}`) }))}
          />
        </SearchForm>
        {pigeons.length === 0 ? (
          <NoRows own={['health']} title={t('pigeons.empty')} text={t('sale.none_text')} />
        ) : (
          <>
            <Selection
              chosen={actionData?.chosen}
              actions={
                <BulkAction name="list" title={t('sale.add')} submit={t('sale.add')} isRefused={!!refused} hotkey="p">
                  <Choice label={t('sale.how')} name="how" defaultValue={actionData?.typed.how ?? 'price'}>
                    <option value="price">{t('sale.at_price')}</option>
                    <option value="offers">{t('sale.for_offers')}</option>
                  </Choice>
                  <Field
                    label={t('product.price')}
                    name="price"
                    inputMode="decimal"
                    defaultValue={actionData?.typed.price ?? ''}
                    errors={refused?.errors?.price}
                  />
                </BulkAction>
              }
            >
              <Table caption={t('admin.pigeons')} cards>
                <thead>
                  <tr>
                    <ChooseAll />
                    <th scope="col">{t('sheet.ring')}</th>
                    <th scope="col">{t('teams.team')}</th>
                    <th scope="col">{t('admin.state')}</th>
                  </tr>
                </thead>
                <tbody>
                  {pigeons.map((bird) => (
                    <tr key={bird.pigeon_id}>
                      <ChooseRow id={bird.pigeon_id} name={bird.ring} />
                      <td>
                        <ListedBird to={`${adminPath}/pigeons/${bird.pigeon_id}`} bird={bird} />
                      </td>
                      <td data-label={t('teams.team')}>
                        <ListedTeam country={bird.country} team={bird.team} />
                      </td>
                      <td data-label={t('admin.state')}>
                        <HealthChip health={bird.health} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            </Selection>
            <Paging {...list} per_page={query.per_page} sizes={perPages} />
          </>
        )}
      </section>
    </>
  );
}
