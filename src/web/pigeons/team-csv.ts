/** All flights of a team's birds as a file. */
import { readTeam } from '#domain/arrivals/records.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { fileResponse } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/team-csv.ts';
import { recordRows } from './record-rows.server.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const key = { loft_id: idFrom(params.loft_id), team_id: idFrom(params.team_id) };
  const view = await answers(() => context.get(callContext)(readTeam, { params: key }));
  return fileResponse(args, {
    name: [view.loft.name, view.season.year, view.team.team].join(' '),
    rows: recordRows(view, t),
  });
}
