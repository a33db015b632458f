/** The clocks that take the birds of a flight; a loft with one clock has no choice. */
import { useTranslation } from '#web/lib/translation.ts';
import { Check } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { clockField, type Typed } from './plan-form.ts';
import styles from './season-flights.module.css';

export interface Clock {
  id: number;
  name: string;
}

export function ClockChoice({ clocks, typed }: { clocks: readonly Clock[]; typed: Typed }) {
  const { t } = useTranslation();
  if (clocks.length < 2) return null;
  return (
    <fieldset className={styles.clocks}>
      <legend className={forms.label}>{t('flights.clocks')}</legend>
      <p className={forms.hint}>{t('flights.clocks_hint')}</p>
      {clocks.map(({ id, name }) => (
        <Check key={id} label={name} name={clockField(id)} defaultChecked={typed[clockField(id)] === 'on'} />
      ))}
    </fieldset>
  );
}
