/** The calls of season managers about teams: accounts, names, removal. */
import { z } from 'zod';
import { name } from '#domain/accounts/contract.ts';
import { contract, id, perPage, replyId } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { season } from '#domain/seasons/contract.ts';
import { orderBy } from '#domain/sorted.ts';
import { email, requiredText, text } from '#domain/validation.ts';
import { adminBird } from './admin-bird.ts';
import { team } from './contract.ts';
import { longestTeamName } from './team.ts';

/** A team with the account of its fancier, if it has one (3.8). */
export const ownedTeam = team.extend({ pigeon_count: z.int(), account: name.nullable() });
export type OwnedTeam = z.output<typeof ownedTeam>;

const country = z
  .string()
  .regex(/^([A-Z]{2})?$/)
  .transform((code) => code || null);

/** The fields of a team; an empty field is unknown. */
export const teamFields = z.strictObject({
  team: requiredText({ max: longestTeamName }).transform((name) => name.trim()),
  fancier: text({ max: 128 }).transform((name) => name.trim() || null),
  country,
});
export type TeamFields = z.output<typeof teamFields>;

const ofSeason = z.object({ season_id: id });
const ofTeam = z.object({ season_id: id, team_id: id });
/** Maximum number of teams in one call; an empty choice is refused as such (8.34). */
const team_ids = z.array(z.int().min(1)).max(1000);

/** The query for a page of people or teams of a season. */
export const peopleQuery = {
  q: z.string().max(100).default(''),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: perPage,
};

/** The fields of such a list beside its rows. */
export const pageOfPeople = {
  loft,
  season,
  /** The countries in the list, whatever the search. */
  countries: z.array(z.string()),
  total: z.int(),
  page: z.int(),
  page_count: z.int(),
};

export const listSeasonTeams = contract({
  name: 'listSeasonTeams',
  summary: 'The teams of a season with their accounts, found by name, e-mail address, team or ring',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/teams',
  access: 'season.manage',
  params: ofSeason,
  query: z.object({
    ...peopleQuery,
    account: z.enum(['with', 'without']).optional(),
    sort: orderBy('team', 'fancier', 'country', 'account', 'pigeon_count'),
  }),
  reply: z.object({ ...pageOfPeople, teams: z.array(ownedTeam) }),
});

export const readSeasonTeam = contract({
  name: 'readSeasonTeam',
  summary: 'A team of a season with its account and its pigeons, each with the number of its flights',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/teams/{team_id}',
  access: 'season.manage',
  params: ofTeam,
  reply: z.object({ loft, season, team: ownedTeam, pigeons: z.array(adminBird.extend({ flight_count: z.int() })) }),
});

export const createTeam = contract({
  name: 'createTeam',
  summary: 'A new team of a season',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/teams',
  access: 'season.manage',
  params: ofSeason,
  body: teamFields,
  reply: z.object({ team_id: replyId }),
});

export const changeTeam = contract({
  name: 'changeTeam',
  summary: 'Change what a team is called, its fancier and its country',
  method: 'PUT',
  path: '/api/admin/seasons/{season_id}/teams/{team_id}',
  access: 'season.manage',
  params: ofTeam,
  body: teamFields,
  reply: z.object({}),
});

export const removeTeams = contract({
  name: 'removeTeams',
  summary: 'Remove teams, all or none; one that still holds pigeons stays (5.7)',
  method: 'DELETE',
  path: '/api/admin/seasons/{season_id}/teams',
  access: 'season.manage',
  params: ofSeason,
  body: z.strictObject({ team_ids }),
  reply: z.object({ removed: z.int() }),
});

export const joinFanciers = contract({
  name: 'joinFanciers',
  summary: 'Give these teams one fancier: this name, and the account that one of them has',
  method: 'PUT',
  path: '/api/admin/seasons/{season_id}/teams/fancier',
  access: 'season.manage',
  params: ofSeason,
  body: z.strictObject({ team_ids, fancier: requiredText({ max: 128 }).transform((name) => name.trim()) }),
  reply: z.object({ changed: z.int() }),
});

export const linkTeams = contract({
  name: 'linkTeams',
  summary: 'Give teams to the account with this e-mail address, or to none with null',
  method: 'PUT',
  path: '/api/admin/seasons/{season_id}/teams/account',
  access: 'season.manage',
  params: ofSeason,
  body: z.strictObject({ team_ids, email: email().nullable() }),
  reply: z.object({ changed: z.int() }),
});

export const removePigeon = contract({
  name: 'removePigeon',
  summary: 'Remove a pigeon of a season that is on no basketing list (5.7)',
  method: 'DELETE',
  path: '/api/admin/seasons/{season_id}/pigeons/{pigeon_id}',
  access: 'season.manage',
  params: z.object({ season_id: id, pigeon_id: id }),
  body: z.strictObject({}).nullable(),
  reply: z.object({}),
});
