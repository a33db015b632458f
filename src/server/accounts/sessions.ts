/** The sessions of people at the site. A session is found by the hash of its token, which only the browser has. */
import { createHash, randomBytes } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Person } from '#domain/accounts/contract.ts';
import type { Proof } from '#domain/accounts/proof.ts';
import type { SignedIn } from '#domain/policy.ts';
import type { Database, Tx } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { rightsFrom } from './users.ts';

/** The sessions, as pages, calls and sockets need them. */
export interface Sessions {
  /** The name of the cookie that carries a session's token, and how it is set. */
  cookie: string;
  cookieOptions: { path: string; httpOnly: true; sameSite: 'lax'; secure: boolean };
  signedInBy(token: string): Promise<SignedIn | null>;
  /** The same, with the time until which it may be cached. */
  sessionBy(token: string): Promise<FoundSession | null>;
}

/** A valid session: its person, and until when nothing about it changes by the clock alone, epoch ms. */
export interface FoundSession {
  person: SignedIn;
  /** The person as whom an admin sees the site with it (see-as.ts). */
  seen?: SignedIn;
  until_ms: number;
}

/**
 * The session cookie for a site at this address. Over https the `__Host-` prefix lets no other host set it; over plain
 * http browsers refuse that prefix.
 */
export function sessionCookie(public_url: string | undefined): Pick<Sessions, 'cookie' | 'cookieOptions'> {
  const secure = public_url?.startsWith('https:') ?? false;
  const cookie = secure ? '__Host-session' : 'session';
  return { cookie, cookieOptions: { path: '/', httpOnly: true, sameSite: 'lax', secure } };
}

/** Resolution of `last_used_at`. */
const lastUsedResolution_ms = 10 * 60_000;

/** The columns of a new session. */
export interface SessionToBegin {
  user_id: number;
  expires_at: string;
  agent?: string | undefined;
  /** The network, `networkOf` of the address. */
  network?: string | null;
  /** The session at the provider (`sid`). */
  provider_session?: string | null;
  /** The issuer's tokens and when to renew them; they never leave the server. */
  access_token?: string | null;
  refresh_token?: string | null;
  id_token?: string | null;
  renew_at?: string | null;
  /** Hash of the browser's token, which is the same at each sign-in. */
  browser_hash?: Buffer;
  /** Hash of the program's refresh token. */
  refresh_hash?: Buffer;
  /**
   * The proof from the provider, never from the browser; without it the session is neither fresh nor of two factors.
   */
  proof?: Proof;
}

