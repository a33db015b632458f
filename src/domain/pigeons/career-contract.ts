/** The call about a fancier over several seasons: all teams of the fancier of a team. */
import { z } from 'zod';
import { contract, id } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { season } from '#domain/seasons/contract.ts';
import { team } from './contract.ts';

/** A season of a fancier, with the fields that the season shows to the actor. */
const teamSeason = z.object({ loft: loft.pick({ id: true, name: true, country: true }), season, team });
export type TeamSeason = z.output<typeof teamSeason>;

export const listFancierSeasons = contract({
  name: 'listFancierSeasons',
  summary:
    'All teams of the fancier of a team, of any loft, in seasons that show whose their teams are, the latest first',
  method: 'GET',
  path: '/api/lofts/{loft_id}/teams/{team_id}/seasons',
  access: 'season.read',
  params: z.object({ loft_id: id, team_id: id }),
  reply: z.object({
    /** Empty where the season of the team does not show whose it is; else the team itself is among them. */
    seasons: z.array(teamSeason),
    has_account: z.boolean().meta({ description: 'No: whose team it is can claim it; where no season is shown, yes' }),
  }),
});
