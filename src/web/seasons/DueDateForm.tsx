/** The form of one due date, to add or to change it; a plain form, so it works without a script. */
import { Form } from 'react-router';
import { categoriesInOrder, categoryOf, dueDateCategories } from '#domain/seasons/due-date.ts';
import type { EditedDueDate } from '#domain/seasons/due-dates-contract.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area, Choice, Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './seasons.module.css';

export interface DueDateFormProps {
  /** The due date to change; null adds one. */
  due_date: EditedDueDate | null;
  all: readonly EditedDueDate[];
  answer: RefusedForm | undefined;
}

export function DueDateForm({ due_date, all, answer }: DueDateFormProps) {
  const { t } = useTranslation();
  const taken = new Set(all.filter(({ id }) => id !== due_date?.id).map(categoryOf));
  const free = categoriesInOrder.filter((category) => category === 'pigeon_shipping' || !taken.has(category));
  const field = (
    name: 'due_date_category_id' | 'name' | 'description' | 'starts_at' | 'ends_at' | 'max_duration',
    own: string | number | null = due_date?.[name] ?? null,
  ) => ({
    name,
    defaultValue: answer?.typed[name] ?? own ?? '',
    errors: answer?.refused.errors?.[name],
  });
  return (
    <Form method="post" className={`${forms.form} ${styles.form}`} noValidate preventScrollReset>
      {due_date && <input type="hidden" name="id" value={due_date.id} />}
      {due_date && <input type="hidden" name="version" value={answer?.typed.version ?? due_date.version} />}
      {answer && !answer.refused.errors && <Wrong refused={answer.refused} />}
      <div className={forms.pair}>
        <Choice {...field('due_date_category_id')} label={t('facts.kind')}>
          {free.map((category) => (
            <option key={category} value={dueDateCategories[category]}>
              {t(`due_date.${category}`)}
            </option>
          ))}
        </Choice>
        <Field {...field('name')} label={t('due_date.name')} maxLength={128} autoComplete="off" />
      </div>
      <div className={forms.pair}>
        <Field
          {...field('starts_at')}
          label={t('due_date.from')}
          type="date"
          min="1900-01-01"
          max="2200-12-31"
          required
        />
        <Field {...field('ends_at')} label={t('due_date.to')} type="date" min="1900-01-01" max="2200-12-31" required />
        <Field
          {...field('max_duration')}
          label={t('due_date.max_duration')}
          hint={t('due_date.payment_only')}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <Area {...field('description')} label={t('due_date.description')} rows={2} maxLength={4000} />
      <div className={styles.actions}>
        <button type="submit" name="intent" value="save" className={panel.button_primary}>
          {t(due_date ? 'rights.save' : 'due_date.add')}
        </button>
        {due_date && (
          <>
            <button type="submit" name="intent" value="remove" className={`${panel.button} ${forms.danger}`}>
              {t('due_date.remove')}
            </button>
            <Link className={panel.button} to="?" preventScrollReset>
              {t('due_date.cancel')}
            </Link>
          </>
        )}
      </div>
    </Form>
  );
}
