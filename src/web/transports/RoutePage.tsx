/**
 * An agent's route of a day (6.5): the customers in the order of the visits, each with what is needed at the door. The
 * phone keeps it for when there is no network.
 */
import { useEffect } from 'react';
import { redirect } from 'react-router';
import { moved } from '#domain/transports/route.ts';
import { orderRoute, putBackTransports, readRoute } from '#domain/transports/route-contract.ts';
import { routeView, store } from '#web/lib/browser-store.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatCalendarDay } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { ListParts } from '#web/ui/ListParts.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/RoutePage.ts';
import { answer } from './answer.ts';
import { PrintButton } from './PrintButton.tsx';
import { AnswerNotice } from './RequestAnswers.tsx';
import { RouteStops } from './RouteStops.tsx';
import route from './route.module.css';
import { StopActs } from './StopActs.tsx';
import styles from './transports.module.css';

const dayIn = (url: string) => {
  const day = new URL(url).searchParams.get('day') ?? '';
  // Another text, and a day that no calendar has, mean today.
  const at_ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at_ms) && new Date(at_ms).toISOString().slice(0, 10) === day ? { day } : {};
};

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const view = await answers(() => context.get(callContext)(readRoute, { query: dayIn(request.url) }));
  return { ...view, head: pageHead({ context, params, pattern }, [t('transports.route')], t('transports.route_lead')) };
}

/** Confirmed, collected, put back or given back, or a stop moved up or down. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const call = context.get(callContext);
  return actOn(form, async () => {
    const intent = textIn(form, 'intent');
    if (['pick_up', 'confirm', 'close', 'reopen', 'give_back'].includes(intent)) return answer(call, form);
    const transport_id = idFrom(textIn(form, 'chosen'));
    if (intent === 'put_back')
      return {
        intent: 'put_back' as const,
        ...(await call(putBackTransports, { body: { transport_ids: [transport_id] } })),
      };
    const { day, stops } = await call(readRoute, { query: dayIn(request.url) });
    const ids = stops.map(({ id }) => id);
    await call(orderRoute, { body: { day, transport_ids: moved(ids, transport_id, intent === 'up' ? -1 : 1) } });
    return redirect(`/transports/route?day=${day}`, 303);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function RoutePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { day, days, stops } = loaderData;
  useEffect(() => store(routeView, JSON.stringify({ day, days, stops })), [day, days, stops]);
  return (
    <div className={`wrap ${styles.page}`}>
      <AdminHead
        title={t('transports.route')}
        lead={<span suppressHydrationWarning>{formatCalendarDay(locale, day, 'words')}</span>}
        actions={
          <div className={`${styles.acts} ${styles.paper}`}>
            {stops.length > 0 && <PrintButton />}
            <Link className={panel.button} to="/transports">
              <Icon name="list" />
              {t('nav.transports')}
            </Link>
          </div>
        }
      />
      {actionData?.refused ? (
        <FormResult refused={actionData.refused} />
      ) : (
        <div className={styles.paper}>
          <AnswerNotice answer={actionData} />
        </div>
      )}
      {days.length > 1 && (
        <div className={route.days}>
          <ListParts
            label={t('transports.day')}
            parts={days.map((one) => ({
              to: `?day=${one.day}`,
              word: formatCalendarDay(locale, one.day, 'short'),
              count: one.stops,
              isShown: one.day === day,
            }))}
          />
        </div>
      )}
      {stops.length === 0 ? (
        <section className={panel.panel}>
          <Empty title={t('transports.none')} text={t('transports.none_text')} />
        </section>
      ) : (
        <RouteStops stops={stops} acts={(one) => <StopActs {...one} answer={actionData} />} />
      )}
    </div>
  );
}
