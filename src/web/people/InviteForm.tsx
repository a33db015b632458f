/** The form of an invitation: address, kind, language. */
import { Form } from 'react-router';
import { localeFacts, locales } from '#domain/locales.ts';
import { invitedRights } from '#domain/people/invitation.ts';
import type { FieldErrors } from '#domain/refusal.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Check, Choice, Field } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import styles from './people.module.css';
import { rightWords } from './right-words.ts';

export interface InviteFormProps {
  typed: Readonly<Record<string, string>> | undefined;
  errors: FieldErrors | undefined;
  /** Whether it invites to work for the loft, rather than to manage a team. */
  withRights?: boolean;
}

export function InviteForm({ typed, errors, withRights = false }: InviteFormProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <Form method="post" className={`${form.form} ${styles.form}`} preventScrollReset>
      <div className={form.pair}>
        <Field
          label={t('rights.email')}
          type="email"
          name="email"
          required
          maxLength={128}
          autoComplete="off"
          defaultValue={typed?.email}
          errors={errors?.email}
        />
        <Choice
          label={t('staff.language')}
          name="language"
          defaultValue={typed?.language ?? locale}
          errors={errors?.language}
        >
          {locales.map((one) => (
            <option key={one} value={one} lang={localeFacts[one].lang}>
              {localeFacts[one].name}
            </option>
          ))}
        </Choice>
      </div>
      {withRights && (
        <fieldset className={styles.rights}>
          <legend>{t('people.rights')}</legend>
          {invitedRights.map((right) => (
            <Check
              key={right}
              label={t(rightWords[right])}
              name={right}
              defaultChecked={typed ? right in typed : right === 'is_agent'}
            />
          ))}
        </fieldset>
      )}
      <button type="submit" name="intent" value="invite" className={panel.button_primary}>
        {t('staff.send')}
      </button>
    </Form>
  );
}
