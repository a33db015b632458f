/** The schema of a person, and the calls about accounts and rights. */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { securityEvents } from '#domain/identity/security.ts';
import { roles } from './person.ts';

export const permission = z.object({
  loft_id: replyId,
  is_merchant: z.boolean(),
  is_agent: z.boolean(),
  is_staff: z.boolean(),
  has_seasons: z.boolean(),
  is_active: z.boolean(),
});

/** A person as their own pages show them. */
export const person = z.object({
  id: replyId,
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  identity_number: z.string().nullable().meta({ description: 'ipfn' }),
  image: z.string().nullable(),
  language: z.string().nullable(),
  is_admin: z.boolean(),
  permissions: z.array(permission),
  wants_second_factor: z.boolean().meta({ description: 'Some rights wait for a sign-in with two factors' }),
  is_seen: z.boolean().meta({ description: 'An admin sees the site as this person, and changes nothing' }),
});
export type Person = z.output<typeof person>;

/** The rights of a person in a loft (3.11). */
export const entry = z.strictObject({
  is_merchant: z.boolean(),
  is_agent: z.boolean(),
  is_staff: z.boolean(),
  has_seasons: z.boolean().meta({ description: 'Works on the seasons of the loft without being its merchant (6.8)' }),
  is_active: z.boolean().meta({ description: 'Without it the entry gives no right' }),
});
export type Entry = z.output<typeof entry>;

/** A person as the merchants and admins of a loft see them. */
export const name = z.object({
  user_id: replyId,
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
});
export type Name = z.output<typeof name>;

const loft = z.object({ id: replyId, name: z.string() });

const change = z.object({
  id: replyId,
  action: z.enum(['permission.give', 'permission.change', 'permission.take']),
  by: name.nullable().meta({ description: 'Null: the program itself' }),
  about: name,
  before: entry.nullable(),
  after: entry.nullable(),
  at: instant,
});
export type Change = z.output<typeof change>;

export const readPermissions = contract({
  name: 'readPermissions',
  summary: 'Who may do what in a loft, and who changed it: the latest 50, or those before a change',
  method: 'GET',
  path: '/api/lofts/{loft_id}/permissions',
  access: 'permission.manage',
  params: z.object({ loft_id: id }),
  query: z.object({ before: id.optional() }),
  reply: z.object({
    loft: loft.extend({ time_zone: z.string() }),
    second_factor: z
      .boolean()
      .meta({ description: 'Whether rights in the loft are valid only after signing in with two factors' }),
    people: z.array(name.extend({ entry, given_at: instant })),
    changes: z.array(change),
    older: replyId.nullable().meta({ description: 'Ask for those before this one; null when there are none' }),
  }),
});

export const findPeople = contract({
  name: 'findPeople',
  summary: 'The people with this e-mail address, to give them a part in the loft',
  method: 'GET',
  path: '/api/lofts/{loft_id}/people',
  access: 'permission.manage',
  params: z.object({ loft_id: id }),
  query: z.object({ email: z.string().min(3).max(128) }),
  reply: z.object({ people: z.array(name) }),
});

const ofPerson = z.object({ loft_id: id, user_id: id });

export const givePermission = contract({
  name: 'givePermission',
  summary: 'Give a person these rights in a loft, instead of those they had',
  method: 'PUT',
  path: '/api/lofts/{loft_id}/permissions/{user_id}',
  access: 'permission.manage',
  fresh_proof: true,
  params: ofPerson,
  body: entry,
  reply: z.object({ entry }),
});

export const takePermission = contract({
  name: 'takePermission',
  summary: 'Take all rights in a loft from a person',
  method: 'DELETE',
  path: '/api/lofts/{loft_id}/permissions/{user_id}',
  access: 'permission.manage',
  fresh_proof: true,
  params: ofPerson,
  body: z.strictObject({}).nullable(),
  reply: z.object({}),
});

