/**
 * The reader's personal data on a page that all readers of a kind share: the person and their favorites. The page comes
 * without them. The browser requests them once, reuses them on the following pages, and requests them again where they
 * may have changed.
 */
import { useEffect } from 'react';
import type { Person } from '#domain/accounts/contract.ts';
import type { MarksOfLoft } from '#domain/favorites/contract.ts';
import { loftPath } from './paths.ts';
import { announceMarks, marksAsOfNow, useSayTaken } from './reader-marks.ts';
import { knownPerson, knowPerson, type RootData } from './root-data.ts';

/** After this time the next page requests again: another device may have changed the favorites. */
const stale_ms = 30_000;

/** When the data were requested, for each loft and for pages without one. */
const asked = new Map<number | null, number>();

/** Sets the person of the page, and requests the data where the page has none. `root`: the root data of the page. */
export function usePersonalData(root: RootData, loft_id: string | undefined): void {
  const sayTaken = useSayTaken();
  useEffect(() => {
    if (root.me !== undefined) {
      if (root.me?.id !== knownPerson()?.id) asked.clear();
      knowPerson(root.me);
      return undefined;
    }
    if (!root.reader) return undefined;
    const loft = /^[1-9]\d{0,14}$/.test(loft_id ?? '') ? Number(loft_id) : null;
    const left = new AbortController();
    const ask = () => void requestPersonalData(loft, left.signal, sayTaken);
    if (!knownPerson() || !(Date.now() - (asked.get(loft) ?? Number.NEGATIVE_INFINITY) < stale_ms)) ask();
    // On returning to a page the person may have changed in another tab.
    const shownAgain = ({ persisted }: PageTransitionEvent) => persisted && ask();
    const seenAgain = () => !document.hidden && ask();
    addEventListener('pageshow', shownAgain);
    document.addEventListener('visibilitychange', seenAgain);
    addEventListener('online', ask);
    return () => {
      left.abort();
      document.removeEventListener('visibilitychange', seenAgain);
      removeEventListener('pageshow', shownAgain);
      removeEventListener('online', ask);
    };
  }, [root, loft_id, sayTaken]);
  useEffect(() => {
    // Without a script the result of a form was shown on an uncached page for this reader alone
    // (server/public-cache.ts).
    if (!/(^|; )alone=/.test(document.cookie)) return;
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the cookie store
    document.cookie = 'alone=; Max-Age=0; Path=/; SameSite=Lax';
  }, []);
}

/** Requests the data and sets them. Without a reply, the next page requests again. */
async function requestPersonalData(
  loft_id: number | null,
  signal: AbortSignal,
  onTaken: (count: number) => void,
): Promise<void> {
  try {
    const { me, marks } = await marksAsOfNow(() => fetchPersonalData(loft_id, signal));
    if (me?.id !== knownPerson()?.id) asked.clear();
    // Marks that were changed meanwhile are requested again.
    if (marks || loft_id === null) asked.set(loft_id, Date.now());
    announceMarks({ me, marks }, onTaken);
    knowPerson(me);
  } catch {
    // The page was left, or there is no network.
  }
}

async function fetchPersonalData(
  loft_id: number | null,
  signal: AbortSignal,
): Promise<Pick<RootData, 'marks'> & { me: Person | null }> {
  const answer = await fetch(`/api/me/around${loft_id === null ? '' : `?loft_id=${loft_id}`}`, { signal });
  // The session has ended.
  if (answer.status === 401) return { me: null, marks: null };
  if (!answer.ok) throw new Error(`${answer.status}`);
  const { me, marks } = (await answer.json()) as { me: Person; marks: MarksOfLoft | null };
  // The content security policy allows pictures of this site only.
  const isOwn = /^\/(?!\/)/.test(me.image ?? '') || me.image?.startsWith(`${location.origin}/`);
  return {
    me: { ...me, image: isOwn ? me.image : null },
    marks: marks && loft_id !== null ? { loft: loftPath(loft_id), mine: marks } : null,
  };
}
