/**
 * The pages that are kept, and the files they need. A page is asked for without its reader's cookies before it is kept,
 * so that nothing of a person is in it. What an older version of the pages has left is of use until the next but one:
 * pages that are open go on with it.
 */
import { filesOf, langOf, marked, surplusOf } from './rules.ts';

/** The build these pages belong to; written in when they are built (vite.config.ts). */
declare const BUILD: string;
const names = { pages: `pages-${BUILD}`, files: `files-${BUILD}` };

/** The page that is shown where there is neither a network nor a kept page. */
export const offlinePage = '/offline';

/** Below this age a page is not fetched again just to be kept. */
const fresh_ms = 60_000;

/** Counts the sign-outs: what was asked for before one is not kept after it. */
export let era = 0;

export interface Asked {
  /** With its search. */
  path: string;
  /** The tag of the reader's language. */
  lang: string;
  theme?: string | undefined;
}

/** A kept page, of the newest version that has it. */
export async function findPage(path: string): Promise<Response | undefined> {
  const versions = (await caches.keys()).filter((name) => name.startsWith('pages-')).reverse();
  for (const name of versions) {
    const page = await (await caches.open(name)).match(path, { ignoreVary: true });
    if (page) return page;
  }
  return undefined;
}

/** Fetches a page as anybody sees it and keeps it, unless a fresh one is kept in this language. */
export async function fetchPage({ path, lang, theme }: Asked): Promise<void> {
  const begun = era;
  const known = await (await caches.open(names.pages)).match(path, { ignoreVary: true });
  const young = known && (path === offlinePage || Date.now() - cachedAt(known) < fresh_ms);
  if (young && known.headers.get('x-kept-lang') === lang) return;
  const answer = await fetch(path, { credentials: 'omit', headers: { 'accept-language': lang }, redirect: 'error' });
  await keepPage(path, answer, { theme, begun });
}

/** Keeps an answer that was made for anybody; refusals, failures and what is no page are not kept. */
export async function keepPage(
  path: string,
  answer: Response,
  { theme, begun }: { theme?: Asked['theme']; begun: number },
): Promise<void> {
  const { status, headers } = answer;
  if (status !== 200 || !headers.get('content-type')?.startsWith('text/html')) return;
  if (headers.get('cache-control')?.includes('no-store')) return;
  const kept_at = Date.now();
  const html = await answer.text();
  await Promise.all(filesOf(html).map(fetchFile));
  if (begun !== era) return;
  const own = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'etag', 'vary']) own.delete(name);
  own.set('x-kept-at', String(kept_at));
  own.set('x-kept-lang', langOf(html));
  own.set('x-kept-bytes', String(html.length));
  const cache = await caches.open(names.pages);
  await cache.put(path, new Response(marked(html, kept_at, theme), { headers: own }));
  // It may have come between.
  if (begun !== era) await cache.delete(path);
  await makeRoom(cache);
}

/** A file of the pages: as it is kept, or from the network and then kept. */
export async function fetchFile(request: Request | string): Promise<Response> {
  const known = await caches.match(request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(names.files)).put(request, answer.clone());
  return answer;
}

/** Forgets all pages: somebody signs out. */
export async function forgetPages(): Promise<void> {
  era += 1;
  const kept = await caches.keys();
  await Promise.all(kept.filter((name) => name.startsWith('pages-')).map((name) => caches.delete(name)));
}

/** Forgets what versions before the last one have left. */
export async function forgetOldVersions(): Promise<void> {
  const kept = await caches.keys();
  for (const kind of ['pages-', 'files-']) {
    const old = kept.filter((name) => name.startsWith(kind) && !name.endsWith(BUILD)).slice(0, -1);
    for (const name of old) await caches.delete(name);
  }
}

async function makeRoom(cache: Cache): Promise<void> {
  const pages = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const page = await cache.match(request, { ignoreVary: true });
      return {
        path: request.url,
        kept_at: page ? cachedAt(page) : 0,
        bytes: Number(page?.headers.get('x-kept-bytes')),
      };
    }),
  );
  const races = pages.filter(({ path }) => new URL(path).pathname !== offlinePage);
  for (const path of surplusOf(races)) await cache.delete(path);
}

function cachedAt(page: Response): number {
  return Number(page.headers.get('x-kept-at'));
}
