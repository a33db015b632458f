/** Cock or hen: a sign with its word, never a colour alone. */
import { useTranslation } from 'react-i18next';
import styles from './bird.module.css';
import { Icon } from './Icon.tsx';

const signs = ['cock', 'hen'] as const;

export function Sex({ sex }: { sex: (typeof signs)[number] | 'unknown' }) {
  const { t } = useTranslation();
  if (sex === 'unknown') return null;
  const word = t(`sex.${sex}`);
  return (
    <svg className={styles[sex]} width="14" height="14" role="img" aria-label={word}>
      <title>{word}</title>
      <use href={`#${sex}`} />
    </svg>
  );
}

/** Drawn once for the whole page: a list of birds shows hundreds of them. */
export function SexSigns() {
  return (
    <svg className="visually-hidden" aria-hidden="true">
      {signs.map((sex) => (
        <symbol key={sex} id={sex} viewBox="0 0 24 24">
          <Icon name={sex} size={24} />
        </symbol>
      ))}
    </svg>
  );
}
