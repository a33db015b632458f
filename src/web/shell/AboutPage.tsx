/** How a One Loft Race works, also for visitors who have no access to the site yet (2.18). */
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import { Steps } from '#web/ui/Steps.tsx';
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
      <h1>{t('about.how_title')}</h1>
      <p className={styles.lead}>{t('home.promise')}</p>
      <Steps />
      <div className={`${panel.panel} ${styles.text}`}>
        {(['watch', 'cost', 'owner', 'trust'] as const).map((word) => (
          <section key={word}>
            <h2>{t(`about.${word}`)}</h2>
            <p>{t(`about.${word}_text`)}</p>
          </section>
        ))}
        <p>{t('footer.version', { version })}</p>
      </div>
    </div>
  );
}
