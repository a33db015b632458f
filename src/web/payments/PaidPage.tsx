/** Where the page of the provider leads back to: it has the provider asked, and waits where it does not know yet. */
import { useTranslation } from 'react-i18next';
import { lookAtPayment, readOrderMoney } from '#domain/payments/contract.ts';
import { isRefusal } from '#domain/refusal.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, titled } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { useLookAgain } from '#web/lib/refresh.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/PaidPage.ts';
import { OwnOrder } from './OwnOrder.tsx';

/** So long until it looks again; longer where the provider does not answer. */
const wait_s = 4;
const wait_unanswered_s = 15;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const order_id = idFrom(params.order_id);
  const call = context.get(callContext);
  let unanswered = false;
  const told = await answers(async () => {
    // A provider that does not answer now answers later; one that knows nothing of the payment, an admin has to look at.
    await call(lookAtPayment, { params: { order_id }, body: {} }).catch((error) => {
      if (!isRefusal(error) || !['cards_away', 'not_found'].includes(error.code)) throw error;
      unanswered = true;
    });
    return call(readOrderMoney, { params: { order_id } });
  });
  const title = t('pay.title', { order: told.order.label, season: told.season.name });
  const head = {
    title: titled(title),
    description: told.loft.name,
    url: `${public_url}/registrations/${order_id}/paid`,
  };
  return { ...told, unanswered, title, head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function PaidPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { state, status } = loaderData.order;
  const { unanswered } = loaderData;
  const after_s = unanswered ? wait_unanswered_s : wait_s;
  useLookAgain(state === 'begun' ? after_s * 1000 : null, loaderData);
  return (
    <OwnOrder {...loaderData} isBack>
      {state === 'begun' && (
        <noscript>
          <meta httpEquiv="refresh" content={String(after_s)} />
        </noscript>
      )}
      {state === 'begun' ? (
        <p role="status">{t(unanswered ? 'pay.unanswered' : 'pay.waiting')}</p>
      ) : status === 'paid' ? (
        <p role="status" className={panel.notice}>
          <Icon name="check" />
          {t('pay.thanks')}
        </p>
      ) : (
        <p role="status">{t('pay.left')}</p>
      )}
    </OwnOrder>
  );
}
