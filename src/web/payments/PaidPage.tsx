/**
 * The return page of the payment provider: it requests the state from the provider, is shown without it after a
 * timeout, and polls until the result is known.
 */
import { readOrder } from '#domain/orders/own-contract.ts';
import { lacksPigeons } from '#domain/orders/timeline.ts';
import { listReceipts, lookAtPayment, readOrderMoney } from '#domain/payments/contract.ts';
import { isRefusal } from '#domain/refusal.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { orderPath } from '#web/lib/paths.ts';
import { useDelayedRefresh } from '#web/lib/refresh.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Receipts } from '#web/ui/Receipts.tsx';
import type { Route } from './+types/PaidPage.ts';
import { OwnOrder } from './OwnOrder.tsx';
import styles from './payments.module.css';

/** State of the request to the provider: answered, unanswered, or still pending. */
type ProviderState = 'answered' | 'unanswered' | 'pending';

/** How long the page itself waits for the provider; after that its script waits. */
const timeout_ms = 1000;

/** Seconds until the next poll. */
const wait_s: Record<ProviderState, number> = { answered: 4, unanswered: 15, pending: 1 };

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { locale, note } = context.get(pageContext);
  const { t } = speaker(locale);
  const order_id = idFrom(params.order_id);
  const call = context.get(callContext);
  // A provider that does not answer now is polled again; a payment unknown to it is for an admin to check.
  const askProvider = async (): Promise<ProviderState> => {
    try {
      await call(lookAtPayment, { params: { order_id }, body: {} });
      return 'answered';
    } catch (error) {
      if (!isRefusal(error) || !['cards_away', 'not_found'].includes(error.code)) throw error;
      return 'unanswered';
    }
  };
  const view = await answers(async () => {
    const pending = askProvider();
    const isOpened = !new URL(request.url).pathname.endsWith('.data');
    const provider = await (isOpened ? Promise.race([pending, afterTimeout()]) : pending);
    // The page no longer waits; a late result still settles the order.
    if (provider === 'pending') pending.catch(note);
    const money = await call(readOrderMoney, { params: { order_id } });
    const isPaid = money.order.status === 'paid';
    const next = isPaid && lacksPigeons((await call(readOrder, { params: { order_id } })).order);
    const { receipts } = await call(listReceipts, { params: { order_id } });
    return { provider, ...money, receipts, next_enter: next };
  });
  const title = t('pay.title', { order: view.order.label, season: (view.season ?? view.loft).name });
  const head = pageHead({ context, params, pattern }, [title], view.loft.name);
  return { ...view, title, head };
}

const afterTimeout = () => new Promise<ProviderState>((resolve) => setTimeout(resolve, timeout_ms, 'pending'));

const sentences = { answered: 'pay.waiting', unanswered: 'pay.unanswered', pending: 'pay.asking' } as const;

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function PaidPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { state, status, label, order_id } = loaderData.order;
  const { provider, next_enter } = loaderData;
  const path = orderPath(order_id);
  const after_s = wait_s[provider];
  useDelayedRefresh(state === 'begun' ? after_s * 1000 : null, loaderData);
  return (
    <OwnOrder
      {...loaderData}
      isBack
      otherwise={
        <Receipts
          order={{ id: order_id, currency: loaderData.order.currency }}
          receipts={loaderData.receipts}
          time_zone={loaderData.loft.time_zone}
        />
      }
    >
      {state === 'begun' && (
        <noscript>
          <meta httpEquiv="refresh" content={String(after_s)} />
        </noscript>
      )}
      {state === 'begun' ? (
        <p role="status">{t(sentences[provider])}</p>
      ) : status === 'paid' ? (
        <>
          <p role="status" className={`${panel.notice} ${panel.notice_good}`}>
            <Icon name="check" />
            {t('pay.thanks')}
          </p>
          <p className={styles.next}>
            {next_enter && (
              <a className={panel.button_primary} href={`${path}/pigeons`}>
                <Icon name="pigeon" />
                {t('orders.step_enter')}
              </a>
            )}
            <Link className={next_enter ? panel.button : panel.button_primary} to={path}>
              {t('orders.order', { number: label })}
            </Link>
          </p>
        </>
      ) : (
        <p role="status">{t('pay.left')}</p>
      )}
    </OwnOrder>
  );
}
