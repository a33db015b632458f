/**
 * A panel that a phone shows folded under its title and its count, and a wider window whole. It opens without a script;
 * where a browser cannot show it whole, it is folded everywhere.
 */
import type { ReactNode } from 'react';
import styles from './folded-panel.module.css';
import { Icon } from './Icon.tsx';
import panel from './panel.module.css';

export interface FoldedPanelProps {
  id: string;
  title: string;
  /** What is said beside the title, as how many there are. */
  about?: ReactNode;
  /** The way to all of it. */
  link?: ReactNode;
  /** Whether a phone shows it open too. */
  isOpen?: boolean;
  children: ReactNode;
}

export function FoldedPanel({ id, title, about, link, isOpen = false, children }: FoldedPanelProps) {
  return (
    <section className={`${panel.panel} ${styles.section}`} aria-labelledby={id}>
      {link && <div className={`${panel.take} ${styles.link}`}>{link}</div>}
      <details className={styles.fold} open={isOpen}>
        <summary className={panel.head}>
          <Icon name="down" size={20} />
          <h2 id={id}>{title}</h2>
          {about && <small>{about}</small>}
        </summary>
        {children}
      </details>
    </section>
  );
}
