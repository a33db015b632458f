/**
 * Renewing what the issuer gave, once however many ask: fifty tabs that wake up at the same moment make one call. Who
 * finds the time come takes the renewal by moving it on, under the row's own lock and for that moment only; nobody else
 * waits, because the session holds until the issuer says no.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { isFinal, type RelyingParty, type Tokens } from './oidc.ts';
import { endSessions } from './sessions.ts';
import { keptOf } from './sign-in.ts';
import { enterUser } from './users.ts';

/** So long nobody else tries; longer than the issuer may take for its answers. */
const taken_ms = 60_000;
/** So long a request waits for a renewal; a slower one goes on beside it, because the session holds meanwhile. */
const patience_ms = 1000;

export interface RenewalOptions {
  db: Database;
  party: RelyingParty;
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  /** The issuer said no. */
  refused?: () => void;
  /** For the control of a proof: a renewal that everybody takes. */
  take?: typeof takeRenewal;
}

/**
 * Renews a session that is due. False: the issuer said no, and the session is over (4.8, 8.5). An issuer that is away
 * signs nobody out; it is asked again a minute later.
 */
export function createRenewal({ db, party, log, refused, take = takeRenewal }: RenewalOptions) {
  return async (session_id: number): Promise<boolean> => {
    const taken = await take(db, session_id);
    if (!taken) return true;
    const late = new AbortController();
    const patience = sleep(patience_ms, true, { ref: false, signal: late.signal }).catch(() => true);
    return Promise.race([renew(session_id, taken), patience]).finally(() => late.abort());
  };

  async function renew(session_id: number, taken: Taken): Promise<boolean> {
    try {
      const { claims, tokens } = await party.renew(taken.refresh_token, taken.subject);
      await transact(db, async (tx) => {
        // People before their sessions, as wherever both are held.
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

/** What a renewal changes: the signed token of the sign-in and its session stay where it brings none. */
function renewedOf(tokens: Tokens) {
  const { id_token, provider_session, ...kept } = keptOf(tokens, Date.now());
  return { ...kept, ...(id_token && { id_token }), ...(provider_session && { provider_session }) };
}

/** Takes the renewal of a session that is due, if nobody else has. */
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
