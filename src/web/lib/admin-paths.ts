/** The addresses under which a loft, a season and its flights are administered. */
export const loftAdminPath = (loft_id: number) => `/admin/lofts/${loft_id}`;
export const seasonAdminPath = (season_id: number) => `/admin/seasons/${season_id}`;

/** The flights of a season. */
export const flightsAdminPath = (season_id: number) => `${seasonAdminPath(season_id)}/flights`;

/** Race control of a flight. */
export const controlPath = (season_id: number, flight_id: number) =>
  `${flightsAdminPath(season_id)}/${flight_id}/control`;

/** The disputes of a flight. */
export const disputesPath = (season_id: number, flight_id: number) =>
  `${flightsAdminPath(season_id)}/${flight_id}/disputes`;

/** The rulings on a flight. */
export const rulingsPath = (season_id: number, flight_id: number) =>
  `${flightsAdminPath(season_id)}/${flight_id}/rulings`;

/** A new ruling, with what is known about it; without a kind the page asks for it. */
export const newRulingPath = (
  season_id: number,
  flight_id: number,
  known: Readonly<Record<string, string | number>> = {},
) => {
  const query = new URLSearchParams(Object.entries(known).map(([name, value]) => [name, String(value)]));
  return `${rulingsPath(season_id, flight_id)}/create${query.size ? `?${query}` : ''}`;
};
