/** The calls about teams: those of a season, and one with its pigeons and how they did. */
import { z } from 'zod';
import { basketedPigeon } from '#domain/basketing/contract.ts';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { birdResult, flownFlight } from '#domain/pigeons/contract.ts';
import { listQuery, pageOfList, season } from '#domain/seasons/contract.ts';

/** A team as lists show it (3.8). */
export const team = z.object({
  team_id: replyId,
  team: z.string(),
  fancier: z.string().nullable(),
  country: z.string().nullable(),
  pigeon_count: z.int(),
});
export type Team = z.output<typeof team>;

export const listTeams = contract({
  name: 'listTeams',
  summary: 'The teams of a season of a loft, by name',
  method: 'GET',
  path: '/api/lofts/{loft_id}/teams',
  access: 'season.read',
  params: z.object({ loft_id: id }),
  query: listQuery,
  reply: z.object({ ...pageOfList, teams: z.array(team) }),
});

export const readTeam = contract({
  name: 'readTeam',
  summary: 'One team with its pigeons, the flights they were basketed for, the latest release first, and how they did',
  method: 'GET',
  path: '/api/lofts/{loft_id}/teams/{team_id}',
  access: 'season.read',
  params: z.object({ loft_id: id, team_id: id }),
  reply: z.object({
    loft,
    season,
    team,
    pigeons: z.array(basketedPigeon),
    flights: z.array(flownFlight),
    results: z.array(birdResult),
    read_at: instant,
  }),
});
