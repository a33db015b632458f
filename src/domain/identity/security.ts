/** The security log of an account: its events, those that its owner gets a mail about, and the limit of failures. */

export const securityEvents = [
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'second_factor_failed',
  'password_change',
  'password_reset',
  'second_factor_on',
  'second_factor_off',
  'passkey_add',
  'passkey_remove',
  /** One session was ended in the settings … */
  'session_end',
  /** … or all others, or all. */
  'sessions_end',
  /** An admin saw the site as this person. */
  'seen',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

/** Each of these sends a mail to the account's address, which cannot be switched off. */
export const eventsWithNotice = [
  'password_change',
  'password_reset',
  'second_factor_on',
  'second_factor_off',
  'passkey_add',
  'passkey_remove',
  'sessions_end',
] as const satisfies readonly SecurityEvent[];

/** The subject of such a mail: one of these, or several failed sign-ins. */
export type NoticedEvent = (typeof eventsWithNotice)[number] | 'sign_ins_failed';

/** A wrong password or code. */
export const failures: readonly SecurityEvent[] = ['sign_in_failed', 'second_factor_failed'];

/**
 * So many failures within {@link failures_ms} send a mail; the next such mail is sent no earlier than after that time.
 */
export const mostFailures = 5;
/** In ms. */
export const failures_ms = 60 * 60_000;

/** An entry of the security log, as its owner and admins read it. */
export interface SecurityEntry {
  id: number;
  event: SecurityEvent;
  /** An IPv4 address, or the /64 of an IPv6 one; null where the program itself did it. */
  network: string | null;
  /** The browser or program, as it names itself. */
  agent: string | null;
  at: string;
}

/** Entries before a given one, the newest first. */
export interface SecurityEntries {
  entries: SecurityEntry[];
  /** The cursor for earlier entries; null when there are none. */
  older: number | null;
}
