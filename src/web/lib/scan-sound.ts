/**
 * A tone for each scan, so that the person with the bird in hand need not look: two rising notes for success, a low one
 * twice for an error. On until it is switched off; the browser stores the choice.
 */
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { listen, store, stored } from '#web/lib/browser-store.ts';
import { type Note, play } from '#web/lib/tones.ts';

export type Scan = 'right' | 'wrong';

const notes: Readonly<Record<Scan, readonly Note[]>> = {
  right: [
    [0, 660],
    [0.09, 990],
  ],
  wrong: [
    [0, 165],
    [0.22, 165],
  ],
};

const name = 'scan-sound';
const isOn = () => stored(name) !== 'off';

export interface ScanSound {
  on: boolean;
  set(on: boolean): void;
  /** Plays the tone of a result at once; does nothing where the sound is off. */
  play(scan: Scan): void;
}

/** The tones of a page with scans. */
export function useScanSound(): ScanSound {
  const on = useSyncExternalStore(listen, isOn, () => true);
  const context = useRef<AudioContext | null>(null);
  const wake = useCallback(() => {
    context.current ??= new AudioContext();
    void context.current.resume();
    return context.current;
  }, []);
  // Browsers play sound only after a touch or a key, and need half a second to begin: the first key of the first scan
  // starts it.
  useEffect(() => {
    const started = new AbortController();
    const start = () => {
      started.abort();
      if (isOn()) wake();
    };
    for (const touch of ['keydown', 'pointerdown'])
      addEventListener(touch, start, { capture: true, signal: started.signal });
    return () => {
      started.abort();
      void context.current?.close();
      context.current = null;
    };
  }, [wake]);
  const playScan = useCallback((scan: Scan) => isOn() && play(wake(), notes[scan]), [wake]);
  return { on, set: (wanted) => store(name, wanted ? null : 'off'), play: playScan };
}

/**
 * Plays a tone for each new reply of a page.
 * @param scan result of the last scan; null: there was none
 * @param reply the page's reply: a new one is a new scan; the one that the page was loaded with stays silent
 */
export function useReplySound(scan: Scan | null, reply: unknown): ScanSound {
  const sound = useScanSound();
  const { play } = sound;
  const heard = useRef(reply);
  useEffect(() => {
    if (heard.current === reply) return;
    heard.current = reply;
    if (scan !== null) play(scan);
  }, [scan, reply, play]);
  return sound;
}
