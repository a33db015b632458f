/**
 * The board of a flight in the browser: the arrivals so far and those that come over the socket, kept in the order of
 * the server's list and handed to React at most four times a second. What has come since the last time is merged into the
 * ranking; nothing is ranked twice.
 */
import { type Home, type Ranked, type RankFrame, rerank } from '#domain/arrivals/rank.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { type Book, follow, homesOf, openBook, retryDelay, takeAll } from '#web/lib/live.ts';
import { raceTime, serverNow } from '#web/lib/now.ts';
import { type BoardNews, createNewsRoom, indexOf, noNews } from './board-news.ts';

/** What the page shows of the live board. */
export interface LiveView {
  /** False until birds and arrivals are known here; the server's page is shown so long. */
  ready: boolean;
  epoch: number;
  seq: number;
  ranked: readonly Ranked[];
  /** The place of a bird in `ranked`, or -1. */
  indexOf: (pigeon_id: number) => number;
  birds: ReadonlyMap<number, Bird>;
  news: BoardNews;
  paused: boolean;
  /** Arrivals that came since the reader paused, or looked away. */
  unseen: number;
  /** Since when the connection is lost, epoch ms by the reader's clock. */
  lost_ms: number | null;
  /** What to say aloud: how many came, and the last of them. `n` tells one announcement from the next. */
  said: { n: number; count: number; pigeon_id: number; rank: number } | null;
}

export const stillView: LiveView = {
  ready: false,
  epoch: 0,
  seq: 0,
  ranked: [],
  indexOf: () => -1,
  birds: new Map(),
  news: noNews,
  paused: false,
  unseen: 0,
  lost_ms: null,
  said: null,
};

export interface Listener {
  /** More than arrivals is new. */
  onChanged: () => void;
  /** Birds landed, also while nobody looks. */
  onLanded: (homes: readonly Home[], birds: ReadonlyMap<number, Bird>) => void;
}

export interface LiveBoard {
  /** Begins to follow the flight; ends with the function returned. `eager`: fetches all birds before the first lands. */
  start: (listener: Listener, eager: boolean) => () => void;
  /** The flight as the server last told it. */
  setFlight: (flight: Flight) => void;
  pause: (paused: boolean) => void;
  subscribe: (listener: () => void) => () => void;
  view: () => LiveView;
}

const repaint_ms = 250;
const announce_ms = 5_000;
/** After a longer absence the list is made anew, and only what comes then is news. */
const mostNews = 200;

