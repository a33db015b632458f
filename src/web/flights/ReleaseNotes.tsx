/**
 * What the person at the release point notes: the weather, the crates, the arrival of the lorry. With a script it is
 * kept on the phone until the site has it; without one it is a plain form.
 */
import { type FormEvent, useState } from 'react';
import { Form } from 'react-router';
import type { Observation } from '#domain/flights/release-contract.ts';
import { windDirections } from '#domain/flights/release-lamp.ts';
import type { FieldErrors } from '#domain/refusal.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Check, Choice, Field } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './release.module.css';
import { observationIn } from './release-form.ts';
import type { ReleaseView } from './use-release-phone.ts';

export interface ReleaseNotesProps {
  view: ReleaseView;
  note_id: string;
  answer: RefusedForm | undefined;
  /** Whether nothing says yet that the lorry is here. */
  isComing: boolean;
  onNote: (observed: Observation) => void;
}

export function ReleaseNotes({ view, note_id, answer, isComing, onNote }: ReleaseNotesProps) {
  const { t } = useTranslation();
  const [wrong, setWrong] = useState<FieldErrors | undefined>(answer?.refused.errors);
  const [isOpen, setOpen] = useState(answer !== undefined);
  const keep = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { observed, errors } = observationIn(new FormData(event.currentTarget));
    setWrong(errors);
    if (!observed) return;
    onNote(observed);
    setOpen(false);
  };
  return (
    <div className={styles.notes}>
      {isComing && (
        <Form method="post" onSubmit={keep}>
          <input type="hidden" name="kind" value="arrived" />
          <input type="hidden" name="note_id" value={`${note_id}`} />
          <button type="submit" className={panel.button}>
            <Icon name="truck" size={22} />
            {t('release.arrived')}
          </button>
        </Form>
      )}
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{t('release.note')}</summary>
        <Form method="post" className={form.form} onSubmit={keep} noValidate>
          <input type="hidden" name="kind" value="crates" />
          <input type="hidden" name="note_id" value={note_id} />
          <Field
            label={t('release.count')}
            name="count"
            inputMode="numeric"
            defaultValue={answer?.typed.count ?? String(view.crates)}
            errors={wrong?.count}
          />
          <button type="submit" className={panel.button}>
            {t('release.counted')}
          </button>
        </Form>
        <Form method="post" className={form.form} onSubmit={keep} noValidate>
          <input type="hidden" name="kind" value="weather" />
          <input type="hidden" name="note_id" value={note_id} />
          {(['visibility_km', 'wind_kmh'] as const).map((name) => (
            <Field
              key={name}
              label={t(`release.${name}`)}
              name={name}
              inputMode="numeric"
              defaultValue={answer?.typed[name]}
              errors={wrong?.[name]}
            />
          ))}
          <Choice label={t('release.wind_from')} name="wind_from" defaultValue={answer?.typed.wind_from ?? ''}>
            <option value="">–</option>
            {windDirections.map((direction) => (
              <option key={direction} value={direction}>
                {t(`release.from_${direction}`)}
              </option>
            ))}
          </Choice>
          <Field
            label={t('release.temperature_c')}
            name="temperature_c"
            inputMode="text"
            defaultValue={answer?.typed.temperature_c}
            errors={wrong?.temperature_c}
          />
          {(['rain', 'low_cloud', 'thunder'] as const).map((name) => (
            <Check
              key={name}
              label={t(`release.limit_no_${name}`)}
              name={name}
              defaultChecked={answer?.typed[name] === 'on'}
            />
          ))}
          <button type="submit" className={panel.button_primary}>
            {t('release.note_weather')}
          </button>
        </Form>
      </details>
    </div>
  );
}
