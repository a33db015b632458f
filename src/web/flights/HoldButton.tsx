/**
 * A button that acts when it was held for two seconds, by one finger or by one key. Letting go early does nothing, and
 * neither does a hold of which the page did not see every moment: it was hidden, a call came in, the finger slid off.
 * The moment that counts is the end of the hold.
 */
import { type CSSProperties, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { isReducedMotion } from '#web/lib/motion.ts';
import styles from './release.module.css';

export const hold_ms = 2000;
/** Between two looks of a page that is seen; after a longer gap nobody knows whether the finger was still there. */
const gap_ms = 1000;
/** With reduced motion the button fills in this many steps. */
const steps = 4;

export interface HoldButtonProps {
  /** What it says at rest, and while it is held with the seconds left. */
  rest: { word: string; hint: string };
  held: (left_ms: number) => { word: string; hint: string };
  disabled?: boolean;
  onHeld(): void;
}

/** What holds the button: a finger by its number, or a key by its name. */
type Holder = number | string;

export function HoldButton({ rest, held, disabled = false, onHeld }: HoldButtonProps) {
  const hint_id = useId();
  const [left_ms, setLeft] = useState<number | null>(null);
  const [isExplained, setExplained] = useState(false);
  const holder = useRef<Holder | null>(null);
  const frame = useRef(0);

  const stop = () => {
    cancelAnimationFrame(frame.current);
    holder.current = null;
    setLeft(null);
  };
  /** A second finger or key neither holds nor lets go. */
  const letGo = (by: Holder) => by === holder.current && stop();
  const begin = (by: Holder) => {
    if (disabled || holder.current !== null) return;
    holder.current = by;
    const began_ms = performance.now();
    let seen_ms = began_ms;
    const look = () => {
      const now_ms = performance.now();
      if (now_ms - seen_ms > gap_ms) return stop();
      seen_ms = now_ms;
      const left = hold_ms - (now_ms - began_ms);
      if (left > 0) {
        setLeft(left);
        frame.current = requestAnimationFrame(look);
        return;
      }
      navigator.vibrate?.([80, 60, 160]);
      onHeld();
      stop();
    };
    setExplained(false);
    setLeft(hold_ms);
    navigator.vibrate?.(30);
    frame.current = requestAnimationFrame(look);
  };

  const loseSight = useEffectEvent(stop);
  useEffect(() => {
    const lost = () => loseSight();
    document.addEventListener('visibilitychange', lost);
    addEventListener('blur', lost);
    addEventListener('pagehide', lost);
    return () => {
      cancelAnimationFrame(frame.current);
      document.removeEventListener('visibilitychange', lost);
      removeEventListener('blur', lost);
      removeEventListener('pagehide', lost);
    };
  }, []);

  const isKey = (key: string) => key === ' ' || key === 'Enter';
  const { word, hint } = left_ms === null ? rest : held(left_ms);
  return (
    <>
      <button
        type="button"
        className={styles.hold}
        disabled={disabled}
        aria-describedby={hint_id}
        style={{ '--part': `${(partOf(left_ms) * 100).toFixed(1)}%` } as CSSProperties}
        onPointerDown={({ button, pointerId, currentTarget }) => {
          if (button !== 0) return;
          // A touch belongs to the button until it ends; given back, its leaving is seen as that of a mouse.
          if (currentTarget.hasPointerCapture(pointerId)) currentTarget.releasePointerCapture(pointerId);
          begin(pointerId);
        }}
        onPointerUp={({ pointerId }) => letGo(pointerId)}
        onPointerLeave={({ pointerId }) => letGo(pointerId)}
        onPointerCancel={({ pointerId }) => letGo(pointerId)}
        onKeyDown={(event) => {
          if (!isKey(event.key)) return;
          event.preventDefault();
          if (!event.repeat) begin(event.key);
        }}
        onKeyUp={(event) => {
          // A space would click when it comes up.
          if (isKey(event.key)) event.preventDefault();
          letGo(event.key);
        }}
        // A screen reader clicks without holding: it is told what to do.
        onClick={({ detail }) => setExplained(detail === 0)}
        onBlur={stop}
        onContextMenu={(event) => event.preventDefault()}
      >
        {/* The name stays while the words count down, so that a reader does not start again with each of them. */}
        <span className="visually-hidden">{rest.word}</span>
        <span className={styles.layer} aria-hidden="true">
          <b>{word}</b>
          <span>{hint}</span>
        </span>
        <span className={`${styles.layer} ${styles.filled}`} aria-hidden="true">
          <b>{word}</b>
          <span>{hint}</span>
        </span>
      </button>
      <span id={hint_id} className="visually-hidden">
        {rest.hint}
      </span>
      <span className="visually-hidden" role="status">
        {left_ms === null ? isExplained && rest.hint : word}
      </span>
    </>
  );
}

/** The part of the hold that is over, in steps where the reader wants no motion. */
function partOf(left_ms: number | null): number {
  if (left_ms === null) return 0;
  const part = 1 - left_ms / hold_ms;
  return isReducedMotion() ? Math.floor(part * steps) / steps : part;
}