export function createLiveBoard(first: Flight, shown: { epoch: number; seq: number }): LiveBoard {
  let flight = first;
  let frame = frameOf(first);
  let view = stillView;
  const book: Book = openBook(shown);
  const news = createNewsRoom();
  let birds: ReadonlyMap<number, Bird> | null = null;
  let ranked: readonly Ranked[] = [];
  /** The times that are ranked; null: to be ranked from the beginning. */
  let times: Map<number, number> | null = null;
  /** Birds of the book that are not ranked as the book has them. */
  const pending = new Set<number>();
  let untold: Home[] = [];
  const listeners = new Set<() => void>();
  let onLanded: Listener['onLanded'] = () => {};
  let painted_ms = 0;
  let paint: ReturnType<typeof setTimeout> | undefined;
  let fade: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let changed: ReturnType<typeof setTimeout> | undefined;
  let fetching = false;
  let fetches = 0;
  let running = false;
  const unspoken = new Set<number>();
  let spoken_ms = 0;

  return {
    start(listener, eager) {
      running = true;
      onLanded = listener.onLanded;
      const stopFollowing = isFinal()
        ? () => {}
        : follow({
            flight_id: flight.id,
            book,
            onBirds,
            onChanged: () => {
              clearTimeout(changed);
              // Thousands of readers hear this at once; they ask the server over one second.
              changed = setTimeout(() => {
                listener.onChanged();
                if (birds) void load();
              }, Math.random() * 1000);
            },
            onMissed: () => {
              book.whole = false;
              void load();
            },
            onConnection: (lost_ms) => publish({ lost_ms }),
          });
      if (eager && frame && !view.ready) again = setTimeout(() => void load(), 0);
      document.addEventListener('visibilitychange', onVisible);
      return () => {
        running = false;
        stopFollowing();
        document.removeEventListener('visibilitychange', onVisible);
        for (const timer of [paint, fade, again, changed]) clearTimeout(timer);
        paint = undefined;
      };
    },
    setFlight(next) {
      flight = next;
      const now = frameOf(next);
      if (JSON.stringify(now) === JSON.stringify(frame)) return;
      frame = now;
      times = null;
      if (birds) schedule();
    },
    pause(paused) {
      publish({ paused, unseen: paused ? view.unseen : 0 });
      if (!paused) schedule();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: () => view,
  };

  function isFinal(): boolean {
    return flight.status === 'official' || flight.status === 'annulled';
  }

  function onBirds(ids: readonly number[]): void {
    const landed = ids.flatMap((pigeon_id) => {
      const time_ms = book.last.get(pigeon_id)?.time_ms ?? null;
      const known = pending.has(pigeon_id) || times?.has(pigeon_id);
      return time_ms === null || known ? [] : { pigeon_id, time_ms };
    });
    for (const id of ids) pending.add(id);
    if (landed.length && (view.paused || document.hidden)) publish({ unseen: view.unseen + landed.length });
    untold.push(...landed);
    if (!birds || !book.whole || ids.some((id) => !birds?.has(id))) void load();
    else tell();
    schedule();
  }

  /** Tells of landings as soon as it can be said who it was. */
  function tell(): void {
    if (!birds || !untold.length) return;
    const homes = untold;
    untold = [];
    onLanded(homes, birds);
  }

  /** Birds and arrivals so far, fetched again until they come. */
  async function load(): Promise<void> {
    if (fetching) return;
    fetching = true;
    clearTimeout(again);
    try {
      const [list, all] = await Promise.all([
        get<{ pigeons: Bird[] }>('basketing'),
        book.whole ? null : get<Parameters<typeof takeAll>[1]>('arrivals?after=0'),
      ]);
      birds = new Map(list.pigeons.map((bird) => [bird.pigeon_id, bird]));
      if (all) {
        const epoch = book.epoch;
        takeAll(book, all);
        if (times && book.epoch === epoch) noteMissed(times);
        else times = null;
      }
      fetches = 0;
      tell();
      schedule();
    } catch {
      // The network is away or the server is busy: what is on the page stays.
      fetches += 1;
      if (running) again = setTimeout(() => void load(), 1000 + retryDelay(fetches));
    } finally {
      fetching = false;
    }
  }

  async function get<Reply>(what: string): Promise<Reply> {
    const answer = await fetch(apiPath(flight, what));
    if (!answer.ok) throw new Error(`${answer.status} for ${what}`);
    return (await answer.json()) as Reply;
  }

  /** After an absence: what differs is taken in as if it had been heard. */
  function noteMissed(known: ReadonlyMap<number, number>): void {
    for (const [id, { time_ms }] of book.last) if ((known.get(id) ?? null) !== time_ms) pending.add(id);
    if (pending.size > mostNews) times = null;
  }

  function schedule(): void {
    if (paint !== undefined || !running || document.hidden || view.paused) return;
    paint = setTimeout(repaint, Math.max(0, painted_ms + repaint_ms - Date.now()));
  }

  function repaint(): void {
    paint = undefined;
    if (!frame || !birds || !book.whole || book.epoch === null || document.hidden || view.paused) return;
    const now_ms = Date.now();
    painted_ms = now_ms;
    takeIn(frame, now_ms);
    const latest = news.at(now_ms);
    publish({
      ready: true,
      epoch: book.epoch,
      seq: book.seq,
      ranked,
      indexOf: placeFinder(ranked, book),
      birds,
      news: latest,
      unseen: 0,
      ...announcement(now_ms),
    });
    // Look again when a sentence is due or a bird is no longer new, though none comes.
    clearTimeout(fade);
    if (latest.fresh.size || latest.moves.size || unspoken.size) fade = setTimeout(schedule, announce_ms);
  }

  /** Merges all that has come into the ranking; ranked anew where the rules or the ledger are others. */
  function takeIn(by: RankFrame, now_ms: number): void {
    if (!times) {
      const silent = pending.size > mostNews;
      times = new Map(
        homesOf(book).flatMap(({ pigeon_id, time_ms }) =>
          silent || !pending.has(pigeon_id) ? [[pigeon_id, time_ms] as const] : [],
        ),
      );
      ranked = rerank([], times, by);
    }
    const changes = new Map<number, { old_ms: number | null; time_ms: number | null }>();
    for (const id of pending) {
      const [old_ms, time_ms] = [times.get(id) ?? null, book.last.get(id)?.time_ms ?? null];
      if (old_ms === time_ms) continue;
      changes.set(id, { old_ms, time_ms });
      if (old_ms === null) unspoken.add(id);
      if (time_ms === null) times.delete(id);
      else times.set(id, time_ms);
    }
    pending.clear();
    if (!changes.size) return;
    const before = ranked;
    ranked = rerank(before, new Map([...changes].map(([id, { time_ms }]) => [id, time_ms])), by);
    news.enter(before, ranked, changes, { now_ms, race_ms: raceTime(flight, serverNow()) });
  }

  /** One sentence for all that came, at most every five seconds. */
  function announcement(now_ms: number): Pick<LiveView, 'said'> | null {
    if (now_ms - spoken_ms < announce_ms) return null;
    const spoken = [...unspoken].filter((id) => times?.has(id));
    const pigeon_id = spoken.at(-1);
    if (pigeon_id === undefined) return null;
    spoken_ms = now_ms;
    unspoken.clear();
    const { rank } = ranked[indexOf(ranked, pigeon_id, times!.get(pigeon_id)!)]!;
    return { said: { n: (view.said?.n ?? 0) + 1, count: spoken.length, pigeon_id, rank } };
  }

  function onVisible(): void {
    if (!document.hidden) {
      publish({ unseen: view.paused ? view.unseen : 0 });
      schedule();
    }
  }

  function publish(change: Partial<LiveView>): void {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  }
}

/** Finds birds in a ranking by the times of the book; a bird whose time is just changing is not found. */
function placeFinder(ranked: readonly Ranked[], { last }: Book): LiveView['indexOf'] {
  return (pigeon_id) => {
    const time_ms = last.get(pigeon_id)?.time_ms ?? null;
    return time_ms === null ? -1 : indexOf(ranked, pigeon_id, time_ms);
  };
}

/** The path of a call about a flight. The contracts say the same (a test compares), but bring a parser along. */
export function apiPath(flight: { loft_id: number; id: number }, what: string): string {
  return `/api/lofts/${flight.loft_id}/flights/${flight.id}/${what}`;
}

/** What the ranking needs to know of a flight, or null before its release. */
export function frameOf(flight: Flight): RankFrame | null {
  if (flight.release_time === null || flight.distance_m === null) return null;
  return {
    release_ms: Date.parse(flight.release_time),
    distance_m: flight.distance_m,
    closed: flight.closed_intervals,
    rules: flight.rules,
    day_starts: flight.day_starts,
  };
}
