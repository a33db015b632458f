/** Messages for the snackbar (2.30, 8.2, 8.3): shown one at a time, further ones wait, past ones can be read again. */
export interface Notice {
  n: number;
  kind: 'error' | 'success';
  /** At most 64 characters; the console has an error in full. */
  text: string;
}

const longest = 64;
const shown_ms = { error: 10_000, success: 2000 };
const mostPast = 20;

let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let waiting: readonly Notice[] = [];
let state: { now: Notice | null; past: readonly Notice[] } = { now: null, past: [] };
const readers = new Set<() => void>();

/** Shows a message: an error in red for 10 s, a success for 2 s. */
export function say(kind: Notice['kind'], text: string): void {
  if (kind === 'error') console.error(text);
  waiting = [...waiting, { n: ++count, kind, text: cut(text) }];
  if (!state.now) next();
}

/** Closes the shown message; the next waiting one follows. */
export function closeNotice(): void {
  next();
}

function next(): void {
  clearTimeout(timer);
  const [now = null, ...rest] = waiting;
  waiting = rest;
  state = { now, past: [...state.past, ...(state.now ? [state.now] : [])].slice(-mostPast) };
  if (now) timer = setTimeout(next, shown_ms[now.kind]);
  for (const reader of readers) reader();
}

function cut(text: string): string {
  const signs = Array.from(text);
  return signs.length > longest ? `${signs.slice(0, longest - 1).join('')}…` : text;
}

export const subscribeNotices = (reader: () => void): (() => void) => {
  readers.add(reader);
  return () => readers.delete(reader);
};
export const readNotices = () => state;
