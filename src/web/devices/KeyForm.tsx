/** The key of a device: date of issue, replacing it, revoking it. */
import { Form } from 'react-router';
import type { Device } from '#domain/devices/contract.ts';
import { hasKey, longestOldKey_min } from '#domain/devices/device.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatSpan } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Choice, Wrong } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';
import styles from './devices.module.css';

/** How long an old key may stay valid beside the new one, in minutes. */
const grace_min = [0, 15, 60, 6 * 60, longestOldKey_min];

export interface KeyFormProps {
  device: Device;
  time_zone: string;
  wrong: RefusedForm | undefined;
}

export function KeyForm({ device, time_zone, wrong }: KeyFormProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { key_issued_at, old_key_until, state } = device;
  const inUse = state !== 'revoked';
  const speaks = hasKey(device.kind);
  return (
    <section className={panel.panel} aria-labelledby="key">
      <div className={panel.head}>
        <h2 id="key">{t(speaks ? 'devices.key' : 'devices.revoke')}</h2>
        {speaks && key_issued_at && (
          <small className={styles.since}>
            {t('devices.did_key')} <Moment at_ms={Date.parse(key_issued_at)} time_zone={time_zone} short />
          </small>
        )}
      </div>
      <div className={styles.keys}>
        {speaks && (
          <Form method="post" className={form.form} preventScrollReset>
            {inUse && old_key_until && (
              <p>
                {t('devices.old_until')} <Moment at_ms={Date.parse(old_key_until)} time_zone={time_zone} short />
              </p>
            )}
            {inUse ? (
              <Choice
                label={t('devices.old_holds')}
                name="old_key_min"
                defaultValue={wrong?.typed.old_key_min ?? '60'}
                errors={wrong?.refused.errors?.old_key_min}
              >
                {grace_min.map((minutes) => (
                  <option key={minutes} value={minutes} suppressHydrationWarning>
                    {minutes === 0 ? t('devices.at_once') : formatSpan(locale, minutes * 60)}
                  </option>
                ))}
              </Choice>
            ) : (
              <input type="hidden" name="old_key_min" value="0" />
            )}
            <button type="submit" name="intent" value="key" className={panel.button}>
              {t('devices.issue')}
            </button>
          </Form>
        )}
        {inUse && (
          <Form method="post" className={form.form} preventScrollReset>
            <p className={form.hint}>{t('devices.revoke_text')}</p>
            <button type="submit" name="intent" value="revoke" className={`${panel.button} ${form.danger}`}>
              {t('devices.revoke')}
            </button>
          </Form>
        )}
        <Wrong refused={wrong?.refused} />
      </div>
    </section>
  );
}
