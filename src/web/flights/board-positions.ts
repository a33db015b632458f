/**
 * The positions of the rows of a long list, and the rows near the viewport. The style sheet fixes the heights of a row
 * and of the line between two drops, so nothing is measured; the scroll position is rounded to steps of a few rows, so
 * that most scroll frames render nothing.
 */
import { useSyncExternalStore } from 'react';
import { firstIndex } from '#domain/first-index.ts';
import { scrollPosition } from '#web/lib/scroll-position.ts';
import type { BoardList } from './board-line.ts';

/** The height of a row, and of the lines above it where it begins another drop or the places without a prize, px. */
export interface Heights {
  row: number;
  gap: number;
  /** Of the line after the last prize. */
  prize: number;
}

/** Heights are measured from the top of the first row. */
export interface Places {
  height: number;
  /** The top of a row including the line above it; past the last row: the end of the list. */
  startOf: (index: number) => number;
  /** The index of the row at a height; the first or last one beyond the ends. */
  indexAt: (y: number) => number;
}

/** @param prize_line the index of the row above which the line after the last prize stands, or -1 */
export function placesOf(
  list: Pick<BoardList, 'count' | 'later'>,
  { row, gap, prize }: Heights,
  prize_line = -1,
): Places {
  const { count } = list;
  const starts = new Int32Array(count + 1);
  for (let index = 0; index < count; index += 1)
    starts[index + 1] = starts[index]! + row + (list.later(index) ? gap : 0) + (index === prize_line ? prize : 0);
  return {
    height: starts[count]!,
    startOf: (index) => starts[Math.min(index, count)]!,
    indexAt: (y) => firstIndex(count - 1, (index) => starts[index + 1]! > y),
  };
}

/** The visible part of the document, rounded to steps, px. */
export interface Looked {
  from: number;
  to: number;
}

/** How far the page is scrolled before other rows are rendered, px: about four rows. */
const step = 264;
/** The window height that the server assumes, px. */
const usual = 1000;

export function useLooked(): Looked {
  const steps = useSyncExternalStore(
    onMoved,
    () => Math.floor(scrollPosition() / step),
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
