/**
 * The last data of each page that was shown. When the network or the server is away a page keeps what it knew instead of
 * giving way to an error: times that were clocked stay true.
 */
import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router';

const known = new Map<string, unknown>();
const mostPages = 20;

/** Loads a page's data, or falls back to what was known of it when nobody answers. */
export async function orLastKnown<T>(url: string, load: () => Promise<T>): Promise<T> {
  const { pathname, search } = new URL(url);
  try {
    const data = await load();
    remember(pathname + search, data);
    return data;
  } catch (error) {
    const last = known.get(pathname + search);
    // A "no" of the server is an answer; a broken line, or a server that is just starting again, is none.
    const answered = isRouteErrorResponse(error) && error.status < 500;
    if (last === undefined || answered) throw error;
    return last as T;
  }
}

/** Keeps the data of the page that the server made, which no loader of the browser has seen. */
export function useLastKnown(data: unknown): void {
  const { pathname, search } = useLocation();
  useEffect(() => remember(pathname + search, data), [pathname, search, data]);
}

function remember(page: string, data: unknown): void {
  known.delete(page);
  known.set(page, data);
  for (const oldest of known.keys()) {
    if (known.size <= mostPages) break;
    known.delete(oldest);
  }
}
