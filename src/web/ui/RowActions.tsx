/** Actions on selected rows that lists have in common, and what came of them. */
import { type ReactNode, useEffect, useRef } from 'react';
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BulkAction } from './BulkAction.tsx';
import styles from './bulk-action.module.css';
import { Icon, type IconName } from './Icon.tsx';
import panel from './panel.module.css';
import { RejectReason } from './RejectReason.tsx';

export interface RowActionProps {
  /** The value of `intent` in the form. */
  name: string;
  icon: IconName;
  /** The key that presses it (`RowKeys`). */
  hotkey: string;
  children: string;
}

/** An action that needs nothing but the rows. */
export function RowAction({ name, icon, hotkey, children }: RowActionProps) {
  return (
    <button type="submit" name="intent" value={name} className={panel.button} data-key={hotkey}>
      <Icon name={icon} />
      {children}
      <kbd className={styles.key}>{hotkey.toUpperCase()}</kbd>
    </button>
  );
}

/** Rejects the selected rows for a reason; open with its input where the form was refused. */
export function RejectAction({ refused }: { refused: RefusedForm | undefined }) {
  const { t } = useTranslation();
  return (
    <BulkAction
      name="reject"
      title={`${t('order_admin.reject')}…`}
      submit={t('order_admin.reject')}
      hotkey="r"
      isRefused={refused?.typed.intent === 'reject'}
    >
      <RejectReason answer={refused} rows={3} />
    </BulkAction>
  );
}

export interface OutcomesProps {
  /** The rows that the action applied to, in words; null: none. */
  done: string | null;
  /** Takes it back. */
  undo?: ReactNode;
  /** A list item for each row that stays as it was. */
  unchanged: readonly ReactNode[];
}

export function Outcomes({ done, undo, unchanged }: OutcomesProps) {
  const answer = useRef<HTMLDivElement>(null);
  // Whoever has acted on a row far down sees what came of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is shown
  useEffect(() => {
    // Newer browsers return a promise, which is no clean-up.
    answer.current?.scrollIntoView({ block: 'nearest' });
  }, [done, unchanged.length]);
  return (
    <div ref={answer} role="status" className={styles.outcomes}>
      {done !== null && (
        <p className={`${panel.notice} ${styles.done}`}>
          <Icon name="check" />
          {done}
        </p>
      )}
      {undo}
      {unchanged.length > 0 && <ul className={`${panel.notice} ${panel.notice_bad}`}>{unchanged}</ul>}
    </div>
  );
}
