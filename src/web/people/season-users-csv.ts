/** The users of a season, as they were looked for and ordered, to take along. */
import { listSeasonUsers } from '#domain/people/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { taken } from '#web/lib/take.server.ts';
import type { Route } from './+types/season-users-csv.ts';
import { peopleRows } from './people-csv.ts';
import { usersAskedFor } from './people-list.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = { ...usersAskedFor(new URL(request.url).searchParams), page: 1, per_page: 'all' as const };
  const { loft, season, people } = await answers(() =>
    context.get(callContext)(listSeasonUsers, { params: { season_id: idFrom(params.season_id) }, query }),
  );
  return taken(args, { name: [loft.name, season.name, t('desk.users')].join(' '), rows: peopleRows(people, t) });
}
