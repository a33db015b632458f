/** Above every page while an admin sees the site as another person: whom, and the button that ends it. */
import { useHydrated } from '#web/lib/hydrated.ts';
import { later } from '#web/lib/later.tsx';
import { nameOf } from '#web/lib/person-name.ts';
import { useMe } from '#web/lib/root-data.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './seen-as.module.css';
import { endPath } from './seen-as.ts';

/** Only for the admin who sees somebody: no other page loads it. */
export const SeenAsRefusal = later(
  async () => (await import('./SeenAsRefusal.tsx')).SeenAsRefusal,
  () => null,
);

export function SeenAs() {
  const { t } = useTranslation();
  const me = useMe();
  const hydrated = useHydrated();
  if (!me?.is_seen) return null;
  return (
    <section className={styles.bar} aria-label={t('everybody.see')}>
      <Icon name="eye" />
      <div>
        <p>{t('everybody.seen', { name: nameOf(me) ?? t('rights.unnamed') })}</p>
        {hydrated && <SeenAsRefusal />}
      </div>
      <form method="post" action={endPath}>
        <button type="submit" className={panel.button}>
          {t('everybody.see_end')}
        </button>
      </form>
    </section>
  );
}
