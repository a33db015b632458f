/** The customers of a season, as they were looked for and ordered, as a table for a spreadsheet. */
import { listCustomers } from '#domain/people/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import type { Route } from './+types/customers-csv.ts';
import { peopleFile } from './people-csv.ts';
import { peopleAskedFor } from './people-list.ts';

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { t } = speaker(context.get(pageContext).locale);
  const query = { ...peopleAskedFor(new URL(request.url).searchParams), page: 1, per_page: 'all' as const };
  const { loft, season, people } = await answers(() =>
    context.get(callContext)(listCustomers, { params: { season_id: idFrom(params.season_id) }, query }),
  );
  return peopleFile({ name: [loft.name, season.name, t('desk.customers')], people, t });
}
