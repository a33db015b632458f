/**
 * The caches of pages and of the files they need. A page is fetched without cookies, so that it contains no personal
 * data. The caches of the previous version are kept until the next but one: open pages still use them.
 */
import { filesOf, isShell, langOf, marked, surplusOf } from './rules.ts';

/** The build of these pages; inserted by the build (vite.config.ts). */
declare const BUILD: string;
const names = { pages: `pages-${BUILD}`, files: `files-${BUILD}` };

/** The page that is shown without a network and without a cached page. */
export const offlinePage = '/offline';

/** A page younger than this is not fetched again just to be cached. */
const fresh_ms = 60_000;

/** Counts the sign-outs: a reply to a request from before one is not cached after it. */
export let era = 0;

export interface PageToCache {
  /** The path with its query. */
  path: string;
  /** The tag of the reader's language. */
  lang: string;
  theme?: string | undefined;
  /** The files that it has loaded, also those that its HTML does not name. */
  files?: readonly string[];
}

/** A cached page, from the newest version that has it. */
export async function findPage(path: string): Promise<Response | undefined> {
  const versions = (await caches.keys()).filter((name) => name.startsWith('pages-')).reverse();
  for (const name of versions) {
    const page = await (await caches.open(name)).match(path, { ignoreVary: true });
    if (page) return page;
  }
  return undefined;
}

/**
 * Fetches a page without cookies and caches it, unless a fresh one is cached in this language.
 * @param files the files that it has loaded are cached before it
 */
export async function fetchPage({ path, lang, theme }: PageToCache, files?: Promise<unknown>): Promise<void> {
  const begun = era;
  const known = await (await caches.open(names.pages)).match(path, { ignoreVary: true });
  const young = known && (path === offlinePage || isShell(path) || Date.now() - cachedAt(known) < fresh_ms);
  if (young && known.headers.get('x-kept-lang') === lang) return;
  const answer = await fetch(path, { credentials: 'omit', headers: { 'accept-language': lang }, redirect: 'error' });
  await files;
  await cachePage(path, answer, { theme, begun });
}

/** Caches a public reply; refusals, failures and replies other than pages are not cached. */
export async function cachePage(
  path: string,
  answer: Response,
  { theme, begun }: { theme?: PageToCache['theme']; begun: number },
): Promise<void> {
  const { status, headers } = answer;
  if (status !== 200 || !headers.get('content-type')?.startsWith('text/html')) return;
  if (headers.get('cache-control')?.includes('no-store')) return;
  const cached_at = Date.now();
  const html = await answer.text();
  await Promise.all(filesOf(html).map(fetchFile));
  if (begun !== era) return;
  const own = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'etag', 'vary']) own.delete(name);
  own.set('x-kept-at', String(cached_at));
  own.set('x-kept-lang', langOf(html));
  own.set('x-kept-bytes', String(html.length));
  const cache = await caches.open(names.pages);
  await cache.put(path, new Response(marked(html, cached_at, theme), { headers: own }));
  // A sign-out may have happened meanwhile.
  if (begun !== era) await cache.delete(path);
  await makeRoom(cache);
}

/** A file of the pages: from the cache, or from the network and then cached. */
export async function fetchFile(request: Request | string): Promise<Response> {
  const known = await caches.match(request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(names.files)).put(request, answer.clone());
  return answer;
}

/** Deletes all cached pages, on sign-out. */
export async function deleteCachedPages(): Promise<void> {
  era += 1;
  const cacheNames = await caches.keys();
  await Promise.all(cacheNames.filter((name) => name.startsWith('pages-')).map((name) => caches.delete(name)));
}

/** Deletes the caches of versions before the previous one. */
export async function deleteOldCaches(): Promise<void> {
  const cacheNames = await caches.keys();
  for (const kind of ['pages-', 'files-']) {
    const old = cacheNames.filter((name) => name.startsWith(kind) && !name.endsWith(BUILD)).slice(0, -1);
    for (const name of old) await caches.delete(name);
  }
}

async function makeRoom(cache: Cache): Promise<void> {
  const pages = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const page = await cache.match(request, { ignoreVary: true });
      return {
        path: request.url,
        cached_at: page ? cachedAt(page) : 0,
        bytes: Number(page?.headers.get('x-kept-bytes')),
      };
    }),
  );
  const races = pages.filter(({ path }) => {
    const { pathname } = new URL(path);
    return pathname !== offlinePage && !isShell(pathname);
  });
  for (const path of surplusOf(races)) await cache.delete(path);
}

function cachedAt(page: Response): number {
  return Number(page.headers.get('x-kept-at'));
}
