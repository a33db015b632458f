/** Addresses of certificates and of frozen rankings, which most pages have no bytes for. */
import { acesPath, flightPath } from './paths.ts';

/** The certificates of the first birds of an official flight. */
export const flightCertificatesPath = (flight: { loft_id: number; id: number }) =>
  `${flightPath(flight)}/certificates.pdf`;
/** The certificates of the first places of a frozen ranking, or of one line of it. */
export const certificatesPath = (loft_id: number, ranking_id: number, line?: string) =>
  `${acesPath(loft_id)}/${ranking_id}/certificates.pdf${line === undefined ? '' : `?${new URLSearchParams({ line })}`}`;
/** A frozen ranking as its text: the latest version, or one before it. */
export const frozenRankingPath = (loft_id: number, ranking_id: number, version?: number) =>
  `${acesPath(loft_id)}/${ranking_id}/frozen.txt${version === undefined ? '' : `?version=${version}`}`;
/** What a version of a frozen ranking changed, as a file without its ending. */
export const frozenChangesPath = (loft_id: number, ranking_id: number) => `${acesPath(loft_id)}/${ranking_id}/changes`;