export const demandSecondFactor = contract({
  name: 'demandSecondFactor',
  summary: 'Set whether rights in a loft require a session with two factors; the caller must have such a session',
  method: 'PUT',
  path: '/api/lofts/{loft_id}/second-factor',
  access: 'permission.manage',
  fresh_proof: true,
  params: z.object({ loft_id: id }),
  body: z.strictObject({ is_demanded: z.boolean() }),
  reply: z.object({ is_demanded: z.boolean() }),
});

/** Rights that are not bound to a loft: an admin has every right, the roles are labels without rights (6.3, 6.9). */
export const standing = z.strictObject({ is_admin: z.boolean(), roles: z.array(z.enum(roles)).max(roles.length) });
export type Standing = z.output<typeof standing>;

export const changeStanding = contract({
  name: 'changeStanding',
  summary: 'Make a person admin or not, and name their roles',
  method: 'PUT',
  path: '/api/people/{user_id}/standing',
  access: 'person.manage',
  fresh_proof: true,
  params: z.object({ user_id: id }),
  body: standing,
  reply: z.object({ standing }),
});

export const beginSeeing = contract({
  name: 'beginSeeing',
  summary: 'See the site for half an hour as a person who is no admin sees it; every write is refused meanwhile (6.3)',
  method: 'POST',
  path: '/api/people/{user_id}/see-as',
  access: 'person.manage',
  fresh_proof: true,
  params: z.object({ user_id: id }),
  body: z.strictObject({}),
  reply: z.object({}),
});

export const readSecurityLog = contract({
  name: 'readSecurityLog',
  summary: 'The security log of a person: the latest 50 entries, or those before one; stored for 90 days',
  method: 'GET',
  path: '/api/people/{user_id}/security-log',
  access: 'security_log.read',
  params: z.object({ user_id: id }),
  query: z.object({ before: id.optional() }),
  reply: z.object({
    person: name,
    entries: z.array(
      z.object({
        id: replyId,
        event: z.enum(securityEvents),
        network: z.string().nullable().meta({ description: 'An IPv4 address, or the /64 of an IPv6 one' }),
        agent: z.string().nullable().meta({ description: 'The browser or program, as it names itself' }),
        at: instant,
      }),
    ),
    older: replyId.nullable().meta({ description: 'Ask for those before this one; null when there are none' }),
  }),
});

/** A person with the tokens of a program's session, in the field names of the provider's interface (3.11). */
export const oauthUser = z.object({
  image_src: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
  ipfn: z.string().nullable(),
  city: z.string().nullable(),
  street: z.string().nullable(),
  zipcode: z.string().nullable(),
  language: z.string().nullable(),
  token: z.string().meta({ description: 'Sent as Bearer' }),
  refreshToken: z.string().nullable().meta({ description: 'To renew the token; sent once, with a new token' }),
  expiresIn: z.int().meta({ description: 'Seconds until the token expires' }),
});

/** The rights of a person on this site (3.11). */
export const olrUser = z.object({ is_admin: z.boolean(), permissions: z.array(permission) });

const text = z.string().min(1).max(2048);
/** An authorization code of the provider, with the values of the authorization request it answers. */
const codeGrant = z.object({
  clientId: text,
  code: text,
  redirectUri: z.url().max(2048),
  codeVerifier: text.optional(),
  nonce: text.optional(),
});
const refreshGrant = z.object({ clientId: text, refreshToken: text });

export const getToken = contract({
  name: 'getToken',
  summary: 'Sign a program in with an authorization code, or renew its token with a refresh token',
  method: 'POST',
  path: '/api/oauth/token',
  access: 'site.read',
  body: z.union([refreshGrant, codeGrant]),
  reply: oauthUser,
});

export const getOauthUser = contract({
  name: 'getOauthUser',
  summary: 'The person who is signed in by the Bearer token',
  method: 'GET',
  path: '/api/oauth/user',
  access: 'account.read',
  reply: oauthUser,
});

export const getOlrUser = contract({
  name: 'getOlrUser',
  summary: 'The rights of the signed-in person',
  method: 'GET',
  path: '/api/olr/user',
  access: 'account.read',
  reply: olrUser,
});
