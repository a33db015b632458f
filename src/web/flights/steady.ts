/**
 * Keeps what somebody is reading where it is: when rows come above it, or the part of the page above grows, the page is
 * scrolled by as much in the same breath. Rows that change places slide there.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { BoardList } from './board-line.ts';

export interface Steady {
  body: RefObject<HTMLElement | null>;
  list: BoardList;
  /** Where the row at a place begins, counted from the first row's beginning. */
  startOf: (index: number) => number;
  /** Which row stands at a height of the document. */
  indexAt: (y: number) => number;
  /** Where the first row begins in the document, as far as it is known; told when it is another. */
  top: number;
  setTop: (top: number) => void;
}

interface Held {
  list: BoardList;
  pigeon_id: number;
  /** Where it begins, counted from the first row's beginning, and in the document. */
  start: number;
  at: number;
  /** Where the rows that are there begin in the list. */
  rows: ReadonlyMap<string, number>;
}

/** What the bars at the top of the window cover. */
const bars = 112;
const slide: KeyframeAnimationOptions = { duration: 420, easing: 'cubic-bezier(.2,.7,.2,1)' };

export function useSteady({ body, list, startOf, indexAt, top, setTop }: Steady): void {
  const held = useRef<Held | null>(null);

  useLayoutEffect(() => {
    if (!body.current || !list.count) return;
    const now = Math.round(body.current.getBoundingClientRect().top + scrollY);
    if (now !== top) setTop(now);
    const was = held.current;
    const reading = now < scrollY + bars;
    let scrolled = 0;
    let shifted = 0;
    if (was && was.list.key !== list.key) {
      // Another choice: its first row is what the reader wants to see.
      if (reading) scrolled = now - bars - scrollY;
    } else if (was && (reading || was.list.before !== list.before)) {
      const index = list.indexOf(was.pigeon_id);
      if (index >= 0) {
        scrolled = now + startOf(index) - was.at;
        shifted = startOf(index) - was.start;
      }
    }
    if (Math.abs(scrolled) >= 1) {
      scrollBy({ top: scrolled, behavior: 'instant' });
      // The list looks at once where it stands now, before anything is painted.
      dispatchEvent(new Event('scroll'));
    }
    const rows = rowsIn(body.current);
    if (was && was.list !== list && was.list.key === list.key) slideRows(body.current, was.rows, rows, shifted);
    const index = Math.min(indexAt(scrollY + bars), list.count - 1);
    held.current = { list, pigeon_id: list.idAt(index), start: startOf(index), at: now + startOf(index), rows };
  });
}

function rowsIn(body: HTMLElement): Map<string, number> {
  const top = body.offsetTop;
  const rows = new Map<string, number>();
  for (const row of body.querySelectorAll<HTMLElement>('[data-bird]')) {
    rows.set(row.dataset.bird!, row.offsetTop - top);
  }
  return rows;
}

/** First where they were, then to where they are (FLIP). */
function slideRows(
  body: HTMLElement,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
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
