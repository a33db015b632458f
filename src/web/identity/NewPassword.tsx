/** The fields of a new password. */
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field } from '#web/ui/Field.tsx';

export function NewPassword({ refused }: { refused: RefusedForm['refused'] | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <Field
        label={t('identity.password')}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        hint={t('identity.password_hint')}
        errors={refused?.errors?.password}
      />
      <Field
        label={t('identity.password_again')}
        name="password_again"
        type="password"
        autoComplete="new-password"
        required
        errors={refused?.errors?.password_again}
      />
    </>
  );
}
