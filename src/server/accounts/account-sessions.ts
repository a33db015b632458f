/**
 * The site's sessions of a person, looked up for the bundled provider by the account's `sub` (identity/sessions.ts).
 */

import type { Tx } from '#server/db/database.ts';
import type { SiteSessions } from '#server/identity/sessions.ts';
import { endSessions, openSessions, type Sessions } from './sessions.ts';

export interface SiteSessionsOptions {
  /** The issuer of the bundled provider's people in `users`. */
  issuer: string;
  sessions(): Pick<Sessions, 'cookie' | 'signedInBy'>;
  parseCookie(cookies: string): Readonly<Record<string, string | undefined>>;
}

export function siteSessions({ issuer, sessions, parseCookie }: SiteSessionsOptions): SiteSessions {
  return {
    async sessionsOf(tx, account) {
      const user_id = await personOf(tx, account);
      return user_id === null ? [] : openSessions(tx, user_id);
    },
    async endSessions(tx, account, which) {
      const user_id = await personOf(tx, account);
      if (user_id !== null) await endSessions(tx, 'but' in which ? { user_id, but: which.but } : which);
    },
    async sessionShown(tx, cookies, account) {
      const token = parseCookie(cookies)[sessions().cookie];
      const shown = token === undefined ? null : await sessions().signedInBy(token);
      return shown && shown.user_id === (await personOf(tx, account)) ? shown.session_id : null;
    },
    async renameProviderSession(tx, before, after) {
      const renamed = await tx
        .updateTable('user_sessions')
        .set({ provider_session: after })
        .where('provider_session', '=', before)
        .where('ended_at', 'is', null)
        .returning('refresh_token')
        .execute();
      return renamed.flatMap(({ refresh_token }) => refresh_token ?? []);
    },
  };

  async function personOf(tx: Tx, account: string): Promise<number | null> {
    const found = await tx
      .selectFrom('users')
      .select('id')
      .where('issuer', '=', issuer)
      .where('subject', '=', account)
      .executeTakeFirst();
    return found?.id ?? null;
  }
}
