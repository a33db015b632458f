/** A choice of one among a few, all in sight: radio buttons side by side, as parts of one bar. */
import { useId } from 'react';
import type { FieldError } from '#domain/refusal.ts';
import { useSentence } from '#web/lib/sentence.ts';
import forms from './form.module.css';
import { Icon } from './Icon.tsx';
import styles from './segments.module.css';

export interface SegmentsProps {
  name: string;
  legend: string;
  value: string | undefined;
  choices: readonly { value: string; words: string }[];
  /** It cannot be changed: the value is sent all the same. */
  isFixed?: boolean | undefined;
  errors?: readonly FieldError[] | undefined;
}

export function Segments({ name, legend, value, choices, isFixed = false, errors }: SegmentsProps) {
  const id = useId();
  const sentence = useSentence();
  return (
    <fieldset className={styles.segments} aria-describedby={errors && id}>
      <legend className={forms.label}>{legend}</legend>
      <div>
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              defaultChecked={choice.value === value}
              disabled={isFixed}
            />
            <span>{choice.words}</span>
          </label>
        ))}
      </div>
      {isFixed && <input type="hidden" name={name} value={value} />}
      {errors && (
        <p id={id} className={forms.wrong}>
          <Icon name="alert" size={18} />
          <span>{errors.map(sentence).join(' ')}</span>
        </p>
      )}
    </fieldset>
  );
}
