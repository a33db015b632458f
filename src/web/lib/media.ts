/** What a media query says of the reader's window, and when it says otherwise. On the server none holds. */
import { useSyncExternalStore } from 'react';

/** Below this the board has two lines per bird, and a dock chooses what is shown; the style sheets say the same. */
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

/** Asking anew with each rendering is felt. */
const kept = new Map<string, MediaQueryList>();

function asked(query: string): MediaQueryList {
  const media = kept.get(query) ?? matchMedia(query);
  kept.set(query, media);
  return media;
}
