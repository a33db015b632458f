/** Notification settings: events, channels, quiet hours, language; one plain form that works without a script. */
import { Form, redirect, useNavigation, useSearchParams } from 'react-router';
import { isLocale, localeFacts, locales } from '#domain/locales.ts';
import { chooseNotifications, readNotifications } from '#domain/notifications/contract.ts';
import { type Channel, type Choices, channels, events } from '#domain/notifications/notification.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers } from '#web/lib/loader.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Choice, Wrong } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/NotificationsPage.ts';
import styles from './notifications.module.css';
import { Quiet } from './Quiet.tsx';
import { ThisBrowser } from './ThisBrowser.tsx';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const view = await answers(() => context.get(callContext)(readNotifications, {}));
  const head = pageHead({ context, params, pattern }, [t('notifications.title')], t('notifications.lead'));
  return { ...view, zones: Intl.supportedValuesOf('timeZone'), head };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const language = textIn(form, 'language');
  const choices = Object.fromEntries(
    events.map((event) => [
      event,
      Object.fromEntries(channels.map((channel) => [channel, form.has(`${event}.${channel}`)])),
    ]),
  ) as Choices;
  const [from, to, time_zone] = ['from', 'to', 'time_zone'].map((name) => textIn(form, name)) as [
    string,
    string,
    string,
  ];
  return actOn(form, async () => {
    await context.get(callContext)(chooseNotifications, {
      body: {
        choices,
        quiet: form.has('quiet') ? { from, to, time_zone } : null,
        language: isLocale(language) ? language : null,
      },
    });
    return redirect('/notifications?saved=1');
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

const hints = {
  bird_home: 'notifications.bird_home_hint',
  flight_plans: 'notifications.followed_hint',
  list_sealed: 'notifications.bird_lost_hint',
  released: 'notifications.followed_hint',
  results: 'notifications.followed_hint',
  dispute: 'notifications.dispute_hint',
  bird_lost: 'notifications.bird_lost_hint',
  bird_sale: 'notifications.bird_lost_hint',
  prize: 'notifications.bird_lost_hint',
  team_claim: 'notifications.team_claim_hint',
  order: null,
  order_new: 'notifications.device_silent_hint',
  cash: 'notifications.cash_hint',
  refund_failed: 'notifications.device_silent_hint',
  transport: 'notifications.transport_hint',
  loft_message: 'notifications.loft_message_hint',
  device_silent: 'notifications.device_silent_hint',
  job_stuck: 'notifications.job_stuck_hint',
  rights: null,
  sign_in: null,
} as const;

export default function NotificationsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { settings, events: shown, reach, push_key, zones } = loaderData;
  const busy = useNavigation().state === 'submitting';
  const links = useRootData()?.links;
  const saved = useSearchParams()[0].has('saved') && !actionData;
  const canReach: Record<Channel, boolean> = { mail: reach.email !== null, push: true, sms: reach.phone !== null };
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{t('notifications.title')}</h1>
      <p className={styles.lead}>{t('notifications.lead')}</p>
      {saved && (
        <p role="status" className={`${panel.notice} ${styles.done}`}>
          <Icon name="check" />
          {t('identity.saved')}
        </p>
      )}
      <ThisBrowser push_key={push_key} />
      {/* Keyed, so that it shows the saved values, also after another tab changed them. */}
      <Form key={JSON.stringify(settings)} method="post" className={`${panel.panel} ${styles.form}`} preventScrollReset>
        <table className={styles.choices}>
          <caption className="visually-hidden">{t('notifications.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('notifications.event')}</th>
              {channels.map((channel) => (
                <th key={channel} scope="col">
                  {t(`notifications.${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((event) => (
              <tr key={event}>
                <th scope="row">
                  {t(`notifications.${event}`)}
                  {hints[event] && <small>{t(hints[event])}</small>}
                </th>
                {channels.map((channel) => (
                  <td key={channel}>
                    <label>
                      <input
                        type="checkbox"
                        name={`${event}.${channel}`}
                        defaultChecked={settings.choices[event][channel]}
                        aria-label={`${t(`notifications.${event}`)}: ${t(`notifications.${channel}`)}`}
                      />
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {/* What this person cannot be notified of stays as it was chosen, for when they can. */}
        {events
          .filter((event) => !shown.includes(event))
          .flatMap((event) => channels.map((channel) => ({ name: `${event}.${channel}`, event, channel })))
          .filter(({ event, channel }) => settings.choices[event][channel])
          .map(({ name }) => (
            <input key={name} type="hidden" name={name} value="on" />
          ))}
        {(!canReach.mail || !canReach.sms) && (
          <ul className={styles.missing}>
            {!canReach.mail && <li>{t('notifications.no_email')}</li>}
            {!canReach.sms && (
              <li>
                {links?.settings ? (
                  <a href={links.settings}>{t('notifications.no_phone')}</a>
                ) : (
                  t('notifications.no_phone')
                )}
              </li>
            )}
          </ul>
        )}
        <Quiet quiet={settings.quiet} zones={zones} />
        <div className={styles.language}>
          <Choice name="language" label={t('identity.language')} defaultValue={settings.language ?? ''}>
            <option value="">{t('notifications.language_account')}</option>
            {locales.map((code) => (
              <option key={code} value={code} lang={localeFacts[code].lang}>
                {localeFacts[code].name}
              </option>
            ))}
          </Choice>
        </div>
        <Wrong refused={actionData?.refused} />
        <button type="submit" className={panel.button_primary} disabled={busy}>
          {t('identity.save')}
        </button>
      </Form>
    </div>
  );
}
