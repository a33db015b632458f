/** All people of the site as a file, filtered and sorted like the list. */
import { listPeople } from '#domain/accounts/people-contract.ts';
import { dayCell } from '#domain/csv.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { isoDay } from '#web/lib/intl.ts';
import { wholeList } from '#web/lib/list.ts';
import { answers } from '#web/lib/loader.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { fileResponse } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/people-csv.ts';
import { everybodyQueryFrom } from './people-list.ts';
import { givenRights, rightKeys } from './RightsForm.tsx';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = wholeList(everybodyQueryFrom(new URL(request.url).searchParams));
  const { people } = await answers(() => context.get(callContext)(listPeople, { query }));
  const head = [
    t('rights.person'),
    t('rights.email'),
    t('everybody.admin'),
    t('people.rights'),
    t('admin.orders'),
    t('everybody.since'),
    t('everybody.last_used'),
  ];
  const day = (at: string | null) => dayCell(at && isoDay(Date.parse(at), 'UTC'));
  const lines = people.map((person) => [
    nameOf(person),
    person.email,
    person.standing.is_admin ? 1 : null,
    person.rights
      .map(
        ({ loft, entry }) =>
          `${loft}: ${givenRights(entry)
            .map((right) => t(rightKeys[right]))
            .join(', ')}`,
      )
      .join('; '),
    person.order_count,
    day(person.created_at),
    day(person.last_used_at),
  ]);
  return fileResponse(args, { name: t('everybody.title'), rows: [head, ...lines] });
}
