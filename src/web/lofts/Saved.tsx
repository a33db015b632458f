/** What a form of the desk says when it is done; the address of the page tells it. */
import { useSearchParams } from 'react-router';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './admin.module.css';

export function Saved({ unless }: { unless: boolean }) {
  const { t } = useTranslation();
  const [asked] = useSearchParams();
  if (unless || !asked.has('saved')) return null;
  return (
    <p role="status" className={`${panel.notice} ${styles.done}`}>
      <Icon name="check" />
      {t('identity.saved')}
    </p>
  );
}
