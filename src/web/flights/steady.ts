/**
 * Keeps what somebody is reading where it is: when rows come above it, or the part of the page above grows, the page is
 * scrolled by as much in the same breath. Rows that change places slide there.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { BoardList } from './board-line.ts';

export interface Steady {
  body: RefObject<HTMLElement | null>;
  list: BoardList;
  /** Which rows there are: from this place up to, not including, that one. */
  from: number;
  to: number;
  /** Where the row at a place begins, counted from the first row's beginning. */
  startOf: (index: number) => number;
  /** Which row stands at a height of the document. */
  indexAt: (y: number) => number;
  /** How far the page is scrolled, as last heard: to ask the document would make it lay itself out. */
  scrolledTo: number;
  /** Where the first row begins in the document; told when it is another. */
  top: number;
  setTop: (top: number) => void;
}

interface Held {
  list: BoardList;
  pigeon_id: number;
  /** Where it begins, counted from the first row's beginning. */
  start: number;
  /** Where the rows that are there begin. */
  rows: ReadonlyMap<number, number>;
}

/** What the bars at the top of the window cover, px. */
export const bars = 112;
const slide: KeyframeAnimationOptions = { duration: 420, easing: 'cubic-bezier(.2,.7,.2,1)' };

export function useSteady({ body, list, from, to, startOf, indexAt, scrolledTo, top, setTop }: Steady): void {
  const held = useRef<Held | null>(null);
  const begin = useRef(top);

  // Whatever grows above the rows is seen when the page has been laid out, and made good before it is painted.
  useEffect(() => {
    const watch = new ResizeObserver(() => {
      if (!body.current) return;
      const now = Math.round(body.current.getBoundingClientRect().top + scrollY);
      const by = now - begin.current;
      if (by === 0) return;
      if (begin.current > 0 && begin.current < scrollY + bars) scrollBy({ top: by, behavior: 'instant' });
      begin.current = now;
      setTop(now);
    });
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [body, setTop]);

  useLayoutEffect(() => {
    if (!body.current || !list.count) return;
    const was = held.current;
    let scroll_y = scrolledTo;
    const rows = new Map<number, number>();
    for (let index = from; index < to; index += 1) rows.set(list.idAt(index), startOf(index));
    if (was && was.list !== list) {
      const { scrolled, shifted } = correction(was, scroll_y);
      if (was.list.key === list.key) slideRows(body.current, was.rows, rows, shifted);
      if (Math.abs(scrolled) >= 1) {
        scrollBy({ top: scrolled, behavior: 'instant' });
        scroll_y = scrollY;
        // The list looks at once where it stands now, before anything is painted.
        dispatchEvent(new Event('scroll'));
      }
    }
    const index = Math.min(indexAt(scroll_y + bars), list.count - 1);
    held.current = { list, pigeon_id: list.idAt(index), start: startOf(index), rows };
  });

  /** By how much the page has to be scrolled, and by how much the row that is read has moved within the list. */
  function correction(was: Held, scroll_y: number): { scrolled: number; shifted: number } {
    const reading = top < scroll_y + bars;
    // Another choice: its first row is what the reader wants to see.
    if (was.list.key !== list.key) return { scrolled: reading ? top - bars - scroll_y : 0, shifted: 0 };
    const index = reading || was.list.before !== list.before ? list.indexOf(was.pigeon_id) : -1;
    const shifted = index < 0 ? 0 : startOf(index) - was.start;
    return { scrolled: shifted, shifted };
  }
}

/** First where they were, then to where they are (FLIP). */
function slideRows(
  body: HTMLElement,
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
  shifted: number,
): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const [bird, at] of after) {
    const by = (before.get(bird) ?? at) - at + shifted;
    if (Math.abs(by) < 1 || Math.abs(by) > innerHeight) continue;
    body
      .querySelector(`[data-bird="${bird}"]`)
      ?.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }], slide);
  }
}
