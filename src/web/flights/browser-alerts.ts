/**
 * Alerts about the reader's own birds while the page is hidden: a browser notification and a short vibration, once the
 * person has allowed them in the browser and here. Where they cannot come, the state says why.
 */
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { store, stored } from '#web/lib/browser-store.ts';

const key = 'alerts';
const listeners = new Set<() => void>();

/**
 * `blocked`: the browser blocks notifications of this site. `not_installed`: an iPhone or iPad has them only for sites
 * on its home screen. `unsupported`: the browser has none, or none that a page can show.
 */
export type AlertState = 'on' | 'off' | 'blocked' | 'not_installed' | 'unsupported';

export interface Alerts {
  /** Null until the browser is known. */
  state: AlertState | null;
  /** The state afterwards: `off` where the person has answered the browser's question without an answer. */
  set: (on: boolean) => Promise<AlertState>;
  /** From now on the state says that this browser shows none, although they are allowed. */
  noteBroken: () => void;
}

export function useAlerts(): Alerts {
  const state = useSyncExternalStore(listen, read, () => null);
  const set = useCallback(async (wanted: boolean) => {
    if (wanted && 'Notification' in globalThis && (await ask()) !== 'granted') return changed();
    store(key, wanted ? 'on' : 'off');
    return changed();
  }, []);
  return useMemo(() => ({ state, set, noteBroken }), [state, set]);
}

async function ask(): Promise<NotificationPermission | undefined> {
  // Some browsers refuse to ask without https, or in a frame.
  return Notification.requestPermission().catch(() => undefined);
}

/** Whether a notification could not be shown although it is allowed. */
let isBroken = false;

function noteBroken(): void {
  isBroken = true;
  changed();
}

/** Read with every arrival, so the store is read only once; undefined: not read yet. */
let known: AlertState | undefined;

function read(): AlertState {
  known ??= stateOf(globalThis);
  return known;
}

/** The state of alerts in a browser; `around` are its parts. */
export function stateOf(around: {
  Notification?: { permission: NotificationPermission };
  navigator?: object;
}): AlertState {
  if (!around.Notification) {
    // Only the browsers of iPhones and iPads say whether they show an installed site.
    const { standalone } = (around.navigator ?? {}) as { standalone?: boolean };
    return standalone === false ? 'not_installed' : 'unsupported';
  }
  if (isBroken) return 'unsupported';
  const { permission } = around.Notification;
  if (permission === 'denied') return 'blocked';
  return permission === 'granted' && stored(key) === 'on' ? 'on' : 'off';
}

/** Reads the state again: the person may have changed the settings of the browser. */
function changed(): AlertState {
  known = stateOf(globalThis);
  for (const listener of listeners) listener();
  return known;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('focus', changed);
  return () => {
    listeners.delete(listener);
    if (!listeners.size) removeEventListener('focus', changed);
  };
}
