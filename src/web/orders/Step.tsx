/** One step of the registration, with its number or, once it is done, a tick. */
import type { ReactNode } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './register.module.css';

export interface StepProps {
  n: number;
  title: string;
  lead: string | null;
  done: boolean;
  children: ReactNode;
}

export function Step({ n, title, lead, done, children }: StepProps) {
  return (
    <section className={styles.step} data-done={done} aria-labelledby={`step-${n}`}>
      <div className={styles.number} aria-hidden="true">
        {done ? <Icon name="check" size={24} /> : n}
      </div>
      <div>
        <h2 id={`step-${n}`}>{title}</h2>
        {lead && (
          <p className={styles.lead} suppressHydrationWarning>
            {lead}
          </p>
        )}
        {children}
      </div>
    </section>
  );
}
