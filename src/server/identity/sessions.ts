/**
 * The sessions of an account: browsers at the provider, browsers and programs at the site. What belongs together is
 * ended in one transaction: the session at the provider, the session of the site that was begun in it, and their
 * refresh tokens.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { AccountSession } from '#domain/identity/account.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { networkOf } from '#server/network.ts';

/** A session at the site. */
export interface SiteSession {
  session_id: number;
  /** The session at the provider in which it was begun. */
  provider_session: string | null;
  refresh_token: string | null;
  is_program: boolean;
  agent: string | null;
  network: string | null;
  since: string;
  used_at: string;
}

/** The site's side of the sessions; an account is named by its `sub`. */
export interface SiteSessions {
  sessionsOf(tx: Tx, account: string): Promise<SiteSession[]>;
  /** Ends one session of an account, or all but one. */
  endSessions(tx: Tx, account: string, which: { session_id: number } | { but: number | undefined }): Promise<void>;
  /** The session of a browser's cookie. */
  sessionShown(tx: Tx, cookies: string, account: string): Promise<number | null>;
  /** The library has replaced a session by another. @returns the refresh tokens of the site's sessions begun in it */
  renameProviderSession(tx: Tx, before: string, after: string): Promise<string[]>;
}

/** The sessions of the requesting browser, here and at the site. */
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

/** Runs a transaction that ends sessions, with more retries: the library locks the same rows in another order. */
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
    ...atSite.map(({ session_id, provider_session, refresh_token: _token, is_program, ...seen }) => ({
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

/** Ends a session of {@link listSessions}. @returns false when it has ended already */
export async function endSession(tx: Tx, site: SiteSessions, account: string, id: string): Promise<boolean> {
  const [, where, name = ''] = /^(site|provider)-(.+)$/.exec(id) ?? [];
  if (where === 'provider') return endProviderSession(tx, name, account);
  const found = (await site.sessionsOf(tx, account)).find(({ session_id }) => String(session_id) === name);
  if (!found || where !== 'site') return false;
  await site.endSessions(tx, account, { session_id: found.session_id });
  if (found.refresh_token) await forgetToken(tx, found.refresh_token);
  // A program's session was begun in a browser session that goes on.
  if (found.provider_session && !found.is_program) await endProviderSession(tx, found.provider_session, account);
  return true;
}

/** Ends all sessions of an account except `here`. */
export async function endOtherSessions(tx: Tx, site: SiteSessions, account: string, here: Here | null): Promise<void> {
  const current = (await site.sessionsOf(tx, account)).find(({ session_id }) => session_id === here?.session_id);
  await site.endSessions(tx, account, { but: current?.session_id });
  const token = current?.refresh_token ? tokenHash(current.refresh_token) : null;
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

/** Ends a browser's session at the provider and its sessions at the site. */
export async function endBrowser(tx: Tx, site: SiteSessions, account: string, id: string): Promise<void> {
  for (const { session_id, provider_session, is_program } of await site.sessionsOf(tx, account))
    if (provider_session === id && !is_program) await endSession(tx, site, account, `site-${session_id}`);
  await endProviderSession(tx, id, account);
}

/** Ends a session at the provider; only of this account, where one is named. */
export async function endProviderSession(tx: Tx, id: string, account: string | null = null): Promise<boolean> {
  const ended = await sql`
    delete from idp."session" where id = ${id} and (${account}::text is null or "userId" = ${account})`.execute(tx);
  return ended.numAffectedRows === 1n;
}

/** The library has replaced a session; what was begun in the old one belongs to the new one. */
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

/** The library's stored hash of a token (storeTokens: hashed). */
function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
