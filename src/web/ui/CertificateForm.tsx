/** The certificates of the first places in one file: ten, or as many as are asked for. */
import { useTranslation } from '#web/lib/translation.ts';
import styles from './certificate-form.module.css';
import { Icon } from './Icon.tsx';
import panel from './panel.module.css';

export function CertificateForm({ path }: { path: string }) {
  const { t } = useTranslation();
  return (
    <form action={path} className={styles.form}>
      <label>
        {t('certificate.first')}
        <input type="number" name="first" min={1} max={100} defaultValue={10} inputMode="numeric" required />
      </label>
      <button type="submit" className={panel.button}>
        <Icon name="trophy" />
        {t('certificate.titles')}
      </button>
    </form>
  );
}
