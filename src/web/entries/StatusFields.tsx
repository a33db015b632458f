/** The fields of a state change by hand: new state and reason. */
import {
  followersOf,
  type Health,
  healthStatuses,
  type Location,
  locationStatuses,
  type PigeonStatus,
} from '#domain/pigeons/status.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Check, Choice, Field } from '#web/ui/Field.tsx';

interface StatusFieldsProps {
  answer: RefusedForm | undefined;
  /** Current state, where one pigeon is changed: only its next states can be chosen. */
  of?: { health: Health; location: Location };
}

export function StatusFields({ answer, of }: StatusFieldsProps) {
  const { t } = useTranslation();
  const { typed, refused } = answer ?? {};
  const next = of && [...followersOf('pigeon_health', of.health), ...followersOf('pigeon_location', of.location)];
  const follows = (status: PigeonStatus) => next === undefined || next.includes(status);
  return (
    <>
      <Choice
        key={typed?.status}
        label={t('admin.state')}
        hint={of && t('entries.follows', { state: t(`pigeon_status.${of.health}`) })}
        name="status"
        required
        defaultValue={typed?.status ?? (of ? '' : 'active')}
        errors={refused?.errors?.status}
      >
        {of && <option value="">–</option>}
        <optgroup label={t('admin.state')}>
          {healthStatuses.filter(follows).map((status) => (
            <option key={status} value={status}>
              {t(`pigeon_status.${status}`)}
            </option>
          ))}
        </optgroup>
        <optgroup label={t('entries.location')}>
          {locationStatuses.filter(follows).map((status) => (
            <option key={status} value={status}>
              {t(`pigeon_status.${status}`)}
            </option>
          ))}
        </optgroup>
      </Choice>
      <Field
        label={t('entries.reason')}
        hint={t('entries.reason_read')}
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
      {refused?.errors?.died_sure && (
        <Check label={t('entries.died_sure')} name="died_sure" errors={refused.errors.died_sure} />
      )}
    </>
  );
}
