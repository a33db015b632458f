/** Where the page of the provider leads back to: it has the provider asked, and waits where it does not know yet. */
import { useTranslation } from 'react-i18next';
import { lookAtPayment, readOrderMoney } from '#domain/payments/contract.ts';
import { isRefusal } from '#domain/refusal.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, titled } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/PaidPage.ts';
import { OwnOrder } from './OwnOrder.tsx';

/** So long until it looks again. */
const wait_s = 4;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const order_id = idFrom(params.order_id);
  const call = context.get(callContext);
  const told = await answers(async () => {
    // A provider that does not answer now answers later.
    await call(lookAtPayment, { params: { order_id }, body: {} }).catch((error) => {
      if (!isRefusal(error) || error.code !== 'cards_away') throw error;
    });
    return call(readOrderMoney, { params: { order_id } });
  });
  const title = t('pay.title', { order: told.order.label, season: told.season.name });
  const head = {
    title: titled(title),
    description: told.loft.name,
    url: `${public_url}/registrations/${order_id}/paid`,
  };
  return { ...told, title, head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function PaidPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { state, status } = loaderData.order;
  return (
    <OwnOrder {...loaderData}>
      {state === 'begun' && <meta httpEquiv="refresh" content={String(wait_s)} />}
      {state === 'begun' ? (
        <p role="status">{t('pay.waiting')}</p>
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
