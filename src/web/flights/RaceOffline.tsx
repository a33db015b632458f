/**
 * What the page of a race does for the time without a network. A part that could not be fetched comes as soon as the
 * server replies. What the tab shows is kept, so that a reload shows it again: the copy of the page that the service
 * worker has is of the moment at which the page was opened. Nothing is kept for somebody signed in of a season
 * that hides something: they may see more than who reads in this tab after them.
 */
import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { latestFirst, type Ranked } from '#domain/arrivals/rank.ts';
import { latestCount, leavesOut } from '#domain/arrivals/result-filter.ts';
import { asOf, setAsOf } from '#web/lib/as-of.ts';
import { useLastKnown } from '#web/lib/last-known.ts';
import { serverNow } from '#web/lib/now.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { liveLine, packLanded, packLines, pageLine } from './board-line.ts';
import type { PageData } from './flight-data.ts';
import type { LiveView } from './live-board.ts';

interface RaceOfflineProps {
  /** As the server made it. */
  data: PageData;
  view: LiveView;
  /** Whether the live board is shown. */
  live: boolean;
  /** Receives the page as it was kept, where it is newer than this one; null: there is a reply again. */
  onKept: (kept: PageData | null) => void;
}

type Kept = Pick<PageData, 'read_at' | 'expected'> & {
  flight_id: number;
  /** When it was so, epoch ms by the reader's clock. */
  at_ms: number;
  result: Pick<
    PageData['result'],
    'epoch' | 'seq' | 'home_count' | 'match_count' | 'page_count' | 'leader' | 'rows' | 'latest'
  >;
};

/** The place in the store of the tab: of the last race only. */
const name = 'race';

export function RaceOffline({ data, view, live, onKept }: RaceOfflineProps) {
  useLastKnown(data.stale ? null : data);
  useRepair(data.stale);
  const reader = useRootData()?.reader;
  const isOpen = !reader || data.flight.hidden.length === 0;
  const shown = useRef<{ data: PageData; view: LiveView } | null>(null);
  useEffect(() => {
    shown.current = live && isOpen ? { data, view } : null;
  });
  useEffect(() => {
    const keep = () => {
      if (shown.current) store(keptOf(shown.current.data, shown.current.view));
    };
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, []);
  useEffect(() => {
    if (asOf() === null) return undefined;
    const kept = stored();
    const { epoch, seq } = data.result;
    if (kept?.flight_id !== data.flight.id || kept.result.epoch !== epoch || kept.result.seq <= seq) return undefined;
    setAsOf(kept.at_ms);
    onKept(withKept(data, kept));
    return () => onKept(null);
  }, [data, onKept]);
  return null;
}

/** Fetches a part of the page that could not be fetched, as soon as the server replies again. */
function useRepair(stale: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!stale) return;
    const again = () => void revalidate();
    const timer = setInterval(again, 5000);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [stale, revalidate]);
}

function keptOf({ flight, result, expected }: PageData, view: LiveView): Kept {
  const { ranked, epoch, seq } = view;
  const linesOf = (lines: readonly Ranked[]) => lines.flatMap((line) => liveLine(view, line) ?? []).map(rowOf);
  const rows = linesOf(ranked.slice(0, result.per_page));
  const [first] = rows;
  return {
    flight_id: flight.id,
    at_ms: Date.now(),
    read_at: new Date(serverNow()).toISOString(),
    expected: expected && { ...expected, ...view.expected },
    result: {
      epoch,
      seq,
      home_count: ranked.length,
      match_count: ranked.length,
      page_count: Math.max(1, Math.ceil(ranked.length / result.per_page)),
      leader: first ? pageLine(first) : null,
      rows: packLines(rows),
      latest: packLanded(linesOf(latestFirst(ranked).slice(0, latestCount))),
    },
  };
}

/** A line of the live board as the server writes it. */
const rowOf = ({ bird, time_ms, ...line }: NonNullable<ReturnType<typeof liveLine>>) =>
  ({ ...bird, ...line, time: time_ms === null ? null : new Date(time_ms).toISOString() }) as Parameters<
    typeof pageLine
  >[0];

/** The page with what was kept: the board where it shows the beginning of the whole list, the head in any case. */
function withKept(data: PageData, { read_at, expected, result }: Kept): PageData {
  const { choice, tab } = data;
  const isBeginning = tab === 'arrivals' && data.result.page === 1 && choice.order === 'rank' && !leavesOut(choice);
  const { rows: _rows, latest: _latest, ...head } = result;
  return {
    ...data,
    read_at,
    expected,
    result: { ...data.result, ...(isBeginning ? { ...result, drops: null } : head) },
  };
}

function store(kept: Kept): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(kept));
  } catch {
    // No room, or not allowed: the copy of the worker is shown.
  }
}

function stored(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}
