/** The receipt of one payment, as a PDF in the reader's language. */
import { renderSVG } from 'uqr';
import { fileHeaders } from '#domain/csv.ts';
import { localeFacts } from '#domain/locales.ts';
import type { Confirmation } from '#domain/orders/confirmation.ts';
import { readReceipt } from '#domain/payments/contract.ts';
import { makeAs } from '#domain/table.ts';
import { addressLines } from '#web/lib/address.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { formatCalendarDay, formatMoney } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { linesOf, loftLines, orderFacts, paperMoment, positionRows } from '#web/lib/order-paper.server.ts';
import { orderPath } from '#web/lib/paths.ts';
import type { Route } from './+types/receipt.ts';

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const { locale, public_url } = context.get(pageContext);
  const order_id = idFrom(params.order_id);
  const { t } = speaker(locale);
  const call = context.get(callContext);
  const key = { order_id, payment_id: idFrom(params.payment_id) };
  const {
    loft,
    receipt_text,
    customer,
    address: payer,
    order,
    receipt,
    rings,
  } = await answers(() => call(readReceipt, { params: key }));
  const { number, at, method, paid_on, amount_cents, refunded_at } = receipt;
  const title = t('receipts.number', { number });
  const address = public_url + orderPath(order_id);
  const { lang, dir } = localeFacts[locale];
  const page = {
    title,
    accent: loft.accent ?? null,
    loft: loftLines(locale, loft),
    customer: linesOf(customer, ...(payer ? addressLines(locale, payer) : [])),
    facts: [[t('pay.order'), order.number] as const, ...orderFacts(locale, order, rings)],
    positions: positionRows(locale, order),
    total: [t('receipts.received'), formatMoney(locale, amount_cents, order.currency)] as const,
    pay: null,
    how: receipt_text,
    transfer: null,
    history: [
      // Cash and transfers came on a day; when somebody entered them says nothing to the payer.
      [
        t(`pay.${method}`),
        paid_on ? formatCalendarDay(locale, paid_on, 'words') : paperMoment(locale, at, loft.time_zone),
      ] as const,
      ...(refunded_at ? [[t('money.returned'), paperMoment(locale, refunded_at, loft.time_zone)] as const] : []),
    ],
    code: renderSVG(address, { border: 0 }),
    address,
  };
  return Response.json({ title: `${loft.name} ${title}`, pages: [page], lang, dir } satisfies Confirmation, {
    headers: { ...fileHeaders(`${loft.name} ${title}`, 'pdf'), [makeAs]: 'confirmation' },
  });
}
