/** The special prizes of a rulebook, as fields of its form. */
import type { FieldErrors } from '#domain/refusal.ts';
import type { Rulebook } from '#domain/seasons/rulebook.ts';
import { prizedFlights } from '#domain/seasons/rulebook-parts.ts';
import { mostSpecials, specialTo } from '#domain/seasons/special-prizes-rule.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Choice, Field } from '#web/ui/Field.tsx';
import choices from '#web/ui/radios.module.css';
import { under } from './RulebookRewards.tsx';
import styles from './rulebook.module.css';

interface SpecialFieldsProps {
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors | undefined;
  special: Rulebook['special'];
}

/** For each kind of flight its special prizes, and an empty one. */
export function SpecialFields({ typed, errors, special }: SpecialFieldsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={choices.choice}>
      <legend>{t('special.title')}</legend>
      {prizedFlights.flatMap((kind) =>
        Array.from({ length: Math.min((special?.[kind]?.length ?? 0) + 1, mostSpecials) }, (_, i) => {
          const name = `special_${kind}_${i}`;
          const at = `rulebook.special.${kind}.${i}`;
          return (
            <div key={name} className={styles.ace}>
              <Choice
                label={`${t(`kind.${kind}`)} ${i + 1}`}
                name={name}
                defaultValue={typed[name] ?? ''}
                errors={errors?.[at] ?? (i === 0 ? errors?.[`rulebook.special.${kind}`] : undefined)}
              >
                <option value="">{t('special.none')}</option>
                {specialTo.map((to) => (
                  <option key={to} value={to}>
                    {t(`special.${to}`)}
                  </option>
                ))}
              </Choice>
              <Field
                label={t('special.number')}
                hint={t('special.number_hint')}
                name={`${name}_every`}
                inputMode="numeric"
                defaultValue={typed[`${name}_every`] ?? ''}
                errors={under(errors, `${at}.every`)}
              />
              <Field
                label={t('special.amount')}
                name={`${name}_amount`}
                inputMode="decimal"
                defaultValue={typed[`${name}_amount`] ?? ''}
                errors={under(errors, `${at}.amount_cents`)}
              />
              <Field
                label={t('special.in_kind')}
                hint={t('special.in_kind_hint')}
                name={`${name}_in_kind`}
                defaultValue={typed[`${name}_in_kind`] ?? ''}
                errors={under(errors, `${at}.in_kind`)}
              />
            </div>
          );
        }),
      )}
    </fieldset>
  );
}
