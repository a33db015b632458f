/** A message to the fanciers chosen in the list above; part of the same form. */
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area, Field } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import styles from './fanciers.module.css';

export function WriteToFanciers({ answer }: { answer: RefusedForm | undefined }) {
  const { t } = useTranslation();
  const errors = answer?.refused.errors;
  return (
    <div className={`${forms.form} ${styles.write}`} id="write">
      <h3>{t('fanciers.write')}</h3>
      <Field
        label={t('fanciers.subject')}
        name="subject"
        maxLength={128}
        autoComplete="off"
        defaultValue={answer?.typed.subject}
        errors={errors?.subject}
      />
      <Area
        label={t('fanciers.message')}
        hint={t('fanciers.write_hint')}
        name="text"
        rows={8}
        maxLength={4000}
        defaultValue={answer?.typed.text}
        errors={errors?.text}
      />
      <button type="submit" name="intent" value="write" className={panel.button_primary}>
        {t('fanciers.send')}
      </button>
    </div>
  );
}
