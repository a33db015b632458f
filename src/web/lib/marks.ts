/** Marks as values: what is starred in one loft, and changes of it on their way to the account. */
import type { FavoriteChange } from '#domain/favorites/contract.ts';
import { type FavoriteKind, favoriteKinds } from '#domain/favorites/favorite.ts';

/** The marked ids of one loft, in the order in which they were marked. */
export type Mine = Readonly<Record<FavoriteKind, readonly number[]>>;

export const nobody: Mine = { lofts: [], teams: [], pigeons: [], flights: [] };

/** So many of each kind a browser keeps of a loft without an account. */
const mostMarked = 500;

/** The marks after some changes. */
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

/** Both marks together. */
export function united(one: Mine, other: Mine): Mine {
  return changed(one, asChanges(0, other));
}

type Thing = Omit<FavoriteChange, 'starred'>;

/** Whether two changes are about the same thing. */
export function isSameThing(one: Thing, other: Thing): boolean {
  return one.kind === other.kind && one.loft_id === other.loft_id && one.id === other.id;
}

/** The changes with one more, which has the last word about its thing. */
export function withChange(changes: readonly FavoriteChange[], next: FavoriteChange): FavoriteChange[] {
  return [...changes.filter((one) => !isSameThing(one, next)), next];
}

/** The marks as changes that make them. */
export function asChanges(loft_id: number, mine: Mine): FavoriteChange[] {
  return favoriteKinds.flatMap((kind) => mine[kind].map((id) => ({ kind, loft_id, id, starred: true })));
}

/** What a browser keeps of a loft. What somebody else wrote under our name counts as nothing. */
export function marksFrom(text: string | null): Mine {
  const told = parsed(text);
  if (typeof told !== 'object' || told === null) return nobody;
  const { lofts, teams, pigeons, flights } = told as Partial<Record<FavoriteKind, unknown>>;
  return { lofts: ids(lofts), teams: ids(teams), pigeons: ids(pigeons), flights: ids(flights) };
}

/** The text a browser keeps of these marks; null where there are none. */
export function marksAsText(mine: Mine): string | null {
  if (favoriteKinds.every((kind) => mine[kind].length === 0)) return null;
  return JSON.stringify(Object.fromEntries(favoriteKinds.map((kind) => [kind, mine[kind].slice(-mostMarked)])));
}

/** The changes that a browser keeps for later. */
export function changesFrom(text: string | null): FavoriteChange[] {
  const told = parsed(text);
  return Array.isArray(told) ? told.filter(isChange) : [];
}

function isChange(told: unknown): told is FavoriteChange {
  const { kind, loft_id, id, starred } = (told ?? {}) as Partial<Record<keyof FavoriteChange, unknown>>;
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
