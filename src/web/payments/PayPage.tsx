/** Paying an order by card: the amount, and the link to the provider's page, also without a script. */
import { isLocale } from '#domain/locales.ts';
import { readOrderMoney, startPayment } from '#domain/payments/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { transferOf } from '#web/lib/transfer.server.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BankTransfer } from '#web/ui/BankTransfer.tsx';
import { Wrong } from '#web/ui/Field.tsx';
import type { Route } from './+types/PayPage.ts';
import { OwnOrder } from './OwnOrder.tsx';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const order_id = idFrom(params.order_id);
  const view = await answers(() => context.get(callContext)(readOrderMoney, { params: { order_id } }));
  const title = t('pay.title', { order: view.order.label, season: (view.season ?? view.loft).name });
  const head = pageHead({ context, params, pattern }, [title], view.loft.name);
  const { bank, ...money } = view;
  const { label: number, amount_cents, currency } = view.order;
  const transfer = transferOf(bank, { number, amount_cents, currency });
  return { ...money, transfer, title, head };
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
  const card_url = actionData && 'url' in actionData ? actionData.url : null;
  const refused = actionData && 'refused' in actionData ? actionData.refused : undefined;
  return (
    <OwnOrder
      {...loaderData}
      otherwise={
        canPay && (
          <BankTransfer
            order={{ ...loaderData.order, number: loaderData.order.label }}
            transfer={loaderData.transfer}
            payment_text={loaderData.payment_text}
          />
        )
      }
    >
      {/* A form may not be redirected to another site (CSP `form-action`); a page may. */}
      {card_url !== null && (
        <>
          <meta httpEquiv="refresh" content={`0;url=${card_url}`} />
          <p role="status">
            <a href={card_url}>{t('pay.by_card')}</a>
          </p>
        </>
      )}
      <Wrong refused={refused} />
    </OwnOrder>
  );
}
