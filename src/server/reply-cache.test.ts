import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Answer, createReplyCache, encodingFor, isKnown, tagOf } from './reply-cache.ts';

const answerOf = (text: string, etag = tagOf(text)): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from(text),
  etag,
});

/** A cache with a clock of its own. */
function cacheAt(options: { keep_ms?: number; most_bytes?: number } = {}) {
  const clock = { now_ms: 1_000_000 };
  const cache = createReplyCache({ keep_ms: 1000, ...options, now_ms: () => clock.now_ms });
  return { cache, clock };
}

/** Work that ends on request. */
function held<T>() {
  let runs = 0;
  let end: (value: T) => void = () => {};
  const run = () => {
    runs += 1;
    return new Promise<T>((resolve) => {
      end = resolve;
    });
  };
  return { run, runs: () => runs, end: (value: T) => end(value) };
}

const long = 'pigeon '.repeat(1000);

describe('a cached reply', () => {
  it('is made once for all simultaneous requests, and for a second after', async () => {
    const { cache, clock } = cacheAt();
    const made = held<Answer>();
    const asked = Array.from({ length: 1000 }, () => cache.get('/', 'identity', made.run));
    made.end(answerOf('a'));
    const answers = await Promise.all(asked);
    expect(new Set(answers).size).toBe(1);
    clock.now_ms += 999;
    await cache.get('/', 'identity', made.run);
    expect(made.runs()).toBe(1);
    clock.now_ms += 1;
    const later = cache.get('/', 'identity', made.run);
    made.end(answerOf('b'));
    expect(String((await later)?.body)).toBe('b');
    expect(made.runs()).toBe(2);
  });

  it('without a lifetime is shared only by simultaneous requests', async () => {
    const { cache } = cacheAt({ keep_ms: 0 });
    let runs = 0;
    const make = async () => answerOf(String(++runs));
    const together = await Promise.all([cache.get('/', 'identity', make), cache.get('/', 'identity', make)]);
    expect(together.map((one) => String(one?.body))).toEqual(['1', '1']);
    expect(String((await cache.get('/', 'identity', make))?.body)).toBe('2');
    expect(cache.find('/', 'identity')).toBeUndefined();
  });

  it('is compressed once for each encoding, and not again while it stays the same', async () => {
    const { cache, clock } = cacheAt();
    const make = async (last: Answer | undefined) => last ?? answerOf(long);
    const brotli = await cache.get('/', 'br', make);
    const gzip = await cache.get('/', 'gzip', make);
    expect(brotliDecompressSync(brotli!.body).toString()).toBe(long);
    expect(gunzipSync(gzip!.body).toString()).toBe(long);
    clock.now_ms += 1000;
    expect(await cache.get('/', 'br', make)).toBe(brotli);
    expect(cache.find('/', 'br')).toBe(brotli);
    expect(Object.fromEntries(pairs(brotli!.lines))).toMatchObject({ 'content-encoding': 'br', etag: tagOf(long) });
    const small = await cache.get('/small', 'br', async () => answerOf('a'));
    expect(pairs(small!.lines).map(([name]) => name)).not.toContain('content-encoding');
  });

  it('that is not cacheable is not stored, and a failure is not repeated to later requests', async () => {
    const { cache } = cacheAt();
    expect(await cache.get('/', 'identity', async () => null)).toBeNull();
    await expect(cache.get('/', 'identity', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(String((await cache.get('/', 'identity', async () => answerOf('a')))?.body)).toBe('a');
  });

  it('that was begun before a change is not used after it', async () => {
    const { cache } = cacheAt();
    const before = held<Answer>();
    const first = cache.get('/', 'identity', before.run);
    cache.clear();
    const second = await cache.get('/', 'identity', async () => answerOf('new'));
    before.end(answerOf('old'));
    expect(String((await first)?.body)).toBe('old');
    expect(String(second?.body)).toBe('new');
    expect(String(cache.find('/', 'identity')?.body)).toBe('new');
  });

  it('is evicted when the cache is full, the oldest first', async () => {
    const { cache } = cacheAt({ most_bytes: 100_000 });
    for (let i = 0; i < 1000; i++) await cache.get(`/${i}`, 'br', async () => answerOf(`${i} ${long}`));
    const left = Array.from({ length: 1000 }, (_, i) => i).filter((i) => cache.find(`/${i}`, 'br'));
    expect(left.length).toBeGreaterThan(5);
    expect(left.length).toBeLessThanOrEqual(100_000 / long.length);
    expect(left.at(-1)).toBe(999);
    expect(left[0]).toBe(1000 - left.length);
  });

  it('is compressed fast at first, and well after repeated requests', async () => {
    const { cache } = cacheAt();
    const rows = Array.from({ length: 2000 }, (_, i) => `<td>${i}</td><td>${(i * 7919) % 1000}</td>`).join('');
    const quick = await cache.get('/', 'br', async () => answerOf(rows));
    for (let i = 0; i < 8; i++) expect(cache.find('/', 'br')).toBe(quick);
    await expect.poll(() => cache.find('/', 'br')!.body.length).toBeLessThan(quick!.body.length);
    const well = cache.find('/', 'br')!;
    expect(brotliDecompressSync(well.body).toString()).toBe(rows);
    expect(well.etag).toBe(quick!.etag);
    expect(Object.fromEntries(pairs(well.lines))).toMatchObject({ 'content-length': String(well.body.length) });
    for (let i = 0; i < 100; i++) expect(cache.find('/', 'br')).toBe(well);
  });
});

function pairs(lines: readonly string[]): [string, string][] {
  return Array.from({ length: lines.length / 2 }, (_, i) => [lines[2 * i]!, lines[2 * i + 1]!]);
}

it.each([
  [undefined, 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, *;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0', 'identity'],
  ['identity', 'identity'],
  ['BR', 'br'],
] as const)('%j is answered in %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});

it.each([
  ['W/"a"', undefined, false],
  ['W/"a"', 'W/"a"', true],
  ['W/"a"', '"a"', true],
  ['W/"a"', '"b", W/"a"', true],
  ['W/"a"', '*', true],
  ['W/"a"', 'W/"ab"', false],
])('of %s is known to a reader who has %j: %s', (etag, has, known) => {
  expect(isKnown(etag, has)).toBe(known);
});
