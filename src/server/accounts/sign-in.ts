/** The moment in which somebody comes in: what the provider told becomes a person and a session. */
import { renewalOf, session_s } from '#domain/accounts/session.ts';
import type { Tx } from '#server/db/database.ts';
import type { Grant, Tokens } from './oidc.ts';
import { beginSession, type SessionToBegin } from './sessions.ts';
import { enterUser } from './users.ts';

/** Enter a person, or bring them up to date, and begin a session of theirs. @returns its token, told once. */
export async function signIn(
  tx: Tx,
  { claims, tokens }: Grant,
  { now_ms, ...session }: Pick<SessionToBegin, 'agent' | 'refresh_hash'> & { now_ms: number },
): Promise<{ session_id: number; token: string }> {
  const user_id = await enterUser(tx, claims);
  const expires_at = new Date(now_ms + session_s * 1000).toISOString();
  return beginSession(tx, { user_id, expires_at, ...session, ...keptOf(tokens, now_ms) });
}

/** What is kept of the issuer's tokens. Without one to renew them by, the session is over when it would be renewed. */
export function keptOf({ lives_s, ...tokens }: Tokens, now_ms: number) {
  const due = lives_s === null ? null : new Date(renewalOf(lives_s, now_ms)).toISOString();
  if (tokens.refresh_token !== null) return { ...tokens, renew_at: due };
  return { ...tokens, renew_at: null, ...(due && { expires_at: due }) };
}
