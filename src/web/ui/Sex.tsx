/** Cock or hen: a sign with its word, never a colour alone. */
import { useTranslation } from '#web/lib/translation.ts';
import styles from './bird.module.css';

/** Each a single path (Tabler, MIT): a list of birds draws hundreds of them. */
const signs = {
  cock: 'M5 14a5 5 0 1 0 10 0a5 5 0 1 0 -10 0M19 5l-5.4 5.4M19 5h-5M19 5v5',
  hen: 'M7 9a5 5 0 1 0 10 0a5 5 0 1 0 -10 0M12 14v7M9 18h6',
} as const;

export type KnownSex = keyof typeof signs;

export function Sex({ sex }: { sex: KnownSex | 'unknown' }) {
  const { t } = useTranslation();
  return sex === 'unknown' ? null : <SexSign sex={sex} word={t(`sex.${sex}`)} />;
}

/** The same for a row of a long list, which receives the translated word. */
export function SexSign({ sex, word }: { sex: KnownSex; word: string }) {
  return (
    <svg className={styles[sex]} viewBox="0 0 24 24" width="14" height="14" role="img">
      <title>{word}</title>
      <path d={signs[sex]} />
    </svg>
  );
}
