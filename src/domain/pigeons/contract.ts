/** The calls about the pigeons and teams of a season. */
import { z } from 'zod';
import { contract, id, replyId } from '#domain/contract.ts';
import { listQuery, pageOfList } from '#domain/seasons/contract.ts';
import { hiddenSwitches } from '#domain/seasons/shown.ts';

/**
 * A bird with what every list says about it: its ring, its looks, whose it is. What the season does not show is null; of
 * the ring it is the empty text, and the number is one that the bird has in that list only.
 */
export const bird = z.object({
  pigeon_id: replyId,
  ring: z.string(),
  pigeon_name: z.string().nullable(),
  color: z.string().nullable(),
  sex: z.enum(['cock', 'hen', 'unknown']),
  team_id: replyId.nullable(),
  team: z.string().nullable(),
  fancier: z.string().nullable(),
  country: z.string().nullable(),
});
export type Bird = z.output<typeof bird>;

/** A team as lists show it (3.8); what the season does not show as of a bird. */
export const team = z.object({
  team_id: replyId,
  team: z.string(),
  fancier: z.string().nullable(),
  country: z.string().nullable(),
  pigeon_count: z.int().nullable(),
});
export type Team = z.output<typeof team>;

/** What such a list says beside its rows; of the season, what whoever asks is not shown (3.15). */
const list = { ...pageOfList, hidden: hiddenSwitches };

export const listPigeons = contract({
  name: 'listPigeons',
  summary: 'The pigeons of a season of a loft, by ring',
  method: 'GET',
  path: '/api/lofts/{loft_id}/pigeons',
  access: 'season.read',
  params: z.object({ loft_id: id }),
  query: listQuery,
  reply: z.object({ ...list, pigeons: z.array(bird) }),
});

export const listTeams = contract({
  name: 'listTeams',
  summary: 'The teams of a season of a loft, by name',
  method: 'GET',
  path: '/api/lofts/{loft_id}/teams',
  access: 'season.read',
  params: z.object({ loft_id: id }),
  query: listQuery,
  reply: z.object({ ...list, teams: z.array(team) }),
});

export const listCountries = contract({
  name: 'listCountries',
  summary: 'Where the teams of a season come from: how many of each country, the most first',
  method: 'GET',
  path: '/api/lofts/{loft_id}/countries',
  access: 'season.read',
  params: z.object({ loft_id: id }),
  /** Without a season it is the current one. */
  query: z.object({ season_id: id.optional() }),
  /** None where the season does not show the countries of its teams. */
  reply: z.object({ countries: z.array(z.object({ country: z.string(), count: z.int() })) }),
});
