/**
 * The reader's marks: pigeons and teams with the yellow pin, lofts and flights with a star. A marked team marks all its
 * birds. Without an account the marks are in the local storage of this browser, shared by all its tabs; with one they
 * are in the account, and unsent changes are in the local storage. Marks made before signing in are moved to the
 * account.
 */
import { useCallback, useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import type { FavoriteChange } from '#domain/favorites/contract.ts';
import { type FavoriteKind, mostChanges } from '#domain/favorites/favorite.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { listen, notifyListeners, store, stored, storedNames } from './browser-store.ts';
import {
  asChanges,
  changed,
  changesFrom,
  isSameThing,
  type Mine,
  marksAsText,
  marksFrom,
  nobody,
  united,
  withChange,
} from './marks.ts';
import { say } from './notice.ts';
import { loftPath } from './paths.ts';
import { type RootData, useRootData } from './root-data.ts';

export { type Mine, nobody } from './marks.ts';

/** The signed-in person; null: nobody. */
let user_id: number | null = null;
/** The marks of the account in each loft, by its path, as loaded with the page. */
const loaded = new Map<string, Mine>();
/** The changes that the account has saved since. */
let sent: readonly FavoriteChange[] = [];
/** The number of requests that the account has saved. */
let answered = 0;

const browserName = (loft_id: number) => `mine.${loft_id}`;
const waitingName = (owner: number) => `mine.waiting.${owner}`;

/** The marks in a loft; while the server renders, those of the account. */
export function useMine(loft_id: number): Mine {
  const marks = useRootData()?.marks;
  return useSyncExternalStore(
    listen,
    () => mineOf(loft_id),
    () => (marks?.loft === loftPath(loft_id) ? marks.mine : nobody),
  );
}

/** The marks that make a bird the reader's. */
export type MyBirds = Pick<Mine, 'pigeons' | 'teams'>;

/** Whether a bird is marked, itself or by its team. */
export function isMine(mine: MyBirds, bird: { pigeon_id: number; team_id: number | null }): boolean {
  return mine.pigeons.includes(bird.pigeon_id) || (bird.team_id !== null && mine.teams.includes(bird.team_id));
}

/** Birds and teams that are asked for at once. */
const mostFollowed = 100;

/** The marked birds and teams as a query; empty: none. */
export function followedQuery({ pigeons, teams }: MyBirds): string {
  const parts = Object.entries({ pigeons, teams }).filter(([, ids]) => ids.length > 0);
  return parts.map(([name, ids]) => `${name}=${ids.slice(0, mostFollowed).join(',')}`).join('&');
}

interface Seen {
  from: readonly unknown[];
  mine: Mine;
}
/** The last marks of each loft, so that unchanged marks are the same object. */
const seen = new Map<number, Seen>();

/** The current marks in a loft. */
export function mineOf(loft_id: number): Mine {
  const inBrowser = stored(browserName(loft_id));
  const waiting = user_id === null ? null : stored(waitingName(user_id));
  const from = [inBrowser, waiting, user_id, loaded.get(loftPath(loft_id)), sent];
  const before = seen.get(loft_id);
  if (before?.from.every((one, at) => one === from[at])) return before.mine;
  const inAccount = user_id === null ? nobody : (loaded.get(loftPath(loft_id)) ?? nobody);
  const here = changesSince().filter((one) => one.loft_id === loft_id);
  const mine = changed(united(inAccount, marksFrom(inBrowser)), here);
  seen.set(loft_id, { from, mine });
  return mine;
}

/** Whether one thing is marked; `listed` where the page has it from a list of its own. */
export function useMarked(thing: Omit<FavoriteChange, 'starred'>, listed?: boolean): boolean {
  const { loft_id, kind, id } = thing;
  const mine = useMine(loft_id);
  const since = useSyncExternalStore(
    listen,
    () => (listed === undefined ? undefined : changesSince().findLast((one) => isSameThing(one, thing))?.starred),
    () => undefined,
  );
  return since ?? listed ?? mine[kind].includes(id);
}

/** The changes since the pages were loaded: those that the account has saved, then those still to be sent. */
function changesSince(): readonly FavoriteChange[] {
  return user_id === null ? [] : [...sent, ...changesFrom(stored(waitingName(user_id)))];
}

/** Marks a thing of a loft, or removes the mark; `starred` is given where the page knows better. */
export function toggleMine(
  loft_id: number,
  kind: FavoriteKind,
  id: number,
  starred = !mineOf(loft_id)[kind].includes(id),
): void {
  const change = { kind, loft_id, id, starred };
  const inBrowser = marksFrom(stored(browserName(loft_id)));
  if (user_id === null || !starred) store(browserName(loft_id), marksAsText(changed(inBrowser, [change])));
  if (user_id === null) return;
  const waiting = waitingName(user_id);
  store(waiting, JSON.stringify(withChange(changesFrom(stored(waiting)), change)));
  void sendMarks();
}

/**
 * Sets the signed-in person and the marks of the account, with every page; `onTaken` receives the number of moved
 * marks.
 */
export function announceMarks(root: Pick<RootData, 'me' | 'marks'>, onTaken: (count: number) => void): void {
  const { me, marks } = root;
  // While the identity cannot be read, the person stays.
  if (me !== undefined && (me?.id ?? null) !== user_id) {
    user_id = me?.id ?? null;
    loaded.clear();
    sent = [];
  }
  if (marks) {
    loaded.set(marks.loft, marks.mine);
    sent = sent.filter(({ loft_id }) => loftPath(loft_id) !== marks.loft);
  }
  notifyListeners();
  void sendMarks(onTaken);
}

/** Loads the data of the root loader; marks that were read while the account saved changes are dropped. */
export async function marksAsOfNow<A extends Pick<RootData, 'marks'>>(load: () => Promise<A>): Promise<A> {
  const before = answered;
  const root = await load();
  return answered === before ? root : { ...root, marks: null };
}

/** Notifies the reader of the number of marks that were moved to the account. */
export function useSayTaken(): (count: number) => void {
  const { t } = useTranslation();
  return useCallback((count) => say('success', t('mine.taken', { count })), [t]);
}

/**
 * Called by the root: sets the person before other components read the marks, and sends again when the network is back.
 */
export function useMarksOfAccount(root: Pick<RootData, 'me' | 'marks'>): void {
  const sayTaken = useSayTaken();
  useLayoutEffect(() => announceMarks(root, sayTaken), [root, sayTaken]);
  useEffect(() => {
    const again = () => void sendMarks();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
}

let underWay: Promise<void> = Promise.resolve();

/** Sends unsent changes, then marks made before signing in; one after the other. */
function sendMarks(onTaken?: (count: number) => void): Promise<void> {
  underWay = underWay.then(async () => {
    await sendWaiting();
    await sendMarksOfBrowser(onTaken);
  });
  return underWay;
}

async function sendWaiting(): Promise<void> {
  if (user_id === null) return;
  const name = waitingName(user_id);
  for (let batch = next(); batch.length; batch = next()) {
    if ((await send(user_id, batch)) === 'later') return;
    const taken = batch;
    // Changes made meanwhile are still to be sent.
    const rest = changesFrom(stored(name)).filter(
      (one) => !taken.some((other) => isSameThing(one, other) && one.starred === other.starred),
    );
    store(name, rest.length ? JSON.stringify(rest) : null);
  }

  function next() {
    return changesFrom(stored(name)).slice(0, mostChanges);
  }
}

async function sendMarksOfBrowser(onTaken?: (count: number) => void): Promise<void> {
  if (user_id === null) return;
  let count = 0;
  for (const name of storedNames()) {
    const loft_id = Number(/^mine\.(\d+)$/.exec(name)?.[1]);
    const text = stored(name);
    const changes = loft_id ? asChanges(loft_id, marksFrom(text)) : [];
    for (let at = 0; at < changes.length; at += mostChanges)
      if ((await send(user_id, changes.slice(at, at + mostChanges))) !== 'taken') return;
    if (!changes.length) continue;
    count += changes.length;
    if (stored(name) === text) store(name, null);
  }
  if (count > 0) onTaken?.(count);
}

/** The outcome of sending changes: saved by the account, refused for good, or kept for later. */
async function send(of: number, changes: readonly FavoriteChange[]): Promise<'taken' | 'refused' | 'later'> {
  const answer = await fetch('/api/favorites', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ of, changes }),
  }).catch(() => null);
  if (answer?.ok) {
    answered += 1;
    sent = changes.reduce(withChange, [...sent]);
    notifyListeners();
    return 'taken';
  }
  // Signed out, another person, too many requests, or no reply: later.
  if (!answer || ![409, 422].includes(answer.status)) return 'later';
  const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
  if (message) say('error', message);
  return 'refused';
}
