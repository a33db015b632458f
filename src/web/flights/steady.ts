/**
 * Keeps what somebody is reading where it is: when rows come above it, or the part of the page above grows, the page is
 * scrolled by as much in the same breath. Rows that change places slide there.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { BoardList } from './board-line.ts';
import type { Places } from './board-places.ts';

export interface Steady {
  body: RefObject<HTMLElement | null>;
  list: BoardList;
  places: Places;
  /** Which rows there are: from this place up to, not including, that one. */
  from: number;
  to: number;
  /** Where the first row begins in the document; told when it is another. */
  top: number;
  setTop: (top: number) => void;
}

type Held = Pick<Steady, 'list' | 'places' | 'from' | 'to' | 'top'>;

/** What the bars at the top of the window cover, px. */
export const bars = 112;
const slide: KeyframeAnimationOptions = { duration: 420, easing: 'cubic-bezier(.2,.7,.2,1)' };

export function useSteady({ body, list, places, from, to, top, setTop }: Steady): void {
  const held = useRef<Held | null>(null);
  const begin = useRef(top);
  /** How far the page is scrolled, as last heard: to ask the document would make it lay itself out. */
  const scrolled = useRef(0);

  useEffect(() => {
    const hear = () => {
      scrolled.current = scrollY;
    };
    hear();
    addEventListener('scroll', hear, { passive: true });
    return () => removeEventListener('scroll', hear);
  }, []);

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
    const was = held.current;
    held.current = list.count ? { list, places, from, to, top } : null;
    if (!body.current || !list.count || !was || was.list === list) return;
    const { by, shifted } = correction(was);
    if (was.list.key === list.key) slideRows(body.current, was, held.current!, shifted, scrolled.current + by - top);
    if (Math.abs(by) < 1) return;
    scrollBy({ top: by, behavior: 'instant' });
    // The list looks at once where it stands now, before anything is painted.
    dispatchEvent(new Event('scroll'));
  });

  /** By how much the page has to be scrolled, and by how much the row that is read has moved within the list. */
  function correction(was: Held): { by: number; shifted: number } {
    const y = scrolled.current + bars - top;
    const reading = y > 0;
    // Another choice: its first row is what the reader wants to see.
    if (was.list.key !== list.key) return { by: reading ? -y : 0, shifted: 0 };
    if (!reading && was.list.before === list.before) return { by: 0, shifted: 0 };
    const read = was.places.indexAt(scrolled.current + bars - was.top);
    const index = list.indexOf(was.list.idAt(read));
    const shifted = index < 0 ? 0 : places.startOf(index) - was.places.startOf(read);
    return { by: shifted, shifted };
  }
}

/** First where they were, then to where they are (FLIP): the rows in sight, from `y` of the list on. */
function slideRows(body: HTMLElement, was: Held, now: Held, shifted: number, y: number): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
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
