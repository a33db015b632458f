/** A new key, shown only once: to copy and to try out. */
import { useTranslation } from '#web/lib/translation.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './devices.module.css';

export interface MadeKey {
  name: string;
  key: string;
  /** A command line that reports as the device. */
  command: string;
}

/** The body of the try-out request: a sample without measures. */
export function commandFor(public_url: string, key: string, now_ms: number): string {
  const body = JSON.stringify({ samples: [{ boot: 'try', n: now_ms, at: new Date(now_ms).toISOString() }] });
  return `curl ${public_url}/api/devices/telemetry -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${body}'`;
}

export function NewKey({ made: { name, key, command } }: { made: MadeKey }) {
  const { t } = useTranslation();
  return (
    <section className={`${panel.panel} ${styles.made}`} aria-labelledby="made-key">
      <h2 id="made-key">{t('devices.key')}</h2>
      <p role="status">{t('devices.key_once', { name })}</p>
      <p className={styles.key}>
        <code dir="ltr">{key}</code>
        <CopyButton text={key} />
      </p>
      <p id="try-key">{t('devices.try')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by the keyboard too */}
      <section className={styles.command} dir="ltr" tabIndex={0} aria-labelledby="try-key">
        <code>{command}</code>
      </section>
    </section>
  );
}
