/** An empty state: the dashed line home, one sentence of explanation, one about the next step. */
import type { ReactNode } from 'react';
import styles from './panel.module.css';

export interface EmptyProps {
  title: string;
  text: string;
  /** Whether the page has no other content. */
  whole?: boolean;
  children?: ReactNode;
}

export function Empty({ title, text, whole = false, children }: EmptyProps) {
  const Title = whole ? 'h1' : 'h2';
  return (
    <div className={styles.empty}>
      <svg width="120" height="44" viewBox="0 0 120 44" aria-hidden="true">
        <path className={styles.arc_dashed} d="M10 36Q60 -12 110 36" />
        <circle className={styles.arc_end} cx="10" cy="37" r="5" />
        <circle className={styles.arc_end} cx="110" cy="37" r="5" />
      </svg>
      <Title>{title}</Title>
      <p>{text}</p>
      {children}
    </div>
  );
}
