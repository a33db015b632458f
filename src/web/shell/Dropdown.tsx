/** A menu that opens below its button without a script; with one it closes again by itself. */
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

  // Another page: what was chosen here is done.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page that is shown is what closes it
  useEffect(() => {
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
