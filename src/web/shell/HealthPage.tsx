/** States that the program is running, and its version. */
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/HealthPage.ts';
import styles from './shell.module.css';

export function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  return { head: pageHead({ context, params, pattern }, [t('health.title')], t('health.up')) };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function HealthPage() {
  const { t } = useTranslation();
  const { version } = usePage();
  return (
    <div className={`wrap ${styles.plain}`}>
      <h1>{t('health.title')}</h1>
      <div className={`${panel.panel} ${styles.text}`}>
        <p>{t('health.up')}</p>
        <p>{t('footer.version', { version })}</p>
      </div>
    </div>
  );
}
