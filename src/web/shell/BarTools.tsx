/** What a page puts into the navigation bar of a phone; the script alone shows it. */
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useHydrated } from '#web/lib/hydrated.ts';

/** The id of the place in the bar. It grows into free space, so that nothing moves when something appears in it. */
export const barTools = 'bar-tools';

export function BarTools({ children }: { children: ReactNode }) {
  const place = useHydrated() ? document.getElementById(barTools) : null;
  return place && createPortal(children, place);
}
