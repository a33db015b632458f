/** The head of a sortable column. It is a link: the order is in the address (`sort=name`, `sort=-name`). */
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Link } from '#web/ui/Link.tsx';
import { Icon } from './Icon.tsx';
import styles from './rows.module.css';

export interface SortHeadProps {
  /** The name of the column in the call. */
  by: string;
  /** The current order of the list. */
  order: string;
  /** The first click sorts descending: for figures. */
  largest?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

export function SortHead({ by, order, largest = false, className, children }: SortHeadProps) {
  const [search] = useSearchParams();
  const [isUp, isDown] = [order === by, order === `-${by}`];
  const next = new URLSearchParams(search);
  next.set('sort', isUp || (largest && !isDown) ? `-${by}` : by);
  next.delete('page');
  return (
    <th scope="col" className={className} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}>
      <Link to={`?${next}`} className={styles.sort} preventScrollReset replace>
        {children}
        {(isUp || isDown) && <Icon name={isDown ? 'fall' : 'rise'} size={16} />}
      </Link>
    </th>
  );
}
