/**
 * Pages that show counts of races in the air look again every 15 s, as long as somebody looks at them; over a slow or
 * metered line once a minute.
 */
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { isThrifty } from './thrifty.ts';

const every_ms = 15_000;
const thriftily_ms = 60_000;

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
