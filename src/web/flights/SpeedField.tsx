/** The speed that a loft expects of a flight, in its own unit. */
import type { FieldErrors } from '#domain/refusal.ts';
import type { LoftUnit } from '#domain/units.ts';
import { loftSpeedUnit } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field } from '#web/ui/Field.tsx';
import { speedErrors, type Typed } from './plan-form.ts';

interface SpeedFieldProps {
  typed: Typed;
  errors: FieldErrors | undefined;
  unit: LoftUnit;
}

export function SpeedField({ typed, errors, unit }: SpeedFieldProps) {
  const { t } = useTranslation();
  return (
    <Field
      label={t('flights.speed', { unit: t(loftSpeedUnit(unit)) })}
      inputMode="numeric"
      autoComplete="off"
      name="estimated_average_speed"
      defaultValue={typed.estimated_average_speed ?? ''}
      errors={speedErrors(errors?.estimated_average_speed, unit)}
    />
  );
}
