/**
 * The readers behind session cookies, remembered for some seconds: the kind of reader, and the lofts in which they have
 * further rights. It decides only whether a reader gets the shared copy of a page or a page of their own; every right
 * is read again by the code that uses it. Changed rights and ended sessions that the bus reports are forgotten at once.
 */
import { hash } from 'node:crypto';
import { hasRights, hasRightsIn, type ReaderKind, readerKindOf } from '#domain/accounts/person.ts';
import type { FoundSession } from './accounts/sessions.ts';
import { sharedRun } from './shared-run.ts';

export interface Reader {
  /** Null: not signed in. */
  kind: ReaderKind | null;
  /** The kind as a part of cache keys. */
  key: string;
  /** Whether a reply about this loft, or about none, has to be made for this reader alone. */
  seesMore(loft_id: number | null): boolean;
}

export const stranger: Reader = { kind: null, key: '-', seesMore: () => false };

export interface Readers {
  /** The remembered reader of this token. */
  known(token: string): Reader | undefined;
  /** The reader of this token; a stranger where it is not valid. */
  find(token: string): Promise<Reader>;
  /** A person's rights or sessions have changed; without an id, those of any person. */
  forget(user_id?: number): void;
}

export interface ReadersOptions {
  sessionBy(token: string): Promise<FoundSession | null>;
  /** How long a reader is remembered. */
  keep_ms?: number;
  most?: number;
  now_ms?: () => number;
}

interface Remembered {
  reader: Reader;
  user_id: number;
  until_ms: number;
}

export function createReaders({
  sessionBy,
  keep_ms = 10_000,
  most = 50_000,
  now_ms = Date.now,
}: ReadersOptions): Readers {
  // By the hash of the token: secrets are not stored.
  const remembered = new Map<string, Remembered>();
  const byPerson = new Map<number, Set<string>>();
  let looking = new Map<string, Promise<Reader>>();

  return {
    known: (token) => fresh(hashOf(token)),
    find(token) {
      const key = hashOf(token);
      const known = fresh(key);
      if (known) return Promise.resolve(known);
      const begun = looking;
      return sharedRun(begun, key, () => look(token, key, begun));
    },
    forget(user_id) {
      // A lookup in progress may have read the state before the change.
      looking = new Map();
      for (const key of user_id === undefined ? [...remembered.keys()] : (byPerson.get(user_id) ?? [])) drop(key);
    },
  };

  function fresh(key: string): Reader | undefined {
    const known = remembered.get(key);
    return known && known.until_ms > now_ms() ? known.reader : undefined;
  }

  async function look(token: string, key: string, begun: typeof looking): Promise<Reader> {
    const asked_ms = now_ms();
    const found = await sessionBy(token);
    // Invalid tokens are not remembered: invented ones would displace the others.
    if (!found) return stranger;
    const { person: owner, seen, until_ms } = found;
    const person = seen ?? owner;
    const kind = readerKindOf(person);
    const reader: Reader = {
      kind,
      key: keyOf(kind),
      seesMore: (loft_id) => (loft_id === null ? hasRights(person) : hasRightsIn(person, loft_id)),
    };
    if (begun === looking)
      remember(key, { reader, user_id: owner.user_id, until_ms: Math.min(until_ms, asked_ms + keep_ms) });
    return reader;
  }

  function remember(key: string, entry: Remembered): void {
    drop(key);
    remembered.set(key, entry);
    const own = byPerson.get(entry.user_id);
    if (own) own.add(key);
    else byPerson.set(entry.user_id, new Set([key]));
    for (const oldest of remembered.keys()) {
      if (remembered.size <= most) return;
      drop(oldest);
    }
  }

  function drop(key: string): void {
    const entry = remembered.get(key);
    if (!entry) return;
    remembered.delete(key);
    const own = byPerson.get(entry.user_id)!;
    own.delete(key);
    if (!own.size) byPerson.delete(entry.user_id);
  }
}

const hashOf = (token: string) => hash('sha256', token, 'base64url');

/** One letter for each flag that is set. */
function keyOf(kind: ReaderKind): string {
  const { is_admin, is_merchant, works_on_seasons, is_agent, wants_second_factor } = kind;
  const letters = { a: is_admin, m: is_merchant, s: works_on_seasons, g: is_agent, t: wants_second_factor };
  return `+${Object.entries(letters)
    .flatMap(([letter, is]) => (is ? letter : []))
    .join('')}`;
}
