/**
 * A button that acts when it was held for two seconds, by finger or by key. Letting go early does nothing. The moment
 * that counts is the end of the hold.
 */
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import styles from './release.module.css';

export const hold_ms = 2000;

export interface HoldButtonProps {
  /** What it says at rest, and while it is held with the seconds left. */
  rest: { word: string; hint: string };
  held: (left_ms: number) => { word: string; hint: string };
  disabled?: boolean;
  onHeld(): void;
}

export function HoldButton({ rest, held, disabled = false, onHeld }: HoldButtonProps) {
  const [left_ms, setLeft] = useState<number | null>(null);
  const frame = useRef(0);

  const letGo = () => {
    cancelAnimationFrame(frame.current);
    setLeft(null);
  };
  const begin = () => {
    if (disabled || left_ms !== null) return;
    const began_ms = performance.now();
    const look = () => {
      const left = hold_ms - (performance.now() - began_ms);
      if (left > 0) {
        setLeft(left);
        frame.current = requestAnimationFrame(look);
        return;
      }
      onHeld();
      letGo();
    };
    setLeft(hold_ms);
    frame.current = requestAnimationFrame(look);
  };
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  const isKey = (key: string) => key === ' ' || key === 'Enter';
  const { word, hint } = left_ms === null ? rest : held(left_ms);
  const part = left_ms === null ? 0 : 1 - left_ms / hold_ms;
  return (
    <button
      type="button"
      className={styles.hold}
      disabled={disabled}
      style={{ '--part': `${(part * 100).toFixed(1)}%` } as CSSProperties}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        begin();
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onKeyDown={(event) => {
        if (!isKey(event.key)) return;
        event.preventDefault();
        if (!event.repeat) begin();
      }}
      onKeyUp={(event) => isKey(event.key) && letGo()}
      onBlur={letGo}
      onContextMenu={(event) => event.preventDefault()}
    >
      <span className={styles.layer}>
        <b>{word}</b>
        <span>{hint}</span>
      </span>
      <span className={`${styles.layer} ${styles.filled}`} aria-hidden="true">
        <b>{word}</b>
        <span>{hint}</span>
      </span>
    </button>
  );
}
