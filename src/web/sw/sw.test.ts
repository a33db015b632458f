import { afterEach, describe, expect, test, vi } from 'vitest';

/** The worker with a fake browser around it, made of maps. */
async function startWorker(network: (path: string, asked?: RequestInit) => Promise<Response>) {
  const site = 'https://loft.example';
  const stores = new Map<string, Map<string, Response>>();
  const addressOf = (key: string | { url: string }) => new URL(typeof key === 'string' ? key : key.url, site).href;
  const openStore = (name: string) => {
    const entries = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, entries);
    return {
      match: async (key: string) => entries.get(addressOf(key))?.clone(),
      put: async (key: string, answer: Response) => void entries.set(addressOf(key), answer),
      delete: async (key: string) => entries.delete(addressOf(key)),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
    };
  };
  type Listen = (event: object) => void;
  const heard = new Map<string, Listen>();
  const asked: string[] = [];
  vi.stubGlobal('BUILD', '2');
  vi.stubGlobal('self', {
    location: new URL(site),
    addEventListener: (name: string, listen: Listen) => heard.set(name, listen),
    clients: { claim: async () => {} },
  });
  vi.stubGlobal('caches', {
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    open: async (name: string) => openStore(name),
    match: async (key: string) =>
      [...stores.values()].find((entries) => entries.has(addressOf(key)))?.get(addressOf(key)),
  });
  vi.stubGlobal('fetch', (request: string | { url: string }, how?: RequestInit) => {
    const { pathname, search } = new URL(addressOf(request));
    asked.push(pathname + search);
    return network(pathname + search, how);
  });
  vi.resetModules();
  await import('./sw.ts');

  /** Sends an event; returns the reply, and a promise that ends with all work it has started. */
  async function send(name: string, event: object) {
    const works: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    heard.get(name)!({
      ...event,
      waitUntil: (work: Promise<unknown>) => works.push(work),
      respondWith: (work: Promise<Response>) => {
        answer = work;
      },
    });
    const answered = await answer;
    return { answered, over: Promise.allSettled(works) };
  }
  return {
    asked,
    open: (path: string, more: object = {}) =>
      send('fetch', { request: { url: addressOf(path), method: 'GET', mode: 'navigate', ...more } }),
    activate: async () => (await send('activate', {})).over,
    look: async (path: string, files?: string[]) =>
      (await send('message', { data: { path, lang: 'en-GB', files } })).over,
    cached: () =>
      [...stores].flatMap(([name, entries]) => [...entries.keys()].map((url) => `${name} ${new URL(url).pathname}`)),
    cache: (name: string, path: string, text: string) => openStore(name).put(path, new Response(text)),
  };
}

const page = (text: string, headers: Record<string, string> = {}, status = 200) =>
  new Response(`<!DOCTYPE html><html lang="en-GB"><script src="/assets/a-1.js"></script>${text}</html>`, {
    status,
    headers: { 'content-type': 'text/html', 'cache-control': 'public, max-age=0', ...headers },
  });
const file = new Response('script');
const gone = () => Promise.reject(new TypeError('Failed to fetch'));
/** A network that serves files, and pages as given. */
const network = (pages: () => Promise<Response>) => async (path: string) =>
  /^\/(assets|flags)\//.test(path) ? file.clone() : pages();

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('with a race that is viewed its information is cached', async () => {
  const worker = await startWorker(network(async () => page('race')));
  await worker.look('/lofts/1/flights/2');
  expect(worker.asked).toContain('/lofts/1/flights/2?tab=info');
  await worker.look('/lofts/1/flights/2?tab=info');
  // Young ones are not fetched again.
  expect(worker.asked.filter((path) => path.startsWith('/lofts'))).toHaveLength(2);
});

