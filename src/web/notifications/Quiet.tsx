/** The quiet hours, without notifications. */
import type { NotificationSettings } from '#domain/notifications/contract.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Choice, Field } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import styles from './notifications.module.css';

/** The default quiet hours. */
const night = { from: '22:00', to: '07:00' };

export function Quiet({ quiet, zones }: { quiet: NotificationSettings['quiet']; zones: readonly string[] }) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const here = hydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC';
  const zone = quiet?.time_zone ?? here;
  const { from, to } = quiet ?? night;
  return (
    <fieldset className={styles.quiet}>
      <legend>{t('notifications.quiet')}</legend>
      <p>{t('notifications.quiet_text')}</p>
      <label className={styles.tick}>
        <input type="checkbox" name="quiet" defaultChecked={quiet !== null} />
        {t('notifications.quiet_on')}
      </label>
      <div className={forms.pair}>
        <Field type="time" name="from" label={t('notifications.from')} defaultValue={from} required />
        <Field type="time" name="to" label={t('notifications.to')} defaultValue={to} required />
        <Choice key={zone} name="time_zone" label={t('notifications.time_zone')} defaultValue={zone} dir="ltr">
          {[...new Set([zone, ...zones, 'UTC'])].map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Choice>
      </div>
    </fieldset>
  );
}
