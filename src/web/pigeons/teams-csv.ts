/** The teams of a season, or those looked for, to take along. */
import { listTeams } from '#domain/pigeons/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { wholeListFrom } from '#web/lib/list.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { taken } from '#web/lib/take.server.ts';
import type { Route } from './+types/teams-csv.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = wholeListFrom(new URL(request.url).searchParams);
  const { loft, season, teams } = await answers(() =>
    context.get(callContext)(listTeams, { params: { loft_id: idFrom(params.loft_id) }, query }),
  );
  const head = [t('teams.team'), t('sheet.fancier'), t('lofts.country'), t('teams.pigeons')];
  const lines = teams.map(({ team, fancier, country, pigeon_count }) => [team, fancier, country, pigeon_count]);
  return taken(args, { name: [loft.name, season?.year, t('teams.title')].join(' '), rows: [head, ...lines] });
}
