/**
 * What a reader has marked as theirs: pigeons and teams with the yellow pen, lofts and flights with a star. A team that
 * is marked marks all its birds. Whoever is not signed in has it in this browser, the same in all its tabs; else the
 * account keeps it, and what could not be sent to it yet waits in the browser. What was marked before signing in goes
 * over to the account.
 */
import { useCallback, useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import type { FavoriteChange } from '#domain/favorites/contract.ts';
import { type FavoriteKind, mostChanges } from '#domain/favorites/favorite.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { keep, kept, keptNames, listen, told as tell } from './browser-store.ts';
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
import { type Around, useAround } from './me.ts';
import { say } from './notice.ts';
import { loftPath } from './paths.ts';

export { type Mine, nobody } from './marks.ts';

/** Who is signed in; null: nobody. */
let user_id: number | null = null;
/** What the account had in each loft, by its path, when the page was told. */
const told = new Map<string, Mine>();
/** What the account has taken since. */
let sent: readonly FavoriteChange[] = [];
/** How many times it has. */
let answered = 0;

const browserName = (loft_id: number) => `mine.${loft_id}`;
const waitingName = (owner: number) => `mine.waiting.${owner}`;

/** What is marked in a loft; on the server's page what it knows of the account. */
export function useMine(loft_id: number): Mine {
  const marks = useAround()?.marks;
  return useSyncExternalStore(
    listen,
    () => mineOf(loft_id),
    () => (marks?.loft === loftPath(loft_id) ? marks.mine : nobody),
  );
}

/** The marks by which a bird is the reader's. */
export type MyBirds = Pick<Mine, 'pigeons' | 'teams'>;

/** Whether a bird is marked, by itself or by its team. */
export function isMine(mine: MyBirds, bird: { pigeon_id: number; team_id: number | null }): boolean {
  return mine.pigeons.includes(bird.pigeon_id) || (bird.team_id !== null && mine.teams.includes(bird.team_id));
}

interface Seen {
  from: readonly unknown[];
  mine: Mine;
}
/** What was last seen of each loft, so that the same is the same object. */
const seen = new Map<number, Seen>();

/** What is marked in a loft now. */
export function mineOf(loft_id: number): Mine {
  const inBrowser = kept(browserName(loft_id));
  const waiting = user_id === null ? null : kept(waitingName(user_id));
  const from = [inBrowser, waiting, user_id, told.get(loftPath(loft_id)), sent];
  const before = seen.get(loft_id);
  if (before?.from.every((one, at) => one === from[at])) return before.mine;
  const inAccount = user_id === null ? nobody : (told.get(loftPath(loft_id)) ?? nobody);
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

/** What was changed since the pages were told: what the account has taken, then what still waits. */
function changesSince(): readonly FavoriteChange[] {
  return user_id === null ? [] : [...sent, ...changesFrom(kept(waitingName(user_id)))];
}

/** Marks a thing of a loft, or takes the mark away; `starred` says which where the page knows better. */
export function toggleMine(
  loft_id: number,
  kind: FavoriteKind,
  id: number,
  starred = !mineOf(loft_id)[kind].includes(id),
): void {
  const change = { kind, loft_id, id, starred };
  const inBrowser = marksFrom(kept(browserName(loft_id)));
  if (user_id === null || !starred) keep(browserName(loft_id), marksAsText(changed(inBrowser, [change])));
  if (user_id === null) return;
  const waiting = waitingName(user_id);
  keep(waiting, JSON.stringify(withChange(changesFrom(kept(waiting)), change)));
  void bringOver();
}

/** Knows who is signed in and what their account has, with every page; `onTaken` hears how many marks went over to it. */
export function announceMarks(around: Pick<Around, 'me' | 'marks'>, onTaken: (count: number) => void): void {
  const { me, marks } = around;
  // Where nobody could be asked, it is still who it was.
  if (me !== undefined && (me?.id ?? null) !== user_id) {
    user_id = me?.id ?? null;
    told.clear();
    sent = [];
  }
  if (marks) {
    told.set(marks.loft, marks.mine);
    sent = sent.filter(({ loft_id }) => loftPath(loft_id) !== marks.loft);
  }
  tell();
  void bringOver(onTaken);
}

/** Loads what stands around a page; marks that were read while the account took others are not told. */
export async function marksAsOfNow<A extends Pick<Around, 'marks'>>(load: () => Promise<A>): Promise<A> {
  const before = answered;
  const around = await load();
  return answered === before ? around : { ...around, marks: null };
}

/** Says how many marks of this browser went over to the account. */
export function useSayTaken(): (count: number) => void {
  const { t } = useTranslation();
  return useCallback((count) => say('success', t('mine.taken', { count })), [t]);
}

/** The root of all pages tells who is signed in before any other part of them looks, and again when the network is back. */
export function useMarksOfAccount(around: Pick<Around, 'me' | 'marks'>): void {
  const sayTaken = useSayTaken();
  useLayoutEffect(() => announceMarks(around, sayTaken), [around, sayTaken]);
  useEffect(() => {
    const again = () => void bringOver();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
}

let underWay: Promise<void> = Promise.resolve();

/** Sends what waits, then what was marked before anybody was signed in; one after the other. */
function bringOver(onTaken?: (count: number) => void): Promise<void> {
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
    if ((await send(user_id, batch)) === 'kept') return;
    const taken = batch;
    // What was changed meanwhile waits on.
    const rest = changesFrom(kept(name)).filter(
      (one) => !taken.some((other) => isSameThing(one, other) && one.starred === other.starred),
    );
    keep(name, rest.length ? JSON.stringify(rest) : null);
  }

  function next() {
    return changesFrom(kept(name)).slice(0, mostChanges);
  }
}

async function sendMarksOfBrowser(onTaken?: (count: number) => void): Promise<void> {
  if (user_id === null) return;
  let count = 0;
  for (const name of keptNames()) {
    const loft_id = Number(/^mine\.(\d+)$/.exec(name)?.[1]);
    const text = kept(name);
    const changes = loft_id ? asChanges(loft_id, marksFrom(text)) : [];
    for (let at = 0; at < changes.length; at += mostChanges)
      if ((await send(user_id, changes.slice(at, at + mostChanges))) !== 'taken') return;
    if (!changes.length) continue;
    count += changes.length;
    if (kept(name) === text) keep(name, null);
  }
  if (count > 0) onTaken?.(count);
}

/** What became of changes: the account took them, refused them for good, or they are kept for later. */
async function send(of: number, changes: readonly FavoriteChange[]): Promise<'taken' | 'refused' | 'kept'> {
  const answer = await fetch('/api/favorites', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ of, changes }),
  }).catch(() => null);
  if (answer?.ok) {
    answered += 1;
    sent = changes.reduce(withChange, [...sent]);
    tell();
    return 'taken';
  }
  // Signed out or somebody else by now, too often, or nobody there: another time.
  if (!answer || ![409, 422].includes(answer.status)) return 'kept';
  const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
  if (message) say('error', message);
  return 'refused';
}
