/** What the slides show of a race: from the live board, and until it is there, or where the season hides too much, from the page. */
import { useMemo } from 'react';
import type { Ranked } from '#domain/arrivals/rank.ts';
import { firstRows, presentedRows } from '#domain/flights/presentation.ts';
import { type BoardLine, lineOf, liveLine } from './board-line.ts';
import { isCurrent, type LiveView } from './live-board.ts';
import type { PresentData } from './present-loader.server.ts';

export interface PresentedRace {
  home: number;
  /** The first ones by rank; none where the season hides ranks. */
  first: readonly BoardLine[];
  /** Who came last, the newest first. */
  latest: readonly BoardLine[];
}

/** Whom rows name: while birds fly, who came last; once the race is over, who was first. */
export function namedIn(flight: PresentData['flight'], { first, latest }: PresentedRace): readonly BoardLine[] {
  return flight.status === 'released' || first.length === 0 ? latest : first.slice(0, presentedRows);
}

export function usePresented({ flight, board }: PresentData, view: LiveView): PresentedRace {
  const isLive = isCurrent(view, board, flight);
  return useMemo(() => {
    if (!isLive) {
      return {
        home: board.home_count,
        first: board.first.map(lineOf),
        latest: board.latest.slice(0, presentedRows).map(lineOf),
      };
    }
    const lines = (some: readonly Ranked[]) => some.flatMap((one) => liveLine(view, one) ?? []);
    return {
      home: view.ranked.length,
      first: lines(view.ranked.slice(0, firstRows)),
      latest: lines(newestOf(view.ranked)),
    };
  }, [isLive, board, view]);
}

/** The last ones home of a ranking, the newest first: thousands of birds are looked through, not sorted. */
export function newestOf(ranked: readonly Ranked[], most = presentedRows): Ranked[] {
  const newest: Ranked[] = [];
  for (const one of ranked) {
    if (newest.length === most && one.time_ms < newest[most - 1]!.time_ms) continue;
    const at = newest.findIndex(({ time_ms }) => one.time_ms >= time_ms);
    newest.splice(at < 0 ? newest.length : at, 0, one);
    newest.length = Math.min(newest.length, most);
  }
  return newest;
}
