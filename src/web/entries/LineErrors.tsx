/** What is wrong with a line of a list: each field with how to correct it. */
import { type Column, columnLabels } from '#domain/entries/import-list.ts';
import type { FieldError } from '#domain/refusal.ts';
import { useSentence } from '#web/lib/sentence.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './entries.module.css';

export function LineErrors({
  errors,
}: {
  errors: readonly { field: string; code: string; params: Record<string, string | number> }[];
}) {
  const { t } = useTranslation();
  const sentence = useSentence();
  const isColumn = (field: string): field is Column => field in columnLabels;
  if (!errors.length) return '–';
  return (
    <ul className={styles.wrongs}>
      {errors.map((error) => (
        <li key={`${error.field} ${error.code}`}>
          <b>{isColumn(error.field) ? t(columnLabels[error.field]) : error.field}</b>: {sentence(error as FieldError)}
        </li>
      ))}
    </ul>
  );
}
