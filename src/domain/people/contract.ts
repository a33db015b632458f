/** The calls about the people of a loft and its seasons: customers, users, and invitations. */
import { z } from 'zod';
import { entry, name } from '#domain/accounts/contract.ts';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { locales } from '#domain/locales.ts';
import { loft } from '#domain/lofts/contract.ts';
import { pageOfPeople, peopleQuery } from '#domain/pigeons/team-contract.ts';
import { season } from '#domain/seasons/contract.ts';
import { orderBy } from '#domain/sorted.ts';
import { email } from '#domain/validation.ts';
import { parts } from './part.ts';

const ofSeason = z.object({ season_id: id });
const ofLoft = z.object({ loft_id: id });

/** A person with a part in a season: with teams in it, with rights in its loft, or both. */
export const seasonPerson = name.extend({
  teams: z.array(z.object({ team_id: replyId, team: z.string(), country: z.string().nullable() })),
  pigeon_count: z.int(),
  /** Has teams in the season, or orders in it. */
  is_customer: z.boolean(),
  entry: entry.nullable(),
});
export type SeasonPerson = z.output<typeof seasonPerson>;

const sort = orderBy('name', 'email', 'team_count', 'pigeon_count');

export const listCustomers = contract({
  name: 'listCustomers',
  summary: 'The customers of a season: the people whose teams or orders are in it',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/customers',
  access: 'season.manage',
  params: ofSeason,
  query: z.object({ ...peopleQuery, sort }),
  reply: z.object({ ...pageOfPeople, people: z.array(seasonPerson) }),
});

export const listSeasonUsers = contract({
  name: 'listSeasonUsers',
  summary: 'The users of a season: its customers, and the people with rights in its loft',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/users',
  access: 'season.manage',
  params: ofSeason,
  query: z.object({ ...peopleQuery, part: z.enum(parts).optional(), sort }),
  reply: z.object({ ...pageOfPeople, people: z.array(seasonPerson) }),
});

const teamOfPerson = z.object({
  team_id: replyId,
  team: z.string(),
  country: z.string().nullable(),
});

export const readSeasonPerson = contract({
  name: 'readSeasonPerson',
  summary:
    'A person in a season, with the data that concern its loft: contact, teams with their pigeons, teams of its other seasons, accepted versions of its contract',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/customers/{user_id}',
  access: 'season.manage',
  params: z.object({ season_id: id, user_id: id }),
  reply: z.object({
    loft,
    season,
    person: name.extend({ phone: z.string().nullable(), language: z.string().nullable(), entry: entry.nullable() }),
    teams: z.array(
      teamOfPerson.extend({
        fancier: z.string().nullable(),
        pigeons: z.array(z.object({ pigeon_id: replyId, ring: z.string(), pigeon_name: z.string().nullable() })),
      }),
    ),
    elsewhere: z
      .array(teamOfPerson.extend({ season_id: replyId, season: z.string(), pigeon_count: z.int() }))
      .meta({ description: 'Their teams of the other seasons of the loft, the latest first' }),
    agreed: z.array(
      z.object({
        contract_id: replyId,
        title: z.string(),
        language: z.string(),
        version: z.int().nullable(),
        accepted_at: instant,
      }),
    ),
    fanciers: z
      .array(z.object({ id: replyId, name: z.string(), note: z.string().nullable() }))
      .meta({ description: 'Their entries in the loft’s list of fanciers; empty without the right to read that list' }),
  }),
});
export type PersonOfSeason = z.output<typeof readSeasonPerson.reply>;

const invitedRights = {
  is_merchant: z.boolean(),
  is_agent: z.boolean(),
  is_staff: z.boolean(),
  has_seasons: z.boolean(),
};
const language = z.enum(locales).meta({ description: 'The language of the mail' });

/** The address of an invitation, and the language of its mail. */
export const invitedAddress = z.strictObject({ email: email(), language });

export const invitation = z.object({
  id: replyId,
  email: z.string(),
  ...invitedRights,
  team: z.object({ season_id: replyId, team_id: replyId, team: z.string() }).nullable(),
  state: z.enum(['open', 'expired']),
  sent_at: instant,
  expires_at: instant,
});
export type InvitationToManage = z.output<typeof invitation>;