describe('a page that is opened', () => {
  test('comes from the network, and is cached with its files when it is public', async () => {
    const worker = await startWorker(network(async () => page('new')));
    await worker.cache('pages-1', '/lofts/1', 'old');
    const { answered, over } = await worker.open('/lofts/1');
    expect(await answered!.text()).toContain('new');
    await over;
    expect(worker.cached().sort()).toEqual(['files-2 /assets/a-1.js', 'pages-1 /lofts/1', 'pages-2 /lofts/1']);
  });

  test.each([
    ['is private', () => page('mine', { 'cache-control': 'private, no-cache' })],
    ['is a refusal', () => page('no', {}, 404)],
    ['is not to be stored', () => page('no', { 'cache-control': 'public, no-store' })],
    ['is not a page', () => page('no', { 'content-type': 'application/json' })],
  ])('is not cached when it %s', async (_, make) => {
    const worker = await startWorker(network(async () => make()));
    const { answered, over } = await worker.open('/lofts/1');
    expect(answered!.status).toBe(make().status);
    await over;
    expect(worker.cached()).toEqual([]);
  });

  test('is the newest cached one when the server does not reply, or fails', async () => {
    let answer: () => Promise<Response> = gone;
    const worker = await startWorker(network(() => answer()));
    await worker.cache('pages-1', '/lofts/1', 'older');
    expect(await (await worker.open('/lofts/1')).answered!.text()).toBe('older');
    await worker.cache('pages-2', '/lofts/1', 'newer');
    answer = async () => page('', {}, 503);
    expect(await (await worker.open('/lofts/1')).answered!.text()).toBe('newer');
  });

  test('is the cached one after four seconds, and a later reply is cached', async () => {
    vi.useFakeTimers();
    const answer = Promise.withResolvers<Response>();
    const worker = await startWorker(network(() => answer.promise));
    await worker.cache('pages-1', '/lofts/1', 'kept');
    let shown: string | undefined;
    const opening = worker.open('/lofts/1').then(async ({ answered, over }) => {
      shown = await answered!.text();
      return over;
    });
    await vi.advanceTimersByTimeAsync(3999);
    expect(shown).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(shown).toBe('kept');
    answer.resolve(page('late'));
    await opening;
    await vi.waitFor(() => expect(worker.cached()).toContain('pages-2 /lofts/1'), 30_000);
  });

  test('redirects to the offline page without a cached page, if that is cached', async () => {
    const worker = await startWorker(gone);
    expect((await worker.open('/lofts/1?page=2')).answered!.type).toBe('error');
    await worker.cache('pages-2', '/offline', 'offline');
    const { headers } = (await worker.open('/lofts/1?page=2')).answered!;
    expect(headers.get('location')).toBe('https://loft.example/offline?to=%2Flofts%2F1%3Fpage%3D2');
    expect(await (await worker.open('/offline?to=%2Flofts')).answered!.text()).toBe('offline');
  });

  test.each([
    ['/id/settings', {}],
    ['/login/callback?code=1', {}],
    ['/admin/lofts', {}],
    ['/api/lofts', { mode: 'cors' }],
    ['/lofts/1.data', { mode: 'cors' }],
    ['/contact', { method: 'POST' }],
    ['https://elsewhere.example/lofts', {}],
  ])('%s is not handled', async (path, more) => {
    const worker = await startWorker(gone);
    expect((await worker.open(path, more)).answered).toBeUndefined();
    expect(worker.asked).toEqual([]);
  });
});

describe('a page that is shown', () => {
  test('is fetched without cookies, cached, and not fetched again for a minute', async () => {
    let now_ms = 1_000_000;
    vi.spyOn(Date, 'now').mockImplementation(() => now_ms);
    const how: (RequestInit | undefined)[] = [];
    const worker = await startWorker(async (path, asked) => {
      if (path === '/lofts/1') how.push(asked);
      return path.startsWith('/assets/') ? file.clone() : page('', { 'cache-control': 'private' });
    });
    await worker.look('/lofts/1');
    now_ms += 59_999;
    await worker.look('/lofts/1');
    expect(how).toEqual([{ credentials: 'omit', headers: { 'accept-language': 'en-GB' }, redirect: 'error' }]);
    now_ms += 1;
    await worker.look('/lofts/1');
    expect(how.length).toBe(2);
    expect(worker.cached().sort()).toEqual(['files-2 /assets/a-1.js', 'pages-2 /lofts/1', 'pages-2 /offline']);
  });

  test('brings the files that it loaded before there was a worker, and nothing else of what it fetched', async () => {
    const worker = await startWorker(network(async () => page('')));
    await worker.look('/lofts/1', ['/assets/RaceHeader-1.js', '/flags/be.svg', '/api/me/around', '/lofts/1.data']);
    expect(worker.cached().sort()).toEqual([
      'files-2 /assets/RaceHeader-1.js',
      'files-2 /assets/a-1.js',
      'files-2 /flags/be.svg',
      'pages-2 /lofts/1',
      'pages-2 /offline',
    ]);
  });

  test.each(['/id/settings', '/admin/lofts', '/favorites'])('%s is not fetched', async (path) => {
    const worker = await startWorker(network(async () => page('')));
    await worker.look(path);
    expect(worker.asked).not.toContain(path);
    expect(worker.cached().filter((one) => one.includes(path))).toEqual([]);
  });

  test('is not cached without one of its files', async () => {
    const worker = await startWorker((path) => (path.startsWith('/assets/') ? gone() : Promise.resolve(page(''))));
    await worker.look('/lofts/1');
    expect(worker.cached()).toEqual([]);
  });
});

describe('signing out', () => {
  test('deletes all pages of all versions, and drops replies on their way', async () => {
    const answer = Promise.withResolvers<Response>();
    const worker = await startWorker((path) =>
      path === '/lofts/2' ? answer.promise : Promise.resolve(path.startsWith('/assets/') ? file.clone() : page('')),
    );
    await worker.cache('pages-1', '/lofts/1', 'old');
    await worker.look('/lofts/1');
    const looking = worker.look('/lofts/2');
    const { answered, over } = await worker.open('/logout', { method: 'POST' });
    expect(answered).toBeUndefined();
    await over;
    answer.resolve(page('late'));
    await looking;
    expect(worker.cached().filter((one) => one.startsWith('pages-'))).toEqual([]);
  });
});

describe('an update', () => {
  test('keeps the caches of the previous version, and none older', async () => {
    const worker = await startWorker(gone);
    for (const version of ['0', '1', '2']) {
      await worker.cache(`pages-${version}`, '/lofts', '');
      await worker.cache(`files-${version}`, '/assets/a-1.js', '');
    }
    await worker.activate();
    expect(worker.cached().map((one) => one.split(' ')[0])).toEqual(['pages-1', 'files-1', 'pages-2', 'files-2']);
  });
});
