/** What the browser keeps between pages, the same in all its tabs. One that keeps nothing remembers as long as the page stands. */

const memory = new Map<string, string>();
const listeners = new Set<() => void>();

/** What is kept under a name, or null. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return memory.get(name) ?? null;
  }
}

/** Keeps a text under a name; null forgets it. */
export function keep(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    if (text === null) memory.delete(name);
    else memory.set(name, text);
  }
  told();
}

/** The names under which something is kept. */
export function keptNames(): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at)!);
  } catch {
    return [...memory.keys()];
  }
}

/** Tells whoever listens that something is otherwise now. */
export function told(): void {
  for (const listener of listeners) listener();
}

/** Hears of what this tab keeps, and of what the others do. */
export function listen(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
