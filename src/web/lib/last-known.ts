/**
 * The last data of each page that was shown. When the network or the server is away a page keeps what it knew instead of
 * giving way to an error: times that were clocked stay true.
 */
import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router';

const known = new Map<string, unknown>();
const mostPages = 20;

/**
 * Loads a page's data, or falls back to what was known of it when nobody answers. `likewise` makes do with what is known
 * of another part of the same page: another tab, another page of its list.
 */
export async function orLastKnown<T>(
  url: string,
  load: () => Promise<T>,
  likewise?: (known: T, search: URLSearchParams) => T,
): Promise<T> {
  const { pathname, search, searchParams } = new URL(url);
  try {
    const data = await load();
    remember(pathname + search, data);
    return data;
  } catch (error) {
    // A "no" of the server is an answer; a broken line, or a server that is just starting again, is none.
    if (isRouteErrorResponse(error) && error.status < 500) throw error;
    const last = known.get(pathname + search);
    if (last !== undefined) return last as T;
    const [, other] = [...known].findLast(([page]) => page.split('?')[0] === pathname) ?? [];
    if (other === undefined || !likewise) throw error;
    return likewise(other as T, searchParams);
  }
}

/** Keeps the data of the page that the server made, which no loader of the browser has seen; null: not worth keeping. */
export function useLastKnown(data: unknown): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (data !== null) remember(pathname + search, data);
  }, [pathname, search, data]);
}

function remember(page: string, data: unknown): void {
  known.delete(page);
  known.set(page, data);
  for (const oldest of known.keys()) {
    if (known.size <= mostPages) break;
    known.delete(oldest);
  }
}
