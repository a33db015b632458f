/**
 * Keeps the reading position: when rows are inserted above it, or the part of the page above grows, the page is
 * scrolled by as much in the same frame. Rows that change places slide.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isStill } from '#web/lib/motion.ts';
import { scrollPosition, scrollToPosition } from '#web/lib/scroll-position.ts';
import type { BoardList } from './board-line.ts';
import type { Places } from './board-positions.ts';

export interface Steady {
  body: RefObject<HTMLElement | null>;
  list: BoardList;
  places: Places;
  /** The rendered rows: from this index up to, not including, that one. */
  from: number;
  to: number;
  /** The top of the first row in the document, px; `setTop` reports a change. */
  top: number;
  setTop: (top: number) => void;
  /** Until when growth above is the reader's own doing, as a mark: the row under the finger stays where it is. */
  held_until: RefObject<number>;
}

type Held = Pick<Steady, 'list' | 'places' | 'from' | 'to' | 'top'>;

/** The height that the bars at the top of the window cover, px. */
export const bars = 112;
const slide: KeyframeAnimationOptions = { duration: 420, easing: 'cubic-bezier(.2,.7,.2,1)' };

export function useSteady({ body, list, places, from, to, top, setTop, held_until }: Steady): void {
  const held = useRef<Held | null>(null);
  const begin = useRef(top);
  // Growth above the rows is observed after the layout, and compensated before the paint.
  useEffect(() => {
    const watch = new ResizeObserver(() => {
      if (!body.current) return;
      // Behind another part of the dock it has no place, and none to keep when it is shown again.
      if (body.current.getClientRects().length === 0) {
        begin.current = 0;
        return;
      }
      const now = Math.round(body.current.getBoundingClientRect().top + scrollY);
      const by = now - begin.current;
      if (by === 0) return;
      const isRead = begin.current < scrollY + bars || performance.now() < held_until.current;
      if (begin.current > 0 && isRead) scrollBy({ top: by, behavior: 'instant' });
      begin.current = now;
      setTop(now);
    });
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [body, setTop, held_until]);

  useLayoutEffect(() => {
    const was = held.current;
    held.current = list.count ? { list, places, from, to, top } : null;
    if (!body.current || !list.count || !was || was.list === list) return;
    const { by, shifted } = correction(was);
    if (was.list.key === list.key) slideRows(body.current, was, held.current!, shifted, scrollPosition() + by - top);
    if (Math.abs(by) < 1) return;
    // The list reads its new position at once, before the paint.
    scrollToPosition(scrollPosition() + by);
  });

  /** How far the page has to be scrolled, and how far the row that is read has moved within the list. */
  function correction(was: Held): { by: number; shifted: number } {
    const y = scrollPosition() + bars - top;
    const reading = y > 0;
    // Another selection: show its first row.
    if (was.list.key !== list.key) return { by: reading ? -y : 0, shifted: 0 };
    if (!reading && was.list.before === list.before) return { by: 0, shifted: 0 };
    const read = was.places.indexAt(scrollPosition() + bars - was.top);
    const index = list.indexOf(was.list.idAt(read));
    const shifted = index < 0 ? 0 : places.startOf(index) - was.places.startOf(read);
    return { by: shifted, shifted };
  }
}

/** Animates the rows in sight, from `y` of the list on, from their old to their new positions (FLIP). */
function slideRows(body: HTMLElement, was: Held, now: Held, shifted: number, y: number): void {
  if (isStill()) return;
  const before = new Map<number, number>();
  for (let index = was.from; index < was.to; index += 1) before.set(was.list.idAt(index), was.places.startOf(index));
  for (let index = now.from; index < now.to; index += 1) {
    const bird = now.list.idAt(index);
    const at = now.places.startOf(index);
    const by = (before.get(bird) ?? at) - at + shifted;
    const out = Math.max(at, at + by) < y || Math.min(at, at + by) > y + innerHeight;
    if (out || Math.abs(by) < 1 || Math.abs(by) > innerHeight) continue;
    body
      .querySelector(`[data-bird="${bird}"]`)
      ?.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }], slide);
  }
}
