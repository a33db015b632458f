/** The deck of a presentation in the browser: the domain decides, one timer at a time moves it. */
import { useCallback, useEffect, useReducer, useRef } from 'react';
import {
  type Deck,
  firstDeck,
  isSlide,
  type KeptSlide,
  type Move,
  moved,
  type Slide,
  timeLeft,
} from '#domain/flights/presentation.ts';

const kept = 'slide';

/** Keeps the slide for the page that this one is about to become in another language. */
export const keepSlide = ({ slide, is_held }: Deck): void =>
  sessionStorage.setItem(kept, JSON.stringify({ slide, is_held } satisfies KeptSlide));

/**
 * Takes what was kept, once: a page that somebody opens begins at its beginning, or at the slide that its address names,
 * which stays.
 */
function takeSlide(): Partial<KeptSlide> {
  const text = sessionStorage.getItem(kept);
  sessionStorage.removeItem(kept);
  const { slide, is_held } = JSON.parse(text ?? '{}') as Partial<KeptSlide>;
  if (slide && isSlide(slide)) return { slide, is_held: is_held === true };
  const named = new URLSearchParams(location.search).get('slide') ?? '';
  return isSlide(named) ? { slide: named, is_held: true } : {};
}

export function useDeck(has: readonly Slide[]): [Deck, (move: Move) => void] {
  const known = useRef(has);
  const [deck, dispatch] = useReducer(
    (before: Deck, { at_ms, shown, ...move }: Move & { at_ms: number; shown: readonly Slide[] }) =>
      moved(before, move as Move, shown, at_ms),
    0,
    firstDeck,
  );
  const move = useCallback((one: Move) => dispatch({ ...one, at_ms: Date.now(), shown: known.current }), []);
  // The first slide has its whole time from when the script is there.
  useEffect(() => move({ do: 'start', ...takeSlide() }), [move]);
  useEffect(() => {
    known.current = has;
    const left_ms = has.includes(deck.slide) ? timeLeft(deck, Date.now()) : 0;
    if (left_ms === null) return;
    const timer = setTimeout(() => move({ do: 'time' }), left_ms);
    return () => clearTimeout(timer);
  }, [deck, has, move]);
  return [deck, move];
}
