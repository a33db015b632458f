/** The calls about claims to teams, for their senders and for those who run the loft. */
import type { TeamKey } from '#domain/keys.ts';
import {
  claimTeam as claimCall,
  decideTeamClaim as decideCall,
  listOwnTeamClaims,
  listTeamClaims,
  readTeamClaims,
  withdrawTeamClaim as withdrawCall,
} from '#domain/people/team-claim-contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { personOf } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { pageOf } from '#server/pagination.ts';
import { showsFanciers } from '#server/pigeons/careers.ts';
import { findTeam } from '#server/pigeons/teams.ts';
import { type CallContext, type Route, route } from '#server/route.ts';
import { loadSeason } from '#server/seasons/seasons.ts';
import { viewFor } from '#server/seasons/visibility.ts';
import { claimTeam, decideTeamClaim, refusalToClaim, withdrawTeamClaim } from './team-claims.ts';
import { claimsOfPerson, listOfTeamClaims, teamClaims } from './team-claims-read.ts';

const actOf = ({ actor, now_ms }: CallContext) => ({ by: personOf(actor).user_id, now_ms });

/** A team whose season shows whose it is. @throws Refusal `not_found` */
async function loadTeam(tx: Tx, { loft_id, team_id }: TeamKey, { actor }: CallContext) {
  const team = await findTeam(tx, { loft_id, team_id });
  if (!team) throw new Refusal('not_found');
  const loaded = await loadSeason(tx, loft_id, team.season_id);
  if (!showsFanciers(viewFor(actor, loaded.season!))) throw new Refusal('not_found');
  return { ...loaded, team };
}

export const teamClaimRoutes: Route[] = [
  route(readTeamClaims, {
    load: (tx, { params }, context) => loadTeam(tx, params, context),
    act: async (tx, { season, team }, { params }, context) => {
      const { by } = actOf(context);
      const { loft } = await loadLoft(tx, params.loft_id);
      return {
        loft,
        season: season!,
        team,
        claims: await claimsOfPerson(tx, by, params),
        refusal: (await refusalToClaim(tx, params, by))?.code ?? null,
      };
    },
  }),
  route(claimCall, {
    load: (tx, { params }, context) => loadTeam(tx, params, context),
    act: async (tx, _team, { params, body }, context) => ({
      claim_id: await claimTeam(tx, params, body.text, actOf(context)),
    }),
  }),
  route(listOwnTeamClaims, {
    load: async () => null,
    act: async (tx, _own, _input, context) => ({ claims: await claimsOfPerson(tx, actOf(context).by) }),
  }),
  route(withdrawCall, {
    load: async () => null,
    act: async (tx, _own, { params }, context) => {
      await withdrawTeamClaim(tx, params, actOf(context));
      return {};
    },
  }),
  route(listTeamClaims, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, { loft_id, loft }, { query }, context) => {
      const key = { loft_id, reader: actOf(context).by };
      const read = (ids: readonly number[]) => teamClaims(tx, key, ids);
      const list = listOfTeamClaims(loft_id);
      const { rows, ...page } = await pageOf(tx, { ...query, sort: 'open' }, list, read, ({ claim_id }) => claim_id);
      return { loft, ...page, claims: rows };
    },
  }),
  route(decideCall, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, _loft, { params, body }, context) => {
      await decideTeamClaim(tx, params, body, actOf(context));
      return {};
    },
  }),
];
