/** Addresses that the page of a flight does not need, which has no bytes for them. */
import { mostWatched } from '#domain/arrivals/watch.ts';
import type { TeamKey } from '#domain/keys.ts';
import { acesPath, flightPath, placePath, teamPath } from './paths.ts';

/** A flight on a television. */
export const presentPath = (flight: { loft_id: number; id: number }) => `${flightPath(flight)}/present`;

/** Its lower third for stream software. */
export const overlayPath = (flight: { loft_id: number; id: number }) => `${presentPath(flight)}?overlay=1`;

/** The certificates of the first birds of an official flight. */
export const flightCertificatesPath = (flight: { loft_id: number; id: number }) =>
  `${flightPath(flight)}/certificates.pdf`;
/** The certificates of the first places of a frozen ranking, or of one line of it. */
export const certificatesPath = (loft_id: number, ranking_id: number, line?: string) =>
  `${acesPath(loft_id)}/${ranking_id}/certificates.pdf${line === undefined ? '' : `?${new URLSearchParams({ line })}`}`;
/** A frozen ranking as its text: the latest version, or one before it. */
export const frozenRankingPath = (loft_id: number, ranking_id: number, version?: number) =>
  `${acesPath(loft_id)}/${ranking_id}/frozen.txt${version === undefined ? '' : `?version=${version}`}`;
/** The certificate of a bird whose result is official. */
export const certificatePath = (flight: { loft_id: number; id: number }, pigeon_id: number) =>
  `${placePath(flight, pigeon_id)}/certificate.pdf`;

/** All seasons and lofts of the fancier of a team. */
export const careerPath = (team: TeamKey) => `${teamPath(team)}/career`;

/** Several flights on one page, as many as one connection follows; each in the address as its loft and itself. */
export const watchPath = (flights: readonly { loft_id: number; id: number }[]) =>
  `/watch?${flights
    .slice(0, mostWatched)
    .map((flight) => `flight=${watchedAs(flight)}`)
    .join('&')}`;
export const watchedAs = ({ loft_id, id }: { loft_id: number; id: number }) => `${loft_id}.${id}`;
