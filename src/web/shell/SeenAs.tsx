/** Above every page while an admin sees the site as another person: whom, and the button that ends it. */
import { nameOf } from '#web/lib/person-name.ts';
import { useMe } from '#web/lib/root-data.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './seen-as.module.css';

export function SeenAs() {
  const { t } = useTranslation();
  const me = useMe();
  if (!me?.is_seen) return null;
  return (
    <section className={styles.bar} aria-label={t('everybody.see')}>
      <Icon name="eye" />
      <p>{t('everybody.seen', { name: nameOf(me) ?? t('rights.unnamed') })}</p>
      <form method="post" action="/see-as/end">
        <button type="submit" className={panel.button}>
          {t('everybody.see_end')}
        </button>
      </form>
    </section>
  );
}
