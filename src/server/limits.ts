/**
 * Rate limits: every limit of the program by name, and its counter. docs/limits.md says the same for operators; a test
 * compares both.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { requestsPerMinute } from '#domain/open-data/limits.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Database } from '#server/db/database.ts';
import { networkOf } from './network.ts';

/** What a limit counts by; several together are one key. `everybody` is one key for all. */
export type CountedBy = 'network' | 'person' | 'email' | 'phone' | 'browser' | 'kind' | 'code' | 'key' | 'everybody';

export interface Limit {
  by: readonly CountedBy[];
  most: number;
  minutes: number;
  /**
   * What happens beyond the limit. A key that a stranger can fill only slows down: a stranger cannot lock a person out.
   */
  over: 'refuse' | 'slow';
}

/**
 * Counted in the database, so that several processes share the counters: attempts to guess, and actions that cost a
 * person something. The narrowest limit of a name comes first: an attempt beyond it adds nothing to the wider ones.
 */
export const limits = {
  /** Signing in with a password. */
  sign_in: [
    { by: ['email', 'network'], most: 10, minutes: 15, over: 'refuse' },
    { by: ['network'], most: 200, minutes: 15, over: 'refuse' },
    { by: ['email'], most: 20, minutes: 60, over: 'slow' },
  ],
  /** Signing in with a password, in a browser that this person has used before: counted separately. */
  sign_in_known_browser: [{ by: ['email', 'browser'], most: 10, minutes: 15, over: 'refuse' }],
  /**
   * A code of the second factor. Six digits can be guessed, and an attacker who tries them has the password already:
   * here the limit by person refuses, except for browsers that the person has used before.
   */
  second_factor: [
    { by: ['person', 'network'], most: 10, minutes: 15, over: 'refuse' },
    { by: ['network'], most: 50, minutes: 15, over: 'refuse' },
    { by: ['person'], most: 50, minutes: 60, over: 'refuse' },
  ],
  /** A code of the second factor, in a browser that this person has used before. */
  second_factor_known_browser: [{ by: ['person', 'browser'], most: 10, minutes: 15, over: 'refuse' }],
  /** One code of the app, which is valid once during its lifetime (RFC 6238, 5.2). */
  second_factor_code: [{ by: ['person', 'code'], most: 1, minutes: 2, over: 'refuse' }],
  /** A passkey challenge; the sign-in page requests one by itself. */
  passkey_challenge: [{ by: ['network'], most: 300, minutes: 15, over: 'refuse' }],
  /** Signing in with a passkey. */
  passkey: [{ by: ['network'], most: 60, minutes: 15, over: 'refuse' }],
  /** A new passkey. */
  new_passkey: [{ by: ['person'], most: 20, minutes: 60, over: 'refuse' }],
  /** A new account. */
  register: [
    { by: ['email', 'network'], most: 3, minutes: 60, over: 'refuse' },
    { by: ['network'], most: 20, minutes: 60, over: 'refuse' },
  ],
  /** A link that proves an e-mail address. */
  verify_email: [{ by: ['network'], most: 60, minutes: 15, over: 'refuse' }],
  /** Asking for a new password. */
  forgotten_password: [
    { by: ['email', 'network'], most: 3, minutes: 60, over: 'refuse' },
    { by: ['network'], most: 20, minutes: 60, over: 'refuse' },
  ],
  /** The same in a browser that this person has used before. */
  forgotten_password_known_browser: [{ by: ['email', 'browser'], most: 3, minutes: 60, over: 'refuse' }],
  /**
   * Mails to one mailbox, of one kind each: beyond the limit none is sent, without a message. A password link is valid
   * for as long as its mails are counted, so that a person who gets no further mail has a link that still works.
   */
  letter: [{ by: ['email', 'kind'], most: 6, minutes: 60, over: 'refuse' }],
  /** A link to a new password. */
  reset_password: [{ by: ['network'], most: 30, minutes: 15, over: 'refuse' }],
  /** The password again, of a signed-in person. */
  password: [
    { by: ['person', 'network'], most: 10, minutes: 15, over: 'refuse' },
    { by: ['person'], most: 50, minutes: 60, over: 'refuse' },
  ],
  /**
   * Sending a code to a phone. The number may belong to another person: strangers who request codes never lock out its
   * owner.
   */
  phone_code: [
    { by: ['person'], most: 5, minutes: 60, over: 'refuse' },
    { by: ['network'], most: 20, minutes: 60, over: 'refuse' },
    { by: ['phone'], most: 15, minutes: 60, over: 'slow' },
  ],
  /** Entering a code that was sent to a phone. */
  phone_verify: [{ by: ['person'], most: 20, minutes: 15, over: 'refuse' }],
  /** The first code of a new second factor. */
  factor_confirm: [{ by: ['person'], most: 20, minutes: 15, over: 'refuse' }],
  /** A profile picture. */
  picture: [{ by: ['person'], most: 20, minutes: 60, over: 'refuse' }],
  /** A file for a loft. */
  upload: [{ by: ['person'], most: 300, minutes: 60, over: 'refuse' }],
  /** A message to the operator, by a person who is not signed in … */
  contact: [
    { by: ['network'], most: 5, minutes: 60, over: 'refuse' },
    { by: ['everybody'], most: 200, minutes: 60, over: 'refuse' },
  ],
  /** … and by one who is signed in: strangers never fill this limit. */
  contact_signed_in: [{ by: ['person'], most: 5, minutes: 60, over: 'refuse' }],
  /** The lookup of an account by e-mail address, by those who grant rights. */
  people_lookup: [{ by: ['person'], most: 30, minutes: 60, over: 'refuse' }],
  /** Asking to merge another account into the own one: who asks learns nothing of addresses, and fills no mailbox. */
  account_merge: [{ by: ['person'], most: 5, minutes: 60, over: 'refuse' }],
  /** The password in front of the whole site. */
  access_password: [
    { by: ['network'], most: 10, minutes: 15, over: 'refuse' },
    { by: ['everybody'], most: 500, minutes: 15, over: 'slow' },
  ],
} as const satisfies Record<string, readonly Limit[]>;

