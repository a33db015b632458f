/** The query of a season's list of flights from a URL, for the page and the file; and where a flight's action leads. */
import { flightKinds, flightStatuses, type NextAction } from '#domain/flights/flight.ts';
import { controlPath, flightsAdminPath, seasonAdminPath } from '#web/lib/admin-paths.ts';
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

/** The pigeons of a season. */
export const seasonPigeonsPath = (season_id: number) => `${seasonAdminPath(season_id)}/pigeons`;

/** The words of the next actions; a list is sealed once its birds are in. */
export const actionWords = {
  open_basketing: 'flights.open_basketing',
  seal: 'status.basketing',
  release: 'flights.release',
  watch: 'flights.watch',
  publish: 'flights.publish',
  make_official: 'flights.make_official',
  result: 'flights.result',
  reason: 'flights.reason',
} as const satisfies Record<NextAction, string>;

export const actionIcons: Readonly<Record<NextAction, IconName>> = {
  open_basketing: 'basket',
  seal: 'basket',
  release: 'flag',
  watch: 'play',
  publish: 'evaluated',
  make_official: 'evaluated',
  result: 'list',
  reason: 'note',
};

/** Whether a result can still be disputed, so that nobody makes it official yet. */
export const isDisputable = <F extends { disputes_until: string | null }>(
  flight: F,
  now_ms: number,
): flight is F & { disputes_until: string } =>
  flight.disputes_until !== null && now_ms < Date.parse(flight.disputes_until);

interface Acted {
  loft_id: number;
  season_id: number;
  id: number;
  next_action: NextAction;
}

/** The basketing desk of a flight whose birds go in now, where somebody may use it. */
export function deskPath({ season_id, id, status }: Acted & { status: string }, pages: readonly string[]) {
  const desk = `${flightsAdminPath(season_id)}/${id}/basketing`;
  return status === 'basketing' && isPage(desk, pages) ? desk : null;
}

/** Where the next action of a flight is done: on its own page, at the release, in race control, or where the public reads it. */
export function actionPath(flight: Acted, pages: readonly string[]): string {
  const own = `${flightsAdminPath(flight.season_id)}/${flight.id}`;
  if (flight.next_action === 'result') return flightPath(flight);
  if (flight.next_action === 'watch') {
    const control = controlPath(flight.season_id, flight.id);
    return isPage(control, pages) ? control : flightPath(flight);
  }
  return flight.next_action === 'release' && isPage(`${own}/release`, pages) ? `${own}/release` : own;
}
