/** Describes the site to visitors who have no access to it yet (2.18). */
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Crumbs } from '#web/ui/Crumbs.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/AboutPage.ts';
import styles from './shell.module.css';

export function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  return { head: pageHead({ context, params, pattern }, [t('about.title')], t('footer.about')) };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function AboutPage() {
  const { t } = useTranslation();
  const { version } = usePage();
  return (
    <div className={`wrap ${styles.plain}`}>
      <Crumbs trail={[{ name: t('nav.home'), to: '/' }, { name: t('about.title') }]} />
      <h1>{t('about.title')}</h1>
      <div className={`${panel.panel} ${styles.text}`}>
        <p>{t('footer.about')}</p>
        <p>{t('home.promise')}</p>
        <p>{t('footer.version', { version })}</p>
      </div>
    </div>
  );
}
