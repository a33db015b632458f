/** The head of a column by which a list can be ordered. It is a link: the order stands in the address (`sort=name`, `sort=-name`). */
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Link } from '#web/ui/Link.tsx';
import { Icon } from './Icon.tsx';
import styles from './rows.module.css';

export interface SortHeadProps {
  /** The column, as the call knows it. */
  by: string;
  /** The order that the list is in. */
  order: string;
  /** The first order that is asked for is the largest first: for figures. */
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
