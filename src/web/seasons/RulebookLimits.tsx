/** The limits of a release as fields of the form of a rulebook. */
import type { FieldErrors } from '#domain/refusal.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Check, Field } from '#web/ui/Field.tsx';
import choices from '#web/ui/radios.module.css';
import { measuredLimits, tickedLimits } from './rulebook-form.ts';

interface LimitFieldsProps {
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors | undefined;
}

export function LimitFields({ typed, errors }: LimitFieldsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={choices.choice}>
      <legend>{t('rulebook.release')}</legend>
      {measuredLimits.map((limit) => (
        <Field
          key={limit}
          label={t(`rulebook.${limit === 'rest_min' ? 'rest' : limit}`)}
          hint={t('rulebook.limit_hint')}
          name={`limit_${limit}`}
          inputMode="numeric"
          defaultValue={typed[`limit_${limit}`] ?? ''}
          errors={errors?.[`rulebook.release.${limit}`]}
        />
      ))}
      {tickedLimits.map((limit) => (
        <Check
          key={limit}
          label={
            limit === 'same_day'
              ? t('rulebook.same_day')
              : t('rulebook.not_released_in', { what: t(`release.limit_${limit}`) })
          }
          name={`limit_${limit}`}
          defaultChecked={typed[`limit_${limit}`] === 'on'}
        />
      ))}
    </fieldset>
  );
}
