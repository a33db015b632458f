/**
 * The unsubscribe page behind the link at the end of a mail: one button, valid for the holder of the link. Mail
 * programs post it themselves.
 */
import { Form, useNavigation } from 'react-router';
import { readStop, stopNotifications } from '#domain/notifications/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/StopPage.ts';
import styles from './notifications.module.css';

const tokenIn = (request: Request) => new URL(request.url).searchParams.get('token') ?? 'none';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const stop = await answers(() => context.get(callContext)(readStop, { query: { token: tokenIn(request) } }));
  const title = t('notifications.title');
  return { stop, head: pageHead({ context, params, pattern }, [title]) };
}

export async function action({ context, request }: Route.ActionArgs) {
  return answers(() => context.get(callContext)(stopNotifications, { body: { token: tokenIn(request) } }));
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function StopPage({ loaderData: { stop } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const busy = useNavigation().state === 'submitting';
  const blanks = { event: t(`notifications.${stop.event}`), channel: t(`notifications.${stop.channel}`) };
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{t(stop.wanted ? 'notifications.stop_title' : 'notifications.title')}</h1>
      {stop.wanted ? (
        <Form method="post" className={styles.stop}>
          <p>{t('notifications.stop_text', blanks)}</p>
          <button type="submit" className={panel.button_primary} disabled={busy}>
            {t('notifications.stop')}
          </button>
        </Form>
      ) : (
        <p role="status" className={`${panel.notice} ${styles.done}`}>
          <Icon name="check" />
          {t('notifications.stopped', blanks)}
        </p>
      )}
      <p>
        <a href="/notifications">{t('notifications.all')}</a>
      </p>
    </div>
  );
}
