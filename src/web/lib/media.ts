/** Whether a media query matches, updated when that changes. On the server none matches. */
import { useSyncExternalStore } from 'react';

/**
 * Below this width the board has two lines per bird, and a dock switches between its parts; the style sheets have the
 * same value.
 */
export const phone = '(max-width: 760px)';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = asked(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => asked(query).matches,
    () => false,
  );
}

/** Cached: creating the query with each rendering is slow. */
const queries = new Map<string, MediaQueryList>();

function asked(query: string): MediaQueryList {
  const media = queries.get(query) ?? matchMedia(query);
  queries.set(query, media);
  return media;
}
