/**
 * The board of a flight in the browser: the arrivals so far and those from the socket, in the order of the server's
 * list, passed to React at most four times a second, and less often where that would be a twenty-fifth of all the
 * browser's work: on a slow phone a storm of arrivals leaves time for a finger that scrolls. New arrivals are merged
 * into the ranking; nothing is ranked twice.
 */
import { type CloseMark, marksAfter } from '#domain/arrivals/close-times.ts';
import type { Expectation } from '#domain/arrivals/expected-contract.ts';
import type { Home, Ranked, RankFrame } from '#domain/arrivals/rank.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { type ArrivalLog, follow, openArrivalLog, retryDelay, takeAll } from '#web/lib/live.ts';
import { stopDecoration } from '#web/lib/motion.ts';
import { raceTime, serverNow } from '#web/lib/now.ts';
import { timePaint } from '#web/lib/paint-cost.ts';
import { type BoardEvents, createBoardEvents, noEvents } from './board-events.ts';
import { createLiveRanking } from './live-ranking.ts';
import { frameOf, type Released } from './rank-frame.ts';
import type { CloseBirds } from './row-reader.ts';

/** The state of the live board that the page shows. */
export interface LiveView {
  /** False until birds and arrivals are loaded; until then the server's page is shown. */
  ready: boolean;
  epoch: number;
  seq: number;
  ranked: readonly Ranked[];
  /** The index of a bird in `ranked`, or -1. */
  indexOf: (pigeon_id: number) => number;
  birds: ReadonlyMap<number, Bird>;
  /** How much later than the flight the birds of later groups were released, ms. */
  later: ReadonlyMap<number, number>;
  /** The birds that the clocks cannot tell apart; null until they are read. */
  close: CloseBirds | null;
  /** When the birds that are out are expected; null until the socket says it. */
  expected: Expectation | null;
  events: BoardEvents;
  paused: boolean;
  /** Arrivals since the reader paused, or since the page was hidden. */
  unseen: number;
  /** Since when the connection is lost, epoch ms by the reader's clock. */
  lost_ms: number | null;
  /**
   * The announcement for screen readers: how many birds landed, and the last of them. `n` numbers the announcements.
   */
  announced: { n: number; count: number; pigeon_id: number; rank: number } | null;
}

export const stillView: LiveView = {
  ready: false,
  epoch: 0,
  seq: 0,
  ranked: [],
  indexOf: () => -1,
  birds: new Map(),
  later: new Map(),
  close: null,
  expected: null,
  events: noEvents,
  paused: false,
  unseen: 0,
  lost_ms: null,
  announced: null,
};

/**
 * Whether the live board is shown and not the server's page: once it is ready, and unless the page is of a later moment.
 * Arrivals that the page has and the board has not are on their way as long as the socket is open: going back to the page
 * meanwhile would take away what stands above the rows, and move them twice.
 */
export function isCurrent(
  { ready, epoch, seq, lost_ms }: Pick<LiveView, 'ready' | 'epoch' | 'seq' | 'lost_ms'>,
  page: { epoch: number; seq: number },
  flight: Pick<Flight, 'goes_live' | 'status'>,
): boolean {
  if (!flight.goes_live || !ready) return false;
  return epoch !== page.epoch || seq >= page.seq || (lost_ms === null && !isFinal(flight));
}

const isFinal = ({ status }: Pick<Flight, 'status'>): boolean => status === 'official' || status === 'annulled';

export interface Listener {
  /** More than the arrivals has changed. */
  onChanged: () => void;
  /** Birds landed; called also while the page is hidden. */
  onLanded: (homes: readonly Home[], birds: ReadonlyMap<number, Bird>) => void;
}

export interface LiveBoard {
  /** Starts to follow the flight; the returned function stops. `eager`: fetches all birds before the first lands. */
  start: (listener: Listener, eager: boolean) => () => void;
  /** Sets the flight as last loaded from the server. */
  setFlight: (flight: Flight) => void;
  pause: (paused: boolean) => void;
  /** Reads which birds the clocks cannot tell apart; what changes from then on comes by the socket. */
  readClose: () => void;
  subscribe: (listener: () => void) => () => void;
  view: () => LiveView;
}

const repaint_ms = 250;
/** The longest time between two renderings, however slow the browser is. */
const slowest_ms = 1000;
/** The most of the browser's time that renderings take. */
const paint_share = 0.04;
/** Where a rendering takes longer, decoration stands still, ms. */
const slow_ms = 20;
const announce_ms = 5_000;
/** Over so long a time the requests of readers who were all cut off are spread. */
const again_ms = 10_000;

