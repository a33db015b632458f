/** The result of the last form: the refusal, or its success (`done` in the address). */
import { useSearchParams } from 'react-router';
import type { RefusedForm } from '#web/lib/form.ts';
import { useSentence } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './bulk-action.module.css';
import { FreshSignIn } from './FreshSignIn.tsx';
import { Icon } from './Icon.tsx';
import panel from './panel.module.css';

export function FormResult({ refused }: { refused: RefusedForm['refused'] | undefined }) {
  const { t } = useTranslation();
  const sentence = useSentence();
  const [search] = useSearchParams();
  if (refused)
    return (
      <p role="alert" className={`${panel.notice} ${panel.notice_bad} ${styles.notice}`}>
        <Icon name="alert" />
        <span>
          {refused.code === 'bad_input' ? t('form.check') : sentence(refused)}
          <FreshSignIn code={refused.code} />
        </span>
      </p>
    );
  if (!search.has('done')) return null;
  return (
    <p role="status" className={`${panel.notice} ${styles.notice} ${styles.done}`}>
      <Icon name="check" />
      {t('people.done')}
    </p>
  );
}
