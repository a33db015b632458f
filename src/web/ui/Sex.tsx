/** Cock or hen: a sign with its word, never a colour alone. */
import { useTranslation } from 'react-i18next';
import styles from './bird.module.css';
import { Icon } from './Icon.tsx';

export function Sex({ sex }: { sex: 'cock' | 'hen' | 'unknown' }) {
  const { t } = useTranslation();
  if (sex === 'unknown') return null;
  const word = t(`sex.${sex}`);
  return (
    <span className={styles[sex]} role="img" aria-label={word} title={word}>
      <Icon name={sex} size={14} />
    </span>
  );
}
