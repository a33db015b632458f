/** Pages that look again by themselves, as long as somebody looks at them. */
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { isThrifty } from './thrifty.ts';

const every_ms = 15_000;
const thriftily_ms = 60_000;

/** Counts of races in the air, every 15 s; over a slow or metered line once a minute. */
export function useRefresh(wanted: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!wanted) return;
    const look = () => {
      if (!document.hidden && navigator.onLine) void revalidate();
    };
    const timer = setInterval(look, isThrifty() ? thriftily_ms : every_ms);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [wanted, revalidate]);
}

/**
 * One look a while after the last one was answered with `told`, and at once when its reader comes back; null: none. A
 * refresh of the document would follow readers to the page that they went to meanwhile, and take them back.
 */
export function useLookAgain(after_ms: number | null, told: object): void {
  const { revalidate } = useRevalidator();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer begins the time anew
  useEffect(() => {
    if (after_ms === null) return;
    const look = () => {
      if (!document.hidden && navigator.onLine) void revalidate();
    };
    const timer = setTimeout(look, after_ms);
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', look);
    };
  }, [after_ms, told, revalidate]);
}
