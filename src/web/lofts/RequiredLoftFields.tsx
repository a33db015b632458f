/** The required fields of a loft: name, unit, time zone, currency. */
import type { FieldError } from '#domain/refusal.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Choice, Field } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';

export interface FieldOf {
  name: string;
  defaultValue: string | number;
  errors: readonly FieldError[] | undefined;
  hint?: string | undefined;
}

interface BeginningProps {
  own: (name: 'name' | 'unit' | 'time_zone' | 'currency') => FieldOf;
  zones: readonly string[];
  currencies: readonly { code: string; name: string }[];
  /** The effect of a change of zone or unit on existing data. */
  hint?: string;
}

export function RequiredLoftFields({ own, zones, currencies, hint }: BeginningProps) {
  const { t } = useTranslation();
  return (
    <>
      <Field label={t('loft_admin.name')} required maxLength={128} autoComplete="off" {...own('name')} />
      <div className={forms.pair}>
        <Choice label={t('loft_admin.time_zone')} required hint={hint} {...own('time_zone')}>
          <option value="" />
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </Choice>
        <Choice label={t('loft.distances_in')} hint={hint} {...own('unit')}>
          <option value="km">{t('unit.km')}</option>
          <option value="mile">{t('unit.mile')}</option>
        </Choice>
        <Choice label={t('loft_admin.currency')} {...own('currency')}>
          {currencies.map(({ code, name }) => (
            <option key={code} value={code}>
              {`${code} – ${name}`}
            </option>
          ))}
        </Choice>
      </div>
    </>
  );
}
