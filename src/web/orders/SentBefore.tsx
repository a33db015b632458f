/** The order that a registration has become: who comes back to the form is led to it, and does not send it again unawares. */
import { orderPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './register.module.css';

export function SentBefore({ id, number }: { id: number; number: string }) {
  const { t } = useTranslation();
  return (
    <div className={`${panel.notice} ${styles.first}`}>
      <Icon name="info" />
      <div>
        <p role="status">{t('register.sent_before')}</p>
        <Link className={panel.button} to={orderPath(id)}>
          {t('orders.order', { number })}
        </Link>
      </div>
    </div>
  );
}
