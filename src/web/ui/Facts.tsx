/** A few facts side by side, each under what it is called. */
import type { ReactNode } from 'react';
import styles from './facts.module.css';
import panel from './panel.module.css';

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={`${panel.panel} ${styles.facts}`}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
