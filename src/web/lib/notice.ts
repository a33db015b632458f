/**
 * What is said to the reader in passing (2.30, 8.2, 8.3). One thing at a time: what comes meanwhile waits for its turn,
 * and what was said stays to be read again.
 */
export interface Notice {
  n: number;
  kind: 'error' | 'success';
  /** At most 64 characters; an error stands in the console in full. */
  text: string;
}

const longest = 64;
const shown_ms = { error: 10_000, success: 2000 };
const kept = 20;

let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let waiting: readonly Notice[] = [];
let state: { now: Notice | null; past: readonly Notice[] } = { now: null, past: [] };
const readers = new Set<() => void>();

/** Says something: an error in red for 10 s, a success for 2 s. */
export function say(kind: Notice['kind'], text: string): void {
  if (kind === 'error') console.error(text);
  waiting = [...waiting, { n: ++count, kind, text: cut(text) }];
  if (!state.now) next();
}

/** Takes away what is being said; what waits comes next. */
export function closeNotice(): void {
  next();
}

function next(): void {
  clearTimeout(timer);
  const [now = null, ...rest] = waiting;
  waiting = rest;
  state = { now, past: [...state.past, ...(state.now ? [state.now] : [])].slice(-kept) };
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
