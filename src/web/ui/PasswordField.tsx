/** A field for a password, with a button that shows it. Without a script there is no button. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useHydrated } from '#web/lib/hydrated.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { type FieldProps, Frame, useIds } from './Field.tsx';
import styles from './form.module.css';
import { Icon } from './Icon.tsx';

export function PasswordField({ label, hint, errors, ...input }: Omit<FieldProps, 'type'>) {
  const { t } = useTranslation();
  const { id, described } = useIds(hint, errors);
  const [shown, show] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<readonly [number | null, number | null]>(undefined);

  // Another type moves the caret to one end.
  useLayoutEffect(() => {
    const place = caret.current;
    caret.current = undefined;
    if (place && document.activeElement === field.current) field.current?.setSelectionRange(...place);
  });
  // As a text the password would be among what the browser suggests for other fields.
  useEffect(() => {
    const form = field.current?.form;
    const hide = () => show(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  function toggle() {
    caret.current = [field.current!.selectionStart, field.current!.selectionEnd];
    show(!shown);
  }
  return (
    <Frame id={id} label={label} hint={hint} errors={errors}>
      <div className={styles.password}>
        <input
          ref={field}
          id={id}
          className={styles.secret}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={errors ? true : undefined}
          aria-describedby={described}
          {...input}
        />
        <button
          type="button"
          className={useHydrated() ? undefined : 'awaited'}
          aria-pressed={shown}
          aria-controls={id}
          aria-label={t('identity.show_password')}
          // The field keeps the focus, and a phone its keyboard.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={toggle}
        >
          <Icon name={shown ? 'hidden' : 'eye'} size={22} />
        </button>
      </div>
    </Frame>
  );
}
