/** Addresses that the page of a flight does not need, which has no bytes for them. */
import { mostWatched } from '#domain/arrivals/watch.ts';
import type { TeamKey } from '#domain/keys.ts';
import { acesPath, flightPath, placePath, teamPath } from './paths.ts';

/** A flight on a television. */
export const presentPath = (flight: { loft_id: number; id: number }) => `${flightPath(flight)}/present`;

/** A ranking of a season. */
export const rankingPath = (loft_id: number, { season_id, ranking_id }: { season_id: number; ranking_id: number }) =>
  `${acesPath(loft_id)}?season=${season_id}&ranking=${ranking_id}`;

/** Why a line of a ranking has its place. @param line the key of the line */
export const rankingWhyPath = (loft_id: number, ranking_id: number, line: string) =>
  `${acesPath(loft_id)}/why?${new URLSearchParams({ ranking: String(ranking_id), line })}`;

/** A flight on a television that stays at a ranking as it stands with the flight. */
export const presentRankingPath = (flight: { loft_id: number; id: number }, ranking_id: number) =>
  `${presentPath(flight)}?slide=aces-${ranking_id}`;

/** Its lower third for stream software. */
export const overlayPath = (flight: { loft_id: number; id: number }) => `${presentPath(flight)}?overlay=1`;

/** The certificate of a bird whose result is official. */
export const certificatePath = (flight: { loft_id: number; id: number }, pigeon_id: number) =>
  `${placePath(flight, pigeon_id)}/certificate.pdf`;

/** All seasons and lofts of the fancier of a team. */
export const careerPath = (team: TeamKey) => `${teamPath(team)}/career`;

/** The claim to a team that no account holds. */
export const claimPath = (team: TeamKey) => `${teamPath(team)}/claim`;

/** Several flights on one page, as many as one connection follows; each in the address as its loft and itself. */
export const watchPath = (flights: readonly { loft_id: number; id: number }[]) =>
  `/watch?${flights
    .slice(0, mostWatched)
    .map((flight) => `flight=${watchedAs(flight)}`)
    .join('&')}`;
export const watchedAs = ({ loft_id, id }: { loft_id: number; id: number }) => `${loft_id}.${id}`;

/** The account to which a person lets prizes be paid. */
export const payoutAccountPath = '/payout-account';
