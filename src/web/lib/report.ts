/** Tells the site what broke in this browser (8.4); the reader is not bothered with it. */
import { isRouteErrorResponse } from 'react-router';
import { longest, reportPath } from '#domain/errors/report.ts';
import { scriptIsMissing } from './missing-script.ts';

/** What this needs of the browser. */
export interface Around {
  send(body: string): void;
  path: string;
  /** Of the answer that brought the page. */
  request_id: string;
}

/** A page that goes on breaking has said enough. */
const most = 10;
const told = new Set<string>();

/** Reports an error once. Answers that the server has told and noted, and lost networks, are no faults of the page. */
export function report(error: unknown, around: Around = browser()): void {
  const { name, message, stack } =
    error instanceof Error ? error : { name: 'Error', message: String(error), stack: '' };
  if (isRouteErrorResponse(error) || scriptIsMissing(error) || isNoFault(name, message)) return;
  const key = `${name} ${message} ${stack}`;
  if (told.has(key) || told.size >= most) return;
  told.add(key);
  const said = { name, message, stack: stack ?? '', path: around.path, request_id: around.request_id };
  const cut = Object.entries(said).map(([field, text]) => [
    field,
    text.slice(0, longest[field as keyof typeof longest]),
  ]);
  around.send(JSON.stringify(Object.fromEntries(cut)));
}

/** Reports whatever nobody catches. React gives what it could mend, and what it could not, to the same place. */
export function reportWhatNobodyCatches(): void {
  addEventListener('error', ({ error, message }) => report(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
}

function isNoFault(name: string, message: string): boolean {
  return (
    name === 'AbortError' ||
    (name === 'TypeError' && /fetch|network|load failed/i.test(message)) ||
    // What the server keeps to itself it has noted itself; what a browser keeps to itself nobody can mend.
    /^(Unexpected Server Error|Script error\.?|ResizeObserver loop .*|Request aborted)$/.test(message)
  );
}

function browser(): Around {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return {
    path: location.pathname,
    request_id: page?.serverTiming?.find(({ name }) => name === 'request')?.description ?? '',
    send: (body) => {
      const headers = { 'content-type': 'application/json' };
      // Also when the page is being left. Nobody is told when it does not arrive.
      fetch(reportPath, { method: 'POST', headers, body, keepalive: true }).catch(() => {});
    },
  };
}
