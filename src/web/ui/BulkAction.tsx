/** Something to do with all chosen rows that needs a word more: it opens in the bar, also without a script. */
import { type ReactNode, useRef } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './bulk-action.module.css';
import panel from './panel.module.css';

export interface BulkActionProps {
  /** What the form says it is (`intent`). */
  name: string;
  title: string;
  /** It was refused: what was typed here is still to be seen. */
  isRefused: boolean;
  /** What its button says; to save by default. */
  submit?: string;
  /** The key that opens it (`RowKeys`). */
  hotkey?: string;
  children: ReactNode;
}

export function BulkAction({ name, title, isRefused, submit, hotkey, children }: BulkActionProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <details className={styles.action} open={isRefused}>
      <summary className={panel.button} data-key={hotkey}>
        {title}
        {hotkey && <kbd>{hotkey.toUpperCase()}</kbd>}
      </summary>
      {/* A form's Enter presses its first button, which is another action’s. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field presses the button beside it */}
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