/**
 * Counted in the memory of each process, by network by default: requests that are cheap to refuse and must be cheap to
 * count.
 */
export const floods = {
  /** /login, its callback, and signing out. */
  login: { most: 60, seconds: 60 },
  /** Tokens of programs. */
  token: { most: 60, seconds: 60 },
  /** Error reports of browsers: a page sends ten at most, and a club shares a network. */
  page_error: { most: 60, seconds: 60 },
  /** Invalid keys of clocks and tokens of programs; valid ones are not counted. */
  wrong_key: { most: 600, seconds: 60 },
  /** Share pictures; services that fetch them for their users have many addresses. */
  share_picture: { most: 600, seconds: 60 },
  /** Boards in the pages of other sites, and what oEmbed says of them: a board renews itself every five seconds. */
  embed: { most: 600, seconds: 60 },
  /** Open data without a key … */
  open_data: { most: requestsPerMinute.free, seconds: 60 },
  /** … and with one. */
  open_data_key: { most: requestsPerMinute.keyed, seconds: 60, by: ['key'] },
  /** The search over the whole site: a club that types at once shares a network. */
  site_search: { most: 300, seconds: 60 },
  /** What the birds that somebody follows do now. */
  followed: { most: 300, seconds: 60 },
  /** What a phone says to a screen that presents a flight, and the screen to the phone: some presses in a second. */
  screen: { most: 240, seconds: 60 },
  /**
   * Lists made into files (CSV, PDF, XLSX); a cached file, or one that is being made for another reader too, is not
   * counted.
   */
  list_file: { most: 30, seconds: 60 },
  /** The same by a signed-in person. */
  list_file_person: { most: 60, seconds: 60, by: ['person', 'network'] },
} as const satisfies Record<string, { most: number; seconds: number; by?: readonly CountedBy[] }>;

export type LimitName = keyof typeof limits;
/** The values of the keys that a limit counts by. */
export type Tried<N extends LimitName> = Record<
  Exclude<(typeof limits)[N][number]['by'][number], 'everybody'>,
  string | number
>;

/** Beyond a limit that slows down each attempt waits a quarter of a second longer, up to this. */
const longest_ms = 4000;

/**
 * Counts one attempt.
 * @param by a `network` is the result of networkOf
 * @returns the delay in milliseconds, mostly 0; hold no connection or lock meanwhile
 * @throws Refusal `too_often` with the seconds to wait
 */
export async function countTry<N extends LimitName>(db: Database, name: N, by: Tried<N>): Promise<number> {
  let wait_ms = 0;
  for (const limit of limits[name] as readonly Limit[]) {
    const { count, left_s } = await countOf(db, keyOf(name, limit, by), limit.minutes);
    const over = count - limit.most;
    if (over <= 0) continue;
    if (limit.over === 'refuse') throw new Refusal('too_often', { seconds: Math.max(left_s, 1) });
    wait_ms = Math.min(250 * over, longest_ms);
  }
  return wait_ms;
}

/** The key of a counter: the same values give the same key, but cannot be read from it. */
function keyOf(name: string, { by }: Limit, values: Readonly<Partial<Record<CountedBy, string | number>>>): string {
  const whose = by.map((one) => String(values[one] ?? '').toLowerCase());
  const hash = createHash('sha256').update(JSON.stringify(whose)).digest('base64url');
  return `${name} ${by.join('+')} ${hash}`;
}

async function countOf(db: Database, key: string, minutes: number): Promise<{ count: number; left_s: number }> {
  const { rows } = await sql<{ count: number; left_s: number }>`
    insert into idp.attempts as a (key, count, until)
    values (${key}, 1, now() + ${minutes} * interval '1 minute')
    on conflict (key) do update set
      count = case when a.until < now() then 1 else a.count + 1 end,
      until = case when a.until < now() then excluded.until else a.until end
    returning count, extract(epoch from until - now())::int as left_s`.execute(db);
  return rows[0]!;
}

/** The limit of a route, in the form of @fastify/rate-limit. */
export function flood(name: keyof typeof floods) {
  const { most, seconds } = floods[name];
  return { max: most, timeWindow: seconds * 1000, keyGenerator: floodKey };
}

/** List files that one network, or one signed-in person, may have in progress at the same moment. */
export const files_at_once = { network: 2, person: 4 } as const;

/** The key of such limits. */
export function floodKey({ ip }: { ip: string }): string {
  return networkOf(ip);
}
