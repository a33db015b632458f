/** The customers or the users of a season as a file, filtered and sorted like the list. */
import type { Cell } from '#domain/table.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { wholeList } from '#web/lib/list.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { fileResponse } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/people-csv.ts';
import { peopleLists, peopleQueryFrom, readPeople } from './people-lists.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, pattern, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = wholeList(peopleQueryFrom(new URL(request.url).searchParams));
  const { list, loft, season, people } = await answers(() =>
    readPeople(context.get(callContext), { pattern, season_id: idFrom(params.season_id), query }),
  );
  const head = [
    t('rights.person'),
    t('rights.email'),
    t('admin.teams'),
    t('teams.pigeons'),
    t('rights.merchant'),
    t('rights.agent'),
    t('rights.staff'),
    t('rights.seasons'),
    t('rights.active'),
  ];
  const mark = (is: boolean | undefined): Cell => (is ? 1 : null);
  const lines = people.map((person) => [
    nameOf(person),
    person.email,
    person.teams.map(({ team }) => team).join(', '),
    person.pigeon_count,
    mark(person.entry?.is_merchant),
    mark(person.entry?.is_agent),
    mark(person.entry?.is_staff),
    mark(person.entry?.has_seasons),
    mark(person.entry?.is_active),
  ]);
  return fileResponse(args, {
    name: [loft.name, season.name, t(peopleLists[list].title)].join(' '),
    rows: [head, ...lines],
  });
}
