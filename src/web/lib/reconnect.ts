/** Detects that the site replies again. */
import { useEffect } from 'react';

const again_ms = 10_000;

/**
 * Calls `back` when the site replies again, while `isAway`. A device knows the state of its network, but not that of a
 * server.
 */
export function useWhenBack(isAway: boolean, back: () => void): void {
  useEffect(() => {
    if (!isAway) return;
    const look = () =>
      void fetch('/livez').then(
        ({ ok }) => ok && back(),
        () => {},
      );
    const timer = setInterval(look, again_ms);
    addEventListener('online', back);
    return () => {
      clearInterval(timer);
      removeEventListener('online', back);
    };
  }, [isAway, back]);
}
