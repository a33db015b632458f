/** The receipt of one payment, as a PDF in the reader's language. */
import { renderSVG } from 'uqr';
import { fileHeaders } from '#domain/csv.ts';
import { localeFacts } from '#domain/locales.ts';
import type { Confirmation } from '#domain/orders/confirmation.ts';
import { readReceipts } from '#domain/payments/contract.ts';
import { makeAs } from '#domain/table.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { formatMoney } from '#web/lib/intl.ts';
import { answers, idFrom, notFound } from '#web/lib/loader.ts';
import { loftLines, orderFacts, paperMoment, positionRows } from '#web/lib/order-paper.server.ts';
import { orderPath } from '#web/lib/paths.ts';
import type { Route } from './+types/receipt.ts';

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const { locale, public_url } = context.get(pageContext);
  const order_id = idFrom(params.order_id);
  const { t } = speaker(locale);
  const call = context.get(callContext);
  const { loft, receipt_text, customer, order, receipts } = await answers(() =>
    call(readReceipts, { params: { order_id } }),
  );
  const receipt = receipts.find(({ payment_id }) => payment_id === idFrom(params.payment_id)) ?? notFound();
  const { number, at, method, amount_cents, refunded_at } = receipt;
  const title = t('receipts.number', { number });
  const address = public_url + orderPath(order_id);
  const { lang, dir } = localeFacts[locale];
  const page = {
    title,
    accent: loft.accent ?? null,
    loft: loftLines(locale, loft),
    customer: [customer],
    facts: [[t('pay.order'), order.number] as const, ...orderFacts(locale, order)],
    positions: positionRows(locale, order),
    total: [t('receipts.received'), formatMoney(locale, amount_cents, order.currency)] as const,
    pay: null,
    how: receipt_text,
    transfer: null,
    history: [
      [t(`pay.${method}`), paperMoment(locale, at, loft.time_zone)] as const,
      ...(refunded_at ? [[t('money.returned'), paperMoment(locale, refunded_at, loft.time_zone)] as const] : []),
    ],
    code: renderSVG(address, { border: 0 }),
    address,
  };
  return Response.json({ title: `${loft.name} ${title}`, pages: [page], lang, dir } satisfies Confirmation, {
    headers: { ...fileHeaders(`${loft.name} ${title}`, 'pdf'), [makeAs]: 'confirmation' },
  });
}
