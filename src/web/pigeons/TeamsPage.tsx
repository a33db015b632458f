/** The teams of a loft's season: searched, paged, each with a link to its page. */
import { useSearchParams } from 'react-router';
import { listTeams } from '#domain/pigeons/contract.ts';
import { birdColumnsOf, shows, showsTeamPages } from '#domain/seasons/visibility.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { listFrom } from '#web/lib/list.ts';
import { answers, idFrom, perPages } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { loftPath } from '#web/lib/paths.ts';
import { useMine } from '#web/lib/reader-marks.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { pictured } from '#web/share/heads.server.ts';
import { TeamName } from '#web/ui/BirdName.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { ListPanel } from '#web/ui/ListPanel.tsx';
import { LoftHead } from '#web/ui/LoftHead.tsx';
import { MarkMine } from '#web/ui/MarkMine.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/TeamsPage.ts';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const loft_id = idFrom(params.loft_id);
  const query = listFrom(new URL(request.url).searchParams);
  const list = await answers(() => context.get(callContext)(listTeams, { params: { loft_id }, query }));
  return {
    loft: list.loft,
    list,
    per_page: query.per_page,
    head: pictured(
      { locale, public_url, url: request.url },
      pageHead(
        { context, params, pattern },
        [t('teams.title'), list.loft.name],
        t('teams.description', { loft: list.loft.name }),
      ),
      loftPath(loft_id),
    ),
  };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function TeamsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const { loft, list, per_page } = loaderData;
  const { seasons, read_at } = list;
  const mine = useMine(loft.id);
  const { hidden } = list;
  const has = {
    team: birdColumnsOf(hidden, 'fanciers').whose,
    count: shows(hidden, 'participants.pigeonsCount'),
    mark: showsTeamPages(hidden),
  };
  useLastKnown(loaderData);
  return (
    <>
      <LoftHead loft={loft} read_at={read_at} part="teams" seasons={seasons} season_id={list.season?.id ?? null} />
      <ListPanel
        title={t('teams.title')}
        found={t('teams.found', { count: list.total })}
        hint={t('search.teams')}
        list={{ ...list, per_page, sizes: perPages }}
        empty={{ title: t('teams.empty'), text: t('teams.empty_text') }}
        wanted={search.get('q') ?? ''}
        file={`${loftPath(loft.id)}/teams`}
      >
        <table className={table.table}>
          <caption className="visually-hidden">{t('teams.caption', { loft: loft.name })}</caption>
          <thead>
            <tr>
              {has.team && <th scope="col">{t('teams.team')}</th>}
              {has.count && (
                <th scope="col" className={table.figure}>
                  {t('teams.pigeons')}
                </th>
              )}
              {has.mark && (
                <th>
                  <span className="visually-hidden">{t('mine.mark')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {list.teams.map((team) => (
              <tr key={team.team_id} className={mine.teams.includes(team.team_id) ? table.mine : undefined}>
                {has.team && (
                  <td>
                    <div className={table.flagged}>
                      <Flag country={team.country} />
                      <span>
                        <TeamName loft_id={loft.id} team={team} />
                      </span>
                    </div>
                  </td>
                )}
                {has.count && (
                  <td className={table.figure}>
                    <bdi className="num">{team.pigeon_count !== null && formatNumber(locale, team.pigeon_count)}</bdi>
                  </td>
                )}
                {has.mark && (
                  <td className={table.figure}>
                    <MarkMine loft_id={loft.id} kind="teams" id={team.team_id} name={team.team} look="row" />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ListPanel>
    </>
  );
}
