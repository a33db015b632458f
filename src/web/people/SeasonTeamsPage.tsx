/** The teams of a season for its admins: filtered, sorted, and several changed at once. Works without a script. */
import { redirect, useSearchParams } from 'react-router';
import { joinFanciers, linkTeams, listSeasonTeams, removeTeams } from '#domain/pigeons/team-contract.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { withDone } from '#web/lib/done.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom, perPages } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { chosenIn } from '#web/lib/selected-rows.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { BulkAction } from '#web/ui/BulkAction.tsx';
import { CountryFilter } from '#web/ui/CountryFilter.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Filter } from '#web/ui/Filter.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import form from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { RowKeys } from '#web/ui/RowKeys.tsx';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { ChooseAll, ChooseRow, Selection } from '#web/ui/Selection.tsx';
import { SortHead } from '#web/ui/SortHead.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/SeasonTeamsPage.ts';
import { teamsQueryFrom } from './teams-list.ts';

/** URL parameters of the list's filters. */
const narrowing = ['country', 'account'];

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const season_id = idFrom(params.season_id);
  const query = teamsQueryFrom(new URL(request.url).searchParams);
  const list = await answers(() => context.get(callContext)(listSeasonTeams, { params: { season_id }, query }));
  const head = pageHead({ context, params, pattern }, [t('admin.teams'), list.season.name], list.loft.name);
  return { ...list, query, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext);
  const season_id = idFrom(params.season_id);
  const fields = await request.formData();
  const team_ids = chosenIn(fields);
  const about = { params: { season_id } };
  return actOn(fields, async () => {
    const intent = textIn(fields, 'intent');
    if (intent === 'remove') await call(removeTeams, { ...about, body: { team_ids } });
    else if (intent === 'fancier')
      await call(joinFanciers, { ...about, body: { team_ids, fancier: textIn(fields, 'fancier') } });
    else await call(linkTeams, { ...about, body: { team_ids, email: textIn(fields, 'email') || null } });
    // The path is written out: a request by script has another pathname than the page.
    const { searchParams } = new URL(request.url);
    const { t } = speaker(context.get(pageContext).locale);
    const name = t('teams.found', { count: team_ids.length });
    const kind = intent === 'remove' ? 'removed' : 'changed';
    return redirect(`${seasonAdminPath(season_id)}/teams${withDone(searchParams, kind, name)}`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonTeamsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const { season, teams, countries, query, ...list } = loaderData;
  const { sort, per_page } = query;
  const at = `${seasonAdminPath(season.id)}/teams`;
  const refused = actionData?.refused;
  const intent = actionData?.typed.intent;
  return (
    <>
      <AdminHead
        title={t('admin.teams')}
        actions={
          <Link className={panel.button_primary} to={`${at}/create`} data-key="n">
            <Icon name="plus" />
            {t('people.new_team')}
          </Link>
        }
      />
      <FormResult refused={refused} />
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{t('admin.teams')}</h2>
          <small role="status">{t('teams.found', { count: list.total })}</small>
          <RowKeys hasNew />
          {list.total > 0 && <DownloadLinks path={at} query={`${search}`} />}
        </div>
        <SearchForm hint={t('people.search')} own={narrowing}>
          <CountryFilter countries={countries} />
          <Filter
            name="account"
            label={t('people.account')}
            all={t('people.any_account')}
            options={(['with', 'without'] as const).map((value) => ({ value, word: t(`people.${value}_account`) }))}
          />
        </SearchForm>
        {teams.length === 0 ? (
          <NoRows own={narrowing} title={t('teams.empty')} text={t('people.no_teams')} />
        ) : (
          <Selection
            chosen={actionData?.chosen}
            actions={
              <>
                <BulkAction name="fancier" title={t('people.join')} isRefused={intent === 'fancier'}>
                  <Field
                    label={t('sheet.fancier')}
                    name="fancier"
                    maxLength={128}
                    autoComplete="off"
                    defaultValue={actionData?.typed.fancier}
                    errors={refused?.errors?.fancier}
                  />
                </BulkAction>
                <BulkAction name="account" title={t('people.link')} isRefused={intent === 'account'}>
                  <Field
                    label={t('rights.email')}
                    hint={t('people.link_hint')}
                    type="email"
                    name="email"
                    maxLength={128}
                    autoComplete="off"
                    defaultValue={actionData?.typed.email}
                    errors={refused?.errors?.email}
                  />
                </BulkAction>
                <button type="submit" name="intent" value="remove" className={`${panel.button} ${form.danger}`}>
                  {t('people.remove')}
                </button>
              </>
            }
          >
            <Table caption={t('admin.teams')} cards>
              <thead>
                <tr>
                  <ChooseAll />
                  <SortHead by="team" order={sort}>
                    {t('teams.team')}
                  </SortHead>
                  <SortHead by="fancier" order={sort}>
                    {t('sheet.fancier')}
                  </SortHead>
                  <SortHead by="account" order={sort}>
                    {t('people.account')}
                  </SortHead>
                  <SortHead by="pigeon_count" order={sort} largest className={table.figure}>
                    {t('teams.pigeons')}
                  </SortHead>
                </tr>
              </thead>
              <tbody>
                {teams.map(({ team_id, team, fancier, country, account, pigeon_count }) => (
                  <tr key={team_id}>
                    <ChooseRow id={team_id} name={team} />
                    <td>
                      <div className={table.flagged}>
                        <Flag country={country} />
                        <Link to={`${at}/${team_id}`}>
                          <bdi>{team}</bdi>
                        </Link>
                      </div>
                    </td>
                    <td data-label={t('sheet.fancier')}>
                      <bdi>{fancier ?? '–'}</bdi>
                    </td>
                    <td data-label={t('people.account')}>
                      <span>
                        {account ? (
                          <Link to={`${seasonAdminPath(season.id)}/customers/${account.user_id}`}>
                            <bdi>{nameOf(account) ?? t('rights.unnamed')}</bdi>
                          </Link>
                        ) : (
                          '–'
                        )}
                        {account?.email && nameOf(account) !== account.email && (
                          <small>
                            <bdi>{account.email}</bdi>
                          </small>
                        )}
                      </span>
                    </td>
                    <td data-label={t('teams.pigeons')} className={table.figure}>
                      <bdi className="num">{formatNumber(locale, pigeon_count)}</bdi>
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </Selection>
        )}
        {teams.length > 0 && <Paging {...list} per_page={per_page} sizes={perPages} />}
      </section>
    </>
  );
}
