/** The seasons that the reader administers (2.16, 6.8): searched, by state, each with a link to its admin pages. */
import { listAdministeredSeasons, seasonStatuses } from '#domain/seasons/contract.ts';
import { listSeasonLofts } from '#domain/seasons/setup-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { listFrom } from '#web/lib/list.ts';
import { answers, oneOf, perPages } from '#web/lib/loader.ts';
import { loftPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Filter } from '#web/ui/Filter.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import { OwnTransports } from '#web/ui/OwnTransports.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/AdminSeasonsPage.ts';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const search = new URL(request.url).searchParams;
  const status = oneOf(['', ...seasonStatuses], search.get('status'));
  const query = { ...listFrom(search), ...(status !== '' && { status }) };
  const call = context.get(callContext);
  const [list, { lofts }] = await answers(() =>
    Promise.all([call(listAdministeredSeasons, { query }), call(listSeasonLofts, {})]),
  );
  const head = pageHead({ context, params, pattern }, [t('admin.all_seasons')], t('admin.all_seasons_lead'));
  return { ...list, per_page: query.per_page, may_create: lofts.length > 0, head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function AdminSeasonsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { seasons, may_create, ...list } = loaderData;
  return (
    <div className="wrap">
      <AdminHead
        title={t('admin.all_seasons')}
        lead={t(may_create ? 'admin.all_seasons_lead' : 'admin.agent_seasons_lead')}
        actions={
          <>
            <OwnTransports />
            {may_create && (
              <Link className={panel.button_primary} to="/admin/seasons/create">
                <Icon name="plus" size={20} />
                {t('setup.new')}
              </Link>
            )}
          </>
        }
      />
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{t('admin.all_seasons')}</h2>
          <small role="status">{t('admin.found', { count: list.total })}</small>
        </div>
        <SearchForm hint={t('admin.search')} own={['status']}>
          <Filter
            name="status"
            label={t('admin.state')}
            all={t('admin.all_states')}
            options={seasonStatuses.map((value) => ({ value, word: t(`season.${value}`) }))}
          />
        </SearchForm>
        {seasons.length === 0 ? (
          <NoRows own={['status']} title={t('admin.empty')} text={t('admin.empty_text')} />
        ) : (
          <>
            <Table caption={t('admin.all_seasons')}>
              <thead>
                <tr>
                  <th scope="col">
                    {t('bird.season')}, {t('loft.loft')}
                  </th>
                  <th scope="col">{t('admin.state')}</th>
                  <th scope="col" className={table.figure}>
                    {t('admin.year')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {seasons.map(({ id, name, year, loft, may_manage, ...season }) => (
                  <tr key={id}>
                    <td>
                      <div className={table.flagged}>
                        <Flag country={loft.country} />
                        <span>
                          <Link to={may_manage ? `/admin/seasons/${id}` : `${loftPath(loft.id)}?season=${id}`}>
                            <bdi>{name}</bdi>
                          </Link>
                          <small>
                            <bdi>{loft.name}</bdi>
                          </small>
                        </span>
                      </div>
                    </td>
                    <td>{t(`season.${season.status}`)}</td>
                    <td className={table.figure}>
                      <bdi className="num">{year}</bdi>
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
            <Paging {...list} sizes={perPages} />
          </>
        )}
      </section>
    </div>
  );
}
