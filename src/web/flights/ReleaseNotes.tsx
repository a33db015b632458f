/**
 * What the person with the lorry notes: its way and the weather. With a script it is
 * kept on the phone until the site has it; without one it is a plain form.
 */
import { type FormEvent, useState } from 'react';
import { Form } from 'react-router';
import type { WayOfLorry } from '#domain/flights/lorry.ts';
import type { Observation } from '#domain/flights/release-contract.ts';
import { windDirections } from '#domain/flights/wind-direction.ts';
import type { FieldErrors } from '#domain/refusal.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Check, Choice, Field } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './release.module.css';
import { observationIn } from './release-form.ts';

export interface ReleaseNotesProps {
  note_id: string;
  answer: RefusedForm | undefined;
  way: WayOfLorry;
  onNote: (observed: Observation) => void;
}

export function ReleaseNotes({ note_id, answer, way, onNote }: ReleaseNotesProps) {
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
  const step = way.arrived_ms !== null ? 'stands' : way.departed_ms !== null ? 'drives' : 'leaves';
  return (
    <div className={styles.notes}>
      {(step === 'leaves' || step === 'drives') && (
        <div className={styles.steps}>
          {step === 'leaves' && <Step kind="departed" note_id={note_id} onSubmit={keep} />}
          <Step kind="arrived" note_id={note_id} onSubmit={keep} />
        </div>
      )}
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{t('release.note')}</summary>
        {step === 'stands' && <Step kind="departed" note_id={note_id} onSubmit={keep} />}
        <Form method="post" className={form.form} onSubmit={keep} noValidate>
          <input type="hidden" name="kind" value="driven" />
          <input type="hidden" name="note_id" value={note_id} />
          <Field
            label={t('release.driven_km')}
            name="km"
            inputMode="numeric"
            defaultValue={answer?.typed.km ?? way.driven_km?.toString()}
            errors={wrong?.km}
          />
          <button type="submit" className={panel.button}>
            {t('release.note_driven')}
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

interface StepProps {
  kind: 'departed' | 'arrived';
  note_id: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** A step of the lorry: one touch, at its moment. */
function Step({ kind, note_id, onSubmit }: StepProps) {
  const { t } = useTranslation();
  return (
    <Form method="post" onSubmit={onSubmit}>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="note_id" value={note_id} />
      <button type="submit" className={panel.button}>
        <Icon name={kind === 'arrived' ? 'pin' : 'truck'} size={22} />
        {t(`release.${kind}`)}
      </button>
    </Form>
  );
}
