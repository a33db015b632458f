/** Whether the page is hydrated. Anything that only the reader's device knows is rendered afterwards. */
import { useSyncExternalStore } from 'react';

const never = () => () => {};

export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
