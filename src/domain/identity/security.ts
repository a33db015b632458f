/** What happens to an account, what its owner gets a letter about, and which failures are too many. */

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
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

/** After each of these a letter goes to the account's address; nobody can switch it off. */
export const eventsWithNotice = [
  'password_change',
  'password_reset',
  'second_factor_on',
  'second_factor_off',
  'passkey_add',
  'passkey_remove',
  'sessions_end',
] as const satisfies readonly SecurityEvent[];

/** What such a letter is about: one of these, or that several sign-ins failed. */
export type NoticedEvent = (typeof eventsWithNotice)[number] | 'sign_ins_failed';

/** A password or a code that was wrong. */
export const failures: readonly SecurityEvent[] = ['sign_in_failed', 'second_factor_failed'];

/** So many failures within {@link failures_ms} are told by letter; the next such letter comes no earlier than that. */
export const mostFailures = 5;
/** In ms. */
export const failures_ms = 60 * 60_000;

/** One line of what happened to an account, as its owner and admins read it. */
export interface SecurityEntry {
  id: number;
  event: SecurityEvent;
  /** An IPv4 address, or the /64 of an IPv6 one; null where the program itself did it. */
  network: string | null;
  /** The browser or program, as it names itself. */
  agent: string | null;
  at: string;
}

/** The entries before a certain one, the newest first. */
export interface SecurityEntries {
  entries: SecurityEntry[];
  /** Ask for those before this one; null when there are none. */
  older: number | null;
}
