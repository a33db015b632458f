/** The query parameters of lists. */
import { idFrom, pageFrom, searchTextFrom } from './loader.ts';

export function listFrom(search: URLSearchParams) {
  return { ...chosenFrom(search), ...pageFrom(search) };
}

export function wholeListFrom(search: URLSearchParams) {
  return wholeList(chosenFrom(search));
}

/** The same list from its first row to its last. */
export function wholeList<Q>(query: Q): Omit<Q, 'page' | 'per_page'> & { page: number; per_page: 'all' } {
  return { ...query, page: 1, per_page: 'all' };
}

function chosenFrom(search: URLSearchParams) {
  const season = search.get('season');
  return {
    q: searchTextFrom(search),
    ...(season !== null && season !== '' && { season_id: idFrom(season) }),
  };
}
