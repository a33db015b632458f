/** The paths of the pages (2.7–2.11). */

import type { PigeonKey, SeasonKey, TeamKey } from '#domain/keys.ts';
import type { Locale } from '#domain/locales.ts';
import type { SearchKind } from '#domain/search/query.ts';
import type { TableFormat } from '#domain/table.ts';

export const loftPath = (loft_id: number) => `/lofts/${loft_id}`;

export const flightPath = (flight: { loft_id: number; id: number }) =>
  `${loftPath(flight.loft_id)}/flights/${flight.id}`;

/** The map of a flight; null where it has none, because a position is not known. */
export const mapPath = (
  flight: { loft_id: number; id: number; release_latitude: number | null },
  loft: { latitude: number | null },
): string | null => (flight.release_latitude === null || loft.latitude === null ? null : `${flightPath(flight)}/map`);

/** A flight as it is told. */
export const storyPath = (flight: { loft_id: number; id: number }) => `${flightPath(flight)}/story`;

/** A flown flight to be seen again, from a moment of it on. */
export const replayPath = (flight: { loft_id: number; id: number }) => `${flightPath(flight)}/replay`;

/** The rankings of a loft's season. */
export const acesPath = (loft_id: number) => `${loftPath(loft_id)}/aces`;

/** A championship over lofts. */
export const championshipPath = (championship_id: number) => `/championships/${championship_id}`;

/** Two lines of a ranking beside each other. */
export const comparePath = (loft_id: number) => `${acesPath(loft_id)}/compare`;

export const teamPath = (team: TeamKey) => `${loftPath(team.loft_id)}/teams/${team.team_id}`;

/** A bird that is in no team has a page too. */
export const pigeonPath = (pigeon: { loft_id: number; team_id: number | null; pigeon_id: number }) =>
  `${loftPath(pigeon.loft_id)}/teams/${pigeon.team_id === null ? '' : `${pigeon.team_id}/`}pigeons/${pigeon.pigeon_id}`;

export const newsPath = (news: { loft_id: number; id: number }) => `${loftPath(news.loft_id)}/news/${news.id}`;

/** All flights of a team's birds as a file, without its extension. */
export const teamFilePath = (team: TeamKey) => `${teamPath(team)}/flights`;

/** All flights of a bird as a file; the bird is the same in any team. */
export const pigeonFilePath = ({ loft_id, pigeon_id }: PigeonKey) =>
  `${loftPath(loft_id)}/pigeons/${pigeon_id}/flights`;

/** The two lists of a flight that can be printed and downloaded. */
export type FlightList = 'result' | 'basketing';

/** A list of a flight as a printable sheet: all selected birds on one page. */
export const sheetPath = (flight: { loft_id: number; id: number }, list: FlightList, choice: object) =>
  `${flightPath(flight)}/${list}/sheet${asQuery(choice)}`;

/** The same as a file. */
export const filePath = (
  flight: { loft_id: number; id: number },
  list: FlightList,
  choice: object,
  format: TableFormat = 'csv',
) => `${flightPath(flight)}/${list}.${format}${asQuery(choice)}`;

/** Why a bird has its place in a flight. */
export const placePath = (flight: { loft_id: number; id: number }, pigeon_id: number) =>
  `${flightPath(flight)}/places/${pigeon_id}`;

/** The same as a file. */
export const placeFilePath = (flight: { loft_id: number; id: number }, pigeon_id: number, format: TableFormat) =>
  `${placePath(flight, pigeon_id)}.${format}`;

/** One's own disputes of the result of a flight; a new one about the bird with this ring. */
export const ownDisputesPath = (flight: { loft_id: number; id: number }, ring = '') =>
  `${flightPath(flight)}/disputes${asQuery({ ring })}`;

/** The official result of a flight as it was signed, as a text: the latest, or one of its versions. */
export const officialResultPath = (flight: { loft_id: number; id: number }, version?: number) =>
  `${flightPath(flight)}/official-result.txt${version === undefined ? '' : `?version=${version}`}`;

/** The query of a selection, without empty parameters. */
function asQuery(choice: object): string {
  const parameters = Object.entries(choice).filter(([, value]) => value !== '');
  return parameters.length ? `?${new URLSearchParams(parameters)}` : '';
}

/** The public page of a season. */
export const seasonPath = ({ loft_id, season_id }: SeasonKey) => `${loftPath(loft_id)}/seasons/${season_id}`;

/** The registration page of a season. */
export const registerPath = (key: SeasonKey) => `${seasonPath(key)}/register`;

/** The prizes of a season: of its last official flight, or of another one. */
export const prizesPath = (key: SeasonKey, flight_id?: number) =>
  `${seasonPath(key)}/prizes${flight_id === undefined ? '' : `?flight=${flight_id}`}`;

/** The birds of a season that are for sale. */
export const salePath = (key: SeasonKey) => `${seasonPath(key)}/sale`;

/** The calendar of a loft's releases in one language: of its seasons in progress, of one season, or of one flight. */
export const calendarPath = (
  { loft_id, season_id, flight_id }: { loft_id: number; season_id?: number; flight_id?: number },
  locale: Locale,
) => {
  const loft = loftPath(loft_id);
  const page =
    flight_id !== undefined
      ? `${loft}/flights/${flight_id}`
      : season_id !== undefined
        ? `${loft}/seasons/${season_id}/releases`
        : `${loft}/releases`;
  return `${page}.ics?lang=${locale}`;
};

/** A flight as a small page of text alone. */
export const textPath = (flight: { loft_id: number; id: number }) => `${flightPath(flight)}/text`;

/** The page of an order for its customer. */
export const orderPath = (order_id: number) => `/registrations/${order_id}`;

/** The rulebook of a season, the latest or one of its versions. */
export const rulebookPath = ({ loft_id, season_id }: SeasonKey, version?: number) =>
  `${seasonPath({ loft_id, season_id })}/rulebook${version === undefined ? '' : `?version=${version}`}`;

/** The path of the page of the search. */
export const searchPath = (q = '', kind?: SearchKind, page?: number) => {
  const asked = Object.entries({ q, kind: kind ?? '', page: page && page > 1 ? String(page) : '' });
  const query = asked.filter(([, value]) => value !== '');
  return query.length ? `/search?${new URLSearchParams(query)}` : '/search';
};
