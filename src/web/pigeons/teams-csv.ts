/** The teams of a season, or those looked for, as a table for a spreadsheet. */
import { csvHeaders, csvOf } from '#domain/csv.ts';
import { listTeams } from '#domain/pigeons/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { wholeListFrom } from '#web/lib/list.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import type { Route } from './+types/teams-csv.ts';

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { t } = speaker(context.get(pageContext).locale);
  const query = wholeListFrom(new URL(request.url).searchParams);
  const { loft, season, teams } = await answers(() =>
    context.get(callContext)(listTeams, { params: { loft_id: idFrom(params.loft_id) }, query }),
  );
  const head = [t('teams.team'), t('sheet.fancier'), t('lofts.country'), t('teams.pigeons')];
  const lines = teams.map(({ team, fancier, country, pigeon_count }) => [team, fancier, country, pigeon_count]);
  return new Response(csvOf([head, ...lines]), {
    headers: csvHeaders([loft.name, season?.year, t('teams.title')].join(' ')),
  });
}