export const listInvitations = contract({
  name: 'listInvitations',
  summary: 'The invitations of a loft that were neither accepted nor withdrawn, the latest first',
  method: 'GET',
  path: '/api/admin/lofts/{loft_id}/invitations',
  access: 'loft.manage',
  params: ofLoft,
  reply: z.object({ loft, invitations: z.array(invitation) }),
});

export const inviteStaff = contract({
  name: 'inviteStaff',
  summary: 'Invite somebody by e-mail to work for a loft; they need not be known yet',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/invitations',
  access: 'loft.manage',
  fresh_proof: true,
  params: ofLoft,
  body: invitedAddress.extend({ ...invitedRights, is_merchant: z.boolean().default(false) }),
  reply: z.object({ invitation_id: replyId }),
});

export const inviteCustomer = contract({
  name: 'inviteCustomer',
  summary: 'Invite somebody by e-mail to own a team of a season',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/teams/{team_id}/invitation',
  access: 'season.manage',
  params: z.object({ season_id: id, team_id: id }),
  body: invitedAddress,
  reply: z.object({ invitation_id: replyId }),
});

const ofInvitation = z.object({ loft_id: id, invitation_id: id });

export const sendInvitationAgain = contract({
  name: 'sendInvitationAgain',
  summary: 'Send the mail of an invitation again; only its new link is valid then',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/invitations/{invitation_id}/letter',
  access: 'loft.manage',
  params: ofInvitation,
  body: z.strictObject({}).nullable(),
  reply: z.object({}),
});

export const withdrawInvitation = contract({
  name: 'withdrawInvitation',
  summary: 'Withdraw an invitation',
  method: 'DELETE',
  path: '/api/admin/lofts/{loft_id}/invitations/{invitation_id}',
  access: 'loft.manage',
  params: ofInvitation,
  body: z.strictObject({}).nullable(),
  reply: z.object({}),
});

const token = z.string().min(1).max(256);

export const readInvitation = contract({
  name: 'readInvitation',
  summary: 'The invitation that the link of a mail names',
  method: 'GET',
  path: '/api/invitation',
  access: 'invitation.read',
  query: z.object({ token }),
  reply: z.object({
    loft: z.object({ id: replyId, name: z.string() }),
    ...invitedRights,
    team: z.string().nullable(),
    email: z.string().meta({ description: 'Masked, but enough to recognise one’s own' }),
    state: z.enum(['open', 'accepted', 'over']),
    is_mine: z.boolean().meta({ description: 'It is for the address of the person who is signed in' }),
  }),
});

export const acceptInvitation = contract({
  name: 'acceptInvitation',
  summary: 'Accept the invitation that the link of a mail names, as the signed-in person',
  method: 'POST',
  path: '/api/invitation',
  access: 'invitation.accept',
  body: z.strictObject({ token }),
  reply: z.object({ loft_id: replyId }),
});

/** A person in the field names of the platform's interface (3.9). */
const staffUser = z.object({
  id: replyId,
  ouser: z.object({
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    email: z.string().nullable(),
    image_src: z.string().nullable(),
  }),
});

export const listAvailableTeams = contract({
  name: 'listAvailableTeams',
  summary: 'The teams of a season that staff can choose from, each with its account (3.8, 7.5)',
  method: 'GET',
  path: '/api/custom/v1/staff/available-teams/{season_id}',
  access: 'season.manage',
  params: ofSeason,
  reply: z.array(
    z.object({
      id: replyId,
      user_id: replyId.nullable(),
      name: z.string(),
      fancier: z.string().nullable(),
    }),
  ),
});

export const listAvailableUsers = contract({
  name: 'listAvailableUsers',
  summary:
    'The people that staff can choose from for a season: customers of the loft who do not work for it (3.9, 7.6)',
  method: 'GET',
  path: '/api/custom/v1/staff/available-users/{loft_id}/{season_id}',
  access: 'season.manage',
  params: z.object({ loft_id: id, season_id: id }),
  reply: z.array(staffUser),
});
