/** The teams of a season as a file, filtered like the list. */
import { listTeams, type Team } from '#domain/pigeons/contract.ts';
import { shows } from '#domain/seasons/visibility.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { wholeListFrom } from '#web/lib/list.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { type Column, fileResponse, rowsOf } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/teams-csv.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = wholeListFrom(new URL(request.url).searchParams);
  const { loft, season, hidden, teams } = await answers(() =>
    context.get(callContext)(listTeams, { params: { loft_id: idFrom(params.loft_id) }, query }),
  );
  const columns: (Column<Team> | false)[] = [
    shows(hidden, 'participants.team') && [t('teams.team'), ({ team }) => team],
    shows(hidden, 'participants.fancier') && [t('sheet.fancier'), ({ fancier }) => fancier],
    shows(hidden, 'participants.country') && [t('lofts.country'), ({ country }) => country],
    shows(hidden, 'participants.pigeonsCount') && [t('teams.pigeons'), ({ pigeon_count }) => pigeon_count],
  ];
  const name = [loft.name, season?.year, t('teams.title')].join(' ');
  return fileResponse(args, { name, rows: rowsOf(columns, teams) });
}
