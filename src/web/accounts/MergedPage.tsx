/** After two accounts were merged: the closed one is logged out, and the other one logs in. */
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/MergedPage.ts';
import styles from './merge.module.css';

export function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  return { head: pageHead({ context, params, pattern }, [t('merge.done')]) };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function MergedPage() {
  const { t } = useTranslation();
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{t('merge.done')}</h1>
      <p>{t('merge.done_text')}</p>
      <p>
        <a className={panel.button_primary} href="/login?again">
          {t('nav.log_in')}
        </a>
      </p>
    </div>
  );
}
