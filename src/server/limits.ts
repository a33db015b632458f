/**
 * How often something may be tried: every limit of the program by its name, and the counting of it. docs/limits.md says
 * the same for operators; a test holds both together.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '#domain/refusal.ts';
import type { Database } from '#server/db/database.ts';
import { networkOf } from './network.ts';

/** What a limit counts by; several together are one key. `everybody` is one key for all. */
export type CountedBy = 'network' | 'person' | 'email' | 'phone' | 'browser' | 'kind' | 'code' | 'everybody';

export interface Limit {
  by: readonly CountedBy[];
  most: number;
  minutes: number;
  /**
   * What happens beyond it. A key that somebody else can fill only slows down: nobody is locked out by a stranger.
   */
  over: 'refuse' | 'slow';
}

/**
 * Counted in the database, so that several processes count together: what may be guessed, and what costs somebody
 * something. Of each name the narrowest limit stands first: whoever is over it adds nothing to the wider ones.
 */
export const limits = {
  /** Signing in with a password. */
  sign_in: [
    { by: ['email', 'network'], most: 10, minutes: 15, over: 'refuse' },
    { by: ['network'], most: 200, minutes: 15, over: 'refuse' },
    { by: ['email'], most: 20, minutes: 60, over: 'slow' },
  ],
  /** The same in a browser in which this person has signed in before: it counts by itself. */
  sign_in_known_browser: [{ by: ['email', 'browser'], most: 10, minutes: 15, over: 'refuse' }],
  /**
   * A code of the second step. Six digits are found by enough tries, and whoever tries them has the password already:
   * here the person's key refuses, all browsers but those in which the person has signed in before.
   */
  second_factor: [
    { by: ['person', 'network'], most: 10, minutes: 15, over: 'refuse' },
    { by: ['network'], most: 50, minutes: 15, over: 'refuse' },
    { by: ['person'], most: 50, minutes: 60, over: 'refuse' },
  ],
  /** The same in a browser in which this person has signed in before. */
  second_factor_known_browser: [{ by: ['person', 'browser'], most: 10, minutes: 15, over: 'refuse' }],
  /** One code of the app, which signs in once while it holds (RFC 6238, 5.2). */
  second_factor_code: [{ by: ['person', 'code'], most: 1, minutes: 2, over: 'refuse' }],
  /** What a passkey is asked; a page for signing in does so by itself. */
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
  /** The same in a browser in which this person has signed in before. */
  forgotten_password_known_browser: [{ by: ['email', 'browser'], most: 3, minutes: 60, over: 'refuse' }],
  /**
   * Letters to one mailbox, of one kind each: beyond it none is written, and nothing is said. A link to a new password
   * is good for as long as its letters are counted, so that whoever gets no letter has one that still works.
   */
  letter: [{ by: ['email', 'kind'], most: 6, minutes: 60, over: 'refuse' }],
  /** A link to a new password. */
  reset_password: [{ by: ['network'], most: 30, minutes: 15, over: 'refuse' }],
  /** The password again, from somebody who is signed in. */
  password: [
    { by: ['person', 'network'], most: 10, minutes: 15, over: 'refuse' },
    { by: ['person'], most: 50, minutes: 60, over: 'refuse' },
  ],
  /** A code on a phone, to be sent. The number may be anybody's: strangers who ask for it never keep its owner out. */
  phone_code: [
    { by: ['person'], most: 5, minutes: 60, over: 'refuse' },
    { by: ['network'], most: 20, minutes: 60, over: 'refuse' },
    { by: ['phone'], most: 15, minutes: 60, over: 'slow' },
  ],
  /** A code on a phone, typed. */
  phone_verify: [{ by: ['person'], most: 20, minutes: 15, over: 'refuse' }],
  /** The first code of a new second factor. */
  factor_confirm: [{ by: ['person'], most: 20, minutes: 15, over: 'refuse' }],
  /** A picture of oneself. */
  picture: [{ by: ['person'], most: 20, minutes: 60, over: 'refuse' }],
  /** A file for a loft. */
  upload: [{ by: ['person'], most: 300, minutes: 60, over: 'refuse' }],
  /** A letter to the operator, by somebody who is not signed in … */
  contact: [
    { by: ['network'], most: 5, minutes: 60, over: 'refuse' },
    { by: ['everybody'], most: 200, minutes: 60, over: 'refuse' },
  ],
  /** … and by somebody who is: strangers never fill what is theirs. */
  contact_signed_in: [{ by: ['person'], most: 5, minutes: 60, over: 'refuse' }],
  /** Whether an e-mail address has an account, by those who give rights. */
  people_lookup: [{ by: ['person'], most: 30, minutes: 60, over: 'refuse' }],
  /** The password before the whole site. */
  access_password: [
    { by: ['network'], most: 10, minutes: 15, over: 'refuse' },
    { by: ['everybody'], most: 500, minutes: 15, over: 'slow' },
  ],
} as const satisfies Record<string, readonly Limit[]>;

/** Counted in the memory of each process, by network where nothing else is said: what is cheap to refuse and must cost nothing to count. */
export const floods = {
  /** /login, its callback, and signing out. */
  login: { most: 60, seconds: 60 },
  /** Tokens of programs. */
  token: { most: 60, seconds: 60 },
  /** What browsers tell of their failures: ten of a page at most, and a club shares a network. */
  page_error: { most: 60, seconds: 60 },
  /** Keys of clocks and tokens of programs that open nothing; those that open something are not counted. */
  wrong_key: { most: 600, seconds: 60 },
  /** Share pictures; those who fetch them for others have many addresses. */
  share_picture: { most: 600, seconds: 60 },
  /** Lists read and made into files (CSV, PDF, XLSX); one that lies ready, or that somebody else is given too, counts nothing. */
  list_file: { most: 30, seconds: 60 },
  /** The same by somebody who is signed in. */
  list_file_person: { most: 60, seconds: 60, by: ['person', 'network'] },
} as const satisfies Record<string, { most: number; seconds: number; by?: readonly CountedBy[] }>;

export type LimitName = keyof typeof limits;
/** The values of the keys that a limit counts by. */
export type Tried<N extends LimitName> = Record<
  Exclude<(typeof limits)[N][number]['by'][number], 'everybody'>,
  string | number
>;

/** Beyond a limit that slows down each try waits a quarter of a second longer, up to so long. */
const longest_ms = 4000;

/**
 * Counts one try.
 *
 * @param by a `network` is what networkOf gives
 * @returns for how many milliseconds to wait before going on, 0 for most; hold nothing scarce meanwhile
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

/** The key of a window: whose it is can be found again, but not read from it. */
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

/** The limit of a route, as @fastify/rate-limit wants it. */
export function flood(name: keyof typeof floods) {
  const { most, seconds } = floods[name];
  return { max: most, timeWindow: seconds * 1000, keyGenerator: floodKey };
}

/** Files of lists that one network, or one person who is signed in, may have under way at the same moment. */
export const files_at_once = { network: 2, person: 4 } as const;

/** What such limits count by. */
export function floodKey({ ip }: { ip: string }): string {
  return networkOf(ip);
}
