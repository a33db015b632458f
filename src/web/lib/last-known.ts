/**
 * The last data of each page that was shown. When the network or the server is away a page keeps what it knew instead of
 * giving way to an error: times that were clocked stay true.
 */
import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router';
import { asOf, setAsOf } from './as-of.ts';
import { isKept } from './keep.ts';

interface Known {
  data: unknown;
  at_ms: number;
}

const known = new Map<string, Known>();
const mostPages = 20;
let around: unknown;

/**
 * Loads a page's data, or falls back to what was known of it when nobody answers. `likewise` makes do with what is known
 * of another part of the same page: another tab, another page of its list. What only the worker has kept is opened as a
 * document of its own.
 */
export async function orLastKnown<T>(
  url: string,
  load: () => Promise<T>,
  likewise?: (known: T, search: URLSearchParams) => T,
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
    if (other && likewise) return likewise(fromBefore<T>(other, pathname + search), searchParams);
    if (!(await isKept(pathname + search))) throw error;
    location.assign(pathname + search);
    return new Promise(() => {});
  }
}

/** The same for what stands around every page, whichever that is. */
export async function aroundOrLastKnown<T>(load: () => Promise<T>): Promise<T> {
  try {
    const data = await load();
    setAsOf(null);
    around = data;
    return data;
  } catch (error) {
    if (isAnswer(error) || around === undefined) throw error;
    return around as T;
  }
}

/** Keeps what stood around the page that the server made. */
export function useLastAround(data: unknown): void {
  useEffect(() => {
    around = data;
  }, [data]);
}

/** Keeps the data of the page that the server made, which no loader of the browser has seen; null: not worth keeping. */
export function useLastKnown(data: unknown): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (data !== null) remember(pathname + search, data);
  }, [pathname, search, data]);
}

/** A "no" of the server is an answer; a broken line, or a server that is just starting again, is none. */
function isAnswer(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status < 500;
}

function fromBefore<T>({ data, at_ms }: Known, page: string): T {
  // A page that is shown already may have heard more since, over its live connection: it says for itself what it knows.
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
