import { afterEach, describe, expect, test, vi } from 'vitest';

/** The worker with a browser around it that is made of maps. */
async function startWorker(network: (path: string, asked?: RequestInit) => Promise<Response>) {
  const site = 'https://loft.example';
  const shelves = new Map<string, Map<string, Response>>();
  const addressOf = (key: string | { url: string }) => new URL(typeof key === 'string' ? key : key.url, site).href;
  const shelf = (name: string) => {
    const kept = shelves.get(name) ?? new Map<string, Response>();
    shelves.set(name, kept);
    return {
      match: async (key: string) => kept.get(addressOf(key))?.clone(),
      put: async (key: string, answer: Response) => void kept.set(addressOf(key), answer),
      delete: async (key: string) => kept.delete(addressOf(key)),
      keys: async () => [...kept.keys()].map((url) => ({ url })),
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
    keys: async () => [...shelves.keys()],
    delete: async (name: string) => shelves.delete(name),
    open: async (name: string) => shelf(name),
    match: async (key: string) => [...shelves.values()].find((kept) => kept.has(addressOf(key)))?.get(addressOf(key)),
  });
  vi.stubGlobal('fetch', (request: string | { url: string }, how?: RequestInit) => {
    const { pathname, search } = new URL(addressOf(request));
    asked.push(pathname + search);
    return network(pathname + search, how);
  });
  vi.resetModules();
  await import('./sw.ts');

  /** Sends an event; what is answered, and once everything is over that it has begun. */
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
    look: async (path: string) => (await send('message', { data: { path, lang: 'en-GB' } })).over,
    kept: () =>
      [...shelves].flatMap(([name, kept]) => [...kept.keys()].map((url) => `${name} ${new URL(url).pathname}`)),
    keep: (name: string, path: string, text: string) => shelf(name).put(path, new Response(text)),
  };
}

const page = (text: string, headers: Record<string, string> = {}, status = 200) =>
  new Response(`<!DOCTYPE html><html lang="en-GB"><script src="/assets/a-1.js"></script>${text}</html>`, {
    status,
    headers: { 'content-type': 'text/html', 'cache-control': 'public, max-age=0', ...headers },
  });
const file = new Response('script');
const gone = () => Promise.reject(new TypeError('Failed to fetch'));
/** A network that answers files, and pages as it is told. */
const network = (pages: () => Promise<Response>) => async (path: string) =>
  path.startsWith('/assets/') ? file.clone() : pages();

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a page that is opened', () => {
  test('comes from the network, and is kept with its files when it was made for anybody', async () => {
    const worker = await startWorker(network(async () => page('new')));
    await worker.keep('pages-1', '/lofts/1', 'old');
    const { answered, over } = await worker.open('/lofts/1');
    expect(await answered!.text()).toContain('new');
    await over;
    expect(worker.kept().sort()).toEqual(['files-2 /assets/a-1.js', 'pages-1 /lofts/1', 'pages-2 /lofts/1']);
  });

  test.each([
    ['was made for somebody', () => page('mine', { 'cache-control': 'private, no-cache' })],
    ['is a refusal', () => page('no', {}, 404)],
    ['is not to be stored', () => page('no', { 'cache-control': 'public, no-store' })],
    ['is no page', () => page('no', { 'content-type': 'application/json' })],
  ])('is not kept when it %s', async (_, make) => {
    const worker = await startWorker(network(async () => make()));
    const { answered, over } = await worker.open('/lofts/1');
    expect(answered!.status).toBe(make().status);
    await over;
    expect(worker.kept()).toEqual([]);
  });

  test('is the kept one when nobody answers, or the server cannot; the newest there is', async () => {
    let answer: () => Promise<Response> = gone;
    const worker = await startWorker(network(() => answer()));
    await worker.keep('pages-1', '/lofts/1', 'older');
    expect(await (await worker.open('/lofts/1')).answered!.text()).toBe('older');
    await worker.keep('pages-2', '/lofts/1', 'newer');
    answer = async () => page('', {}, 503);
    expect(await (await worker.open('/lofts/1')).answered!.text()).toBe('newer');
  });

  test('is the kept one after four seconds, and what comes later is kept', async () => {
    vi.useFakeTimers();
    const answer = Promise.withResolvers<Response>();
    const worker = await startWorker(network(() => answer.promise));
    await worker.keep('pages-1', '/lofts/1', 'kept');
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
    await vi.waitFor(() => expect(worker.kept()).toContain('pages-2 /lofts/1'), 30_000);
  });

  test('that is not kept leads to the one for offline readers, if that is', async () => {
    const worker = await startWorker(gone);
    expect((await worker.open('/lofts/1?page=2')).answered!.type).toBe('error');
    await worker.keep('pages-2', '/offline', 'offline');
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
  ])('%s is not touched', async (path, more) => {
    const worker = await startWorker(gone);
    expect((await worker.open(path, more)).answered).toBeUndefined();
    expect(worker.asked).toEqual([]);
  });
});

describe('a page that is looked at', () => {
  test('is asked for without cookies, kept, and not asked for again for a minute', async () => {
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
    expect(worker.kept().sort()).toEqual(['files-2 /assets/a-1.js', 'pages-2 /lofts/1', 'pages-2 /offline']);
  });

  test.each(['/id/settings', '/admin/lofts', '/favorites'])('%s is not asked for', async (path) => {
    const worker = await startWorker(network(async () => page('')));
    await worker.look(path);
    expect(worker.asked).not.toContain(path);
    expect(worker.kept().filter((one) => one.includes(path))).toEqual([]);
  });

  test('is not kept without one of its files', async () => {
    const worker = await startWorker((path) => (path.startsWith('/assets/') ? gone() : Promise.resolve(page(''))));
    await worker.look('/lofts/1');
    expect(worker.kept()).toEqual([]);
  });
});

describe('signing out', () => {
  test('forgets all pages of all versions, and what is on its way', async () => {
    const answer = Promise.withResolvers<Response>();
    const worker = await startWorker((path) =>
      path === '/lofts/2' ? answer.promise : Promise.resolve(path.startsWith('/assets/') ? file.clone() : page('')),
    );
    await worker.keep('pages-1', '/lofts/1', 'old');
    await worker.look('/lofts/1');
    const looking = worker.look('/lofts/2');
    const { answered, over } = await worker.open('/logout', { method: 'POST' });
    expect(answered).toBeUndefined();
    await over;
    answer.resolve(page('late'));
    await looking;
    expect(worker.kept().filter((one) => one.startsWith('pages-'))).toEqual([]);
  });
});

describe('an update', () => {
  test('leaves what the version before has kept, and nothing older', async () => {
    const worker = await startWorker(gone);
    for (const version of ['0', '1', '2']) {
      await worker.keep(`pages-${version}`, '/lofts', '');
      await worker.keep(`files-${version}`, '/assets/a-1.js', '');
    }
    await worker.activate();
    expect(worker.kept().map((one) => one.split(' ')[0])).toEqual(['pages-1', 'files-1', 'pages-2', 'files-2']);
  });
});
