/**
 * What is the reader's own on a page that all readers of a kind share: who they are, and what they starred. The page
 * comes without it. The browser asks for it once, knows it for the pages that follow, and asks again where it may have
 * changed.
 */
import { useEffect } from 'react';
import type { Person } from '#domain/accounts/contract.ts';
import type { MarksOfLoft } from '#domain/favorites/contract.ts';
import { type Around, knownPerson, knowPerson } from './me.ts';
import { announceMarks, marksAsOfNow, useSayTaken } from './mine.ts';
import { loftPath } from './paths.ts';

/** After this time the next page asks again: another device may have starred something. */
const stale_ms = 30_000;

/** When it was asked about each loft, and about none. */
const asked = new Map<number | null, number>();

/** Knows whose the page is, and asks where the page does not say. `told` is what came with the page. */
export function useOwnPart(told: Around, loft_id: string | undefined): void {
  const sayTaken = useSayTaken();
  useEffect(() => {
    if (told.me !== undefined) {
      if (told.me?.id !== knownPerson()?.id) asked.clear();
      knowPerson(told.me);
      return undefined;
    }
    if (!told.reader) return undefined;
    const loft = /^[1-9]\d{0,14}$/.test(loft_id ?? '') ? Number(loft_id) : null;
    const left = new AbortController();
    const ask = () => void askOwnPart(loft, left.signal, sayTaken);
    if (!knownPerson() || !(Date.now() - (asked.get(loft) ?? Number.NEGATIVE_INFINITY) < stale_ms)) ask();
    // Whoever comes back to a page may have signed in as somebody else in another tab, or out.
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
  }, [told, loft_id, sayTaken]);
  useEffect(() => {
    // Pages without a script showed what a form had done by being made for this reader alone (server/public-cache.ts).
    if (!/(^|; )alone=/.test(document.cookie)) return;
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the cookie store
    document.cookie = 'alone=; Max-Age=0; Path=/; SameSite=Lax';
  }, []);
}

/** Asks, and tells the page. Where nobody answers, the next page asks again. */
async function askOwnPart(
  loft_id: number | null,
  signal: AbortSignal,
  onTaken: (count: number) => void,
): Promise<void> {
  try {
    const { me, marks } = await marksAsOfNow(() => fetchOwnPart(loft_id, signal));
    if (me?.id !== knownPerson()?.id) asked.clear();
    // Marks that were changed meanwhile are asked for again.
    if (marks || loft_id === null) asked.set(loft_id, Date.now());
    announceMarks({ me, marks }, onTaken);
    knowPerson(me);
  } catch {
    // Another page has come, or there is no network.
  }
}

async function fetchOwnPart(
  loft_id: number | null,
  signal: AbortSignal,
): Promise<Pick<Around, 'marks'> & { me: Person | null }> {
  const answer = await fetch(`/api/me/around${loft_id === null ? '' : `?loft_id=${loft_id}`}`, { signal });
  // The session has ended.
  if (answer.status === 401) return { me: null, marks: null };
  if (!answer.ok) throw new Error(`${answer.status}`);
  const { me, marks } = (await answer.json()) as { me: Person; marks: MarksOfLoft | null };
  // The policy of the pages lets them show pictures of this site only.
  const isOwn = /^\/(?!\/)/.test(me.image ?? '') || me.image?.startsWith(`${location.origin}/`);
  return {
    me: { ...me, image: isOwn ? me.image : null },
    marks: marks && loft_id !== null ? { loft: loftPath(loft_id), mine: marks } : null,
  };
}
