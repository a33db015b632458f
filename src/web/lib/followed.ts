/**
 * The birds that the reader follows, of all lofts: the marks of this browser, and with an account its favorites. What
 * was said of them last stays in the browser, for its next page and for a phone without a network.
 */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { ReplyOf } from '#domain/contract.ts';
import type { FavoriteKind } from '#domain/favorites/favorite.ts';
import type { readFollowed } from '#domain/favorites/followed-contract.ts';
import type { Theme } from '#domain/site.ts';
import { followedView, listen, store, stored, storedNames } from './browser-store.ts';
import { useHydrated } from './hydrated.ts';
import { marksFrom } from './marks.ts';
import { usePage } from './page.ts';
import { useRootData } from './root-data.ts';
import { isSlowConnection } from './slow-connection.ts';

export type Followed = ReplyOf<typeof readFollowed>;

/** The latest marks of a kind that are asked about; the server takes no more. */
const mostAsked = 100;

/** Whether the reader follows birds, as far as this browser knows. */
export const hasMarks = (): boolean => queryOfMarks() !== '' || stored(followedView) !== null;

/** The marks of this browser of some kinds as the query of the call; empty where there are none. */
export function queryOfMarks(kinds: readonly FavoriteKind[] = ['pigeons', 'teams']): string {
  const marks = storedNames().flatMap((name) => {
    const loft_id = Number(/^mine\.(\d+)$/.exec(name)?.[1]);
    return loft_id ? [{ loft_id, mine: marksFrom(stored(name)) }] : [];
  });
  const query = new URLSearchParams();
  for (const kind of kinds) {
    const things = marks.flatMap(({ loft_id, mine }) => mine[kind].map((id) => `${loft_id}.${id}`));
    if (things.length) query.set(kind, things.slice(-mostAsked).join());
  }
  return `${query}`;
}

const every_ms = { air: 15_000, air_thriftily: 60_000, ground: 120_000, failed: 10_000 };

export interface FollowedBirds {
  /** Null: not known yet. */
  view: Followed | null;
  /** Whether there was no reply. */
  failed: boolean;
}

/** What the followed birds do, asked again while the page is seen. */
export function useFollowed(): FollowedBirds {
  const { version, theme } = usePage();
  const hydrated = useHydrated();
  const reader = useRootData()?.reader;
  const query = useSyncExternalStore(
    listen,
    () => queryOfMarks(),
    () => '',
  );
  const [reply, setReply] = useState<{ view: Followed; version: string } | null>(null);
  const [failed, setFailed] = useState(false);
  const text = useSyncExternalStore(
    listen,
    () => stored(followedView),
    () => null,
  );
  // Without a network a page is nobody's: what an account follows is known by what was said of it last.
  const isAsked = hydrated && (query !== '' || text !== null || Boolean(reader));
  const view = hydrated && !isAsked ? nobody : (reply?.view ?? (hydrated ? viewFrom(text, version) : null));
  const flies = view?.flights.some(({ flight }) => flight.status === 'released') ?? false;
  const ask = useCallback(
    async (signal: AbortSignal) => {
      try {
        setReply({ view: await askFollowed(query, { version, theme, signal }), version });
        setFailed(false);
      } catch {
        if (!signal.aborted) setFailed(true);
      }
    },
    [query, version, theme],
  );
  useEffect(() => {
    if (!isAsked) return undefined;
    const left = new AbortController();
    const again = () => {
      if (!document.hidden) void ask(left.signal);
    };
    again();
    const pace = failed ? 'failed' : !flies ? 'ground' : isSlowConnection() ? 'air_thriftily' : 'air';
    const timer = setInterval(again, every_ms[pace]);
    document.addEventListener('visibilitychange', again);
    addEventListener('online', again);
    return () => {
      left.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
      removeEventListener('online', again);
    };
  }, [isAsked, flies, failed, ask]);
  return { view, failed };
}

/** Reads what the followed birds do, and keeps it with its page for a phone without a network. */
export async function askFollowed(
  query: string,
  { version, theme, signal }: { version: string; theme: Theme | undefined; signal?: AbortSignal },
): Promise<Followed> {
  const answer = await fetch(`/api/followed?${query}`, signal && { signal });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const view = (await answer.json()) as Followed;
  store(followedView, view.count > 0 ? JSON.stringify({ version, view }) : null);
  if (view.count > 0) keepPage(theme);
  return view;
}

/** Has the page of the followed birds kept for a phone without a network; the worker fetches it once (sw/sw.ts). */
function keepPage(theme: Theme | undefined): void {
  const { lang } = document.documentElement;
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ path: '/mine', lang, theme }));
}

const nobody: Followed = { flights: [], waiting: [], count: 0, read_at: new Date(0).toISOString() };

const views = new Map<string, Followed | null>();

/** What was said last; of another version of the program nothing is taken. */
function viewFrom(text: string | null, version: string): Followed | null {
  if (text === null) return null;
  if (!views.has(text)) {
    views.clear();
    views.set(text, parsed(text, version));
  }
  return views.get(text)!;
}

function parsed(text: string, version: string): Followed | null {
  try {
    const kept = JSON.parse(text) as { version: string; view: Followed };
    return kept.version === version ? kept.view : null;
  } catch {
    return null;
  }
}
