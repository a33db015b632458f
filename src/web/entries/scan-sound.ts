/**
 * A tone for each scan, so that who holds the bird need not look: two notes up for one that was right, a low one twice for
 * one that was not. On until somebody switches it off; the browser remembers.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { keep, kept, listen } from '#web/lib/browser-store.ts';
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
const isOn = () => kept(name) !== 'off';

/**
 * Sounds when the page was told something else.
 * @param scan what came of the last scan; null: there was none
 * @param told what the page was told: another one is another scan
 */
export function useScanSound(scan: Scan | null, told: unknown): { on: boolean; set(on: boolean): void } {
  const on = useSyncExternalStore(listen, isOn, () => true);
  const context = useRef<AudioContext | null>(null);
  // Browsers let a page sound only after a touch or a key: what it came with is not heard.
  const heard = useRef(told);
  useEffect(() => {
    if (heard.current === told) return;
    heard.current = told;
    if (scan === null || !isOn()) return;
    context.current ??= new AudioContext();
    void context.current.resume();
    play(context.current, notes[scan]);
  }, [scan, told]);
  useEffect(() => () => void context.current?.close(), []);
  return { on, set: (wanted) => keep(name, wanted ? null : 'off') };
}
