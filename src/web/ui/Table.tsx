/**
 * A table in a scroller of its own: in a window that is too narrow for its columns it scrolls within its panel, by
 * finger and by keyboard, with a faded edge where there is more; with `cards` its rows are cards on phones.
 */
import { type ReactNode, useId } from 'react';
import rows from './rows.module.css';
import styles from './table.module.css';

export interface TableProps {
  /** What it lists, for screen readers. */
  caption: string;
  /** On phones each row is a card, its cells labelled by `data-label`. */
  cards?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

export function Table({ caption, cards = false, className = '', children }: TableProps) {
  const id = useId();
  return (
    // A group and no region: the panel around it is the landmark, often of the same name.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by the keyboard too
    <div className={styles.wide} role="group" aria-labelledby={id} tabIndex={0}>
      <table className={`${styles.table} ${cards ? rows.cards : ''} ${className}`}>
        <caption id={id} className="visually-hidden">
          {caption}
        </caption>
        {children}
      </table>
    </div>
  );
}
