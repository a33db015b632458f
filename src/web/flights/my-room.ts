/**
 * The room of the reader's pigeons above the board. Their marks are known to the browser alone, and their birds only
 * once the live board is loaded; so a browser remembers how high they were, and the page keeps that room before its
 * first paint: nothing moves when they appear.
 */
import { type RefObject, useLayoutEffect, useState } from 'react';
import { store, stored } from '#web/lib/browser-store.ts';

/** The flight, the width of the window, and the height that the pigeons had there, px. */
const name = 'mine.room';

/** An inline script of the page from the server, the first child of the room. */
export const roomScript = (flight_id: number): string =>
  `(e=>{try{const[f,w,h]=localStorage.getItem('${name}').split(' ');if(f==${flight_id}&&w==innerWidth)e.style.minBlockSize=h+'px'}catch{}})(document.currentScript.parentElement)`;

/**
 * Remembers the height of the pigeons in the room, and gives the room back once they are shown, or there are none.
 * @param shown null while it is not known whether the reader has any
 * @returns whether the page had kept the room
 */
export function useMyRoom(room: RefObject<HTMLElement | null>, flight_id: number, shown: boolean | null): boolean {
  const [kept] = useState(() => {
    const [flight, width] = (typeof window === 'undefined' ? null : stored(name))?.split(' ') ?? [];
    return Number(flight) === flight_id && Number(width) === innerWidth;
  });
  useLayoutEffect(() => {
    const box = room.current;
    if (!box || shown === null) return;
    box.style.minBlockSize = '';
    if (!shown) {
      if (kept) store(name, null);
      return;
    }
    const watch = new ResizeObserver(([entry]) => {
      const text = entry && [flight_id, innerWidth, Math.round(entry.contentRect.height)].join(' ');
      // Another part of the dock hides them.
      if (text && entry.contentRect.height > 0 && text !== stored(name)) store(name, text);
    });
    watch.observe(box);
    return () => watch.disconnect();
  }, [room, flight_id, shown, kept]);
  return kept;
}
