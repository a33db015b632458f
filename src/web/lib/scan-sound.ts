/**
 * A tone for each scan, so that the person with the bird in hand need not look: two rising notes for success, a low one
 * twice for an error. On until it is switched off; the browser stores the choice.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';
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

/**
 * Plays a tone for each new reply.
 * @param scan result of the last scan; null: there was none
 * @param reply the page's reply: a new one is a new scan
 */
export function useScanSound(scan: Scan | null, reply: unknown): { on: boolean; set(on: boolean): void } {
  const on = useSyncExternalStore(listen, isOn, () => true);
  const context = useRef<AudioContext | null>(null);
  // Browsers play sound only after a touch or a key: the reply that the page was loaded with stays silent.
  const heard = useRef(reply);
  useEffect(() => {
    if (heard.current === reply) return;
    heard.current = reply;
    if (scan === null || !isOn()) return;
    context.current ??= new AudioContext();
    void context.current.resume();
    play(context.current, notes[scan]);
  }, [scan, reply]);
  useEffect(() => () => void context.current?.close(), []);
  return { on, set: (wanted) => store(name, wanted ? null : 'off') };
}
