/** Automatic refresh of a page while it is visible. */
import { useEffect, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { isSlowConnection } from './slow-connection.ts';

const every_ms = 15_000;
const thriftily_ms = 60_000;

/** Refreshes the counts of races in the air every 15 s; on a slow or metered connection once a minute. */
export function useRefresh(wanted: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!wanted) return;
    const refresh = () => {
      if (!document.hidden && navigator.onLine) void revalidate();
    };
    const timer = setInterval(refresh, isSlowConnection() ? thriftily_ms : every_ms);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [wanted, revalidate]);
}

/**
 * One refresh a while after `reply` was received, and at once when the page is shown again; null: none. A refresh of
 * the document would follow readers to the page that they went to meanwhile, and take them back.
 */
export function useDelayedRefresh(after_ms: number | null, reply: object): void {
  const { revalidate } = useRevalidator();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reply restarts the timer
  useEffect(() => {
    if (after_ms === null) return;
    const refresh = () => {
      if (!document.hidden && navigator.onLine) void revalidate();
    };
    const timer = setTimeout(refresh, after_ms);
    document.addEventListener('visibilitychange', refresh);
    addEventListener('online', refresh);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', refresh);
      removeEventListener('online', refresh);
    };
  }, [after_ms, reply, revalidate]);
}

/** The answer to a form of a page that refreshes itself, until the next one: the router forgets it with each refresh. */
export function useKeptAnswer<Answer>(answer: Answer | undefined): Answer | undefined {
  const { key } = useLocation();
  const [kept, keep] = useState({ key, answer });
  // A form that was sent moves the page to another entry of the history; a refresh does not.
  const isOther = kept.key !== key || (answer !== undefined && kept.answer !== answer);
  if (isOther) keep({ key, answer });
  return isOther ? answer : kept.answer;
}
