/** Where a person is signed in. A session is known by a token that only its browser has; here stands its hash. */
import { createHash, randomBytes } from 'node:crypto';
import type { Person } from '#domain/accounts/contract.ts';
import type { Actor } from '#domain/policy.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { rightsOf } from './users.ts';

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
}

/** Sign a person in. @returns the session's token, told once; it carries 256 random bits. */
export async function beginSession(tx: Tx, session: SessionToBegin): Promise<{ session_id: number; token: string }> {
  const token = randomBytes(32).toString('base64url');
  const { id } = await tx
    .insertInto('user_sessions')
    .values({ ...session, agent: session.agent?.slice(0, 512) ?? null, token_hash: hashOf(token) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { session_id: id, token };
}

/** Who shows this token, with the rights of this very moment; null for a session that is over, or none. */
export async function signedInBy(db: Database | Tx, token: string): Promise<SignedIn | null> {
  const session = await db
    .selectFrom('user_sessions')
    .select(['id', 'user_id'])
    .where('token_hash', '=', hashOf(token))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst();
  if (!session) return null;
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

/** End a session, or all of a person's: from now on the tokens open nothing. */
export async function endSessions(tx: Tx, which: { session_id: number } | { user_id: number }): Promise<void> {
  const ending = tx
    .updateTable('user_sessions')
    .set({ ended_at: new Date().toISOString(), access_token: null, refresh_token: null, id_token: null })
    .where('ended_at', 'is', null);
  await ('session_id' in which
    ? ending.where('id', '=', which.session_id)
    : ending.where('user_id', '=', which.user_id)
  ).execute();
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
