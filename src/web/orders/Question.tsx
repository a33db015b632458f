/** A question before something is given up, below the button that asks it; without a script a press opens it too. */
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import panel from '#web/ui/panel.module.css';
import styles from './orders.module.css';

interface QuestionProps {
  /** What is asked for, on the button and again on the one that does it. */
  name: string;
  question: string;
  /** The way out: its words, and the page it leads to without a script. */
  keep: { name: string; to: string };
  /** Where the answer goes, if not to this page. */
  action?: string;
  isQuiet?: boolean;
  onSubmit?: () => void;
  /** The values that are sent. */
  children: ReactNode;
}

export function Question({ name, question, keep, action, isQuiet = false, onSubmit, children }: QuestionProps) {
  return (
    // The question opens below the button, on a phone below the screen.
    <details
      className={styles.action}
      onKeyDown={(event) => {
        if (event.key === 'Escape') fold(event.currentTarget);
      }}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest' });
      }}
    >
      <summary className={isQuiet ? styles.quiet : panel.button}>{name}</summary>
      <Form method="post" action={action} onSubmit={onSubmit}>
        {children}
        <p>{question}</p>
        <div className={styles.sure}>
          <button type="submit" className={panel.button_primary}>
            {name}
          </button>
          {/* Without a script the page is shown anew, with the question folded. */}
          <a
            className={panel.button}
            href={keep.to}
            onClick={(event) => {
              event.preventDefault();
              fold(event.currentTarget);
            }}
          >
            {keep.name}
          </a>
        </div>
      </Form>
    </details>
  );
}

/** Folds the question around an element, and gives the focus back to what opened it. */
function fold(within: Element): void {
  const question = within.closest('details');
  if (!question?.open) return;
  question.open = false;
  question.querySelector('summary')?.focus();
}
