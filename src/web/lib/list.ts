/** What the pages of a season's lists share: what the address asks for. */
import { idFrom, pageFrom } from './loader.ts';

export function listFrom(search: URLSearchParams) {
  const season = search.get('season');
  return {
    ...pageFrom(search),
    q: (search.get('q') ?? '').slice(0, 100),
    ...(season !== null && season !== '' && { season_id: idFrom(season) }),
  };
}
