/**
 * My pigeons and teams: what a reader has marked as theirs with the yellow pen. Kept by loft in this browser, the same
 * in all its tabs. A team that is marked marks all its birds.
 */
import { useSyncExternalStore } from 'react';

/** The marked ids of one loft, in the order in which they were marked. */
export interface Mine {
  pigeons: readonly number[];
  teams: readonly number[];
}

export const nobody: Mine = { pigeons: [], teams: [] };

const mostMarked = 500;
const keyOf = (loft_id: number) => `mine.${loft_id}`;
/** What was last read of each loft, so that the same text is the same object. */
const read = new Map<number, { text: string | null; mine: Mine }>();
const listeners = new Set<() => void>();

/** What is marked in a loft; nobody while the server's page stands. */
export function useMine(loft_id: number): Mine {
  return useSyncExternalStore(
    listen,
    () => mineOf(loft_id),
    () => nobody,
  );
}

/** Whether a bird is marked, by itself or by its team. */
export function isMine(mine: Mine, bird: { pigeon_id: number; team_id: number | null }): boolean {
  return mine.pigeons.includes(bird.pigeon_id) || (bird.team_id !== null && mine.teams.includes(bird.team_id));
}

/** Marks a bird or a team, or takes the mark away. */
export function toggleMine(loft_id: number, kind: keyof Mine, id: number): void {
  const mine = mineOf(loft_id);
  const ids = mine[kind].includes(id)
    ? mine[kind].filter((other) => other !== id)
    : [...mine[kind], id].slice(-mostMarked);
  keep(loft_id, { ...mine, [kind]: ids });
}

/** What is marked in a loft. What somebody else wrote under our name counts as nothing. */
export function mineOf(loft_id: number): Mine {
  const text = fromStore(loft_id);
  const known = read.get(loft_id);
  if (known && known.text === text) return known.mine;
  const mine = parse(text);
  read.set(loft_id, { text, mine });
  return mine;
}

function parse(text: string | null): Mine {
  try {
    const { pigeons, teams } = JSON.parse(text ?? '{}') as Partial<Record<keyof Mine, unknown>>;
    return { pigeons: ids(pigeons), teams: ids(teams) };
  } catch {
    return nobody;
  }
}

const ids = (list: unknown): number[] =>
  Array.isArray(list) ? list.filter((id) => Number.isSafeInteger(id) && id > 0).slice(-mostMarked) : [];

function fromStore(loft_id: number): string | null {
  try {
    return localStorage.getItem(keyOf(loft_id));
  } catch {
    // A browser may keep nothing for us; then the marks last as long as the page.
    return read.get(loft_id)?.text ?? null;
  }
}

function keep(loft_id: number, mine: Mine): void {
  const text = JSON.stringify(mine);
  try {
    localStorage.setItem(keyOf(loft_id), text);
  } catch {
    // As above.
  }
  read.set(loft_id, { text, mine });
  for (const listener of listeners) listener();
}

/** Another tab's marks come by the storage event. */
function listen(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => (key === null || key.startsWith('mine.')) && listener();
  listeners.add(listener);
  addEventListener('storage', heard);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', heard);
  };
}
