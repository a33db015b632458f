/** The head of a page that people work at: the way to it, its name, what can be done with it. */
import type { ReactNode } from 'react';
import { useOutletContext } from 'react-router';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './admin-head.module.css';
import { Crumbs } from './Crumbs.tsx';

/** A step of a way that leads on. */
export interface Step {
  name: string;
  to: string;
}

export interface AdminHeadProps {
  title: string;
  /** What lies between the desk, or the home page, and this page. */
  under?: readonly Step[];
  lead?: ReactNode;
  /** Buttons and links for the whole part. */
  actions?: ReactNode;
}

/** A page of the desk stands below its loft or season, which the desk says; any other below the home page. */
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
