/** The query parameters of the lists of a season. */
import { idFrom, pageFrom } from './loader.ts';

export function listFrom(search: URLSearchParams) {
  return { ...chosenFrom(search), ...pageFrom(search) };
}

/** The same list from its first row to its last. */
export function wholeListFrom(search: URLSearchParams) {
  return { ...chosenFrom(search), page: 1, per_page: 'all' as const };
}

function chosenFrom(search: URLSearchParams) {
  const season = search.get('season');
  return {
    q: (search.get('q') ?? '').slice(0, 100),
    ...(season !== null && season !== '' && { season_id: idFrom(season) }),
  };
}
