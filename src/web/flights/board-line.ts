/** A line of the board, whether it comes from the server's result or from the ranking in the browser. */
import type { ResultRow } from '#domain/arrivals/contract.ts';
import type { Ranked } from '#domain/arrivals/rank.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import type { LiveView } from './live-board.ts';

export interface BoardLine {
  bird: Bird;
  rank: number;
  time_ms: number;
  speed: number | null;
  gap_ms: number;
  day: number;
  /** Landed a moment ago. */
  fresh: boolean;
}

export function lineOf(row: ResultRow): BoardLine {
  const { rank, time, speed, gap_ms, day } = row;
  return { bird: row, rank, time_ms: Date.parse(time), speed, gap_ms, day, fresh: false };
}

/** Null for a bird whose basketing has not come yet; it is fetched then. */
export function liveLine(view: LiveView, ranked: Ranked | undefined): BoardLine | null {
  const bird = ranked && view.birds.get(ranked.pigeon_id);
  return bird ? { ...ranked, bird, fresh: view.fresh.has(ranked.pigeon_id) } : null;
}
