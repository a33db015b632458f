/** Closes a request of which nothing was handed over: a press asks first, also without a script. */
import { Form } from 'react-router';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import styles from './transports.module.css';

export function NothingHandedOver({ id, customer }: { id: number; customer: string }) {
  const { t } = useTranslation();
  return (
    <details className={styles.sure}>
      <summary className={panel.button}>{t('transports.nothing_handed_over')}…</summary>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="chosen" value={id} />
        <p>{t('transports.close_sure', { customer })}</p>
        <button type="submit" name="intent" value="close" className={panel.button_primary}>
          {t('transports.nothing_handed_over')}
        </button>
      </Form>
    </details>
  );
}
