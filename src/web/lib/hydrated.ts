/** Whether this runs in a browser that has taken the page over. What only the reader's own machine knows waits for it. */
import { useSyncExternalStore } from 'react';

const never = () => () => {};

export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
