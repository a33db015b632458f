/** People of a season as the rows of a list to take along. */
import type { Cell } from '#domain/csv.ts';
import type { SeasonPerson } from '#domain/people/contract.ts';
import { nameOf } from '#web/lib/person-name.ts';
import type { Words } from '#web/lib/words.ts';

/** The heads of the columns first. */
export function peopleRows(people: readonly SeasonPerson[], t: Words): Cell[][] {
  const head = [
    t('rights.person'),
    t('rights.email'),
    t('desk.teams'),
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
  return [head, ...lines];
}
