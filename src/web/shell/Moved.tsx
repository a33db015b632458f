/**
 * Tells those who do not see it that another page is shown: its name is read aloud, and the keyboard goes on from its
 * beginning instead of from nowhere. Another part of the same address (a search, a page of a list) moves nothing.
 */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Outside of the component: an error page brings a shell of its own. */
let shown: string | null = null;

export function Moved() {
  const { pathname } = useLocation();
  const told = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const moved = shown !== null && shown !== pathname;
    shown = pathname;
    if (!moved) return;
    document.getElementById('main')?.focus({ preventScroll: true });
    told.current!.textContent = document.title;
  }, [pathname]);
  return <p ref={told} className="visually-hidden" aria-live="polite" data-moved="" />;
}
