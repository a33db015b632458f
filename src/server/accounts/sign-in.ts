/** The end of a sign-in: the provider's grant becomes a person and a session. */
import { nameOfAgent } from '#domain/accounts/agent.ts';
import { renewalOf, session_s, unrenewedUntil } from '#domain/accounts/session.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';
import { notify, person } from '#server/notifications/notify.ts';
import { takeOverBrowser } from '#server/notifications/settings.ts';
import type { Grant, Tokens } from './oidc.ts';
import { recordSecurityEvent } from './security-log.ts';
import { beginSession, hashOf, type SessionToBegin } from './sessions.ts';
import { enterUser } from './users.ts';

/**
 * Enter or update a person, and begin a session. A person who signs in with a new browser is notified, except at the
 * first sign-in.
 *
 * @param session.began_ms when the code was brought; ending all sessions of the person after that ends this one too
 * @param session.browser the token that identifies this browser, or program, from one sign-in to the next
 * @returns the session's token, which is not stored
 * @throws Refusal `token_error`
 */
export async function signIn(
  tx: Tx,
  { claims, tokens, proof }: Grant,
  {
    now_ms,
    began_ms,
    browser,
    ...session
  }: Pick<SessionToBegin, 'agent' | 'network' | 'refresh_hash'> & { now_ms: number; began_ms: number; browser: string },
): Promise<{ session_id: number; token: string }> {
  // Locks the person's row, as ending all sessions does.
  const user_id = await enterUser(tx, claims);
  const { signed_out_at } = await tx
    .selectFrom('users')
    .select('signed_out_at')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  if (signed_out_at !== null && Date.parse(signed_out_at) >= began_ms) throw new Refusal('token_error');
  const expires_at = new Date(now_ms + session_s * 1000).toISOString();
  const browser_hash = hashOf(browser);
  await takeOverBrowser(tx, user_id, browser_hash);
  const isNew = await isNewBrowser(tx, user_id, browser_hash);
  if (proof.is_strong)
    await tx.updateTable('users').set({ has_second_factor: true }).where('id', '=', user_id).execute();
  const begun = await beginSession(tx, {
    user_id,
    expires_at,
    browser_hash,
    proof,
    ...session,
    ...storedTokensOf(tokens, now_ms),
  });
  const { agent, network = null } = session;
  await recordSecurityEvent(tx, { of: { user_id }, event: 'sign_in', network, agent });
  if (isNew) {
    const facts = { time: new Date(now_ms).toISOString(), agent: nameOfAgent(session.agent ?? null) };
    await notify(tx, person(user_id), { event: 'sign_in', key: `session:${begun.session_id}`, facts });
  }
  return begun;
}

/** Whether the person has signed in before, but never with this browser. */
async function isNewBrowser(tx: Tx, user_id: number, browser_hash: Buffer): Promise<boolean> {
  const { all, same } = await tx
    .selectFrom('user_sessions')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('browser_hash', '=', browser_hash).as('same'),
    ])
    .where('user_id', '=', user_id)
    .where('browser_hash', 'is not', null)
    .executeTakeFirstOrThrow();
  return all > 0 && same === 0;
}

/** The issuer's tokens as columns of a session. Without a refresh token the session lasts for a day's work. */
export function storedTokensOf({ lives_s, ...tokens }: Tokens, now_ms: number) {
  if (tokens.refresh_token === null)
    return { ...tokens, renew_at: null, expires_at: new Date(unrenewedUntil(lives_s, now_ms)).toISOString() };
  return { ...tokens, renew_at: lives_s === null ? null : new Date(renewalOf(lives_s, now_ms)).toISOString() };
}
