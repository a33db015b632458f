/** The query of a season's list of flights from a URL, for the page and the file; and where a flight's action leads. */
import { flightKinds, flightStatuses, type NextAction } from '#domain/flights/flight.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { oneOf, pageFrom, searchTextFrom } from '#web/lib/loader.ts';
import { isPage } from '#web/lib/navigation-entries.ts';
import { flightPath } from '#web/lib/paths.ts';
import type { IconName } from '#web/ui/Icon.tsx';

const columns = ['release', 'name', 'kind', 'point', 'distance', 'home', 'state'] as const;
const orders = ['release', ...columns.slice(1), ...columns.map((column) => `-${column}` as const)] as const;

export function flightsQueryFrom(search: URLSearchParams) {
  const kind = oneOf(['', ...flightKinds], search.get('kind'));
  const status = oneOf(['', ...flightStatuses], search.get('status'));
  return {
    q: searchTextFrom(search),
    sort: oneOf(orders, search.get('sort')),
    ...(kind !== '' && { kind }),
    ...(status !== '' && { status }),
    ...pageFrom(search),
  };
}

export const flightsAdminPath = (season_id: number) => `${seasonAdminPath(season_id)}/flights`;

export const actionIcons: Readonly<Record<NextAction, IconName>> = {
  open_basketing: 'basket',
  seal: 'lock',
  release: 'flag',
  watch: 'play',
  publish: 'evaluated',
  make_official: 'evaluated',
  result: 'list',
  reason: 'note',
};

interface Acted {
  loft_id: number;
  season_id: number;
  id: number;
  next_action: NextAction;
}

/** Where the next action of a flight is done: on its own page, at the release, or where the public reads it. */
export function actionPath(flight: Acted, pages: readonly string[]): string {
  const own = `${flightsAdminPath(flight.season_id)}/${flight.id}`;
  if (flight.next_action === 'watch' || flight.next_action === 'result') return flightPath(flight);
  return flight.next_action === 'release' && isPage(`${own}/release`, pages) ? `${own}/release` : own;
}
