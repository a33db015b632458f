/** Paying an order by card: what is to be paid, and the way to the page of the provider, also without a script. */
import { isLocale } from '#domain/locales.ts';
import { readOrderMoney, startPayment } from '#domain/payments/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn } from '#web/lib/form.ts';
import { metaOf, titled } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { transferOf } from '#web/lib/transfer.server.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BankTransfer } from '#web/ui/BankTransfer.tsx';
import { Wrong } from '#web/ui/Field.tsx';
import type { Route } from './+types/PayPage.ts';
import { OwnOrder } from './OwnOrder.tsx';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const order_id = idFrom(params.order_id);
  const told = await answers(() => context.get(callContext)(readOrderMoney, { params: { order_id } }));
  const title = t('pay.title', { order: told.order.label, season: (told.season ?? told.loft).name });
  const head = {
    title: titled(title),
    description: told.loft.name,
    url: `${public_url}/registrations/${order_id}/pay`,
  };
  const { bank, ...money } = told;
  const { label: number, amount_cents, currency } = told.order;
  return { ...money, transfer: transferOf(bank, { number, amount_cents, currency }), title, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData();
  const { locale, public_url: from } = context.get(pageContext);
  const order_id = idFrom(params.order_id);
  return actOn(form, async () => {
    const { url } = await context.get(callContext)(startPayment, {
      params: { order_id },
      body: { locale: isLocale(locale) ? locale : 'en', from },
    });
    return { url: url ?? `/registrations/${order_id}/paid` };
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function PayPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { state, amount_cents } = loaderData.order;
  const canPay = (state === 'to_pay' || state === 'begun') && amount_cents > 0;
  const led = actionData && 'url' in actionData ? actionData.url : null;
  const refused = actionData && 'refused' in actionData ? actionData.refused : undefined;
  return (
    <OwnOrder
      {...loaderData}
      otherwise={canPay && <BankTransfer transfer={loaderData.transfer} payment_text={loaderData.payment_text} />}
    >
      {/* A form of this site may not lead to another one; a page may. */}
      {led !== null && (
        <>
          <meta httpEquiv="refresh" content={`0;url=${led}`} />
          <p role="status">
            <a href={led}>{t('pay.by_card')}</a>
          </p>
        </>
      )}
      <Wrong refused={refused} />
    </OwnOrder>
  );
}
