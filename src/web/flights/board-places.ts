/**
 * Where the rows of a long list stand, and which of them are near the part of the page that is looked at. The style sheet
 * says how high a row is and how high the line between two drops, so nothing is measured; and the window is looked at in
 * steps of some rows, so that most frames of a scrolling page ask nothing of React.
 */
import { useSyncExternalStore } from 'react';
import type { BoardList } from './board-line.ts';

/** Of a row, and of the line above it where it begins another drop, px. */
export interface Heights {
  row: number;
  gap: number;
}

/** Heights are counted from the beginning of the first row. */
export interface Places {
  height: number;
  /** Where a row begins, or its line above; past the last one: where the list ends. */
  startOf: (index: number) => number;
  /** Which row stands at a height; the first or last one beyond the ends. */
  indexAt: (y: number) => number;
}

export function placesOf(list: Pick<BoardList, 'count' | 'later'>, { row, gap }: Heights): Places {
  const { count } = list;
  const starts = new Int32Array(count + 1);
  for (let index = 0; index < count; index += 1)
    starts[index + 1] = starts[index]! + row + (list.later(index) ? gap : 0);
  return {
    height: starts[count]!,
    startOf: (index) => starts[Math.min(index, count)]!,
    indexAt(y) {
      let [from, to] = [0, count - 1];
      while (from < to) {
        const middle = (from + to + 1) >> 1;
        if (starts[middle]! <= y) from = middle;
        else to = middle - 1;
      }
      return from;
    },
  };
}

/** The part of the document that is looked at, rounded to steps, px. */
export interface Looked {
  from: number;
  to: number;
}

/** How far the window moves before other rows are wanted, px: about four rows. */
const step = 264;
/** What the server, which has no window, takes it for. */
const usual = 1000;

export function useLooked(): Looked {
  const steps = useSyncExternalStore(
    onMoved,
    () => Math.floor(scrollY / step),
    () => 0,
  );
  const high = useSyncExternalStore(
    onMoved,
    () => Math.ceil(innerHeight / step),
    () => Math.ceil(usual / step),
  );
  return { from: steps * step, to: (steps + 1 + high) * step };
}

function onMoved(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true });
  addEventListener('resize', listener, { passive: true });
  return () => {
    removeEventListener('scroll', listener);
    removeEventListener('resize', listener);
  };
}
