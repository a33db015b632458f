/** What the address of a season's customers or users asks for, for the page and for the file. */
import { parts } from '#domain/people/part.ts';
import { oneOf, pageFrom } from '#web/lib/loader.ts';

const columns = ['name', 'email', 'team_count', 'pigeon_count'] as const;
type Column = (typeof columns)[number];
const orders: readonly [Column, ...(Column | `-${Column}`)[]] = [
  'name',
  ...columns.slice(1),
  ...columns.map((column) => `-${column}` as const),
];

export function peopleAskedFor(search: URLSearchParams) {
  const country = search.get('country') ?? '';
  return {
    q: (search.get('q') ?? '').slice(0, 100),
    sort: oneOf(orders, search.get('sort')),
    ...(/^[A-Z]{2}$/.test(country) && { country }),
    ...pageFrom(search),
  };
}

/** For users, whom of them. */
export function usersAskedFor(search: URLSearchParams) {
  const part = oneOf(['', ...parts], search.get('part'));
  return { ...peopleAskedFor(search), ...(part !== '' && { part }) };
}
