/** One webhook: its secret, a test, and the log of its deliveries, each to be sent again. It needs no script. */
import { Form, redirect } from 'react-router';
import { readWebhook, removeWebhook, resendDelivery, testWebhook } from '#domain/open-data/webhooks-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BulkAction } from '#web/ui/BulkAction.tsx';
import { Wrong } from '#web/ui/Field.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';
import type { Route } from './+types/WebhookPage.ts';
import styles from './developers.module.css';
import { eventWords } from './event-words.ts';
import { webhookPath, webhooksPath } from './paths.ts';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const key = { webhook_id: idFrom(params.webhook_id) };
  const view = await answers(() => context.get(callContext)(readWebhook, { params: key }));
  return { ...view, head: pageHead({ context, params, pattern }, [t('developers.webhooks'), t('developers.title')]) };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData();
  const call = context.get(callContext);
  const key = { webhook_id: idFrom(params.webhook_id) };
  return actOn(form, async () => {
    const intent = form.get('intent');
    if (intent === 'remove') {
      await call(removeWebhook, { params: key, body: {} });
      return redirect(webhooksPath);
    }
    if (intent === 'test') await call(testWebhook, { params: key, body: {} });
    else {
      const delivery_id = idFrom(textIn(form, 'delivery_id'));
      await call(resendDelivery, { params: { ...key, delivery_id }, body: {} });
    }
    return redirect(webhookPath(key.webhook_id));
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function WebhookPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { webhook, secret, deliveries } = loaderData;
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 className={styles.url}>
        <bdi dir="ltr">{webhook.url}</bdi>
      </h1>
      <p className={styles.lead}>
        {webhook.loft ? <bdi>{webhook.loft.name}</bdi> : t('developers.all_lofts')} ·{' '}
        {webhook.events.map((event) => t(eventWords[event])).join(' · ')}
      </p>
      <Wrong refused={actionData?.refused} />
      <section className={`${panel.panel} ${styles.rule}`}>
        <h2>{t('developers.secret')}</h2>
        <p>
          <code dir="ltr">{secret}</code>
        </p>
        <Form method="post" className={styles.links} preventScrollReset>
          <button type="submit" name="intent" value="test" className={panel.button_primary}>
            {t('developers.send_test')}
          </button>
          <BulkAction name="remove" title={`${t('identity.remove')}…`} submit={t('identity.remove')} isRefused={false}>
            <p>{t('developers.remove_text')}</p>
          </BulkAction>
        </Form>
      </section>
      <section className={panel.panel} aria-labelledby="deliveries">
        <div className={panel.head}>
          <h2 id="deliveries">{t('developers.deliveries')}</h2>
        </div>
        {deliveries.length ? (
          <ul className={styles.keys}>
            {deliveries.map(({ id, event, flight, at, status, attempts, last_status, last_failure, next_at }) => (
              <li key={id}>
                <p>
                  <b>{t(eventWords[event])}</b>
                  {flight && (
                    <Link to={flightPath(flight)}>
                      <bdi>{flight.name}</bdi>
                    </Link>
                  )}
                  <small>
                    <Moment at_ms={Date.parse(at)} time_zone="UTC" short /> ·{' '}
                    <span className={styles[status]}>{t(`developers.delivery_${status}`)}</span>
                    {last_status !== null && (
                      <>
                        {' · '}
                        <bdi dir="ltr">HTTP {last_status}</bdi>
                      </>
                    )}
                    {last_failure && ` · ${t(`developers.${last_failure}`)}`}
                    {attempts > 0 && ` · ${t('developers.attempts', { n: formatNumber(locale, attempts) })}`}
                    {next_at && (
                      <>
                        {' · '}
                        {t('developers.next_try')} <Moment at_ms={Date.parse(next_at)} time_zone="UTC" short />
                      </>
                    )}
                  </small>
                </p>
                {status !== 'pending' && (
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="delivery_id" value={id} />
                    <button type="submit" name="intent" value="resend" className={panel.button}>
                      {t('developers.resend')}
                    </button>
                  </Form>
                )}
              </li>
            ))}
          </ul>
        ) : (
          <p className={styles.none}>{t('developers.no_deliveries')}</p>
        )}
      </section>
    </div>
  );
}
