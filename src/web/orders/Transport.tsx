/** How the birds reach the loft. */
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './register.module.css';

export function Transport() {
  const { t } = useTranslation();
  return (
    <div className={styles.options}>
      <label className={styles.radio}>
        <input type="radio" name="transport" value="self" defaultChecked />
        <Icon name="truck" size={24} />
        <span>
          <b>{t('register.own_transport')}</b>
          <small>{t('register.own_transport_text')}</small>
        </span>
      </label>
    </div>
  );
}
