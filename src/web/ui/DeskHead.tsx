/** The head of a part of the desk: the way to it, its name, what can be done with it. */
import type { ReactNode } from 'react';
import { Crumbs } from './Crumbs.tsx';
import styles from './desk-head.module.css';

export interface DeskHeadProps {
  way: readonly { name: string; to?: string }[];
  title: ReactNode;
  lead?: ReactNode;
  /** Buttons and links for the whole part. */
  deeds?: ReactNode;
}

export function DeskHead({ way, title, lead, deeds }: DeskHeadProps) {
  return (
    <div className={styles.head}>
      <Crumbs way={way} />
      <div className={styles.line}>
        <h1>{title}</h1>
        {deeds && <div className={styles.deeds}>{deeds}</div>}
      </div>
      {lead && <p>{lead}</p>}
    </div>
  );
}
