/** The result of the last form: the refusal, or what it did (`done` in the address, see lib/done.ts). */
import { useSearchParams } from 'react-router';
import { useDaysInWords } from '#web/lib/days-in-words.ts';
import { doneIn } from '#web/lib/done.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { useFormSentence } from '#web/lib/sentence.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './bulk-action.module.css';
import { FreshSignIn } from './FreshSignIn.tsx';
import { Icon } from './Icon.tsx';
import panel from './panel.module.css';

export function FormResult({ refused }: { refused: RefusedForm['refused'] | undefined }) {
  const { t } = useTranslation();
  const sentence = useFormSentence();
  const inWords = useDaysInWords();
  const [search] = useSearchParams();
  if (refused)
    return (
      <p role="alert" className={`${panel.notice} ${panel.notice_bad} ${styles.notice}`}>
        <Icon name="alert" />
        <span>
          {sentence(inWords(refused))}
          <FreshSignIn code={refused.code} />
        </span>
      </p>
    );
  const done = doneIn(search);
  if (!done) return null;
  return (
    <p role="status" className={`${panel.notice} ${styles.notice} ${styles.done}`}>
      <Icon name="check" />
      <span>{done.name ? t(`done.${done.kind}`, { name: done.name }) : t('people.done')}</span>
    </p>
  );
}
