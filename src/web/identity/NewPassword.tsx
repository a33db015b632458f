/** The fields of a new password. */

import { shortestPassword } from '#domain/identity/password.ts';
import type { FieldError } from '#domain/refusal.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';

interface NewPasswordProps {
  errors: (name: 'password' | 'password_again') => readonly FieldError[] | undefined;
  /** What the password is called where there is an old one too. */
  label?: string;
}

export function NewPassword({ errors, label }: NewPasswordProps) {
  const { t } = useTranslation();
  const wrong = errors('password');
  // The error says the rule too.
  const saysRule = wrong?.some(({ code }) => code === 'error_password');
  return (
    <>
      <PasswordField
        label={label ?? t('identity.password')}
        name="password"
        autoComplete="new-password"
        required
        hint={saysRule ? undefined : t('refusals.error_password', { min: shortestPassword })}
        errors={wrong}
      />
      <PasswordField
        label={t('identity.password_again')}
        name="password_again"
        autoComplete="new-password"
        required
        errors={errors('password_again')}
      />
    </>
  );
}
