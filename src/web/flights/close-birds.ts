/** The birds of the board that the clocks cannot tell apart: those of the page, and once the board is live those of all. */
import { useEffect, useMemo, useState } from 'react';
import type { readCloseBirds } from '#domain/arrivals/close-times-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import type { PageData } from './flight-data.ts';
import { apiPath } from './live-board.ts';
import type { CloseBirds } from './row-reader.ts';

type Rows = ReplyOf<typeof readCloseBirds>['birds'];

/** They are fetched with each reading of the page: the clocks are compared all the time, and places change. */
export function useCloseBirds({ flight, close, read_at }: PageData, live: boolean): CloseBirds {
  const [all, setAll] = useState<Rows | null>(null);
  const { loft_id, id } = flight;
  useEffect(() => {
    if (!live || !read_at) return;
    const left = new AbortController();
    fetch(apiPath({ loft_id, id }, 'close-birds'), { signal: left.signal })
      .then(async (answer) => {
        if (answer.ok) setAll(((await answer.json()) as ReplyOf<typeof readCloseBirds>).birds);
      })
      // The marks of the page stay.
      .catch(() => {});
    return () => left.abort();
  }, [live, loft_id, id, read_at]);
  const rows = all ?? close;
  return useMemo(() => new Map(rows.map(([pigeon_id, best, worst]) => [pigeon_id, { best, worst }])), [rows]);
}