/** Begin a session of a person. @returns its token of 256 random bits, which is not stored */
export async function beginSession(
  tx: Tx,
  { proof, ...session }: SessionToBegin,
): Promise<{ session_id: number; token: string }> {
  const token = newToken();
  const { id } = await tx
    .insertInto('user_sessions')
    .values({
      ...session,
      agent: session.agent?.slice(0, 512) ?? null,
      token_hash: hashOf(token),
      proven_at: proof?.proven_ms == null ? null : new Date(proof.proven_ms).toISOString(),
      is_strong: proof?.is_strong ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { session_id: id, token };
}

/**
 * The person of a token, with their present rights; null for an unknown or ended session. A session whose issuer's
 * tokens are due goes through `renew` first, which says whether it is still valid.
 *
 * @param admins_need_two whether all admins need a session with two factors
 */
export async function signedInBy(
  db: Database | Tx,
  token: string,
  renew?: (session_id: number) => Promise<boolean>,
  admins_need_two = false,
): Promise<SignedIn | null> {
  return (await sessionBy(db, token, renew, admins_need_two))?.person ?? null;
}

/** The session of a token, as `signedInBy` finds it, and until when it may be cached. One query. */
export async function sessionBy(
  db: Database | Tx,
  token: string,
  renew?: (session_id: number) => Promise<boolean>,
  admins_need_two = false,
): Promise<FoundSession | null> {
  const find = () =>
    db
      .selectFrom('user_sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select(['s.id', 's.user_id', 's.expires_at', 's.renew_at', 's.last_used_at', 's.proven_at', 's.is_strong'])
      .select(['u.is_admin', 'u.has_second_factor', 's.sees_user_id', 's.sees_until'])
      .select((session) => permissionsOf(session).as('permissions'))
      .where('s.token_hash', '=', hashOf(token))
      .where('s.ended_at', 'is', null)
      .where('s.expires_at', '>', new Date().toISOString())
      .executeTakeFirst();
  let found = await find();
  if (!found) return null;
  const isDue = found.renew_at !== null && Date.parse(found.renew_at) <= Date.now();
  if (isDue && renew) {
    if (!(await renew(found.id))) return null;
    found = await find();
    if (!found) return null;
  }
  if (Date.parse(found.last_used_at) < Date.now() - lastUsedResolution_ms) await noteUse(db, found.id);
  const { id: session_id, user_id, expires_at, renew_at, proven_at, is_strong } = found;
  const rights = rightsFrom(found, found.permissions, { is_strong, admins_need_two });
  const { sees_user_id, sees_until } = found;
  const sees = sees_user_id !== null && rights.is_admin && Date.parse(sees_until!) > Date.now();
  return {
    person: { kind: 'user', user_id, session_id, proven_at, is_strong, ...rights },
    ...(sees && { seen: await seenAs(db, sees_user_id, { session_id, seen_by: user_id }) }),
    until_ms: Math.min(
      ...[expires_at, renew_at, sees ? sees_until : null].flatMap((at) => (at === null ? [] : Date.parse(at))),
    ),
  };
}

/** The rights of a person in lofts, as a column; for a query of users `u`. */
const permissionsOf = (person: ExpressionBuilder<Tables & { u: Tables['users'] }, 'u'>) =>
  jsonArrayFrom(
    person
      .selectFrom('loft_permissions as p')
      .innerJoin('lofts as l', 'l.id', 'p.loft_id')
      .select(['p.loft_id', 'p.is_merchant', 'p.is_agent', 'p.is_staff', 'p.has_seasons', 'p.is_active'])
      .select('l.second_factor')
      .whereRef('p.user_id', '=', 'u.id')
      .orderBy('p.loft_id'),
  );

/** A person as an admin sees the site for them: with all their rights, which only read. */
async function seenAs(
  db: Database | Tx,
  user_id: number,
  by: { session_id: number; seen_by: number },
): Promise<SignedIn> {
  const { permissions } = await db
    .selectFrom('users as u')
    .select((person) => permissionsOf(person).as('permissions'))
    .where('u.id', '=', user_id)
    .executeTakeFirstOrThrow();
  const rights = rightsFrom({ is_admin: false, has_second_factor: false }, permissions, {
    is_strong: true,
    admins_need_two: false,
  });
  return { kind: 'user', user_id, ...by, ...rights };
}

/** The person of a session, as their own pages show them. */
export async function readPerson(
  db: Database | Tx,
  { user_id, is_admin, permissions, withheld, seen_by }: SignedIn,
): Promise<Person> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'identity_number', 'image', 'language'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  return {
    ...row,
    is_admin,
    permissions: [...permissions],
    wants_second_factor: withheld !== undefined,
    is_seen: seen_by !== undefined,
  };
}

/** Updates `last_used_at`; of many requests at the same moment one writes, and none waits for it. */
async function noteUse(db: Database | Tx, session_id: number): Promise<void> {
  await db
    .updateTable('user_sessions')
    .set({ last_used_at: new Date().toISOString() })
    .where('id', 'in', (unlocked) =>
      unlocked.selectFrom('user_sessions').select('id').where('id', '=', session_id).forUpdate().skipLocked(),
    )
    .execute();
}

/** The open sessions of a person, by the last use. */
export async function openSessions(tx: Tx, user_id: number) {
  const rows = await tx
    .selectFrom('user_sessions')
    .select(['id as session_id', 'provider_session', 'refresh_token', 'refresh_hash', 'agent', 'network'])
    .select(['created_at as since', 'last_used_at as used_at'])
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date().toISOString())
    .orderBy('last_used_at', 'desc')
    .execute();
  return rows.map(({ refresh_hash, ...session }) => ({ ...session, is_program: refresh_hash !== null }));
}

/** One session, or all of a person, perhaps except one. */
export type Which = { session_id: number } | { user_id: number; but?: number | undefined };

/** An ended session, with the tokens to revoke at the provider. */
export interface Ended {
  session_id: number;
  refresh_token: string | null;
  id_token: string | null;
  provider_session: string | null;
  /** Whether it was a program's, with a refresh token of ours. */
  is_program: boolean;
}

/**
 * End a session, or all of a person: its tokens are invalid from now on, live sockets are authorized again at the
 * commit (migration 0013), and a sign-in in progress begins none where all were ended.
 *
 * @returns the ended sessions
 */
export async function endSessions(tx: Tx, which: Which): Promise<Ended[]> {
  const now = new Date().toISOString();
  // Lock order: the person's row first, as a sign-in does.
  if ('user_id' in which)
    await tx.updateTable('users').set({ signed_out_at: now }).where('id', '=', which.user_id).execute();
  let open = tx
    .selectFrom('user_sessions')
    .select(['id', 'refresh_token', 'id_token', 'provider_session', 'refresh_hash'])
    .where('ended_at', 'is', null);
  if ('session_id' in which) open = open.where('id', '=', which.session_id);
  else {
    open = open.where('user_id', '=', which.user_id);
    if (which.but !== undefined) open = open.where('id', '!=', which.but);
  }
  const ending = await open.orderBy('id').forUpdate().execute();
  if (!ending.length) return [];
  await tx
    .updateTable('user_sessions')
    .set({ ended_at: now, access_token: null, refresh_token: null, id_token: null, renew_at: null })
    .where(
      'id',
      'in',
      ending.map(({ id }) => id),
    )
    .execute();
  return ending.map(({ id, refresh_hash, ...given }) => ({
    session_id: id,
    is_program: refresh_hash !== null,
    ...given,
  }));
}

/** End all sessions of the site, not those at the provider: after a restore. @returns how many were open */
export async function endAllSessions(tx: Tx): Promise<number> {
  const now = new Date().toISOString();
  const ended = await tx
    .updateTable('user_sessions')
    .set({ ended_at: now, access_token: null, refresh_token: null, id_token: null })
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return Number(ended.numUpdatedRows);
}

/** 256 random bits, for a cookie or a header. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash of a session's token or refresh token. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
