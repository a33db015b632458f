/** Where the pages stand (2.7–2.11). */

export const loftPath = (loft_id: number) => `/lofts/${loft_id}`;

export const flightPath = (flight: { loft_id: number; id: number }) =>
  `${loftPath(flight.loft_id)}/flights/${flight.id}`;

export const teamPath = (team: { loft_id: number; team_id: number }) =>
  `${loftPath(team.loft_id)}/teams/${team.team_id}`;

/** A bird that is in no team has a page too. */
export const pigeonPath = (pigeon: { loft_id: number; team_id: number | null; pigeon_id: number }) =>
  `${loftPath(pigeon.loft_id)}/teams/${pigeon.team_id === null ? '' : `${pigeon.team_id}/`}pigeons/${pigeon.pigeon_id}`;
