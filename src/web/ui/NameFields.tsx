/** A name, and folded below it the same name in other languages. */
import { localeFacts, locales } from '#domain/locales.ts';
import type { FieldErrors } from '#domain/refusal.ts';
import { nameField } from '#web/lib/names-in.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field } from './Field.tsx';
import form from './form.module.css';
import styles from './name-fields.module.css';

interface NameFieldsProps {
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors | undefined;
}

export function NameFields({ typed, errors }: NameFieldsProps) {
  const { t } = useTranslation();
  const field = (name: string) => ({
    name,
    maxLength: 128,
    autoComplete: 'off',
    defaultValue: typed[name],
    errors: errors?.[name],
  });
  const isWrong = locales.some((one) => errors?.[nameField(one)]);
  return (
    <>
      <Field label={t('product.name')} {...field('name')} />
      <details className={styles.more} open={isWrong}>
        <summary>{t('ranking_admin.names')}</summary>
        <div className={form.pair}>
          {locales.map((one) => (
            <Field
              key={one}
              label={localeFacts[one].name}
              lang={localeFacts[one].lang}
              dir={localeFacts[one].dir}
              {...field(nameField(one))}
            />
          ))}
        </div>
      </details>
    </>
  );
}
