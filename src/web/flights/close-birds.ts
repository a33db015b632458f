/** The birds of the board that the clocks cannot tell apart: those of the page, and once the board is live those of all. */
import { useMemo } from 'react';
import { marksAfter } from '#domain/arrivals/close-times.ts';
import type { PageData } from './flight-data.ts';
import type { LiveView } from './live-board.ts';
import type { CloseBirds } from './row-reader.ts';

export function useCloseBirds({ close }: PageData, view: LiveView, live: boolean): CloseBirds {
  const ofPage = useMemo(() => marksAfter(new Map(), close), [close]);
  return (live && view.close) || ofPage;
}
