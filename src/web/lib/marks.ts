/** Marks as values: the favorites in one loft, and changes of them that are to be sent to the account. */
import type { FavoriteChange } from '#domain/favorites/contract.ts';
import { type FavoriteKind, favoriteKinds } from '#domain/favorites/favorite.ts';

/** The marked ids of one loft, in the order in which they were marked. */
export type Mine = Readonly<Record<FavoriteKind, readonly number[]>>;

export const nobody: Mine = { lofts: [], teams: [], pigeons: [], flights: [] };

/** The most marks of each kind that a browser stores for a loft without an account. */
const mostMarked = 500;

/** The marks after applying changes. */
export function changed(mine: Mine, changes: readonly FavoriteChange[]): Mine {
  if (!changes.length) return mine;
  const ids = Object.fromEntries(favoriteKinds.map((kind) => [kind, new Set(mine[kind])])) as Record<
    FavoriteKind,
    Set<number>
  >;
  for (const { kind, id, starred } of changes) {
    if (starred) ids[kind].add(id);
    else ids[kind].delete(id);
  }
  return { lofts: [...ids.lofts], teams: [...ids.teams], pigeons: [...ids.pigeons], flights: [...ids.flights] };
}

/** The union of two sets of marks. */
export function united(one: Mine, other: Mine): Mine {
  return changed(one, asChanges(0, other));
}

type Thing = Omit<FavoriteChange, 'starred'>;

/** Whether two changes are about the same thing. */
export function isSameThing(one: Thing, other: Thing): boolean {
  return one.kind === other.kind && one.loft_id === other.loft_id && one.id === other.id;
}

/** The changes with one more, which replaces an earlier change of the same thing. */
export function withChange(changes: readonly FavoriteChange[], next: FavoriteChange): FavoriteChange[] {
  return [...changes.filter((one) => !isSameThing(one, next)), next];
}

/** The marks as changes that make them. */
export function asChanges(loft_id: number, mine: Mine): FavoriteChange[] {
  return favoriteKinds.flatMap((kind) => mine[kind].map((id) => ({ kind, loft_id, id, starred: true })));
}

/** The marks that a browser has stored for a loft. Invalid text counts as no marks. */
export function marksFrom(text: string | null): Mine {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return nobody;
  const { lofts, teams, pigeons, flights } = value as Partial<Record<FavoriteKind, unknown>>;
  return { lofts: ids(lofts), teams: ids(teams), pigeons: ids(pigeons), flights: ids(flights) };
}

/** The stored text of these marks; null where there are none. */
export function marksAsText(mine: Mine): string | null {
  if (favoriteKinds.every((kind) => mine[kind].length === 0)) return null;
  return JSON.stringify(Object.fromEntries(favoriteKinds.map((kind) => [kind, mine[kind].slice(-mostMarked)])));
}

/** The stored changes that are still to be sent. */
export function changesFrom(text: string | null): FavoriteChange[] {
  const value = parsed(text);
  return Array.isArray(value) ? value.filter(isChange) : [];
}

function isChange(value: unknown): value is FavoriteChange {
  const { kind, loft_id, id, starred } = (value ?? {}) as Partial<Record<keyof FavoriteChange, unknown>>;
  return favoriteKinds.some((one) => one === kind) && isId(loft_id) && isId(id) && typeof starred === 'boolean';
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

const ids = (list: unknown): number[] => (Array.isArray(list) ? list.filter(isId).slice(-mostMarked) : []);

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
