/** The head of an admin page: title, actions. */
import type { ReactNode } from 'react';
import styles from './admin-head.module.css';

export interface AdminHeadProps {
  title: string;
  lead?: ReactNode;
  /** Buttons and links for the whole page. */
  actions?: ReactNode;
}

export function AdminHead({ title, lead, actions }: AdminHeadProps) {
  return (
    <div className={styles.head}>
      <div className={styles.line}>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {lead && <p>{lead}</p>}
    </div>
  );
}
