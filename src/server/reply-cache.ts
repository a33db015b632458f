/**
 * The reply cache: replies that thousands request in the same second are made once, compressed once, and sent as the
 * same bytes. The caller decides what is public (public-cache.ts).
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { sharedRun } from './shared-run.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** A reply as it is cached. Headers for encoding and length are added for each encoding. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  etag: string;
  /** The age of its data, where that is older than the reply itself. */
  since_ms?: number;
  /**
   * The body is a list, from which this kind of file is made for each reader. The list is cached here, files elsewhere.
   */
  make_as?: string;
}

interface Entry {
  answer: Answer;
  coded: Partial<Record<Encoding, Coded>>;
  until_ms: number;
  bytes: number;
  /** The number of cache hits in brotli. */
  found: number;
}

/** A reply ready to be written: the header lines in the form that Node writes fastest, and the bytes. */
export interface Coded {
  status: number;
  etag: string;
  lines: readonly string[];
  body: Buffer;
  /** A reply that is not written itself: a file is to be made of it. */
  list?: Answer;
}

export interface ReplyCache {
  /** A fresh reply in this encoding, if it is cached. */
  find(key: string, encoding: Encoding): Coded | undefined;
  /**
   * The reply to a key: the fresh one, the one that is being made, or a new one. `make` gets the last one and may
   * return it when it is still valid; null means not cacheable.
   */
  get(
    key: string,
    encoding: Encoding,
    make: (last: Answer | undefined) => Promise<Answer | null>,
  ): Promise<Coded | null>;
  /** Discards all replies: a change is being announced to readers at this moment. */
  clear(): void;
}

export interface ReplyCacheOptions {
  /** How long a reply is fresh; with 0 only simultaneous requests share one. */
  keep_ms: number;
  most_bytes?: number;
  now_ms?: () => number;
}

/**
 * Beyond level 5, brotli costs as much again for less than one percent; gzip does the same beyond 4. For its first
 * readers a reply is compressed at level 3: that takes a third of the time, for a seventh more bytes.
 */
const level = { quick: 3, well: 5 };
/** After this many hits a reply is compressed well. */
const often = 8;
const brotli = (body: Buffer, how: keyof typeof level) =>
  promisify(brotliCompress)(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: level[how], [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
const gzipped = (body: Buffer) => promisify(gzip)(body, { level: 4 });
/** Smaller ones fit into one packet anyway. */
const leastCompressed = 1024;

export function createReplyCache({ keep_ms, most_bytes = 64 << 20, now_ms = Date.now }: ReplyCacheOptions): ReplyCache {
  const entries = new Map<string, Entry>();
  let making = new Map<string, Promise<Entry | null>>();
  let coding = new Map<string, Promise<Coded>>();
  let bytes = 0;

  return {
    find(key, encoding) {
      const entry = entries.get(key);
      if (!entry || entry.until_ms <= now_ms()) return undefined;
      const coded = entry.coded[encoding];
      if (encoding === 'br' && coded && ++entry.found === often) void codeWell(key, entry);
      return coded;
    },
    async get(key, encoding, make) {
      const entry = await freshOrMade(key, make);
      return (
        entry &&
        (entry.coded[encoding] ?? (await sharedRun(coding, `${encoding} ${key}`, () => code(key, entry, encoding))))
      );
    },
    clear() {
      entries.clear();
      // Replies in progress were begun before the change.
      making = new Map();
      coding = new Map();
      bytes = 0;
    },
  };

  function freshOrMade(key: string, make: (last: Answer | undefined) => Promise<Answer | null>) {
    const known = entries.get(key);
    if (known && known.until_ms > now_ms()) return known;
    const begun = making;
    return sharedRun(begun, key, async () => {
      const made_ms = now_ms();
      const answer = await make(known?.answer);
      if (!answer) return null;
      const entry: Entry =
        known?.answer === answer
          ? known
          : { answer, coded: {}, until_ms: 0, bytes: answer.body.length + 1024, found: 0 };
      entry.until_ms = Math.min(made_ms, answer.since_ms ?? made_ms) + keep_ms;
      if (begun === making) put(key, entry);
      return entry;
    });
  }

  async function code(key: string, entry: Entry, encoding: Encoding): Promise<Coded> {
    const { status, headers, body, etag } = entry.answer;
    if (entry.answer.make_as)
      return { status, etag, lines: Object.entries({ ...headers, etag }).flat(), body, list: entry.answer };
    if (body.length < leastCompressed || encoding === 'identity') {
      const ready = asCoded(entry.answer);
      entry.coded[encoding] = ready;
      return ready;
    }
    return keepCoded(key, entry, encoding, await (encoding === 'br' ? brotli(body, 'quick') : gzipped(body)));
  }

  /** Small replies are not compressed; the others have been compressed fast. */
  async function codeWell(key: string, entry: Entry): Promise<void> {
    const { body } = entry.answer;
    if (body.length >= leastCompressed && !entry.answer.make_as)
      keepCoded(key, entry, 'br', await brotli(body, 'well'));
  }

  function keepCoded(key: string, entry: Entry, encoding: Encoding, body: Buffer): Coded {
    const more = body.length - (entry.coded[encoding]?.body.length ?? 0);
    const ready = asCoded({ ...entry.answer, body }, encoding);
    entry.coded[encoding] = ready;
    if (entries.get(key) === entry) {
      entry.bytes += more;
      bytes += more;
    }
    return ready;
  }

  /** The oldest reply is evicted first. */
  function put(key: string, entry: Entry): void {
    drop(key);
    entries.set(key, entry);
    bytes += entry.bytes;
    for (const oldest of entries.keys()) {
      if (bytes <= most_bytes) return;
      drop(oldest);
    }
  }

  function drop(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }
}

/** A reply ready to be written, whose body already has this encoding. */
export function asCoded({ status, headers, body, etag }: Answer, encoding?: Encoding): Coded {
  const lines = Object.entries({
    ...headers,
    ...(encoding && { 'content-encoding': encoding }),
    'content-length': String(body.length),
    etag,
  }).flat();
  return { status, etag, lines, body };
}

/** The ETag of a body: the same bytes have the same tag, in whatever encoding. */
export function tagOf(body: Buffer | string): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

const codings = new Map<string, Encoding>();

/** The encoding for an Accept-Encoding header. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  let coding = codings.get(accepted);
  if (!coding) {
    const taken = accepted
      .toLowerCase()
      .split(',')
      .flatMap((part) => {
        const [name = '', ...parameters] = part.split(';').map((one) => one.trim());
        return parameters.some((one) => /^q=0(\.0*)?$/.test(one)) ? [] : name;
      });
    coding = taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : 'identity';
    if (codings.size < 1000 && accepted.length < 100) codings.set(accepted, coding);
  }
  return coding;
}

/** Whether the reader already has these bytes. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  const bare = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === bare);
}
