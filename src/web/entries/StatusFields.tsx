/** The state that pigeons are taken to by hand, and why. */
import { useTranslation } from 'react-i18next';
import { healthStatuses, locationStatuses } from '#domain/pigeons/status.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { Check, Choice, Field } from '#web/ui/Field.tsx';

export function StatusFields({ answer }: { answer: RefusedForm | undefined }) {
  const { t } = useTranslation();
  const { typed, refused } = answer ?? {};
  return (
    <>
      <Choice
        key={typed?.status}
        label={t('desk.state')}
        name="status"
        defaultValue={typed?.status ?? 'active'}
        errors={refused?.errors?.status}
      >
        <optgroup label={t('desk.state')}>
          {healthStatuses.map((status) => (
            <option key={status} value={status}>
              {t(`pigeon_status.${status}`)}
            </option>
          ))}
        </optgroup>
        <optgroup label={t('entries.location')}>
          {locationStatuses.map((status) => (
            <option key={status} value={status}>
              {t(`pigeon_status.${status}`)}
            </option>
          ))}
        </optgroup>
      </Choice>
      <Field
        label={t('entries.reason')}
        name="reason"
        maxLength={1000}
        autoComplete="off"
        defaultValue={typed?.reason}
        errors={refused?.errors?.reason}
      />
      <Check
        label={t('entries.without_fee')}
        hint={t('entries.without_fee_hint')}
        name="without_fee"
        defaultChecked={typed?.without_fee !== undefined}
      />
    </>
  );
}
