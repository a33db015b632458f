/** The calls by which a fancier claims a team that no account holds, and those who run its loft decide. */
import { z } from 'zod';
import { name } from '#domain/accounts/contract.ts';
import { contract, id, instant, pageQuery, replyId } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { season } from '#domain/seasons/contract.ts';
import { requiredText, text } from '#domain/validation.ts';
import { claimEvidence, longestClaimText, teamClaimDecisions, teamClaimStates } from './team-claim.ts';

const claimedTeam = z.object({
  loft: loft.pick({ id: true, name: true, time_zone: true }),
  season: season.pick({ id: true, name: true, year: true }),
  team: z.object({
    team_id: replyId,
    team: z.string(),
    fancier: z.string().nullable(),
    country: z.string().nullable(),
  }),
});

/** A claim for who made it. */
export const ownTeamClaim = claimedTeam.extend({
  claim_id: replyId,
  state: z.enum(teamClaimStates),
  text: z.string(),
  claimed_at: instant,
  reason: z.string().nullable(),
  decided_at: instant.nullable(),
});
export type OwnTeamClaim = z.output<typeof ownTeamClaim>;

/** A claim for those who run the loft. */
export const teamClaim = ownTeamClaim.extend({
  by: name,
  decided_by: name.nullable(),
  is_own: z.boolean().meta({ description: 'Who claims a team does not decide on it' }),
  is_held: z.boolean().meta({ description: 'The account holds the team by this claim' }),
  others: z.int().meta({ description: 'Other open claims to the same team' }),
  evidence: z.array(z.enum(claimEvidence)),
  other_teams: z
    .array(z.object({ loft: z.string(), year: z.int(), team: z.string() }))
    .meta({ description: 'Of the account: at this loft, and elsewhere where everybody reads whose they are' }),
});
export type TeamClaim = z.output<typeof teamClaim>;

const ofTeam = '/api/lofts/{loft_id}/teams/{team_id}/claims';
const teamParams = z.object({ loft_id: id, team_id: id });

export const readTeamClaims = contract({
  name: 'readTeamClaims',
  summary: 'The reader’s claims to a team, the latest first, and whether they can claim it now',
  method: 'GET',
  path: ofTeam,
  access: 'team.claim',
  params: teamParams,
  reply: claimedTeam.extend({
    claims: z.array(ownTeamClaim),
    refusal: z.string().nullable().meta({ description: 'Why it cannot be claimed now; null: it can' }),
  }),
});

export const claimTeam = contract({
  name: 'claimTeam',
  summary: 'Say that a team that no account holds is one’s own; those who run its loft decide',
  method: 'POST',
  path: ofTeam,
  access: 'team.claim',
  params: teamParams,
  body: z.strictObject({ text: requiredText({ max: longestClaimText }) }),
  reply: z.object({ claim_id: replyId }),
});

export const withdrawTeamClaim = contract({
  name: 'withdrawTeamClaim',
  summary: 'Withdraw an open claim of one’s own',
  method: 'POST',
  path: '/api/me/team-claims/{claim_id}/withdrawal',
  access: 'account.read',
  params: z.object({ claim_id: id }),
  body: z.strictObject({}),
  reply: z.object({}),
});

export const listOwnTeamClaims = contract({
  name: 'listOwnTeamClaims',
  summary: 'The reader’s claims to teams of any loft, the latest first',
  method: 'GET',
  path: '/api/me/team-claims',
  access: 'account.read',
  reply: z.object({ claims: z.array(ownTeamClaim) }),
});

export const listTeamClaims = contract({
  name: 'listTeamClaims',
  summary: 'The claims to teams of a loft with what speaks for them, the open ones first',
  method: 'GET',
  path: '/api/admin/lofts/{loft_id}/team-claims',
  access: 'loft.manage',
  params: z.object({ loft_id: id }),
  query: z.object(pageQuery),
  reply: z.object({
    loft,
    claims: z.array(teamClaim),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
  }),
});

export const decideTeamClaim = contract({
  name: 'decideTeamClaim',
  summary: 'Accept or refuse a claim, or take back the team of one that was accepted by mistake',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/team-claims/{claim_id}/decision',
  access: 'loft.manage',
  params: z.object({ loft_id: id, claim_id: id }),
  body: z.strictObject({
    decision: z.enum(teamClaimDecisions),
    reason: text({ max: longestClaimText }).meta({ description: 'Needed but for one that is accepted; they read it' }),
  }),
  reply: z.object({}),
});
