/** Whether a media query matches, updated when that changes. On the server none matches. */
import { useSyncExternalStore } from 'react';

/** Up to this width the board has two lines per bird; the style sheets have the same value. */
export const phone = '(max-width: 760px)';
/** Up to this width a dock switches between the parts of a race; the style sheets have the same value. */
export const narrow = '(max-width: 1279px)';

/** The appearance that the device chooses. */
export const dark = '(prefers-color-scheme: dark)';

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
