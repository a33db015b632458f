/**
 * The way to choose how one is notified of a thing that one follows: by mail, in this browser, by SMS. It stands beside
 * the mark from the start: a link that came with the mark would move what stands after it.
 */
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from './Icon.tsx';
import { Link } from './Link.tsx';
import styles from './share.module.css';

export function NotificationsLink() {
  const { t } = useTranslation();
  return (
    <Link className={styles.button} to="/notifications">
      <Icon name="bell" />
      <span>{t('notifications.title')}</span>
    </Link>
  );
}
