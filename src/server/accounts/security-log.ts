/** What happened to people's accounts, for themselves, for admins and for alarms: a row each that nobody can change (migration 0052). */
import type { Tx } from '#server/db/database.ts';

export type SecurityEventName =
  | 'sign_in'
  | 'sign_in_failed'
  | 'sign_out'
  | 'second_factor_failed'
  | 'password_change'
  | 'password_reset'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'passkey_add'
  | 'passkey_remove'
  /** One session was ended in the settings … */
  | 'session_end'
  /** … or all others, or all. */
  | 'sessions_end';

export interface SecurityEvent {
  /**
   * Whose account: a person of this site, or an account of the bundled provider (its `sub`); null where what was typed
   * belongs to nobody, and then nothing of it is kept.
   */
  of: { user_id: number } | { account: string } | null;
  event: SecurityEventName;
  /** Where it came from: `networkOf` of the address; null where the program itself did it. */
  network: string | null;
  /** The browser or program, as it names itself. */
  agent: string | null | undefined;
}

/** How long a row is kept, in days; the database refuses to remove a younger one. */
export const security_log_days = 90;

/** Writes down what happened to an account, in the transaction in which it happens. */
export async function recordSecurityEvent(tx: Tx, { of, event, network, agent }: SecurityEvent): Promise<void> {
  await tx
    .insertInto('security_log')
    .values({ ...of, event, network, agent: agent?.slice(0, 512) ?? null })
    .execute();
}

/** Forgets what is older than {@link security_log_days}. @returns how many rows */
export async function forgetSecurityEvents(tx: Tx, now_ms: number): Promise<number> {
  const before = new Date(now_ms - security_log_days * 86_400_000).toISOString();
  const { numDeletedRows } = await tx.deleteFrom('security_log').where('at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
