/**
 * The events of a board: fresh landings, places won or lost, and the lines of Just in. A landing is fresh for half a
 * minute. Places change only when a time is corrected; a bird that is reported late is inserted without an event for
 * those behind it, which have lost nothing that was theirs.
 */
import { drops } from '#domain/arrivals/drops.ts';
import { type Home, placeOf, type Ranked, type RankFrame } from '#domain/arrivals/rank.ts';
import { drop_gap_ms } from '#domain/drop-gap.ts';
import { type Changes, indexOf } from './live-ranking.ts';

/** One line of Just in. `at_ms`: when it happened, by the clock of the race. */
export type Happening =
  | { kind: 'landed'; pigeon_id: number; time_ms: number }
  | { kind: 'corrected'; pigeon_id: number; at_ms: number; from: number; to: number }
  | { kind: 'withdrawn'; pigeon_id: number; at_ms: number; from: number };

export interface BoardEvents {
  /** The birds of the newest drop that landed within the last half minute; of a long drop those of its last second. */
  fresh: ReadonlySet<number>;
  /** Places won (above zero) or lost within the last half minute. */
  moves: ReadonlyMap<number, number>;
  /** Newest first. */
  happenings: readonly Happening[];
  /** The number of birds that landed since the page was opened. */
  landed: number;
}

export const noEvents: BoardEvents = { fresh: new Set(), moves: new Map(), happenings: [], landed: 0 };

export const mostHappenings = 9;
const shown_ms = 30_000;
/** Of a drop with more birds only those of its last second are fresh: in a mass return all would be. */
const mostFresh = 5;
/** A correction that passes more birds than this marks only the bird itself. */
const mostMoved = 200;

export interface BoardEventLog {
  /** Enters the changes between two consecutive rankings. */
  enter(
    before: readonly Ranked[],
    after: readonly Ranked[],
    changes: Changes,
    now: { now_ms: number; race_ms: number; frame: RankFrame },
  ): void;
  /** The events at a given time. */
  at(now_ms: number): BoardEvents;
}

export function createBoardEvents(): BoardEventLog {
  /** Until when a bird is fresh, or its move is shown; in the order of time. */
  const fresh = new Map<number, { time_ms: number; until_ms: number }>();
  const moved = new Map<number, { by: number; until_ms: number }>();
  let happenings: readonly Happening[] = [];
  let landed = 0;

  return {
    enter(before, after, changes, { now_ms, race_ms, frame }) {
      const until_ms = now_ms + shown_ms;
      for (const [pigeon_id, { old_ms, time_ms }] of changes) {
        if (old_ms === null) {
          if (time_ms !== null) land({ kind: 'landed', pigeon_id, time_ms }, until_ms);
          continue;
        }
        const from = before[indexOf(before, { pigeon_id, time_ms: old_ms }, frame)]!.rank;
        if (time_ms === null) {
          fresh.delete(pigeon_id);
          happenings = happenings.filter((one) => one.kind !== 'landed' || one.pigeon_id !== pigeon_id);
          add({ kind: 'withdrawn', pigeon_id, at_ms: race_ms, from });
          continue;
        }
        const to = after[indexOf(after, { pigeon_id, time_ms }, frame)]!.rank;
        add({ kind: 'corrected', pigeon_id, at_ms: race_ms, from, to });
        if (from !== to) moved.set(pigeon_id, { by: from - to, until_ms });
        const places = [old_ms, time_ms].map((ms) => placeOf(before, { pigeon_id, time_ms: ms }, frame));
        for (const line of overtaken(before, Math.min(...places), Math.max(...places))) {
          if (changes.has(line.pigeon_id)) continue;
          const by = line.rank - after[indexOf(after, line, frame)]!.rank;
          if (by !== 0) moved.set(line.pigeon_id, { by, until_ms });
        }
      }
    },
    at(now_ms) {
      for (const [id, { until_ms }] of fresh) if (until_ms <= now_ms) fresh.delete(id);
      for (const [id, { until_ms }] of moved) if (until_ms <= now_ms) moved.delete(id);
      return {
        fresh: new Set(newestDrop([...fresh].map(([pigeon_id, { time_ms }]) => ({ pigeon_id, time_ms })))),
        moves: new Map([...moved].map(([id, { by }]) => [id, by])),
        happenings,
        landed,
      };
    },
  };

  function add(happening: Happening): void {
    happenings = [happening, ...happenings].slice(0, mostHappenings);
  }

  /** A landing is the newest line, but within its drop it stands where its time puts it: readings overtake each other. */
  function land(bird: Happening & { kind: 'landed' }, until_ms: number): void {
    fresh.set(bird.pigeon_id, { time_ms: bird.time_ms, until_ms });
    landed += 1;
    const isLater = (one: Happening) =>
      one.kind === 'landed' &&
      one.time_ms - bird.time_ms <= drop_gap_ms &&
      (one.time_ms - bird.time_ms || one.pigeon_id - bird.pigeon_id) > 0;
    const below = happenings.findIndex((one) => !isLater(one));
    happenings = happenings.toSpliced(below < 0 ? happenings.length : below, 0, bird).slice(0, mostHappenings);
  }
}

function newestDrop(landed: readonly Home[]): number[] {
  const birds = drops(landed).at(-1)?.birds ?? [];
  const last_s = Math.floor((birds.at(-1)?.time_ms ?? 0) / 1000);
  const newest =
    birds.length > mostFresh ? birds.filter(({ time_ms }) => Math.floor(time_ms / 1000) === last_s) : birds;
  return newest.map(({ pigeon_id }) => pigeon_id);
}

/**
 * The birds between the old and the new place of a bird, and those that shared their ranks; empty where they are too
 * many to mark.
 */
function overtaken(before: readonly Ranked[], first: number, last: number): readonly Ranked[] {
  let [from, to] = [first, last];
  while (from > 0 && before[from - 1]!.rank === before[from]?.rank) from -= 1;
  while (to > 0 && before[to]?.rank === before[to - 1]!.rank) to += 1;
  return to - from > mostMoved ? [] : before.slice(from, to);
}
