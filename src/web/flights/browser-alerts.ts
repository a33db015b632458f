/**
 * Alerts about the reader's own birds while the page is hidden: a browser notification and a short vibration, once the
 * person has allowed them in the browser and here.
 */
import { useCallback, useSyncExternalStore } from 'react';

const key = 'alerts';
const listeners = new Set<() => void>();

export interface Alerts {
  /** Null where the browser has no notifications, or the person has denied them. */
  on: boolean | null;
  set: (on: boolean) => Promise<void>;
  show: (title: string, text: string) => void;
}

export function useAlerts(): Alerts {
  const on = useSyncExternalStore(listen, read, () => null);
  const set = useCallback(async (wanted: boolean) => {
    if (wanted && (await Notification.requestPermission()) !== 'granted') changed();
    else write(wanted);
  }, []);
  const show = useCallback((title: string, text: string) => {
    if (!read()) return;
    navigator.vibrate?.([120, 60, 120]);
    try {
      new Notification(title, { body: text, tag: title });
    } catch {
      // Some phone browsers have notifications only for installed pages; the phone has vibrated.
    }
  }, []);
  return { on, set, show: show };
}

/** Read with every arrival, so the store is read only once; undefined: not read yet. */
let known: boolean | null | undefined;

function read(): boolean | null {
  if (known === undefined) known = fromStore();
  return known;
}

function fromStore(): boolean | null {
  if (!('Notification' in globalThis) || Notification.permission === 'denied') return null;
  try {
    return Notification.permission === 'granted' && localStorage.getItem(key) === 'on';
  } catch {
    return null;
  }
}

function write(on: boolean): void {
  localStorage.setItem(key, on ? 'on' : 'off');
  changed();
}

function changed(): void {
  known = fromStore();
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
