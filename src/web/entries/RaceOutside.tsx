/** Lets a pigeon race outside the ordered places, with a reason. */
import { Form } from 'react-router';
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import styles from './entries.module.css';

export function RaceOutside({ answer }: { answer: RefusedForm | undefined }) {
  const { t } = useTranslation();
  const own = answer?.typed.intent === 'race' ? answer : undefined;
  return (
    <section className={panel.panel} aria-labelledby="race">
      <div className={panel.head}>
        <h2 id="race">{t('entries.outside_order')}</h2>
      </div>
      <Form method="post" className={`${form.form} ${styles.form}`} preventScrollReset>
        <input type="hidden" name="intent" value="race" />
        <p>{t('entries.outside_lead')}</p>
        <Field
          label={t('entries.reason')}
          name="reason"
          required
          maxLength={1000}
          autoComplete="off"
          defaultValue={own?.typed.reason}
          errors={own?.refused.errors?.reason}
        />
        <button type="submit" className={panel.button}>
          {t('entries.outside_do')}
        </button>
      </Form>
    </section>
  );
}