export function createLiveBoard(first: Flight, shown: { epoch: number; seq: number }): LiveBoard {
  let flight = first;
  /** The releases of birds of later groups, epoch ms; loaded with the birds. */
  let released: Released = [];
  let frame = frameOf(first, released);
  let view = stillView;
  const log: ArrivalLog = openArrivalLog(shown);
  const events = createBoardEvents();
  let birds: ReadonlyMap<number, Bird> | null = null;
  const ranking = createLiveRanking(log);
  let unannounced: Home[] = [];
  const listeners = new Set<() => void>();
  let onLanded: Listener['onLanded'] = () => {};
  let painted_ms = 0;
  let pause_ms = repaint_ms;
  let paint: ReturnType<typeof setTimeout> | undefined;
  let fade: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let changed: ReturnType<typeof setTimeout> | undefined;
  let fetching = false;
  let fetches = 0;
  let running = false;
  const unspoken = new Set<number>();
  let closeAgain: ReturnType<typeof setTimeout> | undefined;
  /** What came by the socket beside arrivals since the last rendering, and is shown with the next one. */
  let marked: CloseMark[] = [];
  let expectation: Expectation | null = null;
  /** Marks that came by the socket while all of them are read, which may be of a moment before. */
  let meanwhile: CloseMark[] | null = null;
  let spoken_ms = 0;

  return {
    start(listener, eager) {
      running = true;
      onLanded = listener.onLanded;
      const stopFollowing = isFinal(flight)
        ? () => {}
        : follow({
            flight_id: flight.id,
            log: log,
            onBirds,
            onClose(changes) {
              meanwhile?.push(...changes);
              marked.push(...changes);
              schedule();
            },
            onExpected(expected) {
              expectation = expected;
              schedule();
            },
            onChanged: () => {
              clearTimeout(changed);
              // Thousands of readers receive this at once; their requests are spread over one second.
              changed = setTimeout(() => {
                listener.onChanged();
                if (birds) void load();
              }, Math.random() * 1000);
            },
            onMissed: () => {
              log.whole = false;
              void load();
            },
            onConnection: (lost_ms) => {
              publish({ lost_ms });
              // Those that came meanwhile were missed. Everybody is back at once.
              if (lost_ms === null && view.close)
                closeAgain = setTimeout(() => void readClose(), Math.random() * again_ms);
            },
          });
      if (eager && frame && !view.ready) again = setTimeout(() => void load(), 0);
      document.addEventListener('visibilitychange', onVisible);
      return () => {
        running = false;
        stopFollowing();
        document.removeEventListener('visibilitychange', onVisible);
        for (const timer of [paint, fade, again, changed, closeAgain]) clearTimeout(timer);
        paint = undefined;
      };
    },
    setFlight(next) {
      flight = next;
      renew();
    },
    pause(paused) {
      publish({ paused, unseen: paused ? view.unseen : 0 });
      if (!paused) schedule();
    },
    readClose: () => void readClose(),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: () => view,
  };

  function onBirds(ids: readonly number[]): void {
    const landed = ids.flatMap((pigeon_id) => {
      const time_ms = log.last.get(pigeon_id)?.time_ms ?? null;
      return time_ms === null || ranking.has(pigeon_id) ? [] : { pigeon_id, time_ms };
    });
    ranking.note(ids);
    if (landed.length && (view.paused || document.hidden)) publish({ unseen: view.unseen + landed.length });
    unannounced.push(...landed);
    if (!birds || !log.whole || ids.some((id) => !birds?.has(id))) void load();
    else announceLandings();
    schedule();
  }

  /** Ranks all birds again where the facts of the ranking are others. */
  function renew(): void {
    const now = frameOf(flight, released);
    if (sameFrame(now, frame)) return;
    frame = now;
    ranking.renew();
    if (birds) schedule();
  }

  /** Announces landings once the birds are loaded. */
  function announceLandings(): void {
    if (!birds || !unannounced.length) return;
    const homes = unannounced;
    unannounced = [];
    onLanded(homes, birds);
  }

  /** Fetches birds and arrivals so far, and repeats until it succeeds. */
  async function load(): Promise<void> {
    if (fetching) return;
    fetching = true;
    clearTimeout(again);
    try {
      const [list, all] = await Promise.all([
        get<{ pigeons: Bird[]; released_later: Released }>('basketing'),
        log.whole ? null : get<Parameters<typeof takeAll>[1]>('arrivals?after=0'),
      ]);
      birds = new Map(list.pigeons.map((bird) => [bird.pigeon_id, bird]));
      released = list.released_later;
      renew();
      if (all) {
        const epoch = log.epoch;
        takeAll(log, all);
        if (log.epoch === epoch) ranking.catchUp();
        else ranking.renew();
      }
      fetches = 0;
      announceLandings();
      schedule();
    } catch {
      // The network is lost or the server is busy: the page stays as it is.
      fetches += 1;
      if (running) again = setTimeout(() => void load(), 1000 + retryDelay(fetches));
    } finally {
      fetching = false;
    }
  }

  async function readClose(): Promise<void> {
    clearTimeout(closeAgain);
    if (meanwhile) return;
    const since: CloseMark[] = [];
    meanwhile = since;
    try {
      const { birds: all } = await get<{ birds: CloseMark[] }>('close-birds');
      marked = [];
      publish({ close: marksAfter(new Map(), [...all, ...since]) });
    } catch {
      // The marks of the page, or those before, stay.
    } finally {
      meanwhile = null;
    }
  }

  async function get<Reply>(what: string): Promise<Reply> {
    const answer = await fetch(apiPath(flight, what));
    if (!answer.ok) throw new Error(`${answer.status} for ${what}`);
    return (await answer.json()) as Reply;
  }

  function schedule(): void {
    if (paint !== undefined || !running || document.hidden || view.paused) return;
    paint = setTimeout(repaint, Math.max(0, painted_ms + pause_ms - Date.now()));
  }

  function repaint(): void {
    paint = undefined;
    if (document.hidden || view.paused) return;
    const now_ms = Date.now();
    painted_ms = now_ms;
    const expected = expectation ?? view.expected;
    const close = view.close && marked.length ? marksAfter(view.close, marked) : view.close;
    marked = [];
    if (!frame || !birds || !log.whole || log.epoch === null) {
      if (expected !== view.expected || close !== view.close) publish({ expected, close });
      return;
    }
    const { before, ranked, changes } = ranking.take(frame);
    for (const [id, { old_ms }] of changes) if (old_ms === null) unspoken.add(id);
    events.enter(before, ranked, changes, { now_ms, race_ms: raceTime(flight, serverNow()), frame });
    const latest = events.at(now_ms);
    const next: Partial<LiveView> = {
      ready: true,
      epoch: log.epoch,
      seq: log.seq,
      ranked,
      indexOf: ranking.indexOf,
      birds,
      later: frame.later ?? stillView.later,
      close,
      expected,
      events: latest,
      unseen: 0,
      ...announcement(ranked, now_ms),
    };
    timePaint(
      () => publish(next),
      (cost_ms) => {
        pause_ms = Math.min(slowest_ms, Math.max(repaint_ms, (pause_ms + cost_ms / paint_share) / 2));
        if (pause_ms > slow_ms / paint_share) stopDecoration();
      },
    );
    // Update again when a sentence is due or a bird is no longer fresh, though no arrival comes.
    clearTimeout(fade);
    if (latest.fresh.size || latest.moves.size || unspoken.size) fade = setTimeout(schedule, announce_ms);
  }

  /** One announcement for all arrivals, at most every five seconds. */
  function announcement(ranked: readonly Ranked[], now_ms: number): Pick<LiveView, 'announced'> | null {
    if (now_ms - spoken_ms < announce_ms) return null;
    const spoken = [...unspoken].filter((id) => ranking.indexOf(id) >= 0);
    const pigeon_id = spoken.at(-1);
    if (pigeon_id === undefined) return null;
    spoken_ms = now_ms;
    unspoken.clear();
    const { rank } = ranked[ranking.indexOf(pigeon_id)]!;
    return { announced: { n: (view.announced?.n ?? 0) + 1, count: spoken.length, pigeon_id, rank } };
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

/**
 * The path of a call about a flight. Equal to that of the contracts (a test compares them), which would bring their
 * parser into this bundle.
 */
export function apiPath(flight: { loft_id: number; id: number }, what: string): string {
  return `/api/lofts/${flight.loft_id}/flights/${flight.id}/${what}`;
}

function sameFrame(a: RankFrame | null, b: RankFrame | null): boolean {
  const text = (frame: RankFrame | null) => JSON.stringify(frame && { ...frame, later: [...(frame.later ?? [])] });
  return text(a) === text(b);
}
