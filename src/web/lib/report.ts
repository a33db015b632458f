/** Reports errors in this browser to the site (8.4), without a message to the reader. */
import { isRouteErrorResponse } from 'react-router';
import { longest, reportPath } from '#domain/errors/report.ts';
import { scriptIsMissing } from './missing-script.ts';

/** The parts of the browser that are used here. */
export interface BrowserParts {
  send(body: string): void;
  path: string;
  /** The id of the request that loaded the page. */
  request_id: string;
}

/** The most reports of one page. */
const most = 10;
const reported = new Set<string>();

/** Reports an error once. Replies that the server has logged itself, and lost networks, are not reported. */
export function report(error: unknown, browser: BrowserParts = browserParts()): void {
  const { name, message, stack } =
    error instanceof Error ? error : { name: 'Error', message: String(error), stack: '' };
  if (isRouteErrorResponse(error) || scriptIsMissing(error) || isHarmless(name, message)) return;
  const key = `${name} ${message} ${stack}`;
  if (reported.has(key) || reported.size >= most) return;
  reported.add(key);
  const fields = { name, message, stack: stack ?? '', path: browser.path, request_id: browser.request_id };
  const cut = Object.entries(fields).map(([field, text]) => [
    field,
    text.slice(0, longest[field as keyof typeof longest]),
  ]);
  browser.send(JSON.stringify(Object.fromEntries(cut)));
}

/** Reports uncaught errors. React reports recovered and unrecovered errors in the same place. */
export function reportUncaughtErrors(): void {
  addEventListener('error', ({ error, message }) => report(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
}

function isHarmless(name: string, message: string): boolean {
  return (
    name === 'AbortError' ||
    (name === 'TypeError' && /fetch|network|load failed/i.test(message)) ||
    // The server has logged its own errors; errors that a browser hides, or that are harmless, cannot be fixed.
    /^(Unexpected Server Error|Script error\.?|ResizeObserver loop .*|Request aborted)$/.test(message)
  );
}

function browserParts(): BrowserParts {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return {
    path: location.pathname,
    request_id: page?.serverTiming?.find(({ name }) => name === 'request')?.description ?? '',
    send: (body) => {
      const headers = { 'content-type': 'application/json' };
      // Also while the page is unloaded. A failure to send is ignored.
      fetch(reportPath, { method: 'POST', headers, body, keepalive: true }).catch(() => {});
    },
  };
}
