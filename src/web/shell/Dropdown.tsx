/** A menu below its button that opens without a script; with one it also closes by itself. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import styles from './nav.module.css';

export interface DropdownProps {
  label: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

export function Dropdown({ label, className = '', children }: DropdownProps) {
  const box = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const shown = useRef(key);

  // Closes after a navigation. On the first page it may have been opened before the script was loaded.
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    if (box.current) box.current.open = false;
  }, [key]);

  useEffect(() => {
    const close = (event: Event) => {
      const own = box.current;
      if (!own?.open) return;
      const escaped = event instanceof KeyboardEvent && event.key === 'Escape';
      if (escaped) own.querySelector('summary')?.focus();
      if (escaped || (event.type !== 'keydown' && !own.contains(event.target as Node))) own.open = false;
    };
    const events = ['keydown', 'pointerdown', 'focusin'] as const;
    for (const name of events) document.addEventListener(name, close);
    return () => {
      for (const name of events) document.removeEventListener(name, close);
    };
  }, []);

  return (
    <details ref={box} className={`${styles.dropdown} ${className}`}>
      <summary>{label}</summary>
      <div className={styles.sheet}>{children}</div>
    </details>
  );
}
