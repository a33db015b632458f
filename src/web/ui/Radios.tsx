/** Radio buttons, each explained by a sentence; further fields may belong to one of them. */
import { type ReactNode, useId } from 'react';
import type { FieldError } from '#domain/refusal.ts';
import { useSentence } from '#web/lib/sentence.ts';
import forms from './form.module.css';
import { Icon } from './Icon.tsx';
import styles from './radios.module.css';

export interface RadiosProps {
  name: string;
  legend: string;
  value: string | undefined;
  choices: readonly { value: string; words: string; fields?: ReactNode }[];
  errors?: readonly FieldError[] | undefined;
}

export function Radios({ name, legend, value, choices, errors }: RadiosProps) {
  const id = useId();
  const sentence = useSentence();
  return (
    <fieldset className={styles.choice} aria-describedby={errors && id}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <div key={choice.value}>
          <label>
            <input type="radio" name={name} value={choice.value} defaultChecked={choice.value === value} />
            <span>{choice.words}</span>
          </label>
          {choice.fields && <div className={styles.inner}>{choice.fields}</div>}
        </div>
      ))}
      {errors && (
        <p id={id} className={forms.wrong}>
          <Icon name="alert" size={18} />
          <span>{errors.map(sentence).join(' ')}</span>
        </p>
      )}
    </fieldset>
  );
}
