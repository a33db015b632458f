/** One section of the settings: a form with its purpose and its result. */
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import type { FieldError } from '#domain/refusal.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import type { Changed } from './change.server.ts';
import styles from './identity.module.css';

/** The result of the last form. */
export interface Answer {
  done: Changed | undefined;
  failed: RefusedForm | undefined;
}

/** The errors of a field of the form `what`. */
export function wrongIn({ failed }: Answer, what: string, field: string): readonly FieldError[] | undefined {
  return failed?.typed.what === what ? failed.refused.errors?.[field] : undefined;
}

/** The value typed into the form `what`, else `otherwise`. */
export function typedIn({ failed }: Answer, what: string, field: string, otherwise: string | null): string {
  return (failed?.typed.what === what ? failed.typed[field] : undefined) ?? otherwise ?? '';
}

export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface PartFormProps {
  what: string;
  answer: Answer;
  children: ReactNode;
  files?: boolean;
}

export function PartForm({ what, answer, children, files = false }: PartFormProps) {
  const { t } = useTranslation();
  const { done, failed } = answer;
  return (
    <Form
      method="post"
      className={forms.form}
      noValidate
      preventScrollReset
      {...(files && { encType: 'multipart/form-data' as const })}
    >
      <input type="hidden" name="what" value={what} />
      {failed?.typed.what === what && (
        <Wrong refused={failed.refused.errors ? { code: 'bad_input' } : failed.refused} />
      )}
      {done?.what === what && done.saved && (
        <p role="status" className={styles.done}>
          {t('identity.saved')}
        </p>
      )}
      {children}
    </Form>
  );
}

/** The password once more, asked before a security setting is changed. */
export function Proof({ what, answer }: { what: string; answer: Answer }) {
  const { t } = useTranslation();
  return (
    <PasswordField
      name="old_password"
      autoComplete="current-password"
      label={t('identity.old_password')}
      required
      errors={wrongIn(answer, what, 'old_password')}
    />
  );
}
