/** A few large figures in a row, each with what it counts below it. */
import type { ReactNode } from 'react';
import styles from './figures.module.css';

export interface Figure {
  value: string;
  name: string;
  /** What belongs to the figure, as a line below it. */
  about?: ReactNode;
}

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ value, name, about }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">
            <bdi>{value}</bdi>
          </dd>
          {about && <dd>{about}</dd>}
        </div>
      ))}
    </dl>
  );
}
