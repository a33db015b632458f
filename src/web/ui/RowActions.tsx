/** Actions on selected rows that lists have in common, and what came of them. */
import type { ReactNode } from 'react';
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BulkAction } from './BulkAction.tsx';
import styles from './bulk-action.module.css';
import { Area } from './Field.tsx';
import { Icon, type IconName } from './Icon.tsx';
import panel from './panel.module.css';

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
      <Area
        label={t('order_admin.reason')}
        name="reason"
        rows={3}
        maxLength={1000}
        defaultValue={refused?.typed.reason}
        errors={refused?.refused.errors?.reason}
      />
    </BulkAction>
  );
}

export interface OutcomesProps {
  /** The rows that the action applied to, in words; null: none. */
  done: string | null;
  /** A list item for each row that stays as it was. */
  unchanged: readonly ReactNode[];
}

export function Outcomes({ done, unchanged }: OutcomesProps) {
  return (
    <div role="status" className={styles.outcomes}>
      {done !== null && (
        <p className={`${panel.notice} ${styles.done}`}>
          <Icon name="check" />
          {done}
        </p>
      )}
      {unchanged.length > 0 && <ul className={`${panel.notice} ${panel.notice_bad}`}>{unchanged}</ul>}
    </div>
  );
}
