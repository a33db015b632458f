/** A rulebook to read: part by part, in sentences. */
import type { Rulebook } from '#domain/seasons/rulebook.ts';
import { type RulebookPart, rulebookParts } from '#domain/seasons/rulebook-parts.ts';
import { usePage } from '#web/lib/page.ts';
import { partNames, partWords } from '#web/lib/rule-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './rulebook.module.css';

export interface RulebookPartsProps {
  rulebook: Rulebook;
  currency: string;
  parts?: readonly RulebookPart[];
}

export function RulebookParts({ rulebook, currency, parts = rulebookParts }: RulebookPartsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <dl className={styles.parts}>
      {parts.map((part) => (
        <div key={part}>
          <dt>{t(partNames[part])}</dt>
          <dd>
            {partWords({ t, locale, currency }, rulebook, part).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
