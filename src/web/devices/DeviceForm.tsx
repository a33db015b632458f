/** The form of a device: name, place, expected behaviour. */
import { Form, useNavigation } from 'react-router';
import type { Device } from '#domain/devices/contract.ts';
import type { DeviceKind } from '#domain/devices/device.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatSpan } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area, Choice, Field, Wrong } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import styles from './devices.module.css';

const silences_s = [60, 120, 300, 600, 900, 1800, 3600];
const samples_s = [10, 30, 60, 300, 900, 3600];

export interface DeviceFormProps {
  kind: DeviceKind;
  /** The current values; null: a device that is being registered. */
  device: Device | null;
  clocks: readonly { id: number; name: string }[];
  wrong: RefusedForm | undefined;
  /** Label of the button. */
  intent: string;
}

export function DeviceForm({ kind, device, clocks, wrong, intent }: DeviceFormProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const busy = useNavigation().state === 'submitting';
  const errors = wrong?.refused.errors;
  const now = (name: keyof Device, otherwise = '') =>
    wrong?.typed[name] ?? (device ? String(device[name] ?? '') : otherwise);
  const spans = (name: 'silent_after_s' | 'sample_s', usual: readonly number[], otherwise: number) => {
    const chosen = Number(now(name, String(otherwise)));
    const all = usual.includes(chosen) ? usual : [...usual, chosen].sort((a, b) => a - b);
    return all.map((s) => (
      <option key={s} value={s} suppressHydrationWarning>
        {formatSpan(locale, s)}
      </option>
    ));
  };
  return (
    <Form method="post" className={`${form.form} ${styles.form}`} preventScrollReset>
      <input type="hidden" name="kind" value={kind} />
      <Field
        label={t('sheet.name')}
        name="name"
        required
        maxLength={64}
        defaultValue={now('name')}
        errors={errors?.name}
        autoComplete="off"
      />
      {kind === 'antenna' && (
        <div className={form.pair}>
          <Choice
            label={t('overview.clock')}
            name="clock_id"
            required
            defaultValue={now('clock_id')}
            errors={errors?.clock_id}
          >
            {clocks.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Choice>
          <Field
            label={t('devices.position')}
            hint={t('devices.position_hint')}
            name="position"
            required
            maxLength={64}
            defaultValue={now('position')}
            errors={errors?.position}
          />
        </div>
      )}
      <div className={form.pair}>
        {(['maker', 'serial'] as const).map((name) => (
          <Field
            key={name}
            label={t(`devices.${name}`)}
            name={name}
            maxLength={64}
            defaultValue={now(name)}
            errors={errors?.[name]}
          />
        ))}
      </div>
      <Area
        label={t('devices.note')}
        name="note"
        maxLength={2000}
        defaultValue={now('note')}
        errors={errors?.note}
        rows={2}
      />
      {kind === 'antenna' ? (
        // Only devices that report have these settings; an antenna reports through its clock.
        <>
          <input type="hidden" name="silent_after_s" value={now('silent_after_s', '300')} />
          <input type="hidden" name="sample_s" value={now('sample_s', '60')} />
        </>
      ) : (
        <>
          <div className={form.pair}>
            <Field
              type="time"
              label={t('devices.online_from')}
              name="online_from"
              defaultValue={now('online_from', '05:00')}
              errors={errors?.online_from}
            />
            <Field
              type="time"
              label={t('devices.online_to')}
              name="online_to"
              defaultValue={now('online_to', '22:00')}
              errors={errors?.online_to}
            />
          </div>
          <p className={form.hint}>{t('devices.window_hint')}</p>
          <div className={form.pair}>
            <Choice
              label={t('devices.silent_after')}
              name="silent_after_s"
              defaultValue={now('silent_after_s', '300')}
              errors={errors?.silent_after_s}
            >
              {spans('silent_after_s', silences_s, 300)}
            </Choice>
            <Choice
              label={t('devices.sample')}
              name="sample_s"
              defaultValue={now('sample_s', '60')}
              errors={errors?.sample_s}
            >
              {spans('sample_s', samples_s, 60)}
            </Choice>
          </div>
        </>
      )}
      <Wrong refused={wrong?.refused} />
      <button type="submit" name="intent" value="change" className={panel.button_primary} disabled={busy}>
        {intent}
      </button>
    </Form>
  );
}
