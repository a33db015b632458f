/**
 * The live ranking of a flight in the browser: entries of the arrival log are merged in when the list is read. The list
 * always equals the ranking of all arrivals, and nothing is ranked twice.
 */
import { type Home, placeOf, type Ranked, type RankFrame, rerank } from '#domain/arrivals/rank.ts';
import { type ArrivalLog, homesOf } from '#web/lib/live.ts';

/** The changes of birds: their times before and after, null where they are not home. */
export type Changes = ReadonlyMap<number, { old_ms: number | null; time_ms: number | null }>;

export interface LiveRanking {
  /** Notes birds with new entries in the arrival log. */
  note: (ids: readonly number[]) => void;
  /** After an absence: all other entries of the log are new as well. */
  catchUp: () => void;
  /** The rules or the ledger have changed: the next call ranks all birds again. */
  renew: () => void;
  /** Whether a bird is ranked, or noted to be. */
  has: (pigeon_id: number) => boolean;
  /** Merges all new entries. Entries before the first call, or during a long absence, are not reported as changes. */
  take: (frame: RankFrame) => { before: readonly Ranked[]; ranked: readonly Ranked[]; changes: Changes };
  /** The index of a bird in the last list, or -1. */
  indexOf: (pigeon_id: number) => number;
}

/** With more new birds than this all are ranked again, and only later arrivals are changes. */
const mostNew = 200;

export function createLiveRanking(log: ArrivalLog): LiveRanking {
  let ranked: readonly Ranked[] = [];
  /** The ranked times; null: none yet, or ranked by other rules. */
  let times: Map<number, number> | null = null;
  /** That of the last list. */
  let last: RankFrame | null = null;
  const pending = new Set<number>();

  return {
    note(ids) {
      for (const id of ids) pending.add(id);
    },
    catchUp() {
      if (!times) return;
      for (const [id, { time_ms }] of log.last) if ((times.get(id) ?? null) !== time_ms) pending.add(id);
      if (pending.size > mostNew) times = null;
    },
    renew() {
      times = null;
    },
    has: (id) => pending.has(id) || times?.has(id) === true,
    take(frame) {
      last = frame;
      if (!times) {
        const silent = pending.size > mostNew;
        const homes = homesOf(log).filter(({ pigeon_id }) => silent || !pending.has(pigeon_id));
        times = new Map(homes.map(({ pigeon_id, time_ms }) => [pigeon_id, time_ms]));
        ranked = rerank([], times, frame);
      }
      const changes = new Map<number, { old_ms: number | null; time_ms: number | null }>();
      for (const id of pending) {
        const [old_ms, time_ms] = [times.get(id) ?? null, log.last.get(id)?.time_ms ?? null];
        if (old_ms === time_ms) continue;
        changes.set(id, { old_ms, time_ms });
        if (time_ms === null) times.delete(id);
        else times.set(id, time_ms);
      }
      pending.clear();
      const before = ranked;
      if (changes.size) {
        const now = new Map([...changes].map(([id, { time_ms }]) => [id, time_ms]));
        ranked = rerank(before, now, frame, firstTouched(before, changes, frame));
      }
      return { before, ranked, changes };
    },
    indexOf(id) {
      const time_ms = times?.get(id);
      return time_ms === undefined || !last ? -1 : indexOf(ranked, { pigeon_id: id, time_ms }, last);
    },
  };
}

/** The first index of a ranking that the changes affect. */
function firstTouched(ranked: readonly Ranked[], changes: Changes, frame: RankFrame): number {
  let first = ranked.length;
  for (const [id, { old_ms, time_ms }] of changes) {
    for (const at_ms of [old_ms, time_ms])
      if (at_ms !== null) first = Math.min(first, placeOf(ranked, { pigeon_id: id, time_ms: at_ms }, frame));
  }
  return first;
}

/** The index at which a bird with its time is in a ranking, or -1. */
export function indexOf(ranked: readonly Ranked[], home: Home, frame: RankFrame): number {
  const index = placeOf(ranked, home, frame);
  return ranked[index]?.pigeon_id === home.pigeon_id ? index : -1;
}
