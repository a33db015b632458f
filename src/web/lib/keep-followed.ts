/**
 * Keeps what the reader's birds do, with their page, for a phone without a network: also for who has marked them on
 * other pages and has never opened their own.
 */
import { useEffect, useRef } from 'react';
import { usePage } from './page.ts';
import { useMine } from './reader-marks.ts';
import { isSlowConnection } from './slow-connection.ts';

/** After the page itself and its live board have come, later where that takes long; soon after a mark is made. */
const after_ms = { fast: 5000, slow: 30_000, marked: 2000 };
/** Not more often than this, unless the marks have changed. */
const every_ms = 60_000;

let last = { at_ms: 0, query: '' };

/** For the pages of a loft; renders nothing. */
export function KeepFollowed({ loft_id }: { loft_id: number }) {
  const { pigeons, teams } = useMine(loft_id);
  const { version, theme } = usePage();
  const follows = pigeons.length + teams.length > 0;
  const first = useRef({ pigeons, teams });
  useEffect(() => {
    if (!follows || !('serviceWorker' in navigator)) return undefined;
    const keep = async () => {
      const { askFollowed, queryOfMarks } = await import('./followed.ts');
      const query = queryOfMarks();
      if (query === last.query && Date.now() - last.at_ms < every_ms) return;
      last = { at_ms: Date.now(), query };
      await askFollowed(query, { version, theme });
    };
    // Without a reply the next page asks again.
    const ask = () => void keep().catch(() => (last = { at_ms: 0, query: '' }));
    const isMarked = first.current.pigeons !== pigeons || first.current.teams !== teams;
    const timer = setTimeout(ask, after_ms[isMarked ? 'marked' : isSlowConnection() ? 'slow' : 'fast']);
    const turnAway = () => document.hidden && ask();
    document.addEventListener('visibilitychange', turnAway);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', turnAway);
    };
  }, [follows, pigeons, teams, version, theme]);
  return null;
}
