/**
 * The local storage of the browser, shared by all its tabs; in a browser without storage, memory for as long as the
 * page is open.
 */

/** Names of what a phone holds of a release, before the id of the flight; it goes when the person signs out. */
export const releaseViews = 'release-view:';

/** What a phone holds of an agent's route; it goes when the person signs out. */
export const routeView = 'route-view';

/** What the browser knows of the birds that its reader follows; it goes when the person signs out. */
export const followedView = 'followed-view';

/**
 * Names of messages to the customers of a season that are not sent yet, before the id of the season; they go when the
 * person signs out.
 */
export const messageDrafts = 'message-draft:';

/**
 * Names of what the browser knows of the reader's birds in a flight, before the id of the flight; it goes when the
 * person signs out.
 */
export const myBirds = 'my-birds:';

const memory = new Map<string, string>();
const listeners = new Set<() => void>();

/** The stored text of a name, or null. */
export function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return memory.get(name) ?? null;
  }
}

/** Stores a text under a name; null removes it. */
export function store(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    if (text === null) memory.delete(name);
    else memory.set(name, text);
  }
  notifyListeners();
}

/** The names of all stored items. */
export function storedNames(): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at)!);
  } catch {
    return [...memory.keys()];
  }
}

/** Notifies the listeners of this tab of a change. */
export function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Subscribes to changes made in this tab and in others. */
export function listen(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
