/** The success message of an admin form, shown by the `saved` parameter of the URL. */
import { useSearchParams } from 'react-router';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './admin.module.css';

export function SavedNotice({ hidden }: { hidden: boolean }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  if (hidden || !search.has('saved')) return null;
  return (
    <p role="status" className={`${panel.notice} ${styles.done}`}>
      <Icon name="check" />
      {t('identity.saved')}
    </p>
  );
}
