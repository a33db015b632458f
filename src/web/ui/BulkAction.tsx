/** An action on all selected rows that needs more input: it opens in the action bar, also without a script. */
import { type ReactNode, useRef } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './bulk-action.module.css';
import panel from './panel.module.css';

export interface BulkActionProps {
  /** The value of `intent` in the form. */
  name: string;
  title: string;
  /** The form was refused: the action is open with its input. */
  isRefused: boolean;
  /** The label of its button; "Save" by default. */
  submit?: string;
  /** The key that opens it (`RowKeys`). */
  hotkey?: string;
  children: ReactNode;
}

export function BulkAction({ name, title, isRefused, submit, hotkey, children }: BulkActionProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <details
      className={styles.action}
      open={isRefused}
      onToggle={({ currentTarget: { open }, currentTarget }) => {
        if (open) currentTarget.querySelector<HTMLElement>('textarea, select, input')?.focus();
      }}
    >
      <summary className={panel.button} data-key={hotkey}>
        {title}
        {hotkey && <kbd className={styles.key}>{hotkey.toUpperCase()}</kbd>}
      </summary>
      {/* The Enter key would press the first button of the form, which belongs to another action. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field presses the button of this action */}
      <div
        className={styles.more}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
          event.preventDefault();
          button.current?.click();
        }}
      >
        {children}
        <button ref={button} type="submit" name="intent" value={name} className={panel.button_primary}>
          {submit ?? t('rights.save')}
        </button>
      </div>
    </details>
  );
}
