/**
 * Browsers in which an account has signed in before, known by a random token in a cookie of the provider. Limits count
 * their attempts separately, so that guesses made elsewhere never lock the owner out.
 */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

/** Age of the cookie without a sign-in; browsers keep no cookie for longer. */
const cookie_days = 400;

/** A browser, identified by its token. */
export interface Browser {
  token: string;
  /** The `Set-Cookie` header with the token. */
  cookie: string;
}

/** The browser that sends these headers; without a token it gets a new one. */
export function browserOf(headers: Headers, { secure }: { secure: boolean }): Browser {
  const name = secure ? '__Secure-identity.browser' : 'identity.browser';
  const carried = (headers.get('cookie') ?? '').split(/; */).find((pair) => pair.startsWith(`${name}=`));
  const found = /=([\w-]{43})$/.exec(carried ?? '')?.[1];
  const token = found ?? randomBytes(32).toString('base64url');
  const cookie = `${name}=${token}; Path=/id; Max-Age=${cookie_days * 86_400}; HttpOnly; SameSite=Lax`;
  return { token, cookie: secure ? `${cookie}; Secure` : cookie };
}

/** The stored hash of a browser's token. */
export function hashOfBrowser({ token }: Browser): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Whether the owner of this account, named by id or e-mail address, has signed in with this browser before. */
export async function isKnownBrowser(
  db: Database,
  browser: Browser,
  whose: { user_id: string } | { email: string },
): Promise<boolean> {
  const is = 'user_id' in whose ? sql`u.id = ${whose.user_id}` : sql`u.email = ${whose.email.toLowerCase()}`;
  const { rows } = await sql`
    select from idp.known_browsers b join idp."user" u on u.id = b.user_id
    where ${is} and b.browser_hash = ${hashOfBrowser(browser)}`.execute(db);
  return rows.length > 0;
}

/** Stores the browser as a known one of this person. */
export async function rememberBrowser(db: Database, browser: Browser, user_id: string): Promise<void> {
  await sql`
    insert into idp.known_browsers (user_id, browser_hash) values (${user_id}, ${hashOfBrowser(browser)})
    on conflict (user_id, browser_hash) do update set seen_at = now()`.execute(db);
}
