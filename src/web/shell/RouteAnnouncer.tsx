/**
 * Announces a navigation to screen readers: the name of the page is read, and the focus moves to its beginning. A
 * change of the query on the same path (a search, a page of a list) is not announced.
 */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Outside of the component, because an error page renders a shell of its own. */
let shown: string | null = null;

export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const region = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const moved = shown !== null && shown !== pathname;
    shown = pathname;
    if (!moved) return;
    document.getElementById('main')?.focus({ preventScroll: true });
    region.current!.textContent = document.title;
  }, [pathname]);
  return <p ref={region} className="visually-hidden" aria-live="polite" data-moved="" />;
}
