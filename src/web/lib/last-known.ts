/**
 * The last data of each page that was shown. When the network or the server is unreachable, a page keeps its data
 * instead of showing an error: times that were clocked stay true.
 */
import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router';
import { asOf, setAsOf } from './as-of.ts';
import { isCached } from './service-worker.ts';

interface Known {
  data: unknown;
  at_ms: number;
}

const known = new Map<string, Known>();
const mostPages = 20;
let rootData: unknown;

/**
 * Loads a page's data, or falls back to its last data when the server does not reply. `likewise` builds the data from
 * that of another part of the same page: another tab, another page of its list; null where they lack what is asked for
 * and the copy of the service worker has it. A page that only the worker has cached is opened as a new document.
 */
export async function orLastKnown<T>(
  url: string,
  load: () => Promise<T>,
  likewise?: (known: T, search: URLSearchParams, isCached: boolean) => T | null,
): Promise<T> {
  const { pathname, search, searchParams } = new URL(url);
  try {
    const data = await load();
    setAsOf(null);
    remember(pathname + search, data);
    return data;
  } catch (error) {
    if (isAnswer(error)) throw error;
    const last = known.get(pathname + search);
    if (last) return fromBefore<T>(last, pathname + search);
    const [, other] = [...known].findLast(([page]) => page.split('?')[0] === pathname) ?? [];
    const hasCopy = await isCached(pathname + search);
    const made = other && likewise ? likewise(other.data as T, searchParams, hasCopy) : null;
    if (other && made) {
      fromBefore(other, pathname + search);
      return made;
    }
    if (!hasCopy) throw error;
    location.assign(pathname + search);
    return new Promise(() => {});
  }
}

/** The same for the data of the root loader, which are the same for every page. */
export async function rootDataOrLastKnown<T>(load: () => Promise<T>): Promise<T> {
  try {
    const data = await load();
    setAsOf(null);
    rootData = data;
    return data;
  } catch (error) {
    if (isAnswer(error) || rootData === undefined) throw error;
    return rootData as T;
  }
}

/** Keeps the data of the root loader of the page that the server rendered. */
export function useLastRootData(data: unknown): void {
  useEffect(() => {
    rootData = data;
  }, [data]);
}

/**
 * Keeps the data of the page that the server rendered, which no loader of the browser has seen; null: not worth
 * keeping.
 */
export function useLastKnown(data: unknown): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (data !== null) remember(pathname + search, data);
  }, [pathname, search, data]);
}

/** A refusal by the server is a reply; a lost connection, or a server that is starting, is none. */
function isAnswer(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status < 500;
}

function fromBefore<T>({ data, at_ms }: Known, page: string): T {
  // The page that is shown may have newer data from its live connection, and sets their time itself.
  const { pathname, search } = globalThis.location ?? {};
  if (page !== `${pathname}${search}`) setAsOf(at_ms);
  return data as T;
}

function remember(page: string, data: unknown): void {
  const at_ms = known.get(page)?.data === data ? known.get(page)!.at_ms : (asOf() ?? Date.now());
  known.delete(page);
  known.set(page, { data, at_ms });
  for (const oldest of known.keys()) {
    if (known.size <= mostPages) break;
    known.delete(oldest);
  }
}
