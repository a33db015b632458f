/** The teams of a season with their accounts as a file, filtered and sorted like the list. */
import { listSeasonTeams } from '#domain/pigeons/team-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { wholeList } from '#web/lib/list.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { fileResponse } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/season-teams-csv.ts';
import { teamsQueryFrom } from './teams-list.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = wholeList(teamsQueryFrom(new URL(request.url).searchParams));
  const { loft, season, teams } = await answers(() =>
    context.get(callContext)(listSeasonTeams, { params: { season_id: idFrom(params.season_id) }, query }),
  );
  const head = [
    t('teams.team'),
    t('sheet.fancier'),
    t('lofts.country'),
    t('people.account'),
    t('rights.email'),
    t('teams.pigeons'),
  ];
  const lines = teams.map(({ team, fancier, country, account, pigeon_count }) => [
    team,
    fancier,
    country,
    account && nameOf(account),
    account?.email ?? null,
    pigeon_count,
  ]);
  return fileResponse(args, { name: [loft.name, season.name, t('admin.teams')].join(' '), rows: [head, ...lines] });
}
