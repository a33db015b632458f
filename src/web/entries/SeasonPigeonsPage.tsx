/**
 * The pigeons of a season for its loft: filtered, sorted, and several moved to another state at once. Works without a
 * script.
 */
import { redirect, useSearchParams } from 'react-router';
import { orderNumber } from '#domain/orders/order.ts';
import { extraPlaceKinds } from '#domain/pigeons/admin-bird.ts';
import { changePigeonStatuses, listSeasonPigeons } from '#domain/pigeons/admin-contract.ts';
import { healthStatuses, locationStatuses } from '#domain/pigeons/status.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { withDone } from '#web/lib/done.ts';
import { actOn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom, perPages } from '#web/lib/loader.ts';
import { chosenIn } from '#web/lib/selected-rows.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { ListedBird, ListedTeam } from '#web/ui/BirdName.tsx';
import { BulkAction } from '#web/ui/BulkAction.tsx';
import { CountryFilter } from '#web/ui/CountryFilter.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Filter } from '#web/ui/Filter.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import { BirdPlace, HealthChip } from '#web/ui/PigeonState.tsx';
import panel from '#web/ui/panel.module.css';
import { RowKeys } from '#web/ui/RowKeys.tsx';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { ChooseAll, ChooseRow, Selection } from '#web/ui/Selection.tsx';
import { SortHead } from '#web/ui/SortHead.tsx';
import { Table } from '#web/ui/Table.tsx';
import type { Route } from './+types/SeasonPigeonsPage.ts';
import { ExtraPlace } from './ExtraPlace.tsx';
import { pigeonsQueryFrom } from './pigeons-list.ts';
import { StatusFields } from './StatusFields.tsx';
import { statusIn } from './status-in.ts';

/** URL parameters of the list's filters. */
const narrowing = ['country', 'health', 'location'];

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const season_id = idFrom(params.season_id);
  const query = pigeonsQueryFrom(new URL(request.url).searchParams);
  const list = await answers(() => context.get(callContext)(listSeasonPigeons, { params: { season_id }, query }));
  const head = pageHead({ context, params, pattern }, [t('admin.pigeons'), list.season.name], list.loft.name);
  return { ...list, query, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const season_id = idFrom(params.season_id);
  const fields = await request.formData();
  const pigeon_ids = chosenIn(fields);
  return actOn(fields, async () => {
    const body = { pigeon_ids, ...statusIn(fields) };
    await context.get(callContext)(changePigeonStatuses, { params: { season_id }, body });
    // The path is written out: a request by script has another pathname than the page.
    const { searchParams } = new URL(request.url);
    const { t } = speaker(context.get(pageContext).locale);
    const name = t('pigeons.found', { count: pigeon_ids.length });
    return redirect(`${seasonAdminPath(season_id)}/pigeons${withDone(searchParams, 'changed', name)}`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonPigeonsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { season, pigeons, countries, query, ...list } = loaderData;
  const { sort, per_page } = query;
  const at = `${seasonAdminPath(season.id)}/pigeons`;
  return (
    <>
      <AdminHead
        title={t('admin.pigeons')}
        actions={
          <>
            <Link className={panel.button} to={`${at}/import`}>
              <Icon name="document" />
              {t('entries.import')}
            </Link>
            <Link className={panel.button_primary} to={`${at}/intake`} data-key="n">
              <Icon name="antenna" />
              {t('entries.intake')}
            </Link>
          </>
        }
      />
      <FormResult refused={actionData?.refused} />
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{t('admin.pigeons')}</h2>
          <small role="status">{t('pigeons.found', { count: list.total })}</small>
          <RowKeys hasNew />
          {list.total > 0 && <DownloadLinks path={at} query={`${search}`} />}
        </div>
        <SearchForm hint={t('entries.search')} own={narrowing}>
          <CountryFilter countries={countries} />
          <Filter
            name="health"
            label={t('admin.state')}
            all={t('admin.all_states')}
            options={healthStatuses.map((value) => ({ value, word: t(`pigeon_status.${value}`) }))}
          />
          <Filter
            name="location"
            label={t('entries.location')}
            all={t('entries.anywhere')}
            options={locationStatuses.map((value) => ({ value, word: t(`pigeon_status.${value}`) }))}
          />
          <Filter
            name="extra"
            label={t('entries.place')}
            all={t('entries.any_place')}
            options={extraPlaceKinds.map((value) => ({ value, word: t(`entries.${value}`) }))}
          />
        </SearchForm>
        {pigeons.length === 0 ? (
          <NoRows own={narrowing} title={t('pigeons.empty')} text={t('pigeons.empty_text')} />
        ) : (
          <Selection
            actions={
              <BulkAction name="status" title={t('entries.change')} isRefused={!!actionData?.refused}>
                <StatusFields answer={actionData} />
              </BulkAction>
            }
          >
            <Table caption={t('admin.pigeons')} cards>
              <thead>
                <tr>
                  <ChooseAll />
                  <SortHead by="ring" order={sort}>
                    {t('sheet.ring')}
                  </SortHead>
                  <SortHead by="team" order={sort}>
                    {t('teams.team')}
                  </SortHead>
                  <SortHead by="order" order={sort}>
                    {t('order_admin.number')}
                  </SortHead>
                  <SortHead by="health" order={sort}>
                    {t('admin.state')}
                  </SortHead>
                  <SortHead by="location" order={sort}>
                    {t('entries.location')}
                  </SortHead>
                  <SortHead by="chip" order={sort}>
                    {t('entries.chip')}
                  </SortHead>
                </tr>
              </thead>
              <tbody>
                {pigeons.map((bird) => (
                  <tr key={bird.pigeon_id}>
                    <ChooseRow id={bird.pigeon_id} name={bird.ring} />
                    <td>
                      <ListedBird to={`${at}/${bird.pigeon_id}`} bird={bird} />
                    </td>
                    <td data-label={t('teams.team')}>
                      <ListedTeam country={bird.country} team={bird.team} />
                    </td>
                    <td data-label={t('order_admin.number')}>
                      {bird.order_id ? (
                        <Link className="num" to={`${seasonAdminPath(season.id)}/orders/${bird.order_id}`}>
                          {orderNumber({ year: season.year, number: bird.order_number! })}
                        </Link>
                      ) : (
                        !bird.extra && '–'
                      )}
                      {bird.extra && <ExtraPlace extra={bird.extra} reason={bird.extra_reason} />}
                    </td>
                    <td data-label={t('admin.state')}>
                      <HealthChip health={bird.health} />
                    </td>
                    <td data-label={t('entries.location')}>
                      <BirdPlace bird={bird} />
                    </td>
                    <td data-label={t('entries.chip')}>
                      <bdi dir="ltr" className="num">
                        {bird.chip ?? '–'}
                      </bdi>
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </Selection>
        )}
        {pigeons.length > 0 && <Paging {...list} per_page={per_page} sizes={perPages} />}
      </section>
    </>
  );
}
