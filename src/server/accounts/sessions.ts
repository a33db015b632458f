/** Where a person is signed in. A session is known by a token that only its browser has; here stands its hash. */
import { createHash, randomBytes } from 'node:crypto';
import type { Person } from '#domain/accounts/contract.ts';
import type { Actor } from '#domain/policy.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { rightsOf } from './users.ts';

/** The sessions as the doors of the program know them. */
export interface Sessions {
  /** The name of the cookie that carries a session's token, and how it is set. */
  cookie: string;
  cookieOptions: { path: string; httpOnly: true; sameSite: 'lax'; secure: boolean };
  signedInBy(token: string): Promise<SignedIn | null>;
}

/**
 * The cookie for a site at this address. Over https its name keeps everything but this very host from setting it; over
 * plain http a browser would refuse that name.
 */
export function sessionCookie(public_url: string | undefined): Pick<Sessions, 'cookie' | 'cookieOptions'> {
  const secure = public_url?.startsWith('https:') ?? false;
  const cookie = secure ? '__Host-session' : 'session';
  return { cookie, cookieOptions: { path: '/', httpOnly: true, sameSite: 'lax', secure } };
}

export type SignedIn = Extract<Actor, { kind: 'user' }>;

/** What begins a session. */
export interface SessionToBegin {
  user_id: number;
  expires_at: string;
  agent?: string | undefined;
  /** What the issuer gave, and when it is to be renewed; it never leaves the server. */
  access_token?: string | null;
  refresh_token?: string | null;
  id_token?: string | null;
  renew_at?: string | null;
  /** What its browser is known by from one sign-in to the next. */
  browser_hash?: Buffer;
  /** Of the handle with which a program gets a new token. */
  refresh_hash?: Buffer;
}

/** Sign a person in. @returns the session's token, told once; it carries 256 random bits. */
export async function beginSession(tx: Tx, session: SessionToBegin): Promise<{ session_id: number; token: string }> {
  const token = newToken();
  const { id } = await tx
    .insertInto('user_sessions')
    .values({ ...session, agent: session.agent?.slice(0, 512) ?? null, token_hash: hashOf(token) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { session_id: id, token };
}

/**
 * Who shows this token, with the rights of this very moment; null for a session that is over, or none. A session whose
 * tokens of the issuer are to be renewed goes through `renew` first, which says whether it still holds.
 */
export async function signedInBy(
  db: Database | Tx,
  token: string,
  renew?: (session_id: number) => Promise<boolean>,
): Promise<SignedIn | null> {
  const session = await db
    .selectFrom('user_sessions')
    .select(['id', 'user_id', 'renew_at'])
    .where('token_hash', '=', hashOf(token))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst();
  if (!session) return null;
  const isDue = session.renew_at !== null && Date.parse(session.renew_at) <= Date.now();
  if (isDue && renew && !(await renew(session.id))) return null;
  return { kind: 'user', user_id: session.user_id, session_id: session.id, ...(await rightsOf(db, session.user_id)) };
}

/** Who somebody is, as their own pages show it. */
export async function readPerson(db: Database | Tx, { user_id, is_admin, permissions }: SignedIn): Promise<Person> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'identity_number', 'image', 'language'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  return { ...row, is_admin, permissions: [...permissions] };
}

/**
 * End a session, or all of a person's: from now on the tokens open nothing.
 *
 * @returns what the issuer gave for them, to be given back
 */
export async function endSessions(tx: Tx, which: { session_id: number } | { user_id: number }): Promise<string[]> {
  const ended = await tx
    .with('ending', (cte) =>
      cte
        .selectFrom('user_sessions')
        .select(['id', 'refresh_token as given'])
        .where('ended_at', 'is', null)
        .where(({ eb }) =>
          'session_id' in which ? eb('id', '=', which.session_id) : eb('user_id', '=', which.user_id),
        )
        .orderBy('id')
        .forUpdate(),
    )
    .updateTable('user_sessions')
    .from('ending')
    .set({
      ended_at: new Date().toISOString(),
      access_token: null,
      refresh_token: null,
      id_token: null,
      renew_at: null,
    })
    .whereRef('user_sessions.id', '=', 'ending.id')
    // What stood there before the update: `returning old.…` is PostgreSQL 18's only.
    .returning('ending.given')
    .execute();
  return ended.flatMap(({ given }) => given ?? []);
}

/** 256 random bits, for a cookie or a header. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What a session's token and its handle for a new one are kept as. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
