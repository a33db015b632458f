/** For tests: what keeps this process busy, and whether it was left behind. */
import { setTimeout as pause } from 'node:timers/promises';

/** The kinds that are watched, as Node names them. */
const kinds = { Timeout: 'timers', TCPServerWrap: 'servers', TCPSocketWrap: 'sockets' } as const;
type Kind = keyof typeof kinds;
export type Resources = Readonly<Record<Kind, number>>;

/** How long something may take to close, ms. */
const closing_ms = 2000;

/** What keeps the process busy now; what is unreferenced does not. */
export function openResources(): Resources {
  const names: readonly string[] = process.getActiveResourcesInfo();
  const count = (kind: Kind) => names.filter((name) => name === kind).length;
  return { Timeout: count('Timeout'), TCPServerWrap: count('TCPServerWrap'), TCPSocketWrap: count('TCPSocketWrap') };
}

/** The sentence about what is open and was not open before, or null. What is closing is waited for. */
export async function leakSince(before: Resources, wait_ms = closing_ms): Promise<string | null> {
  const until_ms = performance.now() + wait_ms;
  for (;;) {
    const now = openResources();
    const left = (Object.keys(kinds) as Kind[]).filter((kind) => now[kind] > before[kind]);
    if (left.length === 0) return null;
    if (performance.now() > until_ms)
      return `Left open: ${left.map((kind) => `${now[kind] - before[kind]} ${kinds[kind]}`).join(', ')}.`;
    await pause(20);
  }
}
