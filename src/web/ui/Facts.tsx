/** A few facts side by side, each below its label. */
import type { ReactNode } from 'react';
import styles from './facts.module.css';
import panel from './panel.module.css';

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={`${panel.panel} ${styles.facts}`}>{children}</dl>;
}

export interface FactProps {
  name: string;
  /** Two columns wide, for long texts. */
  isLong?: boolean;
  children: ReactNode;
}

export function Fact({ name, isLong = false, children }: FactProps) {
  return (
    <div className={isLong ? styles.long : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
