/** People of a season as lines of a table for a spreadsheet. */
import { type Cell, csvHeaders, csvOf } from '#domain/csv.ts';
import type { SeasonPerson } from '#domain/people/contract.ts';
import { nameOf } from '#web/lib/person-name.ts';
import type { Words } from '#web/lib/words.ts';

export interface PeopleFile {
  name: readonly string[];
  people: readonly SeasonPerson[];
  t: Words;
}

export function peopleFile({ name, people, t }: PeopleFile): Response {
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
  return new Response(csvOf([head, ...lines]), { headers: csvHeaders(name.join(' ')) });
}
