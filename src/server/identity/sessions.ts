/**
 * Where an account is signed in, and the end of it: browsers with the provider, and browsers and programs at the site.
 * What belongs together is ended together, in one transaction: the session here, the one of the site that was begun in
 * it, and the tokens with which either would go on.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { AccountSession } from '#domain/identity/account.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { networkOf } from '#server/network.ts';

/** A session at the site, as the site tells of it. */
export interface SiteSession {
  session_id: number;
  /** The session here in which it was begun. */
  provider_session: string | null;
  refresh_token: string | null;
  is_program: boolean;
  agent: string | null;
  network: string | null;
  since: string;
  used_at: string;
}

/** What the site knows of its sessions; an account is named by its `sub`. */
export interface SiteSessions {
  sessionsOf(tx: Tx, account: string): Promise<SiteSession[]>;
  /** Ends one session of an account, or all but one. */
  endSessions(tx: Tx, account: string, which: { session_id: number } | { but: number | undefined }): Promise<void>;
  /** The session whose cookie a browser shows. */
  sessionShown(tx: Tx, cookies: string, account: string): Promise<number | null>;
  /** A session here goes on under another id. @returns the refresh tokens of the sessions that were begun in it */
  renameProviderSession(tx: Tx, before: string, after: string): Promise<string[]>;
}

/** The browser that asks: its session here and at the site. */
export interface Here {
  provider_session: string | null;
  session_id: number | null;
}

interface ProviderSession {
  id: string;
  agent: string | null;
  address: string | null;
  since: string;
  used_at: string;
}

/**
 * Runs what ends sessions as one transaction. The library holds the same rows in an order of its own, so it may be broken
 * off more often than anything else.
 */
export function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db, work, 5);
}

/** Each browser and program once, this one first, then by last use. */
export async function listSessions(
  db: Database,
  site: SiteSessions,
  account: string,
  here: Here,
): Promise<AccountSession[]> {
  const atSite = await site.sessionsOf(db, account);
  const own = await providerSessions(db, account);
  const begunIn = new Set(atSite.flatMap((one) => (one.is_program ? [] : (one.provider_session ?? []))));
  const listed: AccountSession[] = [
    ...atSite.map(({ session_id, provider_session, refresh_token: _kept, is_program, ...seen }) => ({
      id: `site-${session_id}`,
      kind: is_program ? ('program' as const) : ('browser' as const),
      here:
        session_id === here.session_id ||
        (here.session_id === null &&
          !is_program &&
          provider_session !== null &&
          provider_session === here.provider_session),
      ...seen,
    })),
    ...own
      .filter(({ id }) => !begunIn.has(id))
      .map(({ id, agent, address, since, used_at }) => ({
        id: `provider-${id}`,
        kind: 'browser' as const,
        agent,
        network: address ? networkOf(address) : null,
        since: new Date(since).toISOString(),
        used_at: new Date(used_at).toISOString(),
        here: id === here.provider_session,
      })),
  ];
  return listed.sort((a, b) => Number(b.here) - Number(a.here) || b.used_at.localeCompare(a.used_at));
}

/** Ends one of those that {@link listSessions} lists; one that is over is none. */
export async function endSession(tx: Tx, site: SiteSessions, account: string, id: string): Promise<boolean> {
  const [, where, name = ''] = /^(site|provider)-(.+)$/.exec(id) ?? [];
  if (where === 'provider') return endProviderSession(tx, name, account);
  const found = (await site.sessionsOf(tx, account)).find(({ session_id }) => String(session_id) === name);
  if (!found || where !== 'site') return false;
  await site.endSessions(tx, account, { session_id: found.session_id });
  if (found.refresh_token) await forgetToken(tx, found.refresh_token);
  // A program was begun in a browser that goes on.
  if (found.provider_session && !found.is_program) await endProviderSession(tx, found.provider_session, account);
  return true;
}

/** Ends everything that an account is signed in with, but what is `here`. */
export async function endOtherSessions(tx: Tx, site: SiteSessions, account: string, here: Here | null): Promise<void> {
  const kept = (await site.sessionsOf(tx, account)).find(({ session_id }) => session_id === here?.session_id);
  await site.endSessions(tx, account, { but: kept?.session_id });
  const token = kept?.refresh_token ? tokenHash(kept.refresh_token) : null;
  await sql`
    delete from idp."oauthAccessToken" a where a."userId" = ${account} and not exists (
      select from idp."oauthRefreshToken" r where r.id = a."refreshId" and r.token = ${token})`.execute(tx);
  await sql`delete from idp."oauthRefreshToken" where "userId" = ${account} and token is distinct from ${token}`.execute(
    tx,
  );
  await sql`
    delete from idp."session" where "userId" = ${account}
      and id is distinct from ${here?.provider_session ?? null}`.execute(tx);
}

/** A browser signs out here: its sessions at the site end too. */
export async function endBrowser(tx: Tx, site: SiteSessions, account: string, id: string): Promise<void> {
  for (const { session_id, provider_session, is_program } of await site.sessionsOf(tx, account))
    if (provider_session === id && !is_program) await endSession(tx, site, account, `site-${session_id}`);
  await endProviderSession(tx, id, account);
}

/** Ends a session of a browser here; of this account only, where one is named. */
export async function endProviderSession(tx: Tx, id: string, account: string | null = null): Promise<boolean> {
  const ended = await sql`
    delete from idp."session" where id = ${id} and (${account}::text is null or "userId" = ${account})`.execute(tx);
  return ended.numAffectedRows === 1n;
}

/** The library has put another session in the place of one; what was begun in the old one belongs to the new one. */
export async function renameSession(tx: Tx, site: SiteSessions, before: string, after: string): Promise<void> {
  const tokens = await site.renameProviderSession(tx, before, after);
  const hashes = tokens.map(tokenHash);
  await sql`update idp."oauthRefreshToken" set "sessionId" = ${after} where token = any(${hashes})`.execute(tx);
}

async function forgetToken(tx: Tx, token: string): Promise<void> {
  await sql`delete from idp."oauthRefreshToken" where token = ${tokenHash(token)}`.execute(tx);
}

async function providerSessions(db: Database | Tx, account: string): Promise<ProviderSession[]> {
  const { rows } = await sql<ProviderSession>`
    select id, nullif("userAgent", '') as agent, nullif("ipAddress", '') as address,
      to_json("createdAt") as since, to_json("updatedAt") as used_at
    from idp."session" where "userId" = ${account} and "expiresAt" > now()`.execute(db);
  return rows;
}

/** What the library keeps of a token that it gave (storeTokens: hashed). */
function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
