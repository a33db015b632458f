/**
 * Jumps within a long board: to a bird, or by the minimap to a time. The row stands in the fragment of the address, so
 * that a link leads to it, and “back” leads to where the reader was; so does the button that a jump leaves behind.
 */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';

const fragment = /^#bird-(\d+)$/;

/** Where a reader is on the board: the row at the top of what is in sight, and its rank. */
export interface BoardPlace {
  /** Null: above the first row. */
  pigeon_id: number | null;
  rank: number | null;
  /** How far the row is scrolled out of sight, px; above the first row, the page. */
  hidden_px: number;
}

/** The board as a place to scroll in. */
export interface BoardHandle {
  /** The first and the last row in sight. */
  inSight: () => { first: number; last: number };
  /** Scrolls a row to the top of what is in sight. */
  scrollTo: (row: number) => void;
  /** Where the reader is. */
  place: () => BoardPlace;
  isInSight: (place: BoardPlace) => boolean;
  /** Scrolls back to a place, wherever its row has moved since. */
  restore: (place: BoardPlace) => void;
}

interface JumpState {
  /** From where the reader jumped: a place, or a search for the bird. */
  from?: BoardPlace | 'search';
  /** The reader is there already: the minimap has scrolled. */
  isThere?: boolean;
}

/** A bird of the address; another object asks for its row again. */
export interface Wanted {
  pigeon_id: number;
  /** Whether the page is scrolled to its row, and whether the row stands out. */
  scrolls: boolean;
  isFound: boolean;
}

export interface BoardJump {
  wanted: Wanted | null;
  /** Leads to a bird of the board; from a search, to the whole board. */
  jumpTo: (pigeon_id: number, from?: 'search') => void;
  /** The minimap has led the reader from a place to a bird. */
  onMoved: (from: BoardPlace, pigeon_id: number) => void;
  /** Where the way back leads; null: the reader was led nowhere, or is back. */
  from: BoardPlace | 'search' | null;
  back: () => void;
}

export function useBoardJump(board: RefObject<BoardHandle | null>): BoardJump {
  const navigate = useNavigate();
  const { hash, search, key, state } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const { from = null, isThere = false } = (state as JumpState | null) ?? {};
  const id = Number(fragment.exec(hash)?.[1] ?? 0);
  const [opened] = useState(key);
  // A page that was opened leads to the bird; going back on it leads to where the reader was.
  const scrolls = key === opened || !(isThere || isBack);
  const wanted = useMemo(
    () => (key && id ? { pigeon_id: id, scrolls, isFound: !isThere } : null),
    [key, id, isThere, scrolls],
  );
  /** Where the reader was on the entries of the history that a jump has left. */
  const [left] = useState(() => new Map<string, BoardPlace>());
  const [returned, setReturned] = useState('');

  const go = useCallback(
    (pigeon_id: number, place: BoardPlace | 'search', isThere: boolean) => {
      const isFirst = from === null || place === 'search';
      if (isFirst && place !== 'search') left.set(key, place);
      const whole = new URLSearchParams(search);
      if (place === 'search') for (const name of ['q', 'country', 'page']) whole.delete(name);
      void navigate(
        { search: place === 'search' ? `${whole}` : search, hash: `bird-${pigeon_id}` },
        {
          preventScrollReset: true,
          replace: !isFirst,
          state: { from: isFirst ? place : from, isThere } satisfies JumpState,
        },
      );
    },
    [navigate, search, key, from, left],
  );
  const jumpTo = useCallback(
    (pigeon_id: number, by?: 'search') => {
      const place = by ?? board.current?.place();
      if (place) go(pigeon_id, place, false);
    },
    [go, board],
  );
  const onMoved = useCallback(
    (place: BoardPlace, pigeon_id: number) => {
      if (place.pigeon_id !== pigeon_id) go(pigeon_id, place, true);
    },
    [go],
  );

  // The history has the position in px; birds that came home above it since have moved the row.
  const seen = useRef(key);
  useEffect(() => {
    if (seen.current === key) return;
    seen.current = key;
    const place = left.get(key);
    if (isBack && place) board.current?.restore(place);
  });

  // Who scrolls back needs no way back.
  useEffect(() => {
    if (from === null || from === 'search') return;
    let isAway = false;
    const look = () => {
      if (!board.current?.isInSight(from)) isAway = true;
      else if (isAway) setReturned(key);
    };
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [from, key, board]);

  const back = useCallback(() => void navigate(-1), [navigate]);
  return { wanted, jumpTo, onMoved, from: returned === key ? null : from, back };
}
