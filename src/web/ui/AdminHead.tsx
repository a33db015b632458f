/** The head of an admin page: breadcrumbs, title, actions. */
import type { ReactNode } from 'react';
import { useOutletContext } from 'react-router';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './admin-head.module.css';
import { Crumbs } from './Crumbs.tsx';

/** A breadcrumb with a link. */
export interface Step {
  name: string;
  to: string;
}

export interface AdminHeadProps {
  title: string;
  /** The breadcrumbs between the admin or home page and this page. */
  under?: readonly Step[];
  lead?: ReactNode;
  /** Buttons and links for the whole page. */
  actions?: ReactNode;
}

/** The breadcrumbs start at the loft or season that the page administers, else at the home page. */
export function AdminHead({ title, under = [], lead, actions }: AdminHeadProps) {
  const { t } = useTranslation();
  const above = useOutletContext<readonly Step[] | undefined>() ?? [];
  const trail = [{ name: t('nav.home'), to: '/' }, ...above, ...under].filter(({ name }) => name !== title);
  return (
    <div className={styles.head}>
      <Crumbs trail={[...trail, { name: title }]} />
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
