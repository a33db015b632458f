/** A time that was reported by voice: entered by the loft, and without a script by anybody at the lorry. */
import { Form } from 'react-router';
import type { RefusedForm } from '#web/lib/form.ts';
import { isoDay } from '#web/lib/intl.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field, Wrong } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import styles from './release.module.css';
import type { ReleaseView } from './use-release-phone.ts';

export interface SpokenReleaseProps {
  view: ReleaseView;
  report_id: string;
  answer: RefusedForm | undefined;
}

export function SpokenRelease({ view, report_id, answer }: SpokenReleaseProps) {
  const { t } = useTranslation();
  const { flight, loft, read_at } = view;
  if (flight.status === 'planned' || flight.status === 'official' || flight.status === 'annulled') return null;
  const errors = answer?.refused.errors;
  // A release that was planned for a day to come happened today.
  const day = isoDay(Math.min(Date.parse(flight.release_time ?? read_at), Date.parse(read_at)), loft.time_zone);
  return (
    <details className={styles.spoken} open={answer !== undefined}>
      <summary>{t('release.enter_spoken')}</summary>
      <Form method="post" className={form.form}>
        <input type="hidden" name="id" value={report_id} />
        <input type="hidden" name="taken_back" value={view.taken_back.length} />
        <Wrong refused={errors ? undefined : answer?.refused} />
        <Field
          label={t('release.day')}
          name="date"
          type="date"
          required
          defaultValue={answer?.typed.date ?? day}
          errors={errors?.date}
        />
        <Field
          label={t('release.time')}
          name="time"
          type="time"
          step={1}
          required
          defaultValue={answer?.typed.time}
          errors={errors?.time}
        />
        <button type="submit" className={panel.button_primary}>
          {t('release.enter')}
        </button>
      </Form>
    </details>
  );
}
