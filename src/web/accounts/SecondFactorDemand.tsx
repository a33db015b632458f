/** Whether a loft requires a second factor of its people. */
import { Form } from 'react-router';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import styles from './permissions.module.css';

export function SecondFactorDemand({ is_demanded }: { is_demanded: boolean }) {
  const { t } = useTranslation();
  return (
    <section className={panel.panel} aria-labelledby="second-factor">
      <div className={panel.head}>
        <h2 id="second-factor">{t('rights.second_factor')}</h2>
      </div>
      <Form method="post" className={styles.demand} preventScrollReset>
        <p>{t(is_demanded ? 'rights.second_factor_on' : 'rights.second_factor_off')}</p>
        <button type="submit" name="intent" value={is_demanded ? 'demand_end' : 'demand'} className={panel.button}>
          {t(is_demanded ? 'rights.second_factor_end' : 'rights.second_factor_begin')}
        </button>
      </Form>
    </section>
  );
}
