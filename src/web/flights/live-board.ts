/**
 * The board of a flight while it is being flown: the arrivals that come over the socket, ranked by the same function as
 * the server's list and handed to React at most four times a second. Until the first arrival comes there is nothing to
 * fetch and nothing to rank; the page that the server made stands.
 */
import { type Ranked, type RankFrame, rank } from '#domain/arrivals/rank.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { type Book, follow, homesOf, openBook, retryDelay, takeAll } from '#web/lib/live.ts';

/** What the page shows of the live board. */
export interface LiveView {
  /** False until birds and arrivals are known here; the server's page is shown so long. */
  ready: boolean;
  epoch: number;
  seq: number;
  ranked: readonly Ranked[];
  birds: ReadonlyMap<number, Bird>;
  home: ReadonlySet<number>;
  /** Birds that landed within the last half minute. */
  fresh: ReadonlySet<number>;
  /** The last birds that came while this page was open, newest first. */
  just_in: readonly Ranked[];
  paused: boolean;
  /** Arrivals that came since the reader paused, or looked away. */
  unseen: number;
  /** Since when the connection is lost, epoch ms by the reader's clock. */
  lost_ms: number | null;
  /** What to say aloud: how many came, and the last of them. `n` tells one announcement from the next. */
  news: { n: number; count: number; latest: Ranked } | null;
}

export const stillView: LiveView = {
  ready: false,
  epoch: 0,
  seq: 0,
  ranked: [],
  birds: new Map(),
  home: new Set(),
  fresh: new Set(),
  just_in: [],
  paused: false,
  unseen: 0,
  lost_ms: null,
  news: null,
};

export interface LiveBoard {
  /** Begins to follow the flight; ends with the function returned. `onChanged`: more than arrivals is new. */
  start: (onChanged: () => void) => () => void;
  /** The flight as the server last told it. */
  setFlight: (flight: Flight) => void;
  pause: (paused: boolean) => void;
  subscribe: (listener: () => void) => () => void;
  view: () => LiveView;
}

const repaint_ms = 250;
const fresh_ms = 30_000;
const announce_ms = 5_000;
const most_just_in = 9;

export function createLiveBoard(first: Flight, shown: { epoch: number; seq: number }): LiveBoard {
  let flight = first;
  let view = stillView;
  const book: Book = openBook(shown);
  let birds: Map<number, Bird> | null = null;
  const listeners = new Set<() => void>();
  /** When each bird landed, by the reader's clock, in the order of landing. */
  const landed = new Map<number, number>();
  let painted_ms = 0;
  let paint: ReturnType<typeof setTimeout> | undefined;
  let fade: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let fetching = false;
  let fetches = 0;
  let running = false;
  let unspoken = new Set<number>();
  let spoken_ms = 0;
  let changed: ReturnType<typeof setTimeout> | undefined;

  return {
    start(onChanged) {
      running = true;
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
                onChanged();
                if (birds) void load();
              }, Math.random() * 1000);
            },
            onMissed: () => {
              book.whole = false;
              void load();
            },
            onConnection: (lost_ms) => publish({ lost_ms }),
          });
      document.addEventListener('visibilitychange', onVisible);
      return () => {
        running = false;
        stopFollowing();
        document.removeEventListener('visibilitychange', onVisible);
        clearTimeout(paint);
        clearTimeout(fade);
        clearTimeout(again);
        clearTimeout(changed);
        paint = undefined;
      };
    },
    setFlight(next) {
      flight = next;
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
    const now_ms = Date.now();
    let arrivals = 0;
    for (const id of ids) {
      if (book.last.get(id)?.time_ms === null) {
        landed.delete(id);
        unspoken.delete(id);
      } else if (!landed.has(id)) {
        landed.set(id, now_ms);
        unspoken.add(id);
        arrivals += 1;
      }
    }
    if (arrivals && (view.paused || document.hidden)) publish({ unseen: view.unseen + arrivals });
    if (!birds || !book.whole || ids.some((id) => !birds?.has(id))) void load();
    schedule();
  }

  /** Birds and arrivals so far, fetched when they are first needed, and again until they come. */
  async function load(): Promise<void> {
    if (fetching) return;
    fetching = true;
    clearTimeout(again);
    try {
      const whole = book.whole;
      const [list, all] = await Promise.all([
        get<{ pigeons: Bird[] }>('basketing'),
        whole ? null : get<Parameters<typeof takeAll>[1]>('arrivals?after=0'),
      ]);
      birds = new Map(list.pigeons.map((bird) => [bird.pigeon_id, bird]));
      if (all) takeAll(book, all);
      fetches = 0;
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
    const answer = await fetch(flightPath(flight, what));
    if (!answer.ok) throw new Error(`${answer.status} for ${what}`);
    return (await answer.json()) as Reply;
  }

  function schedule(): void {
    if (paint !== undefined || !running || document.hidden || view.paused) return;
    paint = setTimeout(repaint, Math.max(0, painted_ms + repaint_ms - Date.now()));
  }

  function repaint(): void {
    paint = undefined;
    const frame = frameOf(flight);
    if (!frame || !birds || !book.whole || book.epoch === null || document.hidden || view.paused) return;
    const now_ms = Date.now();
    painted_ms = now_ms;
    const ranked = rank(homesOf(book), frame);
    const fresh = new Set([...landed].filter(([, at_ms]) => now_ms - at_ms < fresh_ms).map(([id]) => id));
    const lines = new Map(
      ranked.filter(({ pigeon_id }) => landed.has(pigeon_id)).map((line) => [line.pigeon_id, line]),
    );
    publish({
      ready: true,
      epoch: book.epoch,
      seq: book.seq,
      ranked,
      birds,
      home: new Set(ranked.map(({ pigeon_id }) => pigeon_id)),
      fresh,
      just_in: [...landed.keys()]
        .reverse()
        .flatMap((id) => lines.get(id) ?? [])
        .slice(0, most_just_in),
      unseen: 0,
      ...announcement(lines, now_ms),
    });
    // Look again when a sentence is due or a bird is no longer new, though none comes.
    clearTimeout(fade);
    if (fresh.size || unspoken.size) fade = setTimeout(schedule, announce_ms);
  }

  /** One sentence for all that came, at most every five seconds. */
  function announcement(lines: ReadonlyMap<number, Ranked>, now_ms: number): Pick<LiveView, 'news'> | null {
    const spoken = [...unspoken].flatMap((id) => lines.get(id) ?? []);
    const latest = spoken.at(-1);
    if (!latest || now_ms - spoken_ms < announce_ms) return null;
    spoken_ms = now_ms;
    unspoken = new Set();
    return { news: { n: (view.news?.n ?? 0) + 1, count: spoken.length, latest } };
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

/** The path of a call about a flight. The contracts say the same (a test compares), but bring a parser along. */
export function flightPath(flight: { loft_id: number; id: number }, what: string): string {
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
