/**
 * Renewal of the issuer's tokens, once per session: fifty tabs that wake up at the same moment make one call. A request
 * claims the renewal by moving `renew_at` on in a single update of the row; the others do not wait, because the session
 * is valid until the issuer refuses.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { isFinal, type RelyingParty, type Tokens } from './oidc.ts';
import { endSessions } from './sessions.ts';
import { storedTokensOf } from './sign-in.ts';
import { enterUser } from './users.ts';

/** How long a claim lasts; longer than the issuer may take to reply. */
const taken_ms = 60_000;
/**
 * How long a request waits for a renewal; a slower one continues in the background, because the session stays valid.
 */
const timeout_ms = 1000;

export interface RenewalOptions {
  db: Database;
  party: RelyingParty;
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  /** Called when the issuer refuses. */
  refused?: () => void;
  /** Replaced in the control of a test: a claim that every caller gets. */
  take?: typeof takeRenewal;
}

/**
 * Renews a session that is due. False: the issuer refused, and the session has ended (4.8, 8.5). An issuer that is
 * unavailable signs nobody out; it is asked again a minute later.
 */
export function createRenewal({ db, party, log, refused, take = takeRenewal }: RenewalOptions) {
  return async (session_id: number): Promise<boolean> => {
    const taken = await take(db, session_id);
    if (!taken) return true;
    const late = new AbortController();
    const timeout = sleep(timeout_ms, true, { ref: false, signal: late.signal }).catch(() => true);
    return Promise.race([renew(session_id, taken), timeout]).finally(() => late.abort());
  };

  async function renew(session_id: number, taken: Taken): Promise<boolean> {
    try {
      const { claims, tokens } = await party.renew(taken.refresh_token, taken.subject);
      await transact(db, async (tx) => {
        // Lock order: people before their sessions.
        if (claims) await enterUser(tx, claims);
        await tx
          .updateTable('user_sessions')
          .set(renewedOf(tokens))
          .where('id', '=', session_id)
          .where('ended_at', 'is', null)
          .execute();
      });
      return true;
    } catch (error) {
      if (!isFinal(error)) {
        log.warn({ err: error }, 'a sign-in could not be renewed; it is tried again');
        return true;
      }
      refused?.();
      log.info({ err: error }, 'a sign-in is over');
      await transact(db, (tx) => endSessions(tx, { session_id }));
      return false;
    }
  }
}

type Taken = NonNullable<Awaited<ReturnType<typeof takeRenewal>>>;

/** The columns that a renewal changes: ID token and provider session stay where the issuer sends none. */
function renewedOf(tokens: Tokens) {
  const { id_token, provider_session, ...stored } = storedTokensOf(tokens, Date.now());
  return { ...stored, ...(id_token && { id_token }), ...(provider_session && { provider_session }) };
}

/** Claims the renewal of a session that is due, if no other request has. */
async function takeRenewal(db: Database, session_id: number) {
  const now_ms = Date.now();
  return db
    .updateTable('user_sessions')
    .from('users')
    .set({ renew_at: new Date(now_ms + taken_ms).toISOString() })
    .whereRef('users.id', '=', 'user_sessions.user_id')
    .where('user_sessions.id', '=', session_id)
    .where('ended_at', 'is', null)
    .where('renew_at', '<=', new Date(now_ms).toISOString())
    .where('user_sessions.refresh_token', 'is not', null)
    .returning(['users.subject', sql<string>`user_sessions.refresh_token`.as('refresh_token')])
    .executeTakeFirst();
}
