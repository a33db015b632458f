/** The reader's own webhooks: added, and opened one by one. It needs no script. */
import { Form, redirect } from 'react-router';
import { addWebhook, listWebhooks, webhookEvents } from '#domain/open-data/webhooks-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { fieldsIn } from '#web/lib/fields-in.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Check, Choice, Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/WebhooksPage.ts';
import styles from './developers.module.css';
import { eventWords } from './event-words.ts';
import { developersPath, webhookPath } from './paths.ts';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const { webhooks, lofts } = await answers(() => context.get(callContext)(listWebhooks, {}));
  const head = pageHead({ context, params, pattern }, [t('developers.webhooks'), t('developers.title')]);
  return { webhooks, lofts, events: webhookEvents, head };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  return actOn(form, async () => {
    const loft = textIn(form, 'loft_id');
    const body = {
      url: textIn(form, 'url'),
      events: webhookEvents.filter((event) => form.has(event)),
      loft_id: loft === '' ? null : Number(loft),
    };
    const { id } = await context.get(callContext)(addWebhook, { body });
    return redirect(webhookPath(id));
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function WebhooksPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { webhooks, lofts, events } = loaderData;
  const own = fieldsIn(actionData, { url: '', loft_id: '' });
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{t('developers.webhooks')}</h1>
      <p className={styles.lead}>{t('developers.webhooks_lead')}</p>
      <p>
        <Link to={developersPath}>{t('developers.title')}</Link>
      </p>
      <section className={panel.panel} aria-labelledby="webhooks">
        <div className={panel.head}>
          <h2 id="webhooks">{t('developers.webhooks')}</h2>
        </div>
        {webhooks.length ? (
          <ul className={styles.keys}>
            {webhooks.map(({ id, url, loft, events: some }) => (
              <li key={id}>
                <p>
                  <Link to={webhookPath(id)}>
                    <bdi dir="ltr">{url}</bdi>
                  </Link>
                  <small>
                    {loft ? <bdi>{loft.name}</bdi> : t('developers.all_lofts')} ·{' '}
                    {some.map((event) => t(eventWords[event])).join(' · ')}
                  </small>
                </p>
              </li>
            ))}
          </ul>
        ) : (
          <p className={styles.none}>{t('developers.no_webhooks')}</p>
        )}
      </section>
      <section className={`${panel.panel} ${styles.rule}`} aria-labelledby="add">
        <h2 id="add">{t('developers.add_webhook')}</h2>
        <Form method="post" className={forms.form} noValidate>
          <Wrong refused={actionData?.refused.errors ? { code: 'bad_input' } : actionData?.refused} />
          <Field
            type="url"
            label={t('developers.webhook_url')}
            hint={t('developers.webhook_url_hint')}
            placeholder="https://"
            dir="ltr"
            required
            maxLength={1024}
            autoComplete="off"
            {...own('url')}
          />
          <Choice label={t('developers.webhook_loft')} {...own('loft_id')}>
            <option value="">{t('developers.all_lofts')}</option>
            {lofts.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Choice>
          <fieldset className={styles.events}>
            <legend>{t('developers.webhook_events')}</legend>
            {events.map((event, at) => (
              <Check
                key={event}
                name={event}
                label={t(eventWords[event])}
                errors={at === events.length - 1 ? actionData?.refused.errors?.events : undefined}
                defaultChecked={actionData ? event in actionData.typed : true}
              />
            ))}
          </fieldset>
          <button type="submit" className={panel.button_primary}>
            {t('developers.add_webhook')}
          </button>
        </Form>
      </section>
    </div>
  );
}
